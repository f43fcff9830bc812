import type { RefusalName } from "#src/api/codes.ts";
import type { ReceiptBox, ReceiptLine } from "#src/receipts/receipts.contract.ts";
import type { ReceiptStatus } from "#src/receipts/receipts.machine.ts";
import { statusAfter } from "#src/receipts/receipts.machine.ts";
import { countsByVariant, incomingPieces, mostPieces } from "#src/receipts/receipts.rules.ts";
import type { ReceiptWork, ReceiptWorkWithLines } from "#src/receipts/receiving.contract.ts";
import type { Scan } from "#src/ui/scan/scan.rules.ts";

/** The receipt that is open on a hand-held. */
export interface OpenReceipt {
  readonly work: ReceiptWork;
  readonly lines: readonly ReceiptLine[];
  readonly boxes: readonly ReceiptBox[];
  readonly barcodes: ReceiptWorkWithLines["barcodes"];
  /** the box that is being unpacked; null for none */
  readonly boxNumber: number | null;
  /** the line that was counted last; null for none */
  readonly lineUuid: string | null;
}

/** What is said before a product is scanned; it holds until a scan counts. */
export interface Told {
  /** pieces; null: the barcode says how many */
  readonly quantity: number | null;
  /** why the pieces do not qualify; null where they do */
  readonly reason: string | null;
  /** the keys that told it, in the list of scans */
  readonly entries: readonly { readonly id: string; readonly words: string; readonly part: "quantity" | "reason" }[];
}
export const nothingTold: Told = { quantity: null, reason: null, entries: [] };

/** What still holds after a quantity was refused: it must not count with the next scan. */
export function withoutQuantity(told: Told): Told {
  return { ...told, quantity: null, entries: told.entries.filter(({ part }) => part !== "quantity") };
}

/** Why pieces do not qualify, as most often; anything else is typed. */
export const reasons = ["damaged", "wrong", "incomplete", "packaging", "expired"] as const;

/** A receipt as it was opened; a box that was scanned is the one being unpacked. */
export function opened({ lines, boxes, barcodes, ...work }: ReceiptWorkWithLines, boxNumber: number | null): OpenReceipt {
  return { work, lines, boxes, barcodes, boxNumber, lineUuid: null };
}

/** The receipt after an answer that tells of one line; a line that is new comes last. Of another receipt, nothing changes. */
export function withLine(open: OpenReceipt, line: ReceiptLine, work: ReceiptWork): OpenReceipt {
  if (open.work.receipt_uuid !== work.receipt_uuid) return open;
  const isKnown = open.lines.some(({ line_uuid }) => line_uuid === line.line_uuid);
  const lines = isKnown ? open.lines.map((one) => (one.line_uuid === line.line_uuid ? line : one)) : [...open.lines, line];
  return { ...open, work, lines, lineUuid: line.line_uuid };
}

/** Why nothing of a receipt in this state can be received; null where it can. */
export function closedTo(status: ReceiptStatus): Extract<RefusalName, "receipts.notConfirmed" | "receipts.ended"> | null {
  if (statusAfter(status, "arrive") !== null) return null;
  return status === "draft" || status === "submitted" ? "receipts.notConfirmed" : "receipts.ended";
}

/** Pieces that are announced and not counted yet. */
export function piecesLeft(lines: readonly ReceiptLine[]): number {
  return [...countsByVariant(lines).values()].reduce((sum, counts) => sum + incomingPieces(counts), 0);
}

/**
 * The lines as a person at the dock wants them: the one that was counted last, those of the box in hand, those with pieces missing, the finished.
 */
export function linesInOrder({ lines, boxNumber, lineUuid }: OpenReceipt): ReceiptLine[] {
  const rank = (line: ReceiptLine) => {
    if (line.line_uuid === lineUuid) return 0;
    if (line.number >= line.expected) return 3;
    return boxNumber !== null && line.box_number === boxNumber ? 1 : 2;
  };
  return lines.toSorted((a, b) => rank(a) - rank(b) || a.line_number - b.line_number);
}

/** Pieces as they are typed: a whole number from 1; null for anything else. */
export function typedPieces(text: string): number | null {
  if (!/^\d{1,9}$/.test(text.trim())) return null;
  const pieces = Number(text);
  return pieces >= 1 && pieces <= mostPieces ? pieces : null;
}

/**
 * A day as it is typed: 2027-03-31, 20270331 or 270331. The century is that of `thisYear`.
 * @returns YYYY-MM-DD; null for what is no day
 */
export function typedDay(text: string, thisYear: number): string | null {
  const digits = text.trim().replaceAll(/[-./ ]/g, "");
  const full = digits.length === 6 ? `${Math.floor(thisYear / 100)}${digits}` : digits;
  if (!/^\d{8}$/.test(full)) return null;
  const day = `${full.slice(0, 4)}-${full.slice(4, 6)}-${full.slice(6)}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}

/** What a scan is looked up by: its text, or of an element string the number of the goods, as it is printed below a plain barcode. */
export function codeOf({ text, gtin }: Scan): string {
  if (gtin === undefined || text.length <= 14) return text;
  return gtin.startsWith("0") ? gtin.slice(1) : gtin;
}

/** What a scan says of the pieces, with what was told before it; as the call `inspect` takes it. */
export function toldBy({ quantity, lot, expiry }: Scan, told: Pick<Told, "quantity" | "reason">) {
  const pieces = told.quantity ?? quantity ?? null;
  return {
    ...(pieces === null ? {} : told.reason === null ? { qualified_quantity: pieces } : { unqualified_quantity: pieces }),
    ...(told.reason === null ? {} : { quality: "bad" as const, reason: told.reason }),
    ...(lot === undefined ? {} : { lot }),
    ...(expiry === undefined ? {} : { expires_on: expiry }),
  };
}
