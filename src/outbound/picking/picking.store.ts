import { z } from "zod";
import { create } from "zustand";
import { defineSavedWork } from "#src/warehouse/scanning/saved-work.storage.ts";
import type { PickTask, PickTaskRow } from "./picking.contract.ts";
import { pickTaskOnDevice } from "./picking.contract.ts";
import type { AtStop } from "./pick-steps.rules.ts";
import { noStop } from "./pick-steps.rules.ts";

/** A question that must be answered first. It belongs to a scan in the list; Escape dismisses it. */
export type PickQuestion =
  | { readonly kind: "quantity" | "found"; readonly entry: string }
  | { readonly kind: "reason"; readonly entry: string; readonly found: number }
  | { readonly kind: "takeOver"; readonly entry: string; readonly task: Pick<PickTaskRow, "task_uuid" | "picker"> };

/** A person's state in picking. */
export interface Picking {
  /** the task being picked, with what was picked on this device */
  readonly task: PickTask | null;
  readonly at: AtStop;
  /** lines sent from this device that an answer of the server may not contain yet */
  readonly sent: readonly { readonly line_number: number; readonly status: "picked" | "short" }[];
  readonly question: PickQuestion | null;
}
export const noPicking: Picking = { task: null, at: noStop, sent: [], question: null };

/** The open task and the place in it: enough to continue after a reload without network. */
const savedTask = defineSavedWork(
  "picking.open",
  z.object({
    task: pickTaskOnDevice,
    at: z.object({ locationUuid: z.string().nullable(), counted: z.int(), preset: z.int() }),
    sent: z.array(z.object({ line_number: z.int(), status: z.enum(["picked", "short"]) })),
  }),
);

/** The work of each person on this page. It survives leaving the screen, and nobody takes over another's work. */
export const usePickings = create<{ readonly pickings: Readonly<Record<string, Picking>> }>(() => ({ pickings: {} }));

/** Returns a person's current state. After a reload it is read from the device. */
export function getPicking(person: string): Picking {
  const known = usePickings.getState().pickings[person];
  if (known !== undefined) return known;
  const saved = savedTask.read(person);
  return saved === null ? noPicking : { ...noPicking, ...saved };
}

/** Changes a person's state. The open task and the place in it survive a reload. */
export function changePicking(person: string, change: Partial<Picking>): void {
  const picking = { ...getPicking(person), ...change };
  usePickings.setState(({ pickings }) => ({ pickings: { ...pickings, [person]: picking } }));
  const { task, at, sent } = picking;
  savedTask.write(person, task === null ? null : { task, at, sent: [...sent] });
}
