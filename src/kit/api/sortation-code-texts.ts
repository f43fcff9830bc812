import type { Texts } from "./texts.ts";

/** The texts of the codes of sortation: a part of the table in `codes.ts`. */
export const sortationCodeTexts = {
  "sortation.nameTaken": { en_us: "This warehouse has a wall with this name", zh_cn: "该仓库已有同名播种墙" },
  "sortation.codeTaken": { en_us: "Another wall has this code", zh_cn: "此编码已被其他播种墙使用" },
  "sortation.wallInUse": {
    en_us: "This wall is in use: orders lie in its slots, or totes wait at it",
    zh_cn: "该播种墙使用中：格口内有订单，或有周转箱等待分拣",
  },
  "sortation.wallClosed": { en_us: "This wall is out of use", zh_cn: "该播种墙已停用" },
  "sortation.toteUnknown": { en_us: "No tote of this warehouse has this code", zh_cn: "该仓库没有此周转箱" },
  "sortation.singlePieces": {
    en_us: "Each piece of this tote is an order: it needs no wall, take it to single order review",
    zh_cn: "此周转箱每件即一个订单，无需播种墙，请送至单件复核",
  },
  "sortation.nothingToSort": { en_us: "Nothing in this tote is to be sorted at a wall", zh_cn: "此周转箱没有需要分拣的商品" },
  "sortation.wrongPiece": { en_us: "No order at this wall needs this piece: put it aside", zh_cn: "此播种墙没有订单需要此件，请放置一旁" },
  "sortation.wallFull": { en_us: "All slots are taken: review complete orders first", zh_cn: "格口已满，请先复核已齐的订单" },
  "sortation.elsewhere": {
    en_us: "An order of this tote has its slot at another wall: sort the tote there",
    zh_cn: "此周转箱中有订单已占用另一播种墙的格口，请在该墙分拣",
  },
  "sortation.pieceLeft": { en_us: "This piece has left its slot", zh_cn: "此件已离开格口" },
  "sortation.toteReused": { en_us: "Its tote is in use for something else by now", zh_cn: "原周转箱已另作他用" },
} as const satisfies Record<string, Texts>;
