import { describe, expect, test } from "vitest";
import { isExact, isSearchable, matchScore, rank } from "./palette.rules.ts";

const entry = (...words: string[]) => ({ words });
const places = [
  entry("Order management", "订单管理"),
  entry("Wave orders", "波次单"),
  entry("Orders", "订单"),
  entry("Print waybills", "打印面单"),
  entry("Secondary sortation", "二次分拣"),
];
const found = (query: string) => rank(query, places).map(({ words }) => words[0]);

describe("search", () => {
  test("an empty query returns everything in the given order", () => {
    expect(rank("  ", places)).toBe(places);
  });

  test("a match of the whole name ranks before its beginning, that before a word's beginning, and that before any part", () => {
    expect(found("orders")).toEqual(["Orders", "Wave orders"]);
    expect(found("order")).toEqual(["Order management", "Orders", "Wave orders"]);
    expect(matchScore("rder", ["Orders"])).toBeLessThan(matchScore("man", ["Order management"]));
  });

  test("both languages are searched, whatever the page's language", () => {
    expect(found("波次")).toEqual(["Wave orders"]);
    expect(found("订单")).toEqual(["Orders", "Order management"]);
  });

  test("case and full-width letters make no difference", () => {
    expect(found("ＷＡＶＥ")).toEqual(["Wave orders"]);
  });

  test("several words may be in any order, but each must match", () => {
    expect(found("management order")).toEqual(["Order management"]);
    expect(found("management wave")).toEqual([]);
  });

  test("three or more letters may be apart; closer letters rank higher", () => {
    expect(found("prwb")).toEqual(["Print waybills"]);
    expect(matchScore("scnd", ["Secondary"])).toBeGreaterThan(matchScore("srtn", ["Secondary sortation"]));
    expect(matchScore("xz", ["axyz"])).toBe(0);
  });

  test("equal matches keep their order", () => {
    expect(rank("page", [entry("Page one"), entry("Page two")]).map(({ words }) => words[0])).toEqual(["Page one", "Page two"]);
  });

  test("a query without a match returns nothing", () => {
    expect(found("zzz")).toEqual([]);
  });
});

describe("records", () => {
  test("are searched from two letters or one Chinese character", () => {
    expect(["", " ", "a", " a "].map(isSearchable)).toEqual([false, false, false, false]);
    expect(["ab", "盘", "7 "].map(isSearchable)).toEqual([true, true, false]);
  });

  test("are matched exactly by a number, a SKU or a barcode in any case, and never by an empty query", () => {
    expect(isExact("tray-l", ["TRAY-L", "4006381333931"])).toBe(true);
    expect(isExact("4006381333931 ", ["TRAY-L", "4006381333931"])).toBe(true);
    expect(isExact("TRAY", ["TRAY-L", ""])).toBe(false);
    expect(isExact("", [""])).toBe(false);
  });
});
