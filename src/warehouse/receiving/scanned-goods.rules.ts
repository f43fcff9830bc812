import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { getCountedPieces, sumByVariant, normalizeCode } from "#src/warehouse/receipts/receipts.rules.ts";
import type { inspect } from "#src/warehouse/receipts/receiving.contract.ts";
import type { OpenReceipt } from "./receive.rules.ts";

/** A count that is queued or being sent. */
export type ScannedCount = Pick<
  ParsedInputOf<typeof inspect>,
  "receipt_uuid" | "code" | "line_uuid" | "variant_uuid" | "qualified_quantity" | "unqualified_quantity" | "quality"
>;

/** The goods a scan means according to the open receipt; null if unknown or ambiguous. */
interface Meant {
  readonly variantUuid: string | null;
  readonly qualified: number;
  readonly unqualified: number;
}

function findVariants({ lines, barcodes }: OpenReceipt, { code, line_uuid, variant_uuid }: ScannedCount): string[] {
  if (variant_uuid !== undefined) return [variant_uuid];
  const chosen = lines.find((line) => line.line_uuid === line_uuid);
  if (chosen !== undefined) return [chosen.variant_uuid];
  if (code === undefined) return [];
  const byBarcode = barcodes.filter(({ barcode }) => barcode === code.trim()).map((one) => one.variant_uuid);
  const bySku = lines.filter(({ sku }) => normalizeCode(sku) === normalizeCode(code)).map((one) => one.variant_uuid);
  return [...new Set(byBarcode.length > 0 ? byBarcode : bySku)];
}

/** Returns the goods and pieces of a scan; an unknown barcode counts one piece. */
export function readCount(open: OpenReceipt, scanned: ScannedCount): Meant {
  const found = findVariants(open, scanned);
  const variantUuid = found.length === 1 ? (found[0] ?? null) : null;
  const isIts = (one: OpenReceipt["barcodes"][number]) => variantUuid === null || one.variant_uuid === variantUuid;
  const pieces = open.barcodes.find((one) => one.barcode === scanned.code?.trim() && isIts(one))?.pieces ?? 1;
  return { variantUuid, ...getCountedPieces(scanned, pieces) };
}

/** Returns the figures of the message about too many pieces; null if the product is unknown here. */
export function getOverFigures(open: OpenReceipt, scanned: ScannedCount) {
  const { variantUuid, qualified, unqualified } = readCount(open, scanned);
  const counts = variantUuid === null ? undefined : sumByVariant(open.lines).get(variantUuid);
  const sku = open.lines.find(({ variant_uuid }) => variant_uuid === variantUuid)?.sku;
  if (counts === undefined || sku === undefined) return null;
  return { sku, expected: counts.expected, number: counts.number, pieces: qualified + unqualified };
}

/** The open receipt including queued counts, and how many pieces those are, in total and by line. */
export interface WithPending {
  readonly open: OpenReceipt;
  readonly pending: number;
  readonly byLine: ReadonlyMap<string, number>;
}

/**
 * Adds queued counts to the open receipt: to the line with missing pieces, or the first of the product. Pieces of unknown products count only for the
 * receipt.
 */
export function withPending(open: OpenReceipt, waiting: readonly ScannedCount[]): WithPending {
  const byLine = new Map<string, number>();
  let [good, bad] = [0, 0];
  for (const scanned of waiting.filter(({ receipt_uuid }) => receipt_uuid === open.work.receipt_uuid)) {
    const { variantUuid, qualified, unqualified } = readCount(open, scanned);
    good += qualified;
    bad += unqualified;
    const its = open.lines.filter((line) => line.variant_uuid === variantUuid);
    const line =
      its.find(({ line_uuid }) => line_uuid === scanned.line_uuid) ??
      its.find(({ line_uuid, number, expected }) => number + (byLine.get(line_uuid) ?? 0) < expected) ??
      its[0];
    if (line !== undefined) byLine.set(line.line_uuid, (byLine.get(line.line_uuid) ?? 0) + qualified + unqualified);
  }
  const pending = good + bad;
  const { work } = open;
  const lines = open.lines.map((line) => ({ ...line, number: line.number + (byLine.get(line.line_uuid) ?? 0) }));
  return { open: { ...open, lines, work: { ...work, number: work.number + pending } }, pending, byLine };
}
