import type { PickTaskStatus } from "#src/outbound/picking/picking.machine.ts";
import type { WaveRow } from "./waves.contract.ts";
import type { WaveStatus } from "./waves.machine.ts";

/** The tone of each status of a wave. */
export const waveTones = {
  draft: "quiet",
  planned: "warn",
  released: "normal",
  held: "bad",
  picking: "normal",
  picked: "good",
  done: "quiet",
  cancelled: "quiet",
} as const satisfies Record<WaveStatus, string>;

/** The tone of each status of a task. */
export const taskTones = {
  pending: "quiet",
  assigned: "normal",
  in_progress: "normal",
  done: "good",
  cancelled: "quiet",
} as const satisfies Record<PickTaskStatus, string>;

/** How far a released wave is picked, 0 to 1: what was not found counts as done. Null before its release, and for one without pieces. */
export function getPickedPart({
  released_at,
  task_pieces,
  picked_pieces,
  short_pieces,
}: Pick<WaveRow, "released_at" | "task_pieces" | "picked_pieces" | "short_pieces">): number | null {
  return released_at === "" || task_pieces === 0 ? null : (picked_pieces + short_pieces) / task_pieces;
}
