import type { Texts } from "./texts.ts";

/** The texts of the codes of goods and stock: a part of the table in `codes.ts`. */
export const stockCodeTexts = {
  "goods.titleRequired": { en_us: "Product title cannot be empty", zh_cn: "商品标题不能为空" },
  "goods.skuRequired": { en_us: "Please enter a SKU", zh_cn: "请输入 SKU" },
  "goods.skuShape": { en_us: "A SKU must be a single line of text", zh_cn: "SKU 只能是一行文字" },
  "goods.numberRequired": { en_us: "This must be a whole number", zh_cn: "请输入整数" },
  "goods.numberRange": { en_us: "This number is too small or too large", zh_cn: "数值超出合理范围" },
  "goods.hsCodeShape": { en_us: "An HS code has 6 to 10 digits", zh_cn: "海关编码为 6 至 10 位数字" },
  "goods.countryShape": { en_us: "Enter the country as two letters, such as CN", zh_cn: "国家为两位字母代码，例如 CN" },
  "goods.currencyShape": { en_us: "Enter the code of a currency, such as USD", zh_cn: "请输入币种代码，例如 USD" },
  "goods.skuTaken": { en_us: "This SKU is already in use: choose another", zh_cn: "该 SKU 已被使用，请换一个" },
  "goods.barcodeShape": {
    en_us: "A barcode has 1 to 80 letters, digits or symbols, without spaces",
    zh_cn: "条码为 1 至 80 位字母、数字或符号，不含空格",
  },
  "goods.tooManyBarcodes": {
    en_us: "A SKU can have at most 20 barcodes: remove one first",
    zh_cn: "一个 SKU 最多保存 20 个条码，请先移除一个",
  },
  "goods.tooManyVariants": { en_us: "A product can have at most 200 variants", zh_cn: "一个商品最多保存 200 个变体" },
  "goods.lotsInUse": {
    en_us: "This SKU has stock: change whether to track lots or expiry dates once there is none",
    zh_cn: "该 SKU 有库存，清空后才能更改批次或效期管理",
  },
  "goods.bundleKeepsNoLots": {
    en_us: "A bundle does not track lots or expiry dates: its parts do",
    zh_cn: "组合商品不管理批次和效期，由组成商品管理",
  },
  "goods.bundleInBundle": {
    en_us: "A bundle cannot contain another bundle: add its parts instead",
    zh_cn: "组合商品不能再包含组合商品，请直接选择组成商品",
  },
  "goods.bundleOwners": { en_us: "All parts of a bundle must belong to its owner", zh_cn: "组成商品必须属于同一货主" },
  "goods.bundleHasStock": {
    en_us: "This SKU has stock: make it a bundle once there is none",
    zh_cn: "该 SKU 有库存，清空后才能设为组合",
  },
  "goods.hasStock": {
    en_us: "This SKU has stock or incoming goods: archive it once there are none",
    zh_cn: "仍有库存或在途货物，清空后才能归档",
  },
  "goods.noLabels": { en_us: "Please choose what to print labels for", zh_cn: "请选择要打印标签的商品" },
  "goods.tooManyLabels": {
    en_us: "You can print at most 2,000 labels at once: choose fewer products or copies",
    zh_cn: "一次最多打印 2000 张标签，请减少商品或份数",
  },
  "goods.mergeItself": {
    en_us: "A SKU cannot be merged into itself: choose another",
    zh_cn: "SKU 不能合并到自身，请选择其他 SKU",
  },
  "goods.mergeOwners": { en_us: "Only SKUs of the same owner can be merged", zh_cn: "只能合并同一货主的 SKU" },
  "goods.mergeKinds": {
    en_us: "These SKUs must all be bundles or none, and track lots and expiry dates in the same way",
    zh_cn: "这些 SKU 的组合、批次或效期管理方式不同",
  },
  "goods.mergeExpiry": {
    en_us: "Lots with the same name expire on different days: they could not be told apart after a merge",
    zh_cn: "同名批次的到期日不同，合并后将无法区分",
  },
  "goods.mergeReceipts": {
    en_us: "A receipt in progress contains this SKU: merge once it is completed",
    zh_cn: "有处理中的入库单包含该 SKU，请完成后再合并",
  },
  "goods.mergeReserved": {
    en_us: "Some of this SKU is reserved: merge once those orders are shipped or released",
    zh_cn: "该 SKU 有占用库存，请在订单发货或释放后再合并",
  },
  "goods.mergeCounted": {
    en_us: "A stocktake in progress counts this SKU: merge once it has ended",
    zh_cn: "有进行中的盘点包含该 SKU，请在盘点结束后再合并",
  },
  "goods.mergeElsewhere": {
    en_us: "These SKUs are also in other warehouses: ask your provider to merge them",
    zh_cn: "这些 SKU 也在其他仓库中，请联系供应商合并",
  },
  "goods.partTwice": {
    en_us: "A part is listed twice: list it once, with the total number of pieces",
    zh_cn: "同一组成商品重复，请合并为一项并填写总件数",
  },
  "goods.barcodeShared": {
    en_us: "Another SKU has this barcode: a scan asks which SKU is meant",
    zh_cn: "其他 SKU 已使用该条码，扫描时需选择 SKU",
  },

  "stock.notEnough": {
    en_us: "Not enough pieces there: enter fewer, or count them",
    zh_cn: "该处没有足够的库存，请减少数量或先盘点",
  },
  "stock.reservedElsewhere": {
    en_us: "Some of these pieces are reserved for orders: release them first",
    zh_cn: "部分库存已被订单占用，请先释放占用",
  },
  "stock.postedAlready": { en_us: "Already posted: nothing was posted twice", zh_cn: "该操作已入账，没有重复入账" },
  "stock.samePlace": { en_us: "The pieces are already there: choose another location", zh_cn: "货物已在该处，请选择其他位置" },
  "stock.lotRequired": { en_us: "This product tracks lots: enter the lot", zh_cn: "该商品按批次管理，请填写批次" },
  "stock.lotNotKept": {
    en_us: "This product does not track lots: leave the lot empty",
    zh_cn: "该商品不按批次管理，请不要填写批次",
  },
  "stock.noteRequired": { en_us: "Please enter the reason in a few words", zh_cn: "请简单写明原因" },
  "stock.reasonAdds": {
    en_us: "This reason is for pieces that are added, and here are fewer: choose another",
    zh_cn: "该原因用于增加库存，而此处数量减少，请选择其他原因",
  },
  "stock.reasonRemoves": {
    en_us: "This reason is for pieces that are removed, and here are more: choose another",
    zh_cn: "该原因用于减少库存，而此处数量增加，请选择其他原因",
  },
  "stock.bundleHasNoStock": {
    en_us: "A bundle has no stock of its own: choose one of its parts",
    zh_cn: "组合商品没有自身库存，请选择其组成商品",
  },
  "stock.locationUnknown": {
    en_us: "No location has this barcode: check the label",
    zh_cn: "没有使用该条码的库位，请核对库位标签",
  },
  "stock.locationBlocked": {
    en_us: "This location is blocked: choose another",
    zh_cn: "该库位已停用，不能放入货物，请选择其他库位",
  },
  "stock.skuUnknown": {
    en_us: "The owner has no product with this SKU: check it, or create the product first",
    zh_cn: "货主没有使用该 SKU 的商品，请核对或先创建商品",
  },
  "stock.retailerUnknown": {
    en_us: "None of your retailers has this name: check the spelling",
    zh_cn: "没有使用该名称的分销商，请核对名称",
  },
  "stock.warehouseUnknown": {
    en_us: "No open warehouse has this name: check the spelling",
    zh_cn: "没有使用该名称的启用仓库，请核对名称",
  },
  "stock.locationElsewhere": {
    en_us: "This location is in another warehouse: choose one of this warehouse",
    zh_cn: "该库位属于其他仓库，请选择本仓库的库位",
  },
  "stock.rowTwice": {
    en_us: "This row repeats an earlier one: combine them in one row",
    zh_cn: "与前面的行重复，请合并为一行",
  },
  "stock.stateUnknown": {
    en_us: "Enter qualified or unqualified, or leave it empty",
    zh_cn: "请填写 qualified 或 unqualified，或留空",
  },
  "stock.notStored": {
    en_us: "This SKU was merged or is a bundle: use the SKU that holds the stock",
    zh_cn: "该 SKU 已合并或为组合商品，请使用实际存放的 SKU",
  },
  "stock.waitsForReceipt": {
    en_us: "These pieces are waiting for putaway or a decision: finish their receipt first",
    zh_cn: "这些货品正等待上架或处理决定，请先完成对应的入库单",
  },
  "stock.openedAlready": {
    en_us: "Opening stock of this SKU is already posted there: adjust it or count it instead",
    zh_cn: "该库位已有此 SKU 的期初库存，如有差异请调整或盘点",
  },
  "stock.nothingToCount": {
    en_us: "No stock there: choose another area",
    zh_cn: "该范围内没有库存，无需盘点，请选择其他范围",
  },
  "stock.wrongStep": {
    en_us: "The current status does not allow this",
    zh_cn: "盘点单当前状态不允许此操作",
  },
  "stock.nothingDiffers": { en_us: "There are no differences to recount", zh_cn: "没有差异，无需复盘" },
  "stock.recountFirst": {
    en_us: "Some counts differ: recount them first",
    zh_cn: "部分数量有差异，请先复盘",
  },
  "stock.linesUncounted": {
    en_us: "Some lines are not counted yet: count them, or confirm that they stay as they are",
    zh_cn: "部分明细尚未盘点，请先盘点，或确认保持不变",
  },
  "stock.notCounting": { en_us: "This stocktake is not being counted now", zh_cn: "该盘点单当前不在盘点中" },
  "stock.codeUnknown": { en_us: "No product has this code: check the label", zh_cn: "没有使用该条码的商品，请核对标签" },
  "stock.tooManyLines": {
    en_us: "More than 100,000 lines: choose a part of the warehouse",
    zh_cn: "超过 100,000 行，请缩小盘点范围",
  },
} as const satisfies Record<string, Texts>;
