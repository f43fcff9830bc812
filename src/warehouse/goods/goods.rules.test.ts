import { describe, expect, test } from "vitest";
import {
  getBarcodeRefusal,
  isFarFromDeclared,
  hasWrongCheckDigit,
  getHsCodeRefusal,
  getPartsRefusal,
  getSkuRefusal,
  getTitleRefusal,
  withPart,
} from "./goods.rules.ts";
import { toSearchTokens } from "./search-words.rules.ts";

describe("product data", () => {
  test("requires a title and a SKU, and a SKU of one line", () => {
    expect([getTitleRefusal(" "), getTitleRefusal("Mug")]).toEqual(["goods.titleRequired", null]);
    expect([getSkuRefusal(""), getSkuRefusal("A\nB"), getSkuRefusal("杯 01")]).toEqual(["goods.skuRequired", "goods.skuShape", null]);
  });

  test("allows a barcode that fits on a label, and an HS code of digits only", () => {
    expect(["6901234567892", "A-1/2", "", "a b", "杯", "x".repeat(81)].map(getBarcodeRefusal)).toEqual([
      null,
      null,
      "goods.barcodeShape",
      "goods.barcodeShape",
      "goods.barcodeShape",
      "goods.barcodeShape",
    ]);
    expect(["", "691200", "69120000001", "69.12"].map(getHsCodeRefusal)).toEqual([null, null, "goods.hsCodeShape", "goods.hsCodeShape"]);
  });

  test("reports a wrong check digit only for codes that have one", () => {
    expect(["4006381333931", "036000291452", "96385074", "00012345600012"].map(hasWrongCheckDigit)).toEqual([false, false, false, false]);
    expect(["4006381333930", "036000291453"].map(hasWrongCheckDigit)).toEqual([true, true]);
    expect(["12345", "CARTON-12", ""].map(hasWrongCheckDigit)).toEqual([false, false, false]);
  });

  test("allows a part of a bundle once, and adding it again replaces its quantity in place", () => {
    const [mug, lid] = [
      { variant_uuid: "a1", quantity: 2 },
      { variant_uuid: "b2", quantity: 1 },
    ];
    expect([[], [mug, lid], [mug, { variant_uuid: "A1", quantity: 3 }]].map(getPartsRefusal)).toEqual([null, null, "goods.partTwice"]);
    expect(withPart([mug], lid)).toEqual([mug, lid]);
    expect(withPart([mug, lid], { ...mug, quantity: 5 })).toEqual([{ ...mug, quantity: 5 }, lid]);
  });

  test("reports a measure that differs from the declared one by more than a twentieth, when both are known", () => {
    expect([
      isFarFromDeclared(100, 105),
      isFarFromDeclared(100, 106),
      isFarFromDeclared(100, 94),
      isFarFromDeclared(null, 5),
      isFarFromDeclared(5, null),
    ]).toEqual([false, true, true, false, false]);
  });
});

describe("a search", () => {
  test("is split into whole words and the beginning of the word being typed", () => {
    expect(toSearchTokens("Blue mu")).toEqual({ words: ["blue"], begun: ["mu"] });
    expect(toSearchTokens("blue mug ")).toEqual({ words: ["blue", "mug"], begun: [] });
    expect(toSearchTokens("MUG-BLUE-01")).toEqual({ words: ["mug", "blue"], begun: ["01"] });
  });

  test("splits Chinese into pairs of adjacent characters, and takes a single character as a beginning", () => {
    expect(toSearchTokens("陶瓷杯")).toEqual({ words: ["陶瓷", "瓷杯"], begun: [] });
    expect(toSearchTokens("杯")).toEqual({ words: [], begun: ["杯"] });
  });

  test("has no words when it contains only punctuation", () => {
    expect(toSearchTokens(" -- !")).toEqual({ words: [], begun: [] });
  });
});
