import { expect, test } from "vitest";
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";
import chinese from "./zh_cn.json" with { type: "json" };
import english from "./en_us.json" with { type: "json" };
import { formatReason } from "./exception-words.rules.ts";

const inEnglish = { t: makeTranslate({ exceptions: english }, "en-US"), locale: "en-US" };
const inChinese = { t: makeTranslate({ exceptions: chinese }, "zh-CN"), locale: "zh-CN" };

test("a weight that is off says what was measured and what was expected", () => {
  const of = { type: "weight_variance", reason: "P-261129-0001: 4820 g / 1488 g", order_uuid: "1" } as const;
  expect(formatReason(of, inEnglish)).toBe("4,820 g instead of 1,488 g · P-261129-0001");
  expect(formatReason(of, inChinese)).toBe("4,820 g，应为 1,488 g · P-261129-0001");
  expect(formatReason({ ...of, reason: "P-261129-0001: 4820 g / ? g" }, inEnglish)).toBe("4,820 g · P-261129-0001");
  expect(formatReason({ ...of, reason: "The scale is broken" }, inEnglish)).toBe("The scale is broken");
});

test("a wrong product says what its code does not belong to", () => {
  const of = { type: "wrong_item", reason: "4006381333931", order_uuid: "1" } as const;
  expect(formatReason(of, inEnglish)).toBe("4006381333931 does not belong to the order");
  const loose = { ...of, order_uuid: null };
  expect(formatReason(loose, inEnglish)).toBe("4006381333931 belongs to no order under review");
  expect(formatReason({ ...loose, reason: "4006381333931 · SO-261129-0001" }, inChinese)).toBe(
    "4006381333931 不属于任何复核中的订单 · 在 SO-261129-0001 之后",
  );
});
