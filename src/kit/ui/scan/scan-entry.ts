/**
 * Where a scan stands: `pending` until it is answered, `waiting` while it is kept for a server that cannot be reached, `ask` where one more scan
 * is wanted.
 */
export type ScanState = "pending" | "waiting" | "done" | "ask" | "refused" | "undone";

/** A scan with what it did. */
export interface ScanEntry {
  readonly id: string;
  /** as it was scanned */
  readonly code: string;
  /** what it did, why it was refused, or what is asked; empty while nobody knows */
  readonly text: string;
  readonly state: ScanState;
  /** ms since 1970 */
  readonly at: number;
  /** takes it back; without one it cannot be */
  readonly undo?: () => Promise<void> | void;
}
