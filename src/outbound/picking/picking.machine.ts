import { getNextState } from "#src/kit/lib/machine.ts";
import type { Machine } from "#src/kit/lib/machine.ts";

/** The states of a pick task, as in the constraint `pick_task_status_known`. */
export const pickTaskStatuses = ["pending", "assigned", "in_progress", "done", "cancelled"] as const;
export type PickTaskStatus = (typeof pickTaskStatuses)[number];

export const pickTaskEvents = ["claim", "take_over", "start", "pick", "finish", "leave", "cancel"] as const;
export type PickTaskEvent = (typeof pickTaskEvents)[number];

/**
 * The life of a pick task (domain.md "Pick task"). Short and skipped are of its lines: a line that is short ends, one that is skipped moves to the end. A task
 * that is left before anything was picked can be claimed by the next; otherwise it stays with its picker until somebody takes it over.
 */
export const pickTaskMachine: Machine<PickTaskStatus, PickTaskEvent> = {
  initial: "pending",
  states: pickTaskStatuses,
  transitions: [
    { from: ["pending"], event: "claim", to: "assigned" },
    { from: ["assigned"], event: "take_over", to: "assigned" },
    { from: ["in_progress"], event: "take_over", to: "in_progress" },
    { from: ["assigned"], event: "start", to: "in_progress" },
    { from: ["in_progress"], event: "pick", to: "in_progress" },
    { from: ["pending", "assigned", "in_progress"], event: "finish", to: "done" },
    { from: ["assigned"], event: "leave", to: "pending" },
    { from: ["pending", "assigned", "in_progress"], event: "cancel", to: "cancelled" },
  ],
};

/** Returns the state after `event`, or null if it is not allowed: used by buttons and commands. */
export function getNextTaskStatus(status: PickTaskStatus, event: PickTaskEvent): PickTaskStatus | null {
  return getNextState(pickTaskMachine, status, event);
}

/** The states of a line of a task, as in the constraint `pick_line_status_known`. */
export const pickLineStatuses = ["pending", "picked", "short", "cancelled"] as const;
