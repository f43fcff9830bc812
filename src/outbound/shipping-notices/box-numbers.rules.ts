import { mostNumberLength } from "#src/outbound/waybills/waybills.rules.ts";
import type { NoticeBox } from "./shipping-notices.contract.ts";

/** What names a box, and whether it waits for its waybill number. */
export type NumberedBox = Pick<NoticeBox, "parcel_uuid" | "parcel_number" | "box_mark" | "takes_number">;

/** Waybill numbers as typed, by parcel. */
export type Numbers = Readonly<Record<string, string>>;

/** What is wrong with a number: another box has it, a spreadsheet has rounded it, or it cannot be printed as a barcode. */
export type NumberFault = "twice" | "rounded" | "wrong";

/** A pasted row that went to no box, by its place from 1: no box has this name, its box has a number or came before, or no box is left. */
export interface StrayRow {
  readonly row: number;
  readonly text: string;
  readonly why: "unknown" | "numbered" | "again" | "beyond" | "noNumber";
}

const printable = /^[\x21-\x7e]+$/;
/** As spreadsheets show numbers of more than 11 digits. */
const rounded = /^\d([.,]\d+)?e\+?\d+$/i;

function findFault(number: string): NumberFault | null {
  if (rounded.test(number)) return "rounded";
  return number.length <= mostNumberLength && printable.test(number) ? null : "wrong";
}

/** Returns the typed numbers without spaces around them, by parcel; without those of boxes that have none. */
export function listGiven(boxes: readonly NumberedBox[], numbers: Numbers): { parcel_uuid: string; waybill_number: string }[] {
  return boxes.flatMap(({ parcel_uuid }) => {
    const waybill_number = (numbers[parcel_uuid] ?? "").trim();
    return waybill_number === "" ? [] : [{ parcel_uuid, waybill_number }];
  });
}

/**
 * Finds what is wrong with the numbers of boxes, by parcel: a box number corresponds to exactly one waybill number.
 * @param used numbers that other boxes of the shipment have already
 */
export function findFaults(boxes: readonly NumberedBox[], numbers: Numbers, used: ReadonlySet<string>): Map<string, NumberFault> {
  const given = listGiven(boxes, numbers);
  const counts = new Map<string, number>();
  for (const { waybill_number } of given) counts.set(waybill_number, (counts.get(waybill_number) ?? 0) + 1);
  return new Map(
    given.flatMap(({ parcel_uuid, waybill_number }): [string, NumberFault][] => {
      const isTwice = used.has(waybill_number) || (counts.get(waybill_number) ?? 0) > 1;
      const fault = findFault(waybill_number) ?? (isTwice ? "twice" : null);
      return fault === null ? [] : [[parcel_uuid, fault]];
    }),
  );
}

/** Splits text from a spreadsheet into rows of cells. */
export function splitCells(text: string): string[][] {
  return text
    .replace(/(\r?\n)+$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t").map((cell) => cell.trim()));
}

/** Returns the box that a cell names: by its mark, its parcel number, or its place from 1, as spreadsheets turn "3/12" into a date. */
function findBox(boxes: readonly NumberedBox[], name: string): NumberedBox | null {
  const wanted = name.toLowerCase();
  const named = boxes.find(({ box_mark, parcel_number }) => [box_mark, parcel_number].some((one) => one.toLowerCase() === wanted));
  return named ?? (/^\d{1,3}$/.test(wanted) ? (boxes[Number(wanted) - 1] ?? null) : null);
}

interface Placed {
  readonly numbers: Numbers;
  readonly strays: readonly StrayRow[];
}

type Cells = readonly string[];
const isHeader = (row: Cells, at: number) => at === 0 && !row.some((cell) => /\d/.test(cell));

function placeByName(boxes: readonly NumberedBox[], numbers: Numbers, rows: readonly Cells[]): Placed {
  const placed: Record<string, string> = { ...numbers };
  const strays: StrayRow[] = [];
  const seen = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const [name = "", number = ""] = row.filter((cell) => cell !== "");
    if (name === "" || isHeader(row, at)) continue;
    const box = findBox(boxes, name);
    const why =
      box === null ? "unknown" : !box.takes_number ? "numbered" : seen.has(box.parcel_uuid) ? "again" : number === "" ? "noNumber" : null;
    if (why !== null) strays.push({ row: at + 1, text: name, why });
    else if (box !== null) placed[box.parcel_uuid] = number;
    if (box !== null) seen.add(box.parcel_uuid);
  }
  return { numbers: placed, strays };
}

function placeInOrder(waiting: readonly NumberedBox[], numbers: Numbers, from: number, rows: readonly Cells[]): Placed {
  const placed: Record<string, string> = { ...numbers };
  const strays: StrayRow[] = [];
  const first = isHeader(rows[0] ?? [], 0) && rows.length > 1 ? 1 : 0;
  for (const [at, [number = ""]] of rows.entries()) {
    const box = waiting[from + at - first];
    if (at < first || number === "") continue;
    if (box === undefined) strays.push({ row: at + 1, text: number, why: "beyond" });
    else placed[box.parcel_uuid] = number;
  }
  return { numbers: placed, strays };
}

/**
 * Places pasted rows, or those of a file: two columns go by the name of the box in the first, a single column fills the boxes that wait, in their order.
 * @param from the place among the boxes that wait where a single column begins
 */
export function placeRows(boxes: readonly NumberedBox[], numbers: Numbers, from: number, rows: readonly Cells[]): Placed {
  const hasNames = rows.some((row) => row.filter((cell) => cell !== "").length > 1);
  const waiting = boxes.filter(({ takes_number }) => takes_number);
  return hasNames ? placeByName(boxes, numbers, rows) : placeInOrder(waiting, numbers, from, rows);
}
