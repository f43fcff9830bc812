import type { RefusalName } from "#src/api/codes.ts";

/** The most lines of a receipt, boxes of it, and photos of one call. */
export const mostLines = 1000;
export const mostBoxes = 9999;
export const mostPhotos = 9;
/** The most photos of a receipt in all. */
export const mostPhotosOfReceipt = 200;
/** As many of the newest inspections, putaways and events as a receipt shows. */
export const mostOfReceipt = 200;
/** The most pieces of a line. */
export const mostPieces = 10_000_000;

export const receiptSorts = ["-created", "created", "expected_on", "-expected_on"] as const;
export type ReceiptSort = (typeof receiptSorts)[number];

/**
 * What is left to do: `receive` pieces that arrived, `decide` about own pieces that did not qualify, `correct` an own draft that was sent back.
 */
export const receiptToDos = ["receive", "decide", "correct"] as const;
export type ReceiptToDo = (typeof receiptToDos)[number];

/** A line as somebody announces it: a product by its variant or its SKU, and how many pieces (`number` is the same by another name). */
interface AnnouncedLine {
  readonly variant_uuid?: string | undefined;
  readonly sku?: string | undefined;
  readonly expected?: number | undefined;
  readonly number?: number | undefined;
}

/** How many pieces a line announces; null where it does not say, or says two things. */
export function announcedOf({ expected, number }: AnnouncedLine): number | null {
  if (expected !== undefined && number !== undefined && expected !== number) return null;
  return expected ?? number ?? null;
}

/** Why a line cannot be announced like that. */
export function lineRefusal(line: AnnouncedLine): RefusalName | null {
  const names = (line.variant_uuid === undefined ? 0 : 1) + ((line.sku ?? "") === "" ? 0 : 1);
  return names === 0 || announcedOf(line) === null ? "receipts.lineIncomplete" : null;
}

/** What counts of a line, in pieces: `number` = qualified + unqualified. */
export interface LineCounts {
  readonly variant_uuid: string;
  readonly expected: number;
  readonly number: number;
  readonly qualified_quantity: number;
  readonly unqualified_quantity: number;
  readonly put_away: number;
  readonly decided: number;
  readonly accepted: number;
}

/** Pieces of a line that wait to be put away: the qualified ones and those that were accepted, less what stands in its place. */
export function openPieces(line: Pick<LineCounts, "qualified_quantity" | "accepted" | "put_away">): number {
  return line.qualified_quantity + line.accepted - line.put_away;
}

/** Unqualified pieces of a line that their owner has not decided about. */
export function undecidedPieces(line: Pick<LineCounts, "unqualified_quantity" | "decided">): number {
  return line.unqualified_quantity - line.decided;
}

/**
 * The pieces of a product that may be counted in all: what was announced and the warehouse's tolerance, in whole pieces.
 * @param percent `over_receipt_percent` of the warehouse's settings
 */
export function mostToCount(expected: number, percent: number): number {
  return Math.floor((expected * (100 + percent)) / 100);
}

interface Counts {
  expected: number;
  number: number;
}

/** What was announced and counted of each product of a receipt, over its lines: the lots and boxes of a product may come otherwise than announced. */
export function countsByVariant(lines: readonly Pick<LineCounts, "variant_uuid" | "expected" | "number">[]): Map<string, Counts> {
  const sums = new Map<string, Counts>();
  for (const { variant_uuid, expected, number } of lines) {
    const sum = sums.get(variant_uuid) ?? { expected: 0, number: 0 };
    sums.set(variant_uuid, { expected: sum.expected + expected, number: sum.number + number });
  }
  return sums;
}

/**
 * Whether a receipt is done: of each product as much was counted as was announced, each qualified piece stands in its place, and each unqualified
 * one is decided about (and put away where it was accepted). One of which less came is done only when the provider closes it short.
 */
export function isAllDone(lines: readonly LineCounts[]): boolean {
  const isCounted = [...countsByVariant(lines).values()].every(({ expected, number }) => number >= expected);
  return isCounted && lines.every((line) => openPieces(line) === 0 && undecidedPieces(line) === 0);
}

/** Pieces of a product that are still on their way. */
export function incomingPieces({ expected, number }: Counts): number {
  return Math.max(expected - number, 0);
}

/** What a box's label is scanned as: the receipt's number and the box's. */
export function boxBarcode(receiptNumber: string, boxNumber: number): string {
  return `${receiptNumber}/${boxNumber}`;
}

/** Whether a scan is the label of a receipt or of one of its boxes, and no product. */
export function isBoxLabel(code: string): boolean {
  return /^R-\d{6}-\d{4,}(\/\d+)?$/.test(scannedCode(code));
}

/** What a scan or a search means: without blanks around it, in capital letters, as numbers and boxes are written. */
export function scannedCode(given: string): string {
  return given.trim().toUpperCase();
}

interface Quantities {
  readonly qualified_quantity?: number | undefined;
  readonly unqualified_quantity?: number | undefined;
  readonly quality: "good" | "bad";
}

/**
 * How many pieces a scan counts, and as what. Quantities that are told are pieces; without any the barcode says how many it stands for.
 * @param pieces of the barcode; 1 for a SKU or a line
 */
export function countedBy(
  { qualified_quantity, unqualified_quantity, quality }: Quantities,
  pieces: number,
): { qualified: number; unqualified: number } {
  if (qualified_quantity === undefined && unqualified_quantity === undefined)
    return quality === "good" ? { qualified: pieces, unqualified: 0 } : { qualified: 0, unqualified: pieces };
  return { qualified: qualified_quantity ?? 0, unqualified: unqualified_quantity ?? 0 };
}

interface Lot {
  readonly lot: string;
  /** `YYYY-MM-DD`; null where it does not expire, or nobody knows */
  readonly expires_on: string | null;
}

/** What is known when pieces of a product are inspected. Days are `YYYY-MM-DD`. */
export interface LotQuestion {
  readonly keeps_lots: boolean;
  readonly keeps_expiry: boolean;
  /** what the scan says; undefined where it says nothing */
  readonly given: { readonly lot?: string | undefined; readonly expires_on?: string | undefined };
  /** what the line announces */
  readonly announced: Lot;
  /** until when the lot of a name is good, as far as it came before; null for no such lot, or one without a day */
  readonly knownDay: (lot: string) => string | null;
  readonly today: string;
  /** unqualified pieces may have expired: that may well be why */
  readonly hasQualified: boolean;
}

type LotRefusal = Extract<
  RefusalName,
  "receipts.lotRequired" | "receipts.lotNotKept" | "receipts.expiryRequired" | "receipts.expiryDiffers" | "receipts.lotExpired"
>;

/**
 * The lot and the day that pieces are kept under. A product that keeps days alone has its day for a lot, so that the ledger tells them apart.
 * @returns a lot ("" where none is kept), or why the pieces cannot be taken like that
 */
export function lotOf(question: LotQuestion): Lot | LotRefusal {
  const { keeps_lots, keeps_expiry, given, announced } = question;
  if (!keeps_lots && (given.lot ?? "") !== "") return "receipts.lotNotKept";
  if (!keeps_lots && !keeps_expiry) return { lot: "", expires_on: null };
  const named = given.lot ?? announced.lot;
  if (keeps_lots && named === "") return "receipts.lotRequired";
  const told = given.expires_on ?? (keeps_lots && named !== announced.lot ? null : announced.expires_on);
  if (!keeps_lots) return told === null ? "receipts.expiryRequired" : dated({ lot: told, expires_on: told }, question);
  const known = question.knownDay(named);
  if (known !== null && given.expires_on !== undefined && given.expires_on !== known) return "receipts.expiryDiffers";
  const expires_on = known ?? told;
  if (keeps_expiry && expires_on === null) return "receipts.expiryRequired";
  return dated({ lot: named, expires_on }, question);
}

function dated(lot: Lot, { today, hasQualified }: LotQuestion): Lot | LotRefusal {
  return hasQualified && lot.expires_on !== null && lot.expires_on <= today ? "receipts.lotExpired" : lot;
}

/** Room of one kind (a volume, a weight), in one unit. */
interface Room {
  /** null: not limited */
  readonly capacity: number | null;
  readonly used: number;
  /** what a piece takes; null: not known */
  readonly piece: number | null;
}

/** How many pieces have room, by whichever room is less; null where none is limited, or the size of a piece is not known. */
export function fitsPieces(rooms: readonly Room[]): number | null {
  const counts = rooms.flatMap(({ capacity, used, piece }) =>
    capacity === null || piece === null || piece === 0 ? [] : [Math.max(Math.floor((capacity - used) / piece), 0)],
  );
  return counts.length === 0 ? null : Math.min(...counts);
}
