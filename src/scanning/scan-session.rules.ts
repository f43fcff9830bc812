import type { ScanEntry } from "#src/ui/scan/scan-entry.ts";

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
const mostKept = 50;

function answered(entry: ScanEntry, event: Extract<ScanEvent, { kind: "answered" }>): ScanEntry {
  // Taken back is taken back, whatever answer comes late.
  if (entry.state === "undone") return entry;
  const { undo: _before, ...rest } = entry;
  return { ...rest, state: event.state, text: event.text, ...(event.undo === undefined ? {} : { undo: event.undo }) };
}

/**
 * The scans after an event.
 * @param entries newest first
 */
export function withEvent(entries: readonly ScanEntry[], event: ScanEvent): readonly ScanEntry[] {
  if (event.kind === "begun") {
    const { id, code, at } = event;
    return [{ id, code, at, text: "", state: "pending" as const }, ...entries].slice(0, mostKept);
  }
  return entries.map((entry) => {
    if (entry.id !== event.id) return entry;
    if (event.kind === "answered") return answered(entry, event);
    const { undo: _done, ...rest } = entry;
    return { ...rest, state: "undone" as const };
  });
}

/**
 * The scan that one key takes back: the newest that did something. Not one before it, while that one is under way or cannot be taken back.
 * @returns null where there is none
 */
export function undoable(entries: readonly ScanEntry[]): ScanEntry | null {
  const newest = entries.find(({ state }) => state !== "refused" && state !== "undone");
  return newest?.undo === undefined ? null : newest;
}
