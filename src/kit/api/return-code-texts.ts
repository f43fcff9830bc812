import type { Texts } from "./texts.ts";

/** The texts of the codes of customers' returns: a part of the table in `codes.ts`. */
export const returnCodeTexts = {
  "returns.wrongState": {
    en_us: "The return's current status does not allow this: reload to see it",
    zh_cn: "退货当前状态不允许此操作，请刷新查看",
  },
  "returns.notShipped": { en_us: "Only an order that was shipped can come back", zh_cn: "只有已发货的订单才能退货" },
  "returns.moreThanShipped": {
    en_us: "More pieces than were shipped and have not come back yet",
    zh_cn: "数量超过已发货且尚未退回的件数",
  },
  "returns.nothingLeft": { en_us: "Everything of this order has come back already", zh_cn: "该订单的商品已全部退回" },
  "returns.noOwner": { en_us: "First assign the parcel to a retailer", zh_cn: "请先为该包裹指定分销商" },
  "returns.assignedAlready": { en_us: "This parcel is assigned already", zh_cn: "该包裹已指定归属" },
  "returns.ownerUnknown": { en_us: "No order has this number, and no retailer was chosen", zh_cn: "没有此订单号，也未选择分销商" },
  "returns.codeUnknown": { en_us: "No product has this code: note it in a photo", zh_cn: "没有商品使用此编码，请拍照记录" },
  "returns.goodsOfAnother": {
    en_us: "This product belongs to another retailer: put it aside",
    zh_cn: "该商品属于其他分销商，请放置一旁",
  },
  "returns.bundle": { en_us: "A bundle is returned piece by piece: scan its parts", zh_cn: "组合商品需逐件退回，请扫描其组成商品" },
  "returns.nothingCounted": { en_us: "Nothing was counted yet", zh_cn: "尚未清点任何商品" },
  "returns.countedAlready": { en_us: "Pieces of it were counted: take them back first", zh_cn: "已有商品清点，请先撤销" },
  "returns.notYourGoods": { en_us: "Only the owner of the goods decides about them", zh_cn: "只有货主可以决定其商品的处理方式" },
  "returns.decidedAlready": { en_us: "This is decided already", zh_cn: "已作出决定" },
  "returns.nothingToDo": { en_us: "No more pieces of this product wait for it", zh_cn: "该商品没有更多待处理的件数" },
  "returns.standsElsewhere": {
    en_us: "The pieces are no longer among the returned goods: they were moved",
    zh_cn: "商品已不在退货区：已被移动",
  },
  "returns.undoneAlready": { en_us: "This was taken back already", zh_cn: "已撤销" },
  "returns.tooLateToUndo": { en_us: "The return has gone on: this cannot be taken back any more", zh_cn: "退货已进入后续步骤，无法撤销" },
  "returns.tooManyPhotos": { en_us: "A return can have at most 50 photos", zh_cn: "每个退货最多 50 张照片" },
  "returns.arrivedAlready": { en_us: "This return has arrived already", zh_cn: "该退货已到达" },
} as const satisfies Record<string, Texts>;
