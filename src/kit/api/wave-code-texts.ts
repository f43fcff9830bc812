import type { Texts } from "./texts.ts";

/** The texts of the codes of waves and picking: a part of the table in `codes.ts`. */
export const waveCodeTexts = {
  "waves.wrongState": {
    en_us: "The wave's current status does not allow this",
    zh_cn: "波次当前状态不允许此操作",
  },
  "waves.nothingToBuild": { en_us: "No allocated order of this kind is waiting here", zh_cn: "没有此类待组波订单" },
  "waves.strategyUnknown": { en_us: "This strategy is gone: reload the page", zh_cn: "该策略已不存在，请刷新页面" },
  "waves.notInPool": {
    en_us: "Only allocated orders of this warehouse without holds can join",
    zh_cn: "仅该仓库已分配且未暂停的订单可加入",
  },
  "waves.otherSku": {
    en_us: "A burst takes orders of one SKU alone: this order has another",
    zh_cn: "爆款波次仅限同一 SKU 的订单，该订单 SKU 不同",
  },
  "waves.notPlanned": {
    en_us: "The wave is being planned, try again in a moment",
    zh_cn: "波次正在规划，请稍后再试",
  },
  "waves.notMember": { en_us: "This order is not in the wave any more", zh_cn: "该订单已不在此波次中" },
  "waves.alreadyPicking": {
    en_us: "Something is picked already: kick single orders instead",
    zh_cn: "已有商品被拣取，请逐单踢出",
  },
  "waves.tooLarge": { en_us: "A wave has at most 10,000 orders", zh_cn: "一个波次最多 10,000 个订单" },
  "picking.noTask": { en_us: "Nothing to pick at the moment", zh_cn: "暂无待拣任务" },
  "picking.takenBySomebody": { en_us: "Somebody else picks this task", zh_cn: "该任务由他人拣货中" },
  "picking.notYours": {
    en_us: "Somebody else picks this task now",
    zh_cn: "该任务由他人拣货",
  },
  "picking.toteUnknown": { en_us: "No tote here has this code", zh_cn: "该仓库没有此周转箱" },
  "picking.toteInUse": { en_us: "This tote is in use or not empty", zh_cn: "该周转箱使用中或不为空" },
  "picking.toteFirst": { en_us: "Scan a tote first", zh_cn: "请先扫描周转箱" },
  "picking.lineDone": { en_us: "This line was picked already", zh_cn: "该行已拣完" },
  "picking.orderLeft": {
    en_us: "This order is not in the wave any more: put the pieces back",
    zh_cn: "该订单已不在此波次中，请放回商品",
  },
  "picking.wrongState": {
    en_us: "The task's current status does not allow this",
    zh_cn: "任务当前状态不允许此操作",
  },
  "picking.tooMany": { en_us: "That is more than the line needs", zh_cn: "数量超过该行需求" },
  "picking.held": { en_us: "The wave is on hold: pick nothing", zh_cn: "波次已暂停，请勿拣货" },
  "picking.wrongShelf": {
    en_us: "Goods return to a pick or reserve location that is not blocked",
    zh_cn: "须放回未停用的拣货位或备货位",
  },
} as const satisfies Record<string, Texts>;
