import type { Texts } from "./texts.ts";

/** The texts of the codes of receipts: a part of the table in `codes.ts`. */
export const receiptCodeTexts = {
  "receipts.warehouseRequired": {
    en_us: "Creating warehousing needs at least one warehouse: choose one",
    zh_cn: "请选择仓库，入库至少需要一个仓库",
  },
  "receipts.warehouseClosed": { en_us: "This warehouse is closed, choose another", zh_cn: "该仓库已关闭，请选择其他仓库" },
  "receipts.noLines": { en_us: "Add at least one product first", zh_cn: "请先添加至少一个商品" },
  "receipts.lineIncomplete": { en_us: "Each line needs a product and a quantity", zh_cn: "每一行都需要商品和数量" },
  "receipts.skuUnknown": {
    en_us: "One of these SKUs is not among the owner's products: correct it, or create the product first",
    zh_cn: "有 SKU 不在货主的商品中，请更正或先创建商品",
  },
  "receipts.bundle": {
    en_us: "A bundle is stored as its parts: add the parts instead",
    zh_cn: "组合商品不直接入库，请使用其组成商品",
  },
  "receipts.wrongState": {
    en_us: "The current status does not allow this",
    zh_cn: "入库单当前状态不允许此操作",
  },
  "receipts.reasonRequired": { en_us: "Please enter a reason", zh_cn: "请填写原因" },
  "receipts.ownerDecides": { en_us: "Only the owner of the goods can decide this", zh_cn: "此事由货主决定" },
  "receipts.moreThanUnqualified": {
    en_us: "Fewer unqualified pieces are waiting for a decision: enter fewer",
    zh_cn: "待处理的不合格件数没有这么多，请减少件数",
  },
  "receipts.tooManyLabels": {
    en_us: "You can print at most 2,000 labels at once: choose fewer boxes",
    zh_cn: "一次最多打印 2000 张标签，请减少箱数",
  },
  "receipts.tooManyPhotos": { en_us: "A receipt can have at most 200 photos", zh_cn: "一张入库单最多保存 200 张照片" },
  "receipts.codeUnknown": { en_us: "Nothing here has this code: check the label", zh_cn: "未找到该条码，请核对标签" },
  "receipts.boxOfAnother": {
    en_us: "This box belongs to another receipt: set it aside",
    zh_cn: "此箱属于另一张入库单，请放在一旁",
  },
  "receipts.boxUnknown": {
    en_us: "No box has this label: check it. A label looks like R-261122-0001/1",
    zh_cn: "没有箱子使用此箱码，请核对。箱码格式如 R-261122-0001/1",
  },
  "receipts.notConfirmed": {
    en_us: "This receipt is not confirmed yet: confirm it first",
    zh_cn: "该入库单尚未确认，请先确认",
  },
  "receipts.notArrived": {
    en_us: "Scan a box first: nothing on this receipt has arrived yet",
    zh_cn: "请先扫描箱码，该入库单尚未到货",
  },
  "receipts.ended": { en_us: "This receipt is finished: choose another", zh_cn: "该入库单已结束，请选择其他入库单" },
  "receipts.nothingCounted": { en_us: "Enter the number of pieces", zh_cn: "请输入件数" },
  "receipts.notOnReceipt": {
    en_us: "This code is not on this receipt: set the goods aside",
    zh_cn: "此条码不在该入库单中，请将货品放在一旁",
  },
  "receipts.boxScanned": { en_us: "This is a box: scan a product", zh_cn: "这是箱码，请扫描商品" },
  "receipts.lotRequired": { en_us: "This product needs a lot: scan or enter it", zh_cn: "该商品需要批次，请扫描或输入批次" },
  "receipts.lotNotKept": {
    en_us: "This product does not track lots: leave the lot empty",
    zh_cn: "该商品不管理批次，请不要填写批次",
  },
  "receipts.expiryNotKept": {
    en_us: "This product tracks no expiry dates: leave the date empty",
    zh_cn: "该商品不管理有效期，请不要填写有效期",
  },
  "receipts.lotOfAnother": {
    en_us: "This lot belongs to another product: check the product and the lot",
    zh_cn: "此批次属于其他商品，请核对商品和批次",
  },
  "receipts.lotExpired": {
    en_us: "This lot has expired: count its pieces as unqualified",
    zh_cn: "该批次已过期，请计为不合格",
  },
  "receipts.expiryRequired": { en_us: "This product needs its expiry date: enter it", zh_cn: "该商品需要填写有效期，请输入" },
  "receipts.expiryDiffers": {
    en_us: "This lot already has another expiry date: check the date",
    zh_cn: "该批次已登记为其他有效期，请核对日期",
  },
  "receipts.moreThanAnnounced": {
    en_us: "More than expected: put the extra pieces aside, the supplier's account can count them",
    zh_cn: "超出预报数量，请将多出的货品放在一旁，可由供应商账号计入",
  },
  "receipts.undoneAlready": { en_us: "Already undone", zh_cn: "该操作已撤销" },
  "receipts.standsElsewhere": {
    en_us: "These pieces have already moved on: undo the later step first",
    zh_cn: "这些货品已进入后续步骤，请先撤销后续步骤",
  },
  "receipts.notInspected": { en_us: "Nothing on this receipt has been inspected yet", zh_cn: "该入库单尚未质检" },
  "receipts.nothingToPutAway": {
    en_us: "Fewer pieces are waiting to be put away: enter fewer",
    zh_cn: "待上架的件数没有这么多，请减少件数",
  },
  "receipts.locationUnknown": { en_us: "No location has this code: check the label", zh_cn: "未找到该库位，请核对库位标签" },
  "receipts.locationElsewhere": {
    en_us: "This location is in another warehouse: choose one of this warehouse",
    zh_cn: "该库位属于其他仓库，请选择本仓库的库位",
  },
  "receipts.locationBlocked": { en_us: "This location is blocked, choose another", zh_cn: "该库位已停用，请选择其他库位" },
  "receipts.locationWrongType": {
    en_us: "Goods can be put away only into pick and reserve locations",
    zh_cn: "只能上架到拣货位或备货位",
  },
  "receipts.locationFull": {
    en_us: "There is not enough room here: scan the location again to put it here anyway",
    zh_cn: "该库位空间不足，再次扫描该库位可继续上架",
  },
  "receipts.locationMixed": {
    en_us: "This location holds another product or lot: scan it again to put it here anyway",
    zh_cn: "该库位存放其他商品或批次，再次扫描该库位可继续上架",
  },
  "receipts.notInReceiving": { en_us: "These pieces are no longer in receiving", zh_cn: "这些货品已不在收货区" },
  "receipts.referenceTaken": {
    en_us: "A receipt with this number already exists: choose another",
    zh_cn: "该单号的入库单已存在，请换一个单号",
  },
  "receipts.unequalRows": {
    en_us: "All rows of a receipt must have the same warehouse and the same date",
    zh_cn: "同一入库单各行的仓库和日期须一致",
  },
  "receipts.tooManyLines": {
    en_us: "A receipt can have at most 1,000 lines: split it",
    zh_cn: "一张入库单最多 1000 行，请拆分",
  },
  "receipts.warehouseUnknown": {
    en_us: "No warehouse has this name: check the spelling",
    zh_cn: "没有该名称的仓库，请核对名称",
  },
} as const satisfies Record<string, Texts>;
