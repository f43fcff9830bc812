import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Location } from "#src/warehouse/warehouses/locations.contract.ts";

/** Upper limits: lines of a receipt, its boxes, and photos of one call. */
export const mostLines = 1000;
export const mostBoxes = 9999;
export const mostPhotos = 9;
/** The most photos of a receipt. */
export const mostPhotosOfReceipt = 200;
/** How many of the newest inspections, putaways and events a receipt shows. */
export const mostOfReceipt = 200;
/** The most pieces of a line. */
export const mostPieces = 10_000_000;

export const receiptSorts = ["-created", "created", "expected_on", "-expected_on"] as const;
export type ReceiptSort = (typeof receiptSorts)[number];

/** What is left to do: `receive` pieces that arrived, `decide` about one's own unqualified pieces, `correct` one's own returned draft. */
export const receiptToDos = ["receive", "decide", "correct"] as const;
export type ReceiptToDo = (typeof receiptToDos)[number];

/** An announced line: a product by variant or SKU, and its pieces (`number` is an alias of `expected`). */
interface AnnouncedLine {
  readonly variant_uuid?: string | undefined;
  readonly sku?: string | undefined;
  readonly expected?: number | undefined;
  readonly number?: number | undefined;
}

/** Returns the pieces a line announces; null if missing or contradictory. */
export function getAnnouncedPieces({ expected, number }: AnnouncedLine): number | null {
  if (expected !== undefined && number !== undefined && expected !== number) return null;
  return expected ?? number ?? null;
}

/** Returns why a line cannot be announced; null if it can. */
export function getLineRefusal(line: AnnouncedLine): RefusalName | null {
  const names = (line.variant_uuid === undefined ? 0 : 1) + ((line.sku ?? "") === "" ? 0 : 1);
  return names === 0 || getAnnouncedPieces(line) === null ? "receipts.lineIncomplete" : null;
}

/** The counts of a line, in pieces: `number` = qualified + unqualified. */
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

/** Returns the pieces of a line that wait for putaway: qualified and accepted, less those put away. */
export function getOpenPieces(line: Pick<LineCounts, "qualified_quantity" | "accepted" | "put_away">): number {
  return line.qualified_quantity + line.accepted - line.put_away;
}

/** Returns the unqualified pieces of a line that their owner has not decided about. */
export function getUndecidedPieces(line: Pick<LineCounts, "unqualified_quantity" | "decided">): number {
  return line.unqualified_quantity - line.decided;
}

/**
 * Returns the most pieces of a product that may be counted: the announced ones plus the warehouse's tolerance, rounded down.
 * @param percent `over_receipt_percent` of the warehouse's settings
 */
export function getMostToCount(expected: number, percent: number): number {
  return Math.floor((expected * (100 + percent)) / 100);
}

interface Counts {
  expected: number;
  number: number;
}

/** Sums announced and counted pieces by product: lots and boxes may arrive differently from what was announced. */
export function sumByVariant(lines: readonly Pick<LineCounts, "variant_uuid" | "expected" | "number">[]): Map<string, Counts> {
  const sums = new Map<string, Counts>();
  for (const { variant_uuid, expected, number } of lines) {
    const sum = sums.get(variant_uuid) ?? { expected: 0, number: 0 };
    sums.set(variant_uuid, { expected: sum.expected + expected, number: sum.number + number });
  }
  return sums;
}

/**
 * Returns true if a receipt is done: each product was counted in full, all qualified pieces are put away, and all unqualified ones are decided (and
 * put away if accepted).
 * If fewer pieces came, the receipt is done only when the provider closes it short.
 */
export function isAllDone(lines: readonly LineCounts[]): boolean {
  const isCounted = [...sumByVariant(lines).values()].every(({ expected, number }) => number >= expected);
  return isCounted && lines.every((line) => getOpenPieces(line) === 0 && getUndecidedPieces(line) === 0);
}

/** Returns the pieces of a product that have not arrived yet. */
export function getIncomingPieces({ expected, number }: Counts): number {
  return Math.max(expected - number, 0);
}

/** Formats the code of a box label: receipt number and box number. */
export function formatBoxBarcode(receiptNumber: string, boxNumber: number): string {
  return `${receiptNumber}/${boxNumber}`;
}

/** Returns true if a scan is the label of a receipt or box rather than a product. */
export function isBoxLabel(code: string): boolean {
  return /^R-\d{6}-\d{4,}(\/\d+)?$/.test(normalizeCode(code));
}

/** Returns true if a code was probably meant as the label of a box, with other marks or digits than ours: "R-261122-0001-1". */
export function isLikeBoxLabel(code: string): boolean {
  return /^R[\W_]?\d{4,6}[\W_]?\d{3,}[\W_]\d+$/.test(normalizeCode(code));
}

/** Normalizes a scan or search: trimmed and in capital letters, like numbers and boxes are written. */
export function normalizeCode(given: string): string {
  return given.trim().toUpperCase();
}

interface Quantities {
  readonly qualified_quantity?: number | undefined;
  readonly unqualified_quantity?: number | undefined;
  readonly quality: "good" | "bad";
}

/**
 * Returns how many pieces a scan counts, by quality. Given quantities are pieces; otherwise the barcode says how many it stands for.
 * @param pieces of the barcode; 1 for a SKU or a line
 */
export function getCountedPieces(
  { qualified_quantity, unqualified_quantity, quality }: Quantities,
  pieces: number,
): { qualified: number; unqualified: number } {
  if (qualified_quantity === undefined && unqualified_quantity === undefined)
    return quality === "good" ? { qualified: pieces, unqualified: 0 } : { qualified: 0, unqualified: pieces };
  return { qualified: qualified_quantity ?? 0, unqualified: unqualified_quantity ?? 0 };
}

/** Capacity of one kind (volume or weight), in one unit. */
interface Room {
  /** null if unlimited */
  readonly capacity: number | null;
  readonly used: number;
  /** what a piece takes; null if unknown */
  readonly piece: number | null;
}

/** Returns how many pieces fit, by the scarcer capacity; null if nothing is limited or the piece's size is unknown. */
export function countFittingPieces(rooms: readonly Room[]): number | null {
  const counts = rooms.flatMap(({ capacity, used, piece }) =>
    capacity === null || piece === null || piece === 0 ? [] : [Math.max(Math.floor((capacity - used) / piece), 0)],
  );
  return counts.length === 0 ? null : Math.min(...counts);
}

/**
 * Returns why nothing may be put away into a location, whatever the goods; null if it is allowed.
 * @param location null if no location has the scanned barcode
 * @param warehouseUuid the warehouse where the goods wait; null skips that check, for a client that does not know it
 */
export function getPutawayRefusal(
  location: Pick<Location, "warehouse_uuid" | "type" | "is_blocked"> | null,
  warehouseUuid: string | null,
): RefusalName | null {
  if (location === null) return "receipts.locationUnknown";
  if (warehouseUuid !== null && location.warehouse_uuid !== warehouseUuid) return "receipts.locationElsewhere";
  if (location.type !== "pick" && location.type !== "reserve") return "receipts.locationWrongType";
  return location.is_blocked ? "receipts.locationBlocked" : null;
}
