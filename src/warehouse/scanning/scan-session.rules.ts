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
    }
  | { readonly kind: "undone"; readonly id: string };

/** Older ones are in the ledger's history, not on a hand-held. */
const mostEntries = 50;

function answered(entry: ScanEntry, event: Extract<ScanEvent, { kind: "answered" }>): ScanEntry {
  // An undone scan stays undone, even if an answer arrives later.
  if (entry.state === "undone") return entry;
  const { undo: _before, ...rest } = entry;
  return { ...rest, state: event.state, text: event.text, ...(event.undo === undefined ? {} : { undo: event.undo }) };
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
    const { undo: _done, ...rest } = entry;
    // A question that is withdrawn is no result: what was scanned is shown.
    return { ...rest, text: entry.state === "ask" ? "" : entry.text, state: "undone" as const, undoneUnder: entries[0]?.id ?? entry.id };
  });
}

/**
 * Finds the scan that undo applies to: the newest that had an effect. Never an earlier one while that is pending or cannot be undone.
 * @returns null if there is none
 */
export function findUndoable(entries: readonly ScanEntry[]): ScanEntry | null {
  const newest = entries.find(({ state }) => state !== "refused" && state !== "undone");
  return newest?.undo === undefined ? null : newest;
}

/** Finds the scan whose result is shown: the newest, or what was undone since; a refusal before that is over. Null before the first scan. */
export function findShown(entries: readonly ScanEntry[]): ScanEntry | null {
  const newest = entries[0] ?? null;
  // Undoing goes from the newest to older ones: the one undone last is the furthest down.
  return entries.findLast(({ state, undoneUnder }) => state === "undone" && undoneUnder === newest?.id) ?? newest;
}

/** Returns the code to look a scan up by: its text, or for a GS1 element string the GTIN as printed below a plain barcode. */
export function getLookupCode({ text, gtin }: Scan): string {
  if (gtin === undefined || text.length <= 14) return text;
  return gtin.startsWith("0") ? gtin.slice(1) : gtin;
}
