import type { Texts } from "./texts.ts";

/** The texts of the codes of review: a part of the table in `codes.ts`. */
export const reviewCodeTexts = {
  "review.takenBySomebody": { en_us: "Somebody else reviews this order", zh_cn: "该订单由他人复核中" },
  "review.held": { en_us: "This order is on hold: put it aside", zh_cn: "该订单已暂停，请先放置一旁" },
  "review.orderLeft": {
    en_us: "This order is not to be reviewed any more: put its goods aside",
    zh_cn: "该订单已无需复核，请将商品放置一旁",
  },
  "review.tooMany": { en_us: "The order has no more pieces of this product", zh_cn: "该订单此商品件数已满" },
  "review.notComplete": { en_us: "Some pieces are not scanned yet", zh_cn: "仍有商品未扫描" },
  "review.noPackingPlace": {
    en_us: "No packing location of this warehouse has this code",
    zh_cn: "该仓库没有此包装位",
  },
  "review.noSinglePiece": { en_us: "No order waits for a single piece of this", zh_cn: "没有等待此商品的单件订单" },
  "review.tooManyPhotos": { en_us: "A review has at most 20 photos", zh_cn: "每次复核最多 20 张照片" },
  "review.nothingToUndo": { en_us: "Fewer pieces than that were scanned", zh_cn: "已扫描件数少于撤销件数" },
} as const satisfies Record<string, Texts>;
