import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Scan, ScannerRules } from "#src/kit/ui/scan/scan.rules.ts";
import { readScan } from "#src/kit/ui/scan/scan.rules.ts";
import { getCountedPieces, getMostToCount, isBoxLabel, sumByVariant, normalizeCode } from "#src/warehouse/receipts/receipts.rules.ts";
import type { inspect } from "#src/warehouse/receipts/receiving.contract.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
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

/** Returns true if a scan is a product of the open receipt, or the label of a receipt or box. */
function isKnownScan(open: OpenReceipt, scan: Scan): boolean {
  const scanned = { receipt_uuid: open.work.receipt_uuid, code: getLookupCode(scan), quality: "good" as const };
  return isBoxLabel(scan.text) || findVariants(open, scanned).length > 0;
}

/** What was entered when the reason was asked for: a reason, a scan without one, or the number of a reason with a scan right behind it. */
export type ReasonAnswer =
  | { readonly reason: string; readonly scan: null }
  | { readonly reason: null; readonly scan: Scan }
  | { readonly reason: string; readonly number: string; readonly scan: Scan };

/**
 * Reads the answer to why pieces do not qualify. A scanner types into the same field as the person: a number without Enter and the next scan arrive as
 * one text, which must not become a reason.
 * @param choices the numbered reasons, counted from 1
 */
export function readReasonAnswer(
  open: OpenReceipt | null,
  scan: Scan,
  choices: readonly string[],
  { thisYear, rules }: { readonly thisYear: number; readonly rules?: ScannerRules | undefined },
): ReasonAnswer {
  const own = { reason: scan.text, scan: null };
  if (open === null) return own;
  if (isKnownScan(open, scan)) return { reason: null, scan };
  const number = scan.text.slice(0, 1);
  const reason = /^[1-9]$/.test(number) ? choices[Number(number) - 1] : undefined;
  if (reason === undefined) return own;
  const rest = readScan(scan.text.slice(1), thisYear, rules);
  return rest !== null && typeof rest !== "string" && isKnownScan(open, rest) ? { reason, number, scan: rest } : own;
}

/** Returns the figures of the message about too many pieces; null if the product is unknown here. */
export function getOverFigures(open: OpenReceipt, scanned: ScannedCount) {
  const { variantUuid, qualified, unqualified } = readCount(open, scanned);
  const counts = variantUuid === null ? undefined : sumByVariant(open.lines).get(variantUuid);
  const sku = open.lines.find(({ variant_uuid }) => variant_uuid === variantUuid)?.sku;
  if (counts === undefined || sku === undefined) return null;
  return { sku, expected: counts.expected, number: counts.number, pieces: qualified + unqualified };
}

/** Returns how many pieces a scan can count at most, of the product that misses most. @param percent what the warehouse tolerates beyond the expected ones */
export function getMostPiecesLeft({ lines }: OpenReceipt, percent: number): number {
  return Math.max(0, ...[...sumByVariant(lines).values()].map(({ expected, number }) => getMostToCount(expected, percent) - number));
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
