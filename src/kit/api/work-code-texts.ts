import { baggingCodeTexts } from "./bagging-code-texts.ts";
import { carrierCodeTexts } from "./carrier-code-texts.ts";
import { exceptionCodeTexts } from "./exception-code-texts.ts";
import { moneyCodeTexts } from "./money-code-texts.ts";
import { orderCodeTexts } from "./order-code-texts.ts";
import { packingCodeTexts } from "./packing-code-texts.ts";
import { receiptCodeTexts } from "./receipt-code-texts.ts";
import { returnCodeTexts } from "./return-code-texts.ts";
import { reviewCodeTexts } from "./review-code-texts.ts";
import { sortationCodeTexts } from "./sortation-code-texts.ts";
import { stockCodeTexts } from "./stock-code-texts.ts";
import type { Texts } from "./texts.ts";
import { warehouseCodeTexts } from "./warehouse-code-texts.ts";
import { waveCodeTexts } from "./wave-code-texts.ts";
import { waybillCodeTexts } from "./waybill-code-texts.ts";

const shippingNoticeCodeTexts = {
  "shippingNotices.noBoxes": { en_us: "This order has no boxes yet: pack it first", zh_cn: "该订单尚未装箱，请先装箱" },
  "shippingNotices.tooManyRows": {
    en_us: "This is too much for one file: choose a shorter period",
    zh_cn: "数据过多，无法导出为一个文件，请缩短时间范围",
  },
} as const satisfies Record<string, Texts>;

/** The texts of the codes of the work in a warehouse: the browser loads them with the first screen that needs them. */
export const workCodeTexts = {
  ...baggingCodeTexts,
  ...carrierCodeTexts,
  ...exceptionCodeTexts,
  ...moneyCodeTexts,
  ...orderCodeTexts,
  ...packingCodeTexts,
  ...receiptCodeTexts,
  ...returnCodeTexts,
  ...reviewCodeTexts,
  ...shippingNoticeCodeTexts,
  ...sortationCodeTexts,
  ...stockCodeTexts,
  ...warehouseCodeTexts,
  ...waveCodeTexts,
  ...waybillCodeTexts,
} as const;
