import { describe, expect, test } from "vitest";
import { formatAmountForField, formatAmount, parseAmount, parsePrice, priceInField, priceText } from "./money.ts";

describe("an amount is formatted", () => {
  test.each([
    [1250, "USD", "en-US", "$12.50"],
    [6900, "CNY", "zh-CN", "¥69.00"],
    [-300, "USD", "en-US", "-$3.00"],
    [-300, "USD", "zh-CN", "-US$3.00"],
    [123_456_789, "EUR", "en-US", "€1,234,567.89"],
    [0, "CNY", "zh-CN", "¥0.00"],
    [500_000, "JPY", "en-US", "¥5,000"],
    [500_050, "JPY", "en-US", "¥5,000.50"],
    [1250, "KWD", "en-US", "KWD\u00a012.50"],
    [9_007_199_254_740_991, "USD", "en-US", "$90,071,992,547,409.91"],
  ])("%i of %s in %s as %s", (cents, currency, locale, text) => {
    expect(formatAmount(cents, currency, locale)).toBe(text);
  });
});

test("an amount is formatted with a plus sign on request", () => {
  expect([500, 0, -500].map((cents) => formatAmount(cents, "USD", "en-US", "always"))).toEqual(["+$5.00", "$0.00", "-$5.00"]);
});

test("an amount whose currency is unknown stands alone, with both decimals", () => {
  expect([123_450, 500, -5].map((cents) => formatAmount(cents, "", "en-US"))).toEqual(["1,234.50", "5.00", "-0.05"]);
});

describe("a price is formatted with as many decimals as it needs", () => {
  test.each([
    [500_000, "USD", "en-US", "$0.50"],
    [12_500, "USD", "en-US", "$0.0125"],
    [1, "EUR", "en-US", "€0.000001"],
    [2_000_000, "CNY", "zh-CN", "¥2.00"],
    [1_000_000, "JPY", "zh-CN", "JP¥1"],
    [1_500_000, "JPY", "zh-CN", "JP¥1.50"],
  ])("%i of %s in %s as %s", (micros, currency, locale, text) => {
    expect(priceText(micros, currency, locale)).toBe(text);
  });
});

describe("parsing an amount as people write it", () => {
  test.each([
    ["12.50", "en-US", 1250],
    ["12,50", "en-US", 1250],
    ["12.5", "zh-CN", 1250],
    ["1,234.5", "en-US", 123_450],
    ["1.234,5", "en-US", 123_450],
    ["1,234", "en-US", 123_400],
    ["1.234", "de-DE", 123_400],
    ["1,234,567", "en-US", 123_456_700],
    ["1.234.567", "en-US", 123_456_700],
    ["1 234,50", "en-US", 123_450],
    ["1'234.50", "de-CH", 123_450],
    [".5", "en-US", 50],
    ["0", "en-US", 0],
    ["-0", "en-US", 0],
    ["-3", "en-US", -300],
    ["\u22123,07", "en-US", -307],
    ["  7 ", "en-US", 700],
    ["１２．５０", "zh-CN", 1250],
    ["12。5", "zh-CN", 1250],
    ["0.29", "en-US", 29],
    ["4.35", "en-US", 435],
    ["90071992547409.91", "en-US", 9_007_199_254_740_991],
  ])("%s in %s", (text, locale, cents) => {
    expect(parseAmount(text, locale)).toBe(cents);
  });

  test.each([
    ["", "en-US"],
    ["-", "en-US"],
    ["twelve", "en-US"],
    ["12.505", "en-US"],
    ["1.234", "en-US"],
    ["0,125", "en-US"],
    ["1,23,456", "en-US"],
    ["12,34.5", "en-US"],
    ["1.2.3", "en-US"],
    ["12.", "en-US"],
    ["1e3", "en-US"],
    ["--3", "en-US"],
    ["1 2", "en-US"],
    ["90071992547409.92", "en-US"],
    ["9".repeat(400), "en-US"],
  ])("returns null for %s in %s", (text, locale) => {
    expect(parseAmount(text, locale)).toBeNull();
  });
});

describe("parsing a price with up to six decimals", () => {
  test.each([
    ["0.0125", "en-US", 12_500],
    ["0,125", "en-US", 125_000],
    ["1.234", "en-US", 1_234_000],
    ["1,234", "en-US", 1_234_000_000],
    ["0.000001", "en-US", 1],
    ["0.0000001", "en-US", null],
  ])("%s in %s", (text, locale, micros) => {
    expect(parsePrice(text, locale)).toBe(micros);
  });
});

test("amounts and prices formatted for a field are parsed back unchanged", () => {
  for (const cents of [0, 5, 1250, -307, 123_456_789]) expect(parseAmount(formatAmountForField(cents, "en-US"), "en-US")).toBe(cents);
  for (const micros of [0, 1, 12_500, 1_234_000, 999_999_999_999]) expect(parsePrice(priceInField(micros, "zh-CN"), "zh-CN")).toBe(micros);
  expect(formatAmountForField(123_450, "en-US")).toBe("1234.50");
  expect(priceInField(12_500, "en-US")).toBe("0.0125");
  expect(priceInField(2_000_000, "en-US")).toBe("2.00");
});
