import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { normalizeCode } from "#src/warehouse/receipts/receipts.rules.ts";
import { namesGoods } from "#src/outbound/picking/pick-steps.rules.ts";
import type { Review, ReviewLine } from "./review.contract.ts";

/** What a scan means while an order is reviewed. */
export type ReviewScan =
  | { readonly kind: "counted"; readonly line: ReviewLine; readonly isComplete: boolean }
  | { readonly kind: "wrongProduct" | "wrongLot" }
  | { readonly kind: "tooMany"; readonly line: ReviewLine; readonly left: number };

/** Returns how many pieces of a line are not scanned yet. */
export function countLeft({ quantity, reviewed_quantity }: ReviewLine): number {
  return quantity - reviewed_quantity;
}

/** Lists the lines of which pieces are not scanned yet. */
export function listLinesLeft({ lines }: Pick<Review, "lines">): ReviewLine[] {
  return lines.filter((line) => countLeft(line) > 0);
}

/**
 * Returns what a scan of some pieces means. Of several lots of a SKU, the scan's lot decides; a code without one is of the first lot that has pieces left.
 * @param pieces what the scan stands for
 */
export function readReviewScan(scan: Scan, review: Review, pieces: number): ReviewScan {
  const named = review.lines.filter((line) => namesGoods(scan, line));
  if (named.length === 0) return { kind: "wrongProduct" };
  const ofLot =
    scan.lot === undefined ? named : named.filter(({ lot }) => lot === "" || normalizeCode(lot) === normalizeCode(scan.lot ?? ""));
  const [first] = ofLot;
  if (first === undefined) return { kind: "wrongLot" };
  const line = ofLot.find((one) => countLeft(one) > 0) ?? first;
  if (countLeft(line) < pieces) return { kind: "tooMany", line, left: countLeft(line) };
  const isComplete = review.lines.every((one) => (one === line ? countLeft(one) === pieces : countLeft(one) === 0));
  return { kind: "counted", line, isComplete };
}

/** Returns the code of a scan whose piece does not belong to the order: another product, another lot, or one too many. Empty if it does. */
export function getWrongCode({ text }: Pick<Scan, "text">, { kind }: ReviewScan): string {
  return kind === "counted" ? "" : text.trim();
}

/** Returns the review with pieces of a line counted, before the server confirms them; negative ones are taken back. */
export function withPieces(review: Review, lineNumber: number, pieces: number): Review {
  const lines = review.lines.map((line) =>
    line.line_number === lineNumber ? { ...line, reviewed_quantity: line.reviewed_quantity + pieces } : line,
  );
  return { ...review, lines, reviewed_pieces: review.reviewed_pieces + pieces };
}
