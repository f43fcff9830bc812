import type { Texts } from "./texts.ts";

/** The texts of the codes of shipping notices: a part of the table in `codes.ts`. */
export const shippingNoticeCodeTexts = {
  "shippingNotices.noBoxes": { en_us: "This order has no boxes yet: pack it first", zh_cn: "该订单尚未装箱，请先装箱" },
  "shippingNotices.tooManyRows": {
    en_us: "This is too much for one file: choose a shorter period",
    zh_cn: "数据过多，无法导出为一个文件，请缩短时间范围",
  },
} as const satisfies Record<string, Texts>;
