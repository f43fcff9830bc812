import type { Texts } from "./texts.ts";

/** The texts of the codes of carrier accounts and channels: a part of the table in `codes.ts`. */
export const carrierCodeTexts = {
  "carrierAccounts.labelTaken": {
    en_us: "Another carrier account has this label: choose another",
    zh_cn: "已有同名物流接口，请换一个名称",
  },
  "carrierAccounts.inUse": {
    en_us: "Channels use this account: assign them another account first",
    zh_cn: "仍有渠道使用该接口，请先为这些渠道更换接口",
  },
  "carrierAccounts.tooMany": {
    en_us: "You can have at most 50 carrier accounts: delete one first",
    zh_cn: "最多保存 50 个物流接口，请先删除不用的接口",
  },
  "carrierAccounts.noApi": {
    en_us: "This carrier has no API here: create its channels and waybills by hand",
    zh_cn: "该物流商未对接接口，请手工新增渠道和面单",
  },
  "carrierAccounts.incomplete": {
    en_us: "Client ID or API token is missing: edit the account and enter both",
    zh_cn: "缺少客户 ID 或 API 令牌，请编辑该接口并填写",
  },

  "channels.nameTaken": { en_us: "Another channel has this name: choose another", zh_cn: "已有同名渠道，请换一个名称" },
  "channels.tooMany": {
    en_us: "You can have at most 200 channels: delete one first",
    zh_cn: "最多保存 200 个渠道，请先删除不用的渠道",
  },
  "channels.countryInBoth": {
    en_us: "A country cannot be in both lists: remove it from one",
    zh_cn: "同一国家不能既在可发国家又在不发国家中，请从其中一个移除",
  },
  "channels.countryTwice": {
    en_us: "A country is in two zones: keep it in one",
    zh_cn: "同一国家出现在两个分区中，请只保留一个",
  },
  "channels.restTwice": {
    en_us: "Only one zone can be without countries: it applies to all others",
    zh_cn: "只能有一个不选国家的分区，它适用于其余国家",
  },
  "channels.weightTwice": {
    en_us: "Two rows of a zone have the same weight: change one",
    zh_cn: "同一分区中有两行重量相同，请修改其中一行",
  },
  "channels.tooManyRows": {
    en_us: "A price table can have at most 600 rows",
    zh_cn: "价格表最多 600 行",
  },
  "channels.otherCurrency": {
    en_us: "No wallet of your retailers has this currency: choose one in which they pay",
    zh_cn: "没有分销商钱包使用该币种，请选择分销商付款的币种",
  },
  "channels.lightestTooHeavy": {
    en_us: "The minimum chargeable weight is above the maximum weight",
    zh_cn: "最低计费重不能大于最大重量",
  },
  "channels.warehouseTwice": {
    en_us: "A warehouse has two cut-offs: keep one",
    zh_cn: "同一仓库有两个截单时间，请只保留一个",
  },
  "channels.inUse": {
    en_us: "Orders name this channel: disable it instead",
    zh_cn: "已有订单使用该渠道，请改为停用",
  },
  "channels.labelFormatUnfit": {
    en_us: "This carrier has no labels in this format: choose PDF",
    zh_cn: "该物流商不提供此格式的面单，请选择 PDF",
  },
} as const satisfies Record<string, Texts>;
