import type { Texts } from "./texts.ts";

/** The texts of the codes of orders: a part of the table in `codes.ts`. */
export const orderCodeTexts = {
  "orders.lineIncomplete": { en_us: "Each line needs a product and a quantity", zh_cn: "每一行都需要商品和数量" },
  "orders.skuUnknown": {
    en_us: "One of these SKUs is neither the owner's nor claimed: correct it, or create the product first",
    zh_cn: "有 SKU 既不是自有商品也未认领，请更正或先创建商品",
  },
  "orders.noLines": { en_us: "Add at least one product first", zh_cn: "请先添加至少一个商品" },
  "orders.addressIncomplete": {
    en_us: "The recipient needs a name, a country, an address and a city",
    zh_cn: "请填写收件人、国家、地址和城市",
  },
  "orders.codIncomplete": {
    en_us: "Cash on delivery needs an amount and a currency, and other orders have neither",
    zh_cn: "货到付款需要金额和币种，其他订单请留空",
  },
  "orders.wrongState": {
    en_us: "The current status does not allow this",
    zh_cn: "订单当前状态不允许此操作",
  },
  "orders.reasonRequired": { en_us: "Please enter a reason", zh_cn: "请填写原因" },
  "orders.referenceTaken": {
    en_us: "An order with this number already exists: choose another",
    zh_cn: "该单号的订单已存在，请换一个单号",
  },
  "orders.noWarehouse": {
    en_us: "No open warehouse can ship this order: choose one",
    zh_cn: "没有可发货的仓库，请选择仓库",
  },
  "orders.warehouseClosed": { en_us: "This warehouse is closed, choose another", zh_cn: "该仓库已关闭，请选择其他仓库" },
  "orders.noChannel": {
    en_us: "No channel ships to this country at this weight: choose another",
    zh_cn: "没有渠道可发往该国家或该重量，请更换或联系供应商",
  },
  "orders.channelUnfit": {
    en_us: "This channel does not ship to this country at this weight: choose another",
    zh_cn: "该渠道不支持该国家或该重量，请选择其他渠道",
  },
  "orders.cannotCollect": {
    en_us: "No carrier interface collects cash on delivery: choose a channel without one",
    zh_cn: "物流接口均不支持代收货款，请选择无接口的渠道",
  },
  "orders.notANotice": {
    en_us: "Only a shipping notice is received here: the carrier reports the delivery of other orders",
    zh_cn: "仅发货通知可在此确认收货，其他订单由物流商反馈签收",
  },
  "orders.receivedWrongDay": {
    en_us: "Choose a day from when it was shipped until today",
    zh_cn: "请选择发货日至今天之间的日期",
  },
  "orders.held": { en_us: "This order is on hold: release it first", zh_cn: "订单已暂停，请先解除" },
  "orders.notHeld": { en_us: "This order is not on hold", zh_cn: "订单未被暂停" },
  "orders.differentAddress": {
    en_us: "Only orders of one owner to the same person, address and warehouse can be merged",
    zh_cn: "只能合并同一货主、同一收件人地址和同一仓库的订单",
  },
  "orders.notMerged": {
    en_us: "Nothing was merged because others of these orders cannot be",
    zh_cn: "其他所选订单无法合并，因此全部未合并",
  },
  "orders.differentChannel": {
    en_us: "This order has another channel than the others: change one first",
    zh_cn: "该订单的渠道与其他订单不同，请先更改渠道",
  },
  "orders.differentTaxNumber": {
    en_us: "This order has another IOSS or VAT number than the others: they cannot be declared together",
    zh_cn: "该订单的 IOSS 或 VAT 号与其他订单不同，无法一起申报",
  },
  "orders.differentCurrency": {
    en_us: "The cash on delivery of this order is in another currency than that of the others",
    zh_cn: "该订单的货到付款币种与其他订单不同",
  },
  "orders.splitNothing": {
    en_us: "Choose some pieces to move to the new order, and leave some",
    zh_cn: "请选择要拆出的件数，并保留至少一件",
  },
  "orders.priceMissing": {
    en_us: "A claimed item has no agreed price: agree to one in the catalogue first",
    zh_cn: "认领的商品没有约定价格，请先在商品目录中确认",
  },
  "orders.tooManyLines": { en_us: "An order can have at most 500 lines: split it", zh_cn: "一个订单最多 500 行，请拆分" },
  "orders.unequalRows": {
    en_us: "All rows of an order must have the same recipient, channel and amounts",
    zh_cn: "同一订单各行的收件人、渠道和金额须一致",
  },
  "orders.channelUnknown": { en_us: "No channel has this code: check the spelling", zh_cn: "没有该代码的渠道，请核对" },
  "orders.fieldUnknown": { en_us: "There is no such field to filter by", zh_cn: "没有该筛选字段" },
  "orders.countryUnknown": {
    en_us: "No country has this code: enter two letters, such as US",
    zh_cn: "没有该国家代码，请填写两位字母，例如 US",
  },
  "orders.currencyMissing": { en_us: "A declared value needs a currency", zh_cn: "有申报价值时须填写币种" },
  "orders.postalCodeMissing": { en_us: "Addresses in this country need a postal code", zh_cn: "该国家的地址需要邮编" },
  "orders.postalCodeShape": {
    en_us: "This does not look like a postal code of this country: check it",
    zh_cn: "与该国家的邮编格式不符，请核对",
  },
  "orders.stateMissing": { en_us: "Addresses in this country need a state or province", zh_cn: "该国家的地址需要州或省" },
  "orders.stateUnknown": {
    en_us: "This country has no state or province with this code: check it",
    zh_cn: "该国家没有此州或省的代码，请核对",
  },
  "orders.shopUnknown": {
    en_us: "No shop with this URL is connected: the order is created without a shop",
    zh_cn: "没有连接该地址的店铺，订单将不关联店铺",
  },
  "orders.delayPast": { en_us: "Choose a time in the future", zh_cn: "请选择未来的时间" },
  "orders.delayTooLong": { en_us: "Choose a time within a year", zh_cn: "请选择一年以内的时间" },
  "orders.handedOver": { en_us: "This order was handed over to the carrier already", zh_cn: "该订单已交给物流商" },
} as const satisfies Record<string, Texts>;
