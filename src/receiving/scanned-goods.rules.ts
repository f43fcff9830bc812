import type { ParsedInputOf } from "#src/api/define-call.ts";
import { countedBy, countsByVariant, scannedCode } from "#src/receipts/receipts.rules.ts";
import type { inspect } from "#src/receipts/receiving.contract.ts";
import type { OpenReceipt } from "./receive.rules.ts";

/** A scan that is sent, or waits to be. */
export type ScannedCount = Pick<
  ParsedInputOf<typeof inspect>,
  "receipt_uuid" | "code" | "line_uuid" | "variant_uuid" | "qualified_quantity" | "unqualified_quantity" | "quality"
>;

/** What a scan means, as far as the open receipt tells: null for a product that it does not name, or where a code means several. */
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
  const bySku = lines.filter(({ sku }) => scannedCode(sku) === scannedCode(code)).map((one) => one.variant_uuid);
  return [...new Set(byBarcode.length > 0 ? byBarcode : bySku)];
}

/** Which goods a scan means, and how many pieces; a barcode that is not known stands for one. */
export function readCount(open: OpenReceipt, scanned: ScannedCount): Meant {
  const found = findVariants(open, scanned);
  const variantUuid = found.length === 1 ? (found[0] ?? null) : null;
  const isIts = (one: OpenReceipt["barcodes"][number]) => variantUuid === null || one.variant_uuid === variantUuid;
  const pieces = open.barcodes.find((one) => one.barcode === scanned.code?.trim() && isIts(one))?.pieces ?? 1;
  return { variantUuid, ...countedBy(scanned, pieces) };
}

/** What the message about too many pieces says; null where the product is not known here. */
export function getOverFigures(open: OpenReceipt, scanned: ScannedCount) {
  const { variantUuid, qualified, unqualified } = readCount(open, scanned);
  const counts = variantUuid === null ? undefined : countsByVariant(open.lines).get(variantUuid);
  const sku = open.lines.find(({ variant_uuid }) => variant_uuid === variantUuid)?.sku;
  if (counts === undefined || sku === undefined) return null;
  return { sku, expected: counts.expected, number: counts.number, pieces: qualified + unqualified };
}

/** The open receipt with what waits to be sent, and how many of its pieces those are: in all, and by line. */
export interface WithPending {
  readonly open: OpenReceipt;
  readonly pending: number;
  readonly byLine: ReadonlyMap<string, number>;
}

/**
 * Adds scans that wait to be sent to the figures of the open receipt: on the line with pieces missing, or on the first of the product. Pieces whose
 * product cannot be told count for the receipt alone.
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
