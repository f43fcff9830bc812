import type { Texts } from "./texts.ts";

/** The texts of the codes of customers' returns: a part of the table in `codes.ts`. */
export const returnCodeTexts = {
  "returns.wrongState": {
    en_us: "The return's current status does not allow this",
    zh_cn: "退货当前状态不允许此操作",
  },
  "returns.notShipped": { en_us: "Nothing of this order has been shipped yet", zh_cn: "此订单还没有发出任何货物" },
  "returns.moreThanShipped": {
    en_us: "More pieces than were shipped and have not come back yet: reduce the quantity",
    zh_cn: "数量超过已发货且尚未退回的件数，请减少数量",
  },
  "returns.nothingLeft": { en_us: "All pieces of this order have already come back", zh_cn: "该订单的商品已全部退回" },
  "returns.noOwner": { en_us: "First assign the parcel to a retailer", zh_cn: "请先认领该包裹" },
  "returns.assignedAlready": { en_us: "This parcel is already assigned", zh_cn: "该包裹已认领" },
  "returns.ownerUnknown": {
    en_us: "No order has this number: enter another, or choose a retailer",
    zh_cn: "没有此订单号，请重新输入或选择分销商",
  },
  "returns.codeUnknown": { en_us: "No product has this code: take a photo of it", zh_cn: "没有商品使用此编码，请拍照记录" },
  "returns.goodsOfAnother": {
    en_us: "This product belongs to another retailer: put it aside",
    zh_cn: "该商品属于其他分销商，请放置一旁",
  },
  "returns.bundle": { en_us: "A bundle is returned piece by piece: scan its parts", zh_cn: "组合商品需逐件退回，请扫描其组成商品" },
  "returns.nothingCounted": { en_us: "Nothing has been counted yet: scan a piece first", zh_cn: "尚未清点任何商品，请先扫描" },
  "returns.countedAlready": { en_us: "Pieces of this return were counted: undo that first", zh_cn: "已有商品清点，请先撤销" },
  "returns.notYourGoods": { en_us: "Only the owner of the goods can decide on them", zh_cn: "只有货主可以决定其商品的处理方式" },
  "returns.decidedAlready": { en_us: "This is already decided", zh_cn: "已作出决定" },
  "returns.nothingToDo": { en_us: "No more pieces of this product are waiting for this step", zh_cn: "该商品没有更多待处理的件数" },
  "returns.standsElsewhere": {
    en_us: "The pieces were moved out of the returned goods: move them back first",
    zh_cn: "商品已被移出退货区，请先移回",
  },
  "returns.undoneAlready": { en_us: "This was already undone", zh_cn: "已撤销" },
  "returns.tooLateToUndo": { en_us: "The return has moved on: this can no longer be undone", zh_cn: "退货已进入后续步骤，无法撤销" },
  "returns.tooManyPhotos": { en_us: "A return can have at most 50 photos", zh_cn: "每个退货最多 50 张照片" },
  "returns.arrivedAlready": { en_us: "This return has already arrived", zh_cn: "该退货已到达" },
} as const satisfies Record<string, Texts>;
