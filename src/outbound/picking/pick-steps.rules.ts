import { normalizeCode } from "#src/warehouse/receipts/receipts.rules.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import type { PickLine, PickTask } from "./picking.contract.ts";
import type { ShortReason } from "#src/outbound/orders/orders.rules.ts";

/** Pieces of one SKU and lot that are picked at one location in one go; on a cart, for one place. */
export interface PickStop {
  /** identifies the stop among those of its task */
  readonly key: string;
  /** in walking order */
  readonly lines: readonly PickLine[];
  /** the first line: what all of them share */
  readonly goods: PickLine;
  readonly quantity: number;
}

/** How far a person is at the current stop. */
export interface AtStop {
  /** the location that was scanned; null before */
  readonly locationUuid: string | null;
  /** pieces scanned */
  readonly counted: number;
  /** pieces that the next scan counts */
  readonly preset: number;
}
export const noStop: AtStop = { locationUuid: null, counted: 0, preset: 1 };

/** What a person does next with a task. */
export type PickStep =
  | { readonly kind: "tote" | "finished" }
  /** `sending`: every piece was scanned, and the answer is not here yet */
  | { readonly kind: "location" | "product" | "slot" | "sending"; readonly stop: PickStop };

function getStopKey({ location_uuid, variant_uuid, lot, slot }: PickLine): string {
  return JSON.stringify([location_uuid, variant_uuid, lot, slot]);
}

/** Groups the lines that are still to be picked into stops, in walking order. */
export function listStops(lines: readonly PickLine[]): PickStop[] {
  const pending = lines.filter(({ status }) => status === "pending").toSorted((a, b) => a.sequence - b.sequence);
  const byKey = Map.groupBy(pending, getStopKey);
  return [...byKey].flatMap(([key, grouped]) => {
    const [goods] = grouped;
    if (goods === undefined) return [];
    return [{ key, lines: grouped, goods, quantity: grouped.reduce((sum, { quantity }) => sum + quantity, 0) }];
  });
}

/** Returns what a person does next: scan a tote, go to a location, scan its goods, put them in their place on the cart. */
export function getPickStep({ tote, lines }: Pick<PickTask, "tote" | "lines">, at: AtStop): PickStep {
  const [stop] = listStops(lines);
  if (stop === undefined) return { kind: "finished" };
  if (tote === "") return { kind: "tote" };
  if (at.locationUuid !== stop.goods.location_uuid) return { kind: "location", stop };
  if (at.counted < stop.quantity) return { kind: "product", stop };
  return { kind: stop.goods.slot === null ? "sending" : "slot", stop };
}

/** What a scan at a stop means. */
export type PickScan =
  | { readonly kind: "arrived" | "here" }
  | { readonly kind: "counted"; readonly counted: number; readonly isComplete: boolean }
  | { readonly kind: "placed" }
  | {
      readonly kind: "locationFirst" | "wrongLocation" | "wrongProduct" | "wrongLot" | "tooMany" | "wrongSlot";
    };

/** Returns true if a scan names the goods: by their SKU, a barcode, or the GTIN of a longer code. */
export function namesGoods(scan: Scan, { codes }: Pick<PickLine, "codes">): boolean {
  const wanted = normalizeCode(getLookupCode(scan));
  return codes.some(
    (code) =>
      normalizeCode(code) === wanted || (scan.gtin !== undefined && /^\d{8,14}$/.test(code) && code.padStart(14, "0") === scan.gtin),
  );
}

function namesLocation(scan: Scan, { location }: PickLine): boolean {
  return normalizeCode(scan.text) === normalizeCode(location);
}

function readProduct(scan: Scan, { goods, quantity }: PickStop, { counted, preset }: AtStop): PickScan {
  if (!namesGoods(scan, goods)) return { kind: namesLocation(scan, goods) ? "here" : "wrongProduct" };
  // A code without a lot does not contradict: the label shows the lot that the person reads.
  const isOtherLot = scan.lot !== undefined && goods.lot !== "" && normalizeCode(scan.lot) !== normalizeCode(goods.lot);
  if (isOtherLot) return { kind: "wrongLot" };
  const now = counted + preset;
  if (now > quantity) return { kind: "tooMany" };
  return { kind: "counted", counted: now, isComplete: now === quantity };
}

/** Returns what a scan means at the current stop. */
export function readPickScan(scan: Scan, { kind, stop }: Extract<PickStep, { stop: PickStop }>, at: AtStop): PickScan {
  const { goods } = stop;
  if (kind === "location") {
    if (namesLocation(scan, goods)) return { kind: "arrived" };
    return { kind: namesGoods(scan, goods) ? "locationFirst" : "wrongLocation" };
  }
  if (kind !== "slot") return readProduct(scan, stop, at);
  return { kind: scan.text.trim() === String(goods.slot) ? "placed" : "wrongSlot" };
}

/** Returns the task with lines that were picked here, or reported as short, before the server confirms it. */
export function withEndedLines(task: PickTask, lineNumbers: readonly number[], status: "picked" | "short" = "picked"): PickTask {
  const ended = new Set(lineNumbers);
  const lines = task.lines.map((line) => (ended.has(line.line_number) && line.status === "pending" ? { ...line, status } : line));
  return { ...task, lines };
}

/** Returns a state of the server's with what was sent from this device: the server may have answered before it arrived. */
export function withSentLines(
  task: PickTask,
  sent: readonly { readonly line_number: number; readonly status: "picked" | "short" }[],
): PickTask {
  return sent.reduce((now, { line_number, status }) => withEndedLines(now, [line_number], status), task);
}

/** Returns the task with lines moved behind all others, in their own order. */
export function withSkippedLines(task: PickTask, lineNumbers: readonly number[]): PickTask {
  const last = Math.max(0, ...task.lines.map(({ sequence }) => sequence));
  const skipped = task.lines.filter(({ line_number }) => lineNumbers.includes(line_number)).toSorted((a, b) => a.sequence - b.sequence);
  const moved = new Map(skipped.map(({ line_number }, place) => [line_number, last + 1 + place]));
  return { ...task, lines: task.lines.map((line) => ({ ...line, sequence: moved.get(line.line_number) ?? line.sequence })) };
}

/** What is sent when a stop has fewer pieces than its lines name. */
export interface ShortPick {
  /** lines of which every piece was found */
  readonly whole: readonly number[];
  /** the others, with the pieces found of each */
  readonly short: readonly { readonly line_number: number; readonly picked_quantity: number; readonly reason: ShortReason }[];
}

/** Divides the pieces found among the lines of a stop: the first lines get theirs in full, so that as few orders as possible are short. */
export function divideFound({ lines }: PickStop, found: number, reason: ShortReason): ShortPick {
  let left = found;
  const whole: number[] = [];
  const short: { line_number: number; picked_quantity: number; reason: ShortReason }[] = [];
  for (const { line_number, quantity } of lines) {
    if (left >= quantity) whole.push(line_number);
    else short.push({ line_number, picked_quantity: left, reason });
    left = Math.max(0, left - quantity);
  }
  return { whole, short };
}

/** Parses the number of pieces found, from 0 to one less than the stop needs; null if it is none of these. */
export function parseFound(text: string, { quantity }: Pick<PickStop, "quantity">): number | null {
  if (!/^\d{1,9}$/.test(text.trim())) return null;
  const found = Number(text);
  return found < quantity ? found : null;
}

/** Returns the person's place at the stop if a newer state of the task still begins with it; else the beginning of the next. */
export function keepPlace(before: Pick<PickTask, "lines"> | null, after: Pick<PickTask, "lines">, at: AtStop): AtStop {
  const [old] = listStops(before?.lines ?? []);
  const [now] = listStops(after.lines);
  if (now === undefined || old === undefined) return noStop;
  // Without a place on the cart, the last piece of a stop is the one whose scan sends it.
  if (old.key === now.key) return { ...at, counted: Math.min(at.counted, now.goods.slot === null ? now.quantity - 1 : now.quantity) };
  return noStop;
}

/** Returns how many pieces of a task are done: picked, and to be picked in total. */
export function countPicked(lines: readonly PickLine[]): { readonly picked: number; readonly all: number } {
  const counted = lines.filter(({ status }) => status !== "cancelled");
  const sum = (some: readonly PickLine[], get: (line: PickLine) => number) => some.reduce((total, line) => total + get(line), 0);
  // A line that was picked here may not have the server's figure yet.
  const getPicked = ({ status, quantity, picked_quantity }: PickLine) => (status === "picked" ? quantity : picked_quantity);
  return { picked: sum(counted, getPicked), all: sum(counted, ({ quantity }) => quantity) };
}

/** Returns the code of a pick task, as its pick list has it in bars. */
export function getTaskCode({ wave_number, task_number }: { readonly wave_number: string; readonly task_number: number }): string {
  return `${wave_number}/${task_number}`;
}
