import { describe, expect, test } from "vitest";
import { adjustmentReasons, adjustmentRefusal, ageBounds, ageBuckets, lotRefusal } from "./stock.rules.ts";

describe("an adjustment", () => {
  test("for another reason than the known ones says which", () => {
    expect(adjustmentRefusal({ reason: "other", note: "" })).toBe("stock.noteRequired");
    expect(adjustmentRefusal({ reason: "other", note: "given to a museum" })).toBeNull();
    for (const reason of adjustmentReasons.filter((one) => one !== "other")) expect(adjustmentRefusal({ reason, note: "" })).toBeNull();
  });
});

describe("a lot", () => {
  test("is named where the product keeps lots, and nowhere else", () => {
    expect(lotRefusal({ keeps_lots: true }, "")).toBe("stock.lotRequired");
    expect(lotRefusal({ keeps_lots: true }, "L1")).toBeNull();
    expect(lotRefusal({ keeps_lots: false }, "L1")).toBe("stock.lotNotKept");
    expect(lotRefusal({ keeps_lots: false }, "")).toBeNull();
  });
});

test("each bucket of ages but the first begins where its bound says", () => {
  expect(ageBuckets.slice(1).map((bucket) => Number.parseInt(bucket, 10))).toEqual([...ageBounds]);
});
