import { describe, expect, test } from "vitest";
import {
  getAnnouncedPieces,
  formatBoxBarcode,
  getPutawayRefusal,
  getCountedPieces,
  countFittingPieces,
  getIncomingPieces,
  isAllDone,
  isBoxLabel,
  isLikeBoxLabel,
  getLineRefusal,
  getMostToCount,
} from "./receipts.rules.ts";
import type { LineCounts } from "./receipts.rules.ts";

function line(counts: Partial<LineCounts> = {}): LineCounts {
  const none = { number: 0, qualified_quantity: 0, unqualified_quantity: 0, put_away: 0, decided: 0, accepted: 0 };
  return { variant_uuid: "mug", expected: 10, ...none, ...counts };
}
const done = line({ number: 10, qualified_quantity: 8, unqualified_quantity: 2, put_away: 8, decided: 2 });

describe("an announced line", () => {
  test("requires a product and a quantity, under either name of the quantity", () => {
    expect(getAnnouncedPieces({ expected: 3 })).toBe(3);
    expect(getAnnouncedPieces({ number: 3 })).toBe(3);
    expect(getAnnouncedPieces({ number: 3, expected: 4 })).toBeNull();
    expect(getLineRefusal({ sku: "MUG", number: 3 })).toBeNull();
    expect(getLineRefusal({ sku: "", number: 3 })).toBe("receipts.lineIncomplete");
    expect(getLineRefusal({ sku: "MUG" })).toBe("receipts.lineIncomplete");
  });

  test("may be exceeded by the warehouse's tolerance, in whole pieces", () => {
    expect(getMostToCount(10, 0)).toBe(10);
    expect(getMostToCount(10, 15)).toBe(11);
    expect(getMostToCount(1000, 15)).toBe(1150);
  });

  test("is incoming until it is counted, and never negative", () => {
    expect(getIncomingPieces({ expected: 10, number: 4 })).toBe(6);
    expect(getIncomingPieces({ expected: 10, number: 12 })).toBe(0);
  });
});

describe("a receipt is done", () => {
  test("when everything is counted, and put away or decided", () => {
    expect(isAllDone([done])).toBe(true);
    expect(isAllDone([done, line()])).toBe(false);
  });

  test("but not while something waits for putaway or for a decision", () => {
    expect(isAllDone([{ ...done, put_away: 7 }])).toBe(false);
    expect(isAllDone([{ ...done, decided: 1 }])).toBe(false);
    expect(isAllDone([{ ...done, accepted: 2 }])).toBe(false);
    expect(isAllDone([{ ...done, accepted: 2, put_away: 10 }])).toBe(true);
  });

  test("when a product came in other lots or boxes than announced, as long as all of it arrived", () => {
    const more = line({ number: 12, qualified_quantity: 12, put_away: 12 });
    const less = line({ number: 8, qualified_quantity: 8, put_away: 8 });
    expect(isAllDone([more, less])).toBe(true);
    expect(isAllDone([more, { ...less, variant_uuid: "cup" }])).toBe(false);
  });
});

describe("a scan", () => {
  test("counts the pieces of its barcode, or the quantity that was entered", () => {
    expect(getCountedPieces({ quality: "good" }, 12)).toEqual({ qualified: 12, unqualified: 0 });
    expect(getCountedPieces({ quality: "bad" }, 12)).toEqual({ qualified: 0, unqualified: 12 });
    expect(getCountedPieces({ quality: "good", unqualified_quantity: 2 }, 12)).toEqual({ qualified: 0, unqualified: 2 });
    expect(getCountedPieces({ quality: "good", qualified_quantity: 0 }, 12)).toEqual({ qualified: 0, unqualified: 0 });
  });

  test("of a box's label is recognized as such", () => {
    expect(isBoxLabel(formatBoxBarcode("R-261122-0001", 12))).toBe(true);
    expect(isBoxLabel(" r-261122-0001 ")).toBe(true);
    expect(isBoxLabel("R-1001")).toBe(false);
    expect(isBoxLabel("6901234567892")).toBe(false);
  });

  test("is recognized as a mistyped box label, and neither a receipt's number nor a product's code is one", () => {
    for (const code of ["R-261130-0004-1", "r261130 0004/1", "R_261130_0004_12", "R-261130-0004/1"])
      expect(isLikeBoxLabel(code)).toBe(true);
    for (const code of ["R-261130-0004", "R-1001", "6901234567892", "MUG-261130-0004-1"]) expect(isLikeBoxLabel(code)).toBe(false);
  });
});

describe("free room", () => {
  test("is what fits by volume and by weight, whichever is less", () => {
    const volume = { capacity: 100, used: 40, piece: 20 };
    expect(countFittingPieces([volume, { capacity: 50, used: 0, piece: 25 }])).toBe(2);
    expect(countFittingPieces([volume])).toBe(3);
    expect(countFittingPieces([{ ...volume, used: 120 }])).toBe(0);
  });

  test("is unlimited when the capacity or the size of a piece is unknown", () => {
    expect(countFittingPieces([{ capacity: null, used: 40, piece: 20 }])).toBeNull();
    expect(countFittingPieces([{ capacity: 100, used: 40, piece: null }])).toBeNull();
  });
});

describe("a location for putaway", () => {
  const fit = { warehouse_uuid: "warehouse-1", type: "pick", is_blocked: false } as const;

  test("is refused when it is unknown, in another warehouse, of another type or blocked", () => {
    expect(getPutawayRefusal(null, "warehouse-1")).toBe("receipts.locationUnknown");
    expect(getPutawayRefusal(fit, "warehouse-2")).toBe("receipts.locationElsewhere");
    expect(getPutawayRefusal({ ...fit, type: "packing" }, "warehouse-1")).toBe("receipts.locationWrongType");
    expect(getPutawayRefusal({ ...fit, is_blocked: true }, null)).toBe("receipts.locationBlocked");
    expect(getPutawayRefusal(fit, null)).toBeNull();
  });
});
