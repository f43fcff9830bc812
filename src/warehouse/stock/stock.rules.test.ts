import { describe, expect, test } from "vitest";
import { adjustmentReasons, getAdjustmentRefusal, ageBounds, ageBuckets, getStockLevel, getLotRefusal } from "./stock.rules.ts";

describe("an adjustment", () => {
  test("needs a note when its reason is not one of the listed ones", () => {
    expect(getAdjustmentRefusal({ delta: 1, reason: "other", note: "" })).toBe("stock.noteRequired");
    expect(getAdjustmentRefusal({ delta: -1, reason: "other", note: "given to a museum" })).toBeNull();
    for (const reason of adjustmentReasons.filter((one) => one !== "other"))
      expect([-1, 1].some((delta) => getAdjustmentRefusal({ delta, reason, note: "" }) === null)).toBe(true);
  });
  test("neither adds pieces that were lost nor removes pieces that were found", () => {
    const refusals = adjustmentReasons.map((reason) => [-3, 15].map((delta) => getAdjustmentRefusal({ delta, reason, note: "why" })));
    expect(Object.fromEntries(adjustmentReasons.map((reason, at) => [reason, refusals[at]]))).toEqual({
      damaged: [null, "stock.reasonRemoves"],
      lost: [null, "stock.reasonRemoves"],
      found: ["stock.reasonAdds", null],
      expired: [null, "stock.reasonRemoves"],
      sample: [null, "stock.reasonRemoves"],
      correction: [null, null],
      other: [null, null],
    });
  });
});

describe("a lot", () => {
  test("is required when the product tracks lots, and refused otherwise", () => {
    expect(getLotRefusal({ keeps_lots: true }, "")).toBe("stock.lotRequired");
    expect(getLotRefusal({ keeps_lots: true }, "L1")).toBeNull();
    expect(getLotRefusal({ keeps_lots: false }, "L1")).toBe("stock.lotNotKept");
    expect(getLotRefusal({ keeps_lots: false }, "")).toBeNull();
  });
});

describe("the stock level of a SKU", () => {
  test("is out when nothing is on hand, whatever its limit", () => {
    for (const limit of [null, 0, 5]) expect(getStockLevel({ on_hand: 0, available: 0 }, limit)).toBe("out");
  });

  test("is low when pieces are on hand and fewer are available than the limit", () => {
    expect(getStockLevel({ on_hand: 9, available: 4 }, 5)).toBe("low");
    expect(getStockLevel({ on_hand: 9, available: 5 }, 5)).toBe("in_stock");
    expect(getStockLevel({ on_hand: 9, available: 0 }, null)).toBe("in_stock");
  });
});

test("each age bucket except the first starts at its bound", () => {
  expect(ageBuckets.slice(1).map((bucket) => Number.parseInt(bucket, 10))).toEqual([...ageBounds]);
});
