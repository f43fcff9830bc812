import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ReceiptBox, ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import type { ReceiptStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { getNextStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { sumByVariant, getIncomingPieces, mostPieces } from "#src/warehouse/receipts/receipts.rules.ts";
import type { ReceiptWork, ReceiptWorkWithLines } from "#src/warehouse/receipts/receiving.contract.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";

/** The receipt that is open on a hand-held. */
export interface OpenReceipt {
  readonly work: ReceiptWork;
  readonly lines: readonly ReceiptLine[];
  readonly boxes: readonly ReceiptBox[];
  readonly barcodes: ReceiptWorkWithLines["barcodes"];
  /** the box being unpacked; null for none */
  readonly boxNumber: number | null;
  /** the line counted last; null for none */
  readonly lineUuid: string | null;
}

/** Details entered before a product is scanned; they apply until a scan counts. */
export interface ScanPreset {
  /** pieces; null if the barcode decides */
  readonly quantity: number | null;
  /** why the pieces do not qualify; null if they do */
  readonly reason: string | null;
  /** the list entries that set the details */
  readonly entries: readonly { readonly id: string; readonly words: string; readonly part: "quantity" | "reason" }[];
}
export const noPreset: ScanPreset = { quantity: null, reason: null, entries: [] };

/** Drops a quantity after it was refused: it must not apply to the next scan. */
export function withoutQuantity(preset: ScanPreset): ScanPreset {
  return { ...preset, quantity: null, entries: preset.entries.filter(({ part }) => part !== "quantity") };
}

/** The most common reasons why pieces do not qualify; others are typed. */
export const reasons = ["damaged", "wrong", "incomplete", "packaging", "expired"] as const;

/** Opens a receipt; a scanned box becomes the one being unpacked. */
export function toOpenReceipt({ lines, boxes, barcodes, ...work }: ReceiptWorkWithLines, boxNumber: number | null): OpenReceipt {
  return { work, lines, boxes, barcodes, boxNumber, lineUuid: null };
}

/** Updates a line after an answer; a new line is appended. Ignores answers for another receipt. */
export function withLine(open: OpenReceipt, line: ReceiptLine, work: ReceiptWork): OpenReceipt {
  if (open.work.receipt_uuid !== work.receipt_uuid) return open;
  const isKnown = open.lines.some(({ line_uuid }) => line_uuid === line.line_uuid);
  const lines = isKnown ? open.lines.map((one) => (one.line_uuid === line.line_uuid ? line : one)) : [...open.lines, line];
  return { ...open, work, lines, lineUuid: line.line_uuid };
}

/** Returns the box that a counted line is announced in, if another is being unpacked; null if it is this one or none is known. */
export function findOtherBox(
  { box_number, expected }: Pick<ReceiptLine, "box_number" | "expected">,
  unpacked: number | undefined,
): number | null {
  return unpacked === undefined || expected === 0 || box_number === unpacked ? null : box_number;
}

/** Returns why a receipt in this state cannot be received; null if it can. */
export function getClosedRefusal(status: ReceiptStatus): Extract<RefusalName, "receipts.notConfirmed" | "receipts.ended"> | null {
  if (getNextStatus(status, "arrive") !== null) return null;
  return status === "draft" || status === "submitted" ? "receipts.notConfirmed" : "receipts.ended";
}

/** Counts the announced pieces that have not been counted. */
export function countPiecesLeft(lines: readonly ReceiptLine[]): number {
  return [...sumByVariant(lines).values()].reduce((sum, counts) => sum + getIncomingPieces(counts), 0);
}

/** Sorts lines for a person at the dock: the one counted last, those of the box in hand, those with missing pieces, finished ones. */
export function sortLines({ lines, boxNumber, lineUuid }: OpenReceipt): ReceiptLine[] {
  const rank = (line: ReceiptLine) => {
    if (line.line_uuid === lineUuid) return 0;
    if (line.number >= line.expected) return 3;
    return boxNumber !== null && line.box_number === boxNumber ? 1 : 2;
  };
  return lines.toSorted((a, b) => rank(a) - rank(b) || a.line_number - b.line_number);
}

/** Parses a number of pieces: a whole number from 1; null for anything else. */
export function parsePieces(text: string): number | null {
  if (!/^\d{1,9}$/.test(text.trim())) return null;
  const pieces = Number(text);
  return pieces >= 1 && pieces <= mostPieces ? pieces : null;
}

/**
 * Parses a typed date: 2027-03-31, 20270331 or 270331, in the century of `thisYear`.
 * @returns YYYY-MM-DD, or null if it is not a date
 */
export function parseTypedDay(text: string, thisYear: number): string | null {
  const digits = text.trim().replaceAll(/[-./ ]/g, "");
  const full = digits.length === 6 ? `${Math.floor(thisYear / 100)}${digits}` : digits;
  if (!/^\d{8}$/.test(full)) return null;
  const day = `${full.slice(0, 4)}-${full.slice(4, 6)}-${full.slice(6)}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}

/** Builds the input of the call `inspect` from a scan and the details entered before it. */
export function toInspection({ quantity, lot, expiry }: Scan, preset: Pick<ScanPreset, "quantity" | "reason">) {
  const pieces = preset.quantity ?? quantity ?? null;
  return {
    ...(pieces === null ? {} : preset.reason === null ? { qualified_quantity: pieces } : { unqualified_quantity: pieces }),
    ...(preset.reason === null ? {} : { quality: "bad" as const, reason: preset.reason }),
    ...(lot === undefined ? {} : { lot }),
    ...(expiry === undefined ? {} : { expires_on: expiry }),
  };
}
