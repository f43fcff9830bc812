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
  getLineRefusal,
  resolveLot,
  getMostToCount,
} from "./receipts.rules.ts";
import type { LineCounts, LotQuestion } from "./receipts.rules.ts";

function line(counts: Partial<LineCounts> = {}): LineCounts {
  const none = { number: 0, qualified_quantity: 0, unqualified_quantity: 0, put_away: 0, decided: 0, accepted: 0 };
  return { variant_uuid: "mug", expected: 10, ...none, ...counts };
}
const done = line({ number: 10, qualified_quantity: 8, unqualified_quantity: 2, put_away: 8, decided: 2 });

describe("what is announced", () => {
  test("has a product and a quantity, by either name of it", () => {
    expect(getAnnouncedPieces({ expected: 3 })).toBe(3);
    expect(getAnnouncedPieces({ number: 3 })).toBe(3);
    expect(getAnnouncedPieces({ number: 3, expected: 4 })).toBeNull();
    expect(getLineRefusal({ sku: "MUG", number: 3 })).toBeNull();
    expect(getLineRefusal({ sku: "", number: 3 })).toBe("receipts.lineIncomplete");
    expect(getLineRefusal({ sku: "MUG" })).toBe("receipts.lineIncomplete");
  });

  test("may come with the warehouse's tolerance, in whole pieces", () => {
    expect(getMostToCount(10, 0)).toBe(10);
    expect(getMostToCount(10, 15)).toBe(11);
    expect(getMostToCount(1000, 15)).toBe(1150);
  });

  test("is on its way until it is counted, and never less than nothing", () => {
    expect(getIncomingPieces({ expected: 10, number: 4 })).toBe(6);
    expect(getIncomingPieces({ expected: 10, number: 12 })).toBe(0);
  });
});

describe("a receipt is done", () => {
  test("when all is counted, put away or decided", () => {
    expect(isAllDone([done])).toBe(true);
    expect(isAllDone([done, line()])).toBe(false);
  });

  test("not while something waits to be put away, or for a decision", () => {
    expect(isAllDone([{ ...done, put_away: 7 }])).toBe(false);
    expect(isAllDone([{ ...done, decided: 1 }])).toBe(false);
    expect(isAllDone([{ ...done, accepted: 2 }])).toBe(false);
    expect(isAllDone([{ ...done, accepted: 2, put_away: 10 }])).toBe(true);
  });

  test("when a product came in other lots or boxes than announced, as long as all of it came", () => {
    const more = line({ number: 12, qualified_quantity: 12, put_away: 12 });
    const less = line({ number: 8, qualified_quantity: 8, put_away: 8 });
    expect(isAllDone([more, less])).toBe(true);
    expect(isAllDone([more, { ...less, variant_uuid: "cup" }])).toBe(false);
  });
});

describe("a scan", () => {
  test("counts what its barcode stands for, or what was entered", () => {
    expect(getCountedPieces({ quality: "good" }, 12)).toEqual({ qualified: 12, unqualified: 0 });
    expect(getCountedPieces({ quality: "bad" }, 12)).toEqual({ qualified: 0, unqualified: 12 });
    expect(getCountedPieces({ quality: "good", unqualified_quantity: 2 }, 12)).toEqual({ qualified: 0, unqualified: 2 });
    expect(getCountedPieces({ quality: "good", qualified_quantity: 0 }, 12)).toEqual({ qualified: 0, unqualified: 0 });
  });

  test("of a box's label is known as one", () => {
    expect(isBoxLabel(formatBoxBarcode("R-261122-0001", 12))).toBe(true);
    expect(isBoxLabel(" r-261122-0001 ")).toBe(true);
    expect(isBoxLabel("R-1001")).toBe(false);
    expect(isBoxLabel("6901234567892")).toBe(false);
  });
});

describe("the lot of pieces", () => {
  const question: LotQuestion = {
    keeps_lots: true,
    keeps_expiry: true,
    given: {},
    announced: { lot: "", expires_on: null },
    knownDay: () => null,
    today: "2026-11-22",
    hasQualified: true,
  };

  test("is none where the product keeps none, and naming one is refused", () => {
    const plain = { ...question, keeps_lots: false, keeps_expiry: false };
    expect(resolveLot(plain)).toEqual({ lot: "", expires_on: null });
    expect(resolveLot({ ...plain, given: { lot: "A" } })).toBe("receipts.lotNotKept");
  });

  test("is asked for, and so is its day", () => {
    expect(resolveLot(question)).toBe("receipts.lotRequired");
    expect(resolveLot({ ...question, given: { lot: "A" } })).toBe("receipts.expiryRequired");
    expect(resolveLot({ ...question, given: { lot: "A", expires_on: "2027-01-01" } })).toEqual({ lot: "A", expires_on: "2027-01-01" });
  });

  test("is the announced one where nothing else is said", () => {
    const announced = { lot: "A", expires_on: "2027-01-01" };
    expect(resolveLot({ ...question, announced })).toEqual(announced);
    expect(resolveLot({ ...question, announced, given: { lot: "B" } })).toBe("receipts.expiryRequired");
  });

  test("has the day that it came with before, and no other", () => {
    const known = { ...question, knownDay: () => "2027-01-01" };
    expect(resolveLot({ ...known, given: { lot: "A" } })).toEqual({ lot: "A", expires_on: "2027-01-01" });
    expect(resolveLot({ ...known, given: { lot: "A", expires_on: "2027-02-01" } })).toBe("receipts.expiryDiffers");
  });

  test("has not expired, unless the pieces do not qualify", () => {
    const old = { ...question, given: { lot: "A", expires_on: "2026-11-22" } };
    expect(resolveLot(old)).toBe("receipts.lotExpired");
    expect(resolveLot({ ...old, hasQualified: false })).toEqual({ lot: "A", expires_on: "2026-11-22" });
  });

  test("is the day itself for a product that keeps days alone", () => {
    const days = { ...question, keeps_lots: false };
    expect(resolveLot(days)).toBe("receipts.expiryRequired");
    expect(resolveLot({ ...days, given: { expires_on: "2027-01-01" } })).toEqual({ lot: "2027-01-01", expires_on: "2027-01-01" });
  });
});

describe("room", () => {
  test("is what fits by volume and weight, whichever is less", () => {
    const volume = { capacity: 100, used: 40, piece: 20 };
    expect(countFittingPieces([volume, { capacity: 50, used: 0, piece: 25 }])).toBe(2);
    expect(countFittingPieces([volume])).toBe(3);
    expect(countFittingPieces([{ ...volume, used: 120 }])).toBe(0);
  });

  test("is not limited where nobody says so, or a piece's size is not known", () => {
    expect(countFittingPieces([{ capacity: null, used: 40, piece: 20 }])).toBeNull();
    expect(countFittingPieces([{ capacity: 100, used: 40, piece: null }])).toBeNull();
  });
});

describe("a location to put away into", () => {
  const fit = { warehouse_uuid: "warehouse-1", type: "pick", is_blocked: false } as const;

  test("is refused if it is unknown, elsewhere, of another type or blocked", () => {
    expect(getPutawayRefusal(null, "warehouse-1")).toBe("receipts.locationUnknown");
    expect(getPutawayRefusal(fit, "warehouse-2")).toBe("receipts.locationElsewhere");
    expect(getPutawayRefusal({ ...fit, type: "packing" }, "warehouse-1")).toBe("receipts.locationWrongType");
    expect(getPutawayRefusal({ ...fit, is_blocked: true }, null)).toBe("receipts.locationBlocked");
    expect(getPutawayRefusal(fit, null)).toBeNull();
  });
});
