import { expect, test } from "vitest";
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";
import orders from "./en_us.json" with { type: "json" };
import { formatAge, formatDimensions, formatSpan, nameOrders } from "./order-words.rules.ts";

test("a time span is shown in its largest whole unit", () => {
  const minutes = (count: number) => formatSpan(count * 60_000, "en-US");
  expect([0, 59, 60, 119, 1439, 1440, 4000].map(minutes)).toEqual(["0 min", "59 min", "1 hr", "1 hr", "23 hr", "1 day", "2 days"]);
  expect(formatSpan(-5000, "en-US")).toBe("0 min");
  expect(formatSpan(3 * 86_400_000, "zh-CN")).toBe("3天");
});

test("only an open order has an age, counted from when it was submitted", () => {
  const now = new Date("2026-11-26T12:00:00Z");
  const submitted_at = "2026-11-26T09:00:00Z";
  expect(formatAge({ status: "submitted", submitted_at }, "en-US", now)).toBe("3 hr");
  expect(formatAge({ status: "cancelled", submitted_at }, "en-US", now)).toBe("");
  expect(formatAge({ status: "draft", submitted_at: "" }, "en-US", now)).toBe("");
});

test("a step names its only order by the number, and several by how many they are", () => {
  const t = makeTranslate({ orders }, "en-US");
  const name = (...numbers: string[]) =>
    nameOrders(
      numbers.map((order_number) => ({ order_number })),
      { t, locale: "en-US" },
    );
  expect(name("SO-261126-0001")).toBe("SO-261126-0001");
  expect(name("SO-261126-0001", "SO-261126-0002")).toBe("2 orders");
});

test("dimensions are in centimetres, and shown only if all three are known", () => {
  expect(formatDimensions({ length_mm: 300, width_mm: 205, height_mm: 150 }, "en-US")).toBe("30 × 20.5 × 15 cm");
  expect(formatDimensions({ length_mm: 300, width_mm: null, height_mm: 150 }, "en-US")).toBe("");
});
