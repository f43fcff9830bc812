import type { PutawayTask, ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import { isBoxLabel, normalizeCode } from "#src/warehouse/receipts/receipts.rules.ts";
import type { PutawaySuggestion } from "#src/warehouse/receipts/receiving.contract.ts";
import type { BalanceRow } from "#src/warehouse/stock/stock.contract.ts";

/** A suggested location; `why` is null without an answer from the server. */
export interface Suggested {
  readonly barcode: string;
  readonly why: PutawaySuggestion["why"] | null;
  readonly fits_pieces: number | null;
}

/** Pieces of a receipt's line that are being taken to a location. */
export interface InHand {
  readonly receiptUuid: string;
  readonly receiptNumber: string;
  readonly lineUuid: string;
  readonly goods: Pick<ReceiptLine, "sku" | "title" | "variant_title" | "main_image">;
  readonly lot: string;
  /** pieces that wait for putaway */
  readonly open: number;
  /** best first */
  readonly suggestions: readonly Suggested[];
}

/** Converts a task to goods in hand with what the list knows: enough to continue offline. */
export function toInHand(task: PutawayTask): InHand {
  const { receipt_uuid, receipt_number, line_uuid, sku, title, variant_title, main_image, lot, quantity, suggested_barcode } = task;
  return {
    receiptUuid: receipt_uuid,
    receiptNumber: receipt_number,
    lineUuid: line_uuid,
    goods: { sku, title, variant_title, main_image },
    lot,
    open: quantity,
    suggestions: suggested_barcode === "" ? [] : [{ barcode: suggested_barcode, why: null, fits_pieces: null }],
  };
}

/**
 * Returns the next task of the walk. Postponed tasks come back once all others are done.
 * @param tasks in walking order
 * @param putOff postponed lines
 * @returns the task, or null if none is left, and the lines still postponed
 */
export function getNextTask(
  tasks: readonly PutawayTask[],
  putOff: readonly string[],
): { task: PutawayTask | null; putOff: readonly string[] } {
  const task = tasks.find(({ line_uuid }) => !putOff.includes(line_uuid));
  return task === undefined ? { task: tasks[0] ?? null, putOff: [] } : { task, putOff };
}

/** Finds the tasks that a code identifies by itself: by a receipt's label or a SKU. */
export function findTasksByCode(tasks: readonly PutawayTask[], code: string): PutawayTask[] {
  const wanted = normalizeCode(code);
  if (isBoxLabel(code)) return tasks.filter(({ receipt_number }) => receipt_number === wanted.split("/", 1)[0]);
  return tasks.filter(({ sku }) => normalizeCode(sku) === wanted);
}

/**
 * Returns what is left in hand after some pieces were put away; null for nothing. That location now holds the same goods, so it is suggested first
 * with less room, or not at all if it is full.
 */
export function takeFromHand(inHand: InHand, location: string, pieces: number): InHand | null {
  const open = inHand.open - pieces;
  if (open <= 0) return null;
  const isThere = ({ barcode }: Suggested) => normalizeCode(barcode) === normalizeCode(location);
  const room = inHand.suggestions.find(isThere)?.fits_pieces ?? null;
  const fits = room === null ? null : Math.max(room - pieces, 0);
  const here: Suggested = { barcode: normalizeCode(location), why: "same_item_and_lot", fits_pieces: fits };
  const others = inHand.suggestions.filter((one) => !isThere(one));
  return { ...inHand, open, suggestions: fits === 0 ? others : [here, ...others] };
}

/** Returns true if a location is the first suggestion, or none is suggested: then no question is needed. */
export function isSuggested({ suggestions }: InHand, location: string): boolean {
  const [best] = suggestions;
  return best === undefined || normalizeCode(best.barcode) === normalizeCode(location);
}

/** Returns what needs confirmation about a location, as far as is known here; null for nothing. The server decides. */
export function findDoubt(
  barcode: string,
  { goods: { sku }, lot, suggestions }: Pick<InHand, "goods" | "lot" | "suggestions">,
  pieces: number,
  lies: readonly Pick<BalanceRow, "sku" | "lot">[],
): "full" | "mixed" | null {
  const room = suggestions.find((one) => normalizeCode(one.barcode) === barcode)?.fits_pieces ?? null;
  if (room !== null && room < pieces) return "full";
  const isSame = (row: Pick<BalanceRow, "sku" | "lot">) => row.sku === sku && row.lot === lot;
  return lies.length === 0 || lies.some(isSame) ? null : "mixed";
}

/** Counts the waiting tasks, of which some are loaded and some of those already done here. @param total as counted by the server */
export function countWaiting(total: number, came: number, shown: number): number {
  return Math.max(shown, total - (came - shown));
}
