import type { RefusalName } from "#src/api/codes.ts";
import type { PutawayTask, ReceiptLine } from "#src/receipts/receipts.contract.ts";
import { isBoxLabel, scannedCode } from "#src/receipts/receipts.rules.ts";
import type { PutawaySuggestion } from "#src/receipts/receiving.contract.ts";
import type { BalanceRow } from "#src/stock/stock.contract.ts";
import type { Location } from "#src/warehouses/locations.contract.ts";

/** A location that is suggested; without an answer of the server nobody knows why. */
export interface Suggested {
  readonly barcode: string;
  readonly why: PutawaySuggestion["why"] | null;
  readonly fits_pieces: number | null;
}

/** Pieces in the hand: of a line of a receipt, on their way to a location. */
export interface InHand {
  readonly receiptUuid: string;
  readonly receiptNumber: string;
  readonly lineUuid: string;
  readonly goods: Pick<ReceiptLine, "sku" | "title" | "variant_title" | "main_image">;
  readonly lot: string;
  /** pieces that wait */
  readonly open: number;
  /** the best first */
  readonly suggestions: readonly Suggested[];
}

/** The pieces of a task, as far as the list of tasks tells: enough to go on without the server. */
export function inHandOf(task: PutawayTask): InHand {
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
 * The next task of the walk. Those that were put off come again once all others are done.
 * @param tasks in the order of the walk
 * @param putOff lines
 * @returns the task, or null where none is left, and what stays put off
 */
export function nextTask(
  tasks: readonly PutawayTask[],
  putOff: readonly string[],
): { task: PutawayTask | null; putOff: readonly string[] } {
  const task = tasks.find(({ line_uuid }) => !putOff.includes(line_uuid));
  return task === undefined ? { task: tasks[0] ?? null, putOff: [] } : { task, putOff };
}

/** The tasks that a code names by itself: those of a receipt's label, or of a SKU. */
export function tasksOfCode(tasks: readonly PutawayTask[], code: string): PutawayTask[] {
  const wanted = scannedCode(code);
  if (isBoxLabel(code)) return tasks.filter(({ receipt_number }) => receipt_number === wanted.split("/", 1)[0]);
  return tasks.filter(({ sku }) => scannedCode(sku) === wanted);
}

/**
 * What stays in the hand after some of it was put into a location, or null for nothing. That location holds the same goods now: it comes first, with
 * less room; without any it is not suggested again.
 */
export function afterPutting(inHand: InHand, location: string, pieces: number): InHand | null {
  const open = inHand.open - pieces;
  if (open <= 0) return null;
  const isThere = ({ barcode }: Suggested) => scannedCode(barcode) === scannedCode(location);
  const room = inHand.suggestions.find(isThere)?.fits_pieces ?? null;
  const fits = room === null ? null : Math.max(room - pieces, 0);
  const here: Suggested = { barcode: scannedCode(location), why: "same_item_and_lot", fits_pieces: fits };
  const others = inHand.suggestions.filter((one) => !isThere(one));
  return { ...inHand, open, suggestions: fits === 0 ? others : [here, ...others] };
}

/** Whether a location is the one that is suggested first, or nothing is suggested: then nobody is asked. */
export function isSuggested({ suggestions }: InHand, location: string): boolean {
  const [best] = suggestions;
  return best === undefined || scannedCode(best.barcode) === scannedCode(location);
}

/**
 * What speaks against a location whatever is put there, as the server says it of a putaway.
 * @param location null: there is none of this code
 * @param warehouseUuid where the goods wait; null where that is not known
 */
export function unfitFor(
  location: Pick<Location, "warehouse_uuid" | "type" | "is_blocked"> | null,
  warehouseUuid: string | null,
): RefusalName | null {
  if (location === null) return "receipts.locationUnknown";
  if (warehouseUuid !== null && location.warehouse_uuid !== warehouseUuid) return "receipts.locationElsewhere";
  if (location.type !== "pick" && location.type !== "reserve") return "receipts.locationWrongType";
  return location.is_blocked ? "receipts.locationBlocked" : null;
}

/** What a person should look at twice in a location, as far as it can be told here; the server has the last word. Null for nothing. */
export function doubtAbout(
  barcode: string,
  { goods: { sku }, lot, suggestions }: Pick<InHand, "goods" | "lot" | "suggestions">,
  pieces: number,
  lies: readonly Pick<BalanceRow, "sku" | "lot">[],
): "full" | "mixed" | null {
  const room = suggestions.find((one) => scannedCode(one.barcode) === barcode)?.fits_pieces ?? null;
  if (room !== null && room < pieces) return "full";
  return lies.some((row) => row.sku !== sku || row.lot !== lot) ? "mixed" : null;
}

/** How many tasks wait, of which some came, and of those some are done here already. @param total as the server counted */
export function waitingCount(total: number, came: number, shown: number): number {
  return Math.max(shown, total - (came - shown));
}
