import { describe, expect, test } from "vitest";
import type { Review, ReviewLine } from "./review.contract.ts";
import { getWrongCode, listLinesLeft, readReviewScan, withPieces } from "./review-steps.rules.ts";

const line = (line_number: number, sku: string, quantity: number, more: Partial<ReviewLine> = {}): ReviewLine => ({
  line_number,
  variant_uuid: `variant-${line_number}`,
  sku,
  codes: [sku],
  title: sku,
  variant_title: "",
  main_image: "",
  lot: "",
  quantity,
  reviewed_quantity: 0,
  ...more,
});

const review = (lines: ReviewLine[]): Review => ({
  review_uuid: "review",
  order_uuid: "order",
  order_number: "SO-1",
  warehouse_uuid: "warehouse",
  status: "open",
  totes: ["TOTE-1"],
  location: "",
  version: 1,
  piece_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  parcel_numbers: [],
  reviewed_pieces: lines.reduce((sum, { reviewed_quantity }) => sum + reviewed_quantity, 0),
  lines,
});

const scanOf = (text: string, lot?: string) => ({ text, ...(lot === undefined ? {} : { lot }) });

describe("a scan at the review", () => {
  const order = review([line(1, "MUG", 2), line(2, "CAP", 1)]);

  test("counts a piece of the order, whatever the case, and says when it was the last", () => {
    const first = readReviewScan(scanOf("mug"), order, 1);
    expect(first).toMatchObject({ kind: "counted", isComplete: false, line: { line_number: 1 } });
    const almost = withPieces(withPieces(order, 1, 2), 2, 0);
    expect(readReviewScan(scanOf("CAP"), almost, 1)).toMatchObject({ kind: "counted", isComplete: true });
  });

  test("of a product that the order does not have is wrong", () => {
    expect(readReviewScan(scanOf("PEN"), order, 1)).toEqual({ kind: "wrongProduct" });
  });

  test("of more pieces than are left is refused, and says how many are", () => {
    expect(readReviewScan(scanOf("MUG"), order, 3)).toMatchObject({ kind: "tooMany", left: 2 });
    expect(readReviewScan(scanOf("CAP"), withPieces(order, 2, 1), 1)).toMatchObject({ kind: "tooMany", left: 0 });
  });

  test("of a SKU in several lots counts for the lot that it names, or for the first with pieces left", () => {
    const lots = review([line(1, "TEA", 1, { lot: "A1" }), line(2, "TEA", 1, { lot: "B2" })]);
    expect(readReviewScan(scanOf("TEA", "b2"), lots, 1)).toMatchObject({ kind: "counted", line: { lot: "B2" } });
    expect(readReviewScan(scanOf("TEA"), withPieces(lots, 1, 1), 1)).toMatchObject({
      kind: "counted",
      line: { lot: "B2" },
      isComplete: true,
    });
    expect(readReviewScan(scanOf("TEA", "C3"), lots, 1)).toEqual({ kind: "wrongLot" });
  });
});

test("another product, another lot and a piece too many can be reported with one key", () => {
  const order = review([line(1, "TEA", 1, { lot: "A1" })]);
  const codeOf = (scan: { text: string; lot?: string }, of = order) => getWrongCode(scan, readReviewScan(scan, of, 1));
  expect(codeOf(scanOf("PEN "))).toBe("PEN");
  expect(codeOf(scanOf("TEA", "C3"))).toBe("TEA");
  expect(codeOf(scanOf("TEA", "A1"), withPieces(order, 1, 1))).toBe("TEA");
  expect(codeOf(scanOf("TEA", "A1"))).toBe("");
});

test("pieces that are taken back are left again", () => {
  const complete = withPieces(review([line(1, "MUG", 1)]), 1, 1);
  expect(listLinesLeft(complete)).toEqual([]);
  expect(listLinesLeft(withPieces(complete, 1, -1))).toHaveLength(1);
});
