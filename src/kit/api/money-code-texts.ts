import type { Texts } from "./texts.ts";

/** The texts of the codes of wallets, rate cards, statements, the catalogue and reports: a part of the table in `codes.ts`. */
export const moneyCodeTexts = {
  "wallet.referenceTaken": {
    en_us: "A payment with this reference is already recorded: check yours",
    zh_cn: "该参考号的款项已登记，请核对是否重复",
  },
  "wallet.dayAhead": {
    en_us: "This date is in the future: choose today or earlier",
    zh_cn: "日期不能晚于今天，请重新选择",
  },
  "wallet.reversedAlready": { en_us: "Already reversed", zh_cn: "已经冲销过" },
  "wallet.notCharging": {
    en_us: "Automatic charging is off: set its first day under Rate cards",
    zh_cn: "尚未开启自动计费，请先在价卡设置中填写起始日期",
  },
  "wallet.creditedSince": {
    en_us: "Part of this has been credited: reverse that first, or post the difference by hand",
    zh_cn: "其中部分已退回，请先冲销，或手工登记差额",
  },
  "wallet.tooMuch": {
    en_us: "This amount is too large for a wallet: enter less",
    zh_cn: "金额超出钱包可计范围，请减少金额",
  },

  "wallet.requestDecided": {
    en_us: "This request is no longer waiting",
    zh_cn: "该申请已处理",
  },
  "wallet.requestTwice": {
    en_us: "A request with this reference is already waiting",
    zh_cn: "该参考号的充值申请正在等待确认",
  },
  "wallet.requestNote": {
    en_us: "Explain in the note why the amount differs from the request",
    zh_cn: "到账金额与申请不符，请在备注中说明原因",
  },
  "wallet.requestCurrency": {
    en_us: "The wallet's currency has changed: decline it and record the top-up",
    zh_cn: "钱包币种已变更，请拒绝申请并直接登记充值",
  },

  "rateCards.nameTaken": { en_us: "Another rate card has this name: choose another", zh_cn: "已有同名价卡，请换一个名称" },
  "rateCards.tooMany": {
    en_us: "You can have at most 200 rate cards: archive some first",
    zh_cn: "最多保存 200 张价卡，请先归档",
  },
  "rateCards.inUse": {
    en_us: "This rate card is in use or is the default: assign another one first",
    zh_cn: "该价卡正在使用或为默认价卡，请先更换",
  },
  "rateCards.tierTwice": {
    en_us: "Two tiers start at the same number: change one",
    zh_cn: "两个阶梯的起点相同，请修改其中一个",
  },
  "rateCards.tooManyTiers": { en_us: "An event can have at most 8 tiers", zh_cn: "每个项目最多 8 个阶梯" },
  "rateCards.noFirstTier": { en_us: "The first tier must start at 0", zh_cn: "第一个阶梯须从 0 开始" },
  "rateCards.chargedAlready": {
    en_us: "Days from this date are already charged: choose a later date",
    zh_cn: "该日期之后已有计费，请选择更晚的日期",
  },
  "rateCards.tooFarBack": {
    en_us: "Charging can start at most 92 days ago",
    zh_cn: "起始日期最多可追溯 92 天",
  },
  "rateCards.otherCurrency": {
    en_us: "The rate card and the wallet have different currencies",
    zh_cn: "价卡币种与钱包不同",
  },
  "rateCards.noPrices": {
    en_us: "This rate card has no prices yet: set them before it is the default",
    zh_cn: "该价卡还没有价格，请先设置价格再设为默认",
  },
  "rateCards.ageTooHigh": {
    en_us: "A storage tier can start at 3,650 days at most",
    zh_cn: "仓储阶梯的起点最多为 3,650 天",
  },
  "rateCards.previewTooLong": {
    en_us: "This month has too much data to calculate within 20 seconds",
    zh_cn: "该月数据太多，20 秒内算不完",
  },

  "statements.monthNotOver": { en_us: "This month is not over yet", zh_cn: "该月份尚未结束" },
  "statements.daysNotCharged": {
    en_us: "Some days of this month are not charged yet: charge them first",
    zh_cn: "该月份还有未计费的日期，请先运行计费",
  },
  "statements.tooManyRows": {
    en_us: "This month has more rows than a workbook can hold",
    zh_cn: "该月明细超出一个工作簿的容量",
  },

  "catalogue.notOwn": {
    en_us: "You can offer only your own company's products: some belong to a retailer",
    zh_cn: "只能上架自有商品，所选商品中有分销商的货",
  },
  "catalogue.noPrice": {
    en_us: "A variant has no list price: set one before you list it",
    zh_cn: "有变体未设置目录价，请先设置",
  },
  "catalogue.archived": { en_us: "The product is archived: restore it first", zh_cn: "商品已归档，请先恢复" },
  "catalogue.priceTwice": { en_us: "This price is entered twice: keep one", zh_cn: "存在重复的价格，请只保留一个" },
  "catalogue.tierNameTaken": {
    en_us: "Another price tier has this name: choose another",
    zh_cn: "已有同名价格等级，请换一个名称",
  },
  "catalogue.tooManyTiers": { en_us: "You can have at most 50 price tiers", zh_cn: "最多保存 50 个价格等级" },
  "catalogue.tierInUse": { en_us: "Retailers are in this tier: move them first", zh_cn: "仍有分销商使用该等级，请先调整" },
  "catalogue.notOffered": {
    en_us: "Your supplier no longer offers this: choose another item, or ask your supplier",
    zh_cn: "供应商已不再提供该商品，请选择其他商品或联系供应商",
  },
  "catalogue.noPriceForYou": {
    en_us: "There is no price in your wallet's currency: ask your supplier",
    zh_cn: "没有您钱包币种的价格，请联系供应商",
  },
  "catalogue.ownSkuTaken": {
    en_us: "You already use this SKU for another item: choose another",
    zh_cn: "该 SKU 已用于其他商品，请换一个",
  },

  "reports.daysTurned": {
    en_us: "The end date is before the start date",
    zh_cn: "结束日期早于开始日期，请重新选择",
  },
  "reports.tooLong": {
    en_us: "A report covers at most 366 days: choose a shorter period",
    zh_cn: "报表最多覆盖 366 天，请缩短时间范围",
  },
} as const satisfies Record<string, Texts>;
