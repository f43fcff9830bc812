import { describe, expect, test } from "vitest";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import type { ReceiptWork } from "#src/warehouse/receipts/receiving.contract.ts";
import { toOpenReceipt } from "./receive.rules.ts";
import type { ScannedCount } from "./scanned-goods.rules.ts";
import { getMostPiecesLeft, getOverFigures, readReasonAnswer, withPending } from "./scanned-goods.rules.ts";

const zero = { number: 0, qualified_quantity: 0, unqualified_quantity: 0, put_away: 0, decided: 0, accepted: 0 };
function line(name: string, variant: string, part: Partial<ReceiptLine> = {}): ReceiptLine {
  const about = { title: "Walnut tray", variant_title: variant, main_image: "", keeps_lots: false, keeps_expiry: false };
  const where = { line_number: 1, box_number: null, lot: "", expires_on: "", remark: "" };
  return { ...zero, ...about, ...where, line_uuid: name, variant_uuid: variant, sku: `TRAY-${variant}`, expected: 12, ...part };
}
const work: ReceiptWork = {
  ...zero,
  receipt_uuid: "receipt-1",
  receipt_number: "R-261122-0001",
  reference: "",
  status: "inspecting",
  warehouse_uuid: "warehouse-1",
  warehouse_name: "East 1",
  owner_uuid: "owner-1",
  owner_name: "Shop",
  version: 3,
  expected: 36,
  box_count: 1,
  arrived_box_count: 1,
};
const lines = [line("first", "L"), line("second", "L", { expected: 2 }), line("third", "S")];
const barcodes = [
  { variant_uuid: "L", barcode: "690", pieces: 1 },
  { variant_uuid: "L", barcode: "CARTON", pieces: 6 },
  { variant_uuid: "L", barcode: "SHARED", pieces: 1 },
  { variant_uuid: "S", barcode: "SHARED", pieces: 1 },
];
const receipt = toOpenReceipt({ ...work, lines, boxes: [], barcodes }, null);
const scanned = (code: string, part: Partial<ScannedCount> = {}): ScannedCount => ({
  receipt_uuid: "receipt-1",
  code,
  quality: "good",
  ...part,
});

describe("pending scans", () => {
  test("count on the line with missing pieces, by the pieces of their barcode", () => {
    const seen = withPending(receipt, [scanned("690"), scanned("CARTON"), scanned("690", { qualified_quantity: 6 }), scanned("tray-s")]);
    expect(seen).toMatchObject({ pending: 14, open: { work: { number: 14 } } });
    expect([...seen.byLine]).toEqual([
      ["first", 13],
      ["third", 1],
    ]);
    expect(seen.open.lines.map(({ number }) => number)).toEqual([13, 0, 1]);
  });

  test("go to the next line of the product once one is complete", () => {
    const full = withPending(receipt, [scanned("690", { qualified_quantity: 12 }), scanned("690")]);
    expect([...full.byLine.values()]).toEqual([12, 1]);
  });

  test("count only for the receipt when the product is unclear, and not at all for another receipt", () => {
    const seen = withPending(receipt, [scanned("SHARED"), scanned("UNKNOWN"), scanned("690", { receipt_uuid: "receipt-2" })]);
    expect([seen.pending, seen.byLine.size]).toEqual([2, 0]);
    const chosen = withPending(receipt, [scanned("SHARED", { variant_uuid: "S" })]);
    expect([...chosen.byLine]).toEqual([["third", 1]]);
  });
});

describe("an excess of pieces", () => {
  test("is shown with the expected quantity, over all lines of the product", () => {
    const figures = { sku: "TRAY-L", expected: 14, number: 0, pieces: 50 };
    expect(getOverFigures(receipt, scanned("690", { qualified_quantity: 50 }))).toEqual(figures);
  });

  test("is known when the number is entered, by the product that misses most and what the warehouse tolerates", () => {
    expect([getMostPiecesLeft(receipt, 0), getMostPiecesLeft(receipt, 10)]).toEqual([14, 15]);
    const counted = { ...receipt, lines: receipt.lines.map((one) => ({ ...one, number: one.variant_uuid === "L" ? 14 : 5 })) };
    expect(getMostPiecesLeft(counted, 0)).toBe(7);
    expect(getMostPiecesLeft({ ...receipt, lines: receipt.lines.map((one) => ({ ...one, number: 20 })) }, 0)).toBe(0);
  });

  test("is shown without figures for a product that is not known here", () => {
    expect(getOverFigures(receipt, scanned("SHARED"))).toBeNull();
    expect(getOverFigures(receipt, scanned("UNKNOWN"))).toBeNull();
  });
});

describe("the answer to why pieces do not qualify", () => {
  const choices = ["Damaged", "Wrong product"];
  const read = (text: string, given: typeof receipt | null = receipt) => readReasonAnswer(given, { text }, choices, { thisYear: 2026 });

  test("is a number and the scan right behind it, by SKU, barcode or box label", () => {
    expect(read("1TRAY-L")).toEqual({ reason: "Damaged", number: "1", scan: { text: "TRAY-L" } });
    expect(read("2690")).toEqual({ reason: "Wrong product", number: "2", scan: { text: "690" } });
    expect(read("1R-261122-0001/2")).toMatchObject({ reason: "Damaged", scan: { text: "R-261122-0001/2" } });
  });

  test("is never a product of the receipt or a label, which are scans without a reason", () => {
    for (const text of ["tray-s", "CARTON", "R-261122-0001/2"]) expect(read(text)).toEqual({ reason: null, scan: { text } });
  });

  test("is a person's own text, even if it begins with a number", () => {
    for (const text of ["2 corners dented", "1MUG-BLUE", "3TRAY-L", "Wet"]) expect(read(text)).toEqual({ reason: text, scan: null });
    expect(read("1TRAY-L", null)).toEqual({ reason: "1TRAY-L", scan: null });
  });
});
