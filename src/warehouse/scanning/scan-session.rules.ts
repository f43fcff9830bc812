import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import type { ScanEntry } from "#src/kit/ui/scan/scan-entry.ts";

/** What happens to the scans of a screen. */
export type ScanEvent =
  | { readonly kind: "begun"; readonly id: string; readonly code: string; readonly at: number }
  | {
      readonly kind: "answered";
      readonly id: string;
      readonly state: "done" | "ask" | "refused" | "waiting";
      readonly text: string;
      readonly undo?: () => Promise<void> | void;
      /** of a refusal: until it is dealt with, nothing is undone */
      readonly blocks?: true;
      /** of success: something unexpected is said with it */
      readonly isWarning?: true;
    }
  | { readonly kind: "undone"; readonly id: string }
  /** the person has seen a refusal */
  | { readonly kind: "seen"; readonly id: string };

/** Older ones are in the ledger's history, not on a hand-held. */
const mostEntries = 50;

function answered(entry: ScanEntry, event: Extract<ScanEvent, { kind: "answered" }>): ScanEntry {
  // An undone scan stays undone, even if an answer arrives later.
  if (entry.state === "undone") return entry;
  const { undo: _before, ...rest } = entry;
  return {
    ...rest,
    state: event.state,
    text: event.text,
    ...(event.undo === undefined ? {} : { undo: event.undo }),
    ...(event.isWarning === undefined ? {} : { isWarning: event.isWarning }),
    ...(event.blocks === undefined ? {} : { refusal: "blocks" as const }),
  };
}

/**
 * Applies an event to the scans.
 * @param entries newest first
 */
export function withEvent(entries: readonly ScanEntry[], event: ScanEvent): readonly ScanEntry[] {
  if (event.kind === "begun") {
    const { id, code, at } = event;
    return [{ id, code, at, text: "", state: "pending" as const }, ...entries].slice(0, mostEntries);
  }
  return entries.map((entry) => {
    if (entry.id !== event.id) return entry;
    if (event.kind === "answered") return answered(entry, event);
    if (event.kind === "seen") return entry.state === "refused" ? { ...entry, refusal: "over" as const } : entry;
    const { undo: _done, ...rest } = entry;
    // A question that is withdrawn is no result: what was scanned is shown.
    return { ...rest, text: entry.state === "ask" ? "" : entry.text, state: "undone" as const, undoneUnder: entries[0]?.id ?? entry.id };
  });
}

/**
 * Finds the scan that undo applies to: the newest. A refused one had no effect and is put away, so that nobody takes back the good scan before it by mistake;
 * the next undo goes on from there. Never an earlier one while the newest is pending, blocks or cannot be undone.
 * @returns null if there is none
 */
export function findUndoable(entries: readonly ScanEntry[]): ScanEntry | null {
  const newest = entries.find(({ state, refusal }) => state !== "undone" && refusal !== "over");
  if (newest?.state === "refused") return newest.refusal === "blocks" ? null : newest;
  return newest?.undo === undefined ? null : newest;
}

/** Finds the scan whose result is shown: the newest, or what was undone since. Null before the first scan, and once a refusal was put away. */
export function findShown(entries: readonly ScanEntry[]): ScanEntry | null {
  const newest = entries[0] ?? null;
  // Undoing goes from the newest to older ones: the one undone last is the furthest down.
  const undone = entries.findLast(({ state, undoneUnder }) => state === "undone" && undoneUnder === newest?.id);
  return undone ?? (newest?.refusal === "over" ? null : newest);
}

/** Returns the code to look a scan up by: its text, or for a GS1 element string the GTIN as printed below a plain barcode. */
export function getLookupCode({ text, gtin }: Scan): string {
  if (gtin === undefined || text.length <= 14) return text;
  return gtin.startsWith("0") ? gtin.slice(1) : gtin;
}
