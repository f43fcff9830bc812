import type { Texts } from "./texts.ts";

/** The texts of the codes of exceptions: a part of the table in `codes.ts`. */
export const exceptionCodeTexts = {
  "exceptions.wrongState": {
    en_us: "The exception's current status does not allow this",
    zh_cn: "异常当前状态不允许此操作",
  },
  "exceptions.cannotWork": {
    en_us: "This person may not work on exceptions of this warehouse",
    zh_cn: "此人无权处理该仓库的异常",
  },
  "exceptions.noRetailer": { en_us: "The order is your own: there is nobody to ask", zh_cn: "该订单为自有订单，无需询问" },
  "exceptions.answerEmpty": { en_us: "Write an answer or correct the address", zh_cn: "请填写回复或更正地址" },
  "exceptions.notAddress": { en_us: "The question is not about the address", zh_cn: "该问题与地址无关" },
  "exceptions.resolutionUnfit": {
    en_us: "This resolution does not fit the exception",
    zh_cn: "该处理方式不适用于此异常",
  },
  "exceptions.messageRequired": { en_us: "Please write why", zh_cn: "请填写说明" },
  "exceptions.recipientRequired": { en_us: "Please correct the address", zh_cn: "请更正地址" },
  "exceptions.tooLate": {
    en_us: "It was resolved more than seven days ago",
    zh_cn: "已处理超过七天，无法重新打开",
  },
  "exceptions.noProposal": { en_us: "No substitute is proposed", zh_cn: "尚未提议替代商品" },
  "exceptions.labelStillFailed": {
    en_us: "A label of this order is still wrong: try it again or choose another channel, and this exception resolves itself",
    zh_cn: "该订单仍有面单异常，请重试或更换渠道，成功后异常会自动解决",
  },
  "exceptions.noConsent": { en_us: "The retailer has not agreed to the substitute", zh_cn: "分销商尚未同意替代商品" },
  "exceptions.sameGoods": { en_us: "This is the product of the line: choose another", zh_cn: "这就是该行的商品，请选择其他商品" },
  "exceptions.openAlready": {
    en_us: "The order has a newer exception of this type",
    zh_cn: "该订单已有同类型的新异常",
  },
} as const satisfies Record<string, Texts>;
