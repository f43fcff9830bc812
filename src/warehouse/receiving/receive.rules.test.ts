import { describe, expect, test } from "vitest";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import type { ReceiptWork } from "#src/warehouse/receipts/receiving.contract.ts";
import type { OpenReceipt } from "./receive.rules.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import {
  findOtherBox,
  getClosedRefusal,
  sortLines,
  noPreset,
  countPiecesLeft,
  toInspection,
  parseTypedDay,
  parsePieces,
  withLine,
  withoutQuantity,
} from "./receive.rules.ts";

const work: ReceiptWork = {
  receipt_uuid: "receipt-1",
  receipt_number: "R-261122-0001",
  reference: "",
  status: "inspecting",
  warehouse_uuid: "warehouse-1",
  warehouse_name: "East 1",
  owner_uuid: "owner-1",
  owner_name: "Shop",
  version: 3,
  expected: 12,
  number: 0,
  qualified_quantity: 0,
  unqualified_quantity: 0,
  put_away: 0,
  box_count: 2,
  arrived_box_count: 1,
};

function line(line_number: number, part: Partial<ReceiptLine> = {}): ReceiptLine {
  return {
    line_uuid: `line-${line_number}`,
    line_number,
    variant_uuid: `variant-${line_number}`,
    sku: `SKU-${line_number}`,
    title: "Mug",
    variant_title: "",
    main_image: "",
    keeps_lots: false,
    keeps_expiry: false,
    box_number: null,
    lot: "",
    expires_on: "",
    remark: "",
    expected: 4,
    number: 0,
    qualified_quantity: 0,
    unqualified_quantity: 0,
    put_away: 0,
    decided: 0,
    accepted: 0,
    ...part,
  };
}

function open(lines: readonly ReceiptLine[], part: Partial<OpenReceipt> = {}): OpenReceipt {
  return { work, lines, boxes: [], barcodes: [], boxNumber: null, lineUuid: null, ...part };
}

describe("an open receipt", () => {
  test("is updated with a line from an answer, and adds a line that was not announced", () => {
    const after = withLine(open([line(1), line(2)]), line(2, { number: 1 }), { ...work, version: 4 });
    expect(after.lines.map(({ number }) => number)).toEqual([0, 1]);
    expect([after.work.version, after.lineUuid]).toEqual([4, "line-2"]);
    expect(withLine(after, line(3, { expected: 0, number: 1 }), work).lines).toHaveLength(3);
  });

  test("ignores the lines of another receipt", () => {
    const before = open([line(1)]);
    expect(withLine(before, line(1, { number: 9 }), { ...work, receipt_uuid: "receipt-2" })).toBe(before);
  });

  test("shows the current line first, then those of the box, then the others, and the finished ones last", () => {
    const lines = [line(1, { number: 4 }), line(2), line(3, { box_number: 7 }), line(4, { number: 4 })];
    const shown = sortLines(open(lines, { boxNumber: 7, lineUuid: "line-4" }));
    expect(shown.map(({ line_number }) => line_number)).toEqual([4, 3, 2, 1]);
  });

  test("has left the missing pieces of each product, and a surplus of one does not offset another", () => {
    expect(countPiecesLeft([line(1, { number: 6 }), line(2, { number: 1 })])).toBe(3);
    expect(countPiecesLeft([line(1, { number: 6, variant_uuid: "same" }), line(2, { number: 1, variant_uuid: "same" })])).toBe(1);
  });

  test("accepts goods from its confirmation to its end", () => {
    expect([getClosedRefusal("confirmed"), getClosedRefusal("arrived"), getClosedRefusal("putting_away")]).toEqual([null, null, null]);
    expect([getClosedRefusal("draft"), getClosedRefusal("submitted")]).toEqual(["receipts.notConfirmed", "receipts.notConfirmed"]);
    expect([getClosedRefusal("completed"), getClosedRefusal("closed_short"), getClosedRefusal("cancelled")]).toEqual(
      Array(3).fill("receipts.ended"),
    );
  });
});

test("pieces are announced in another box only if a box is open and their line names another one", () => {
  const announced = line(1, { box_number: 2 });
  expect([findOtherBox(announced, 1), findOtherBox(announced, 2), findOtherBox(announced, undefined)]).toEqual([2, null, null]);
  expect([findOtherBox(line(1), 1), findOtherBox(line(1, { box_number: 2, expected: 0 }), 1)]).toEqual([null, null]);
});

describe("typed input", () => {
  test("is accepted as a number of pieces from 1", () => {
    expect([parsePieces("12"), parsePieces(" 1 ")]).toEqual([12, 1]);
    expect(["0", "-1", "1.5", "", "1e3", "99999999999"].map(parsePieces)).toEqual(Array(6).fill(null));
  });

  test("is accepted as a date in three formats, and never as one that does not exist", () => {
    expect(["2027-03-31", "20270331", "270331"].map((text) => parseTypedDay(text, 2026))).toEqual(Array(3).fill("2027-03-31"));
    expect(["270231", "2027-13-01", "tomorrow", "", "2703"].map((text) => parseTypedDay(text, 2026))).toEqual(Array(5).fill(null));
  });
});

describe("a scan", () => {
  test("is looked up as it is printed, an element string by its GTIN", () => {
    expect(getLookupCode({ text: "4006381333931", gtin: "04006381333931" })).toBe("4006381333931");
    expect(getLookupCode({ text: "010400638133393110L7", gtin: "04006381333931", lot: "L7" })).toBe("4006381333931");
    expect(getLookupCode({ text: "011400638133393810L7", gtin: "14006381333938" })).toBe("14006381333938");
    expect(getLookupCode({ text: "MUG-01" })).toBe("MUG-01");
  });

  test("counts the pieces of its code, its own quantity, or the preset one", () => {
    expect(toInspection({ text: "MUG" }, noPreset)).toEqual({});
    expect(toInspection({ text: "MUG", quantity: 6, lot: "L7", expiry: "2027-03-31" }, noPreset)).toEqual({
      qualified_quantity: 6,
      lot: "L7",
      expires_on: "2027-03-31",
    });
    expect(toInspection({ text: "MUG", quantity: 6 }, { quantity: 2, reason: null })).toEqual({ qualified_quantity: 2 });
    expect(toInspection({ text: "MUG" }, { quantity: 2, reason: "wet" })).toEqual({
      unqualified_quantity: 2,
      quality: "bad",
      reason: "wet",
    });
    expect(toInspection({ text: "MUG" }, { quantity: null, reason: "wet" })).toEqual({ quality: "bad", reason: "wet" });
  });
});

test("a refused quantity is no longer preset, and the reason beside it still is", () => {
  const quantity = { id: "a", words: "50 pieces", part: "quantity" } as const;
  const reason = { id: "b", words: "Damaged", part: "reason" } as const;
  const preset = { quantity: 50, reason: "Damaged", entries: [quantity, reason] };
  expect(withoutQuantity(preset)).toEqual({ quantity: null, reason: "Damaged", entries: [reason] });
  expect(withoutQuantity({ ...preset, reason: null, entries: [quantity] })).toEqual(noPreset);
});
