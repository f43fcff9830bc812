/**
 * The state of a scan: `pending` until the server responds, `waiting` while it is stored because the server cannot be reached, `ask` if another scan is
 * needed.
 */
export type ScanState = "pending" | "waiting" | "done" | "ask" | "refused" | "undone";

/** A scan with its result. */
export interface ScanEntry {
  readonly id: string;
  /** as it was scanned */
  readonly code: string;
  /** the result, the reason of the refusal, or the question; empty until known */
  readonly text: string;
  readonly state: ScanState;
  /** ms since 1970 */
  readonly at: number;
  /** of a refused scan: it is still in somebody's hand, and nothing else is undone before it is dealt with; or it was put away, and is shown no more */
  readonly refusal?: "blocks" | "over";
  /** of a scan that is done: it says something unexpected, and is shown and heard differently */
  readonly isWarning?: true;
  /** of an undone scan: the newest scan when it was undone */
  readonly undoneUnder?: string;
  /** undoes the scan; absent if it cannot be undone */
  readonly undo?: () => Promise<void> | void;
}
