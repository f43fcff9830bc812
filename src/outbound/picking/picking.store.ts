import { z } from "zod";
import { create } from "zustand";
import { defineSavedWork } from "#src/warehouse/scanning/saved-work.storage.ts";
import type { LeftPieces, PickTask, PickTaskRow } from "./picking.contract.ts";
import { getPickTask, listLeftPieces } from "./picking.contract.ts";
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
    task: getPickTask.output,
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

/** A person's state in returning pieces to the shelf. */
export interface Returning {
  /** the tote that was scanned; empty before */
  readonly tote: string;
  /** pieces that are being taken to a location */
  readonly inHand: LeftPieces | null;
  /** pieces that the last scan may mean */
  readonly choices: readonly LeftPieces[];
}
export const noReturning: Returning = { tote: "", inHand: null, choices: [] };

const savedReturn = defineSavedWork(
  "picking.return",
  z.object({ tote: z.string(), inHand: listLeftPieces.output.shape.result.element.nullable() }),
);

/** States by person: they survive leaving the screen. */
export const useReturnings = create<{ readonly returnings: Readonly<Record<string, Returning>> }>(() => ({ returnings: {} }));

/** Returns a person's current state in returning pieces. After a reload it is read from the device. */
export function getReturning(person: string): Returning {
  const known = useReturnings.getState().returnings[person];
  return known ?? { ...noReturning, ...savedReturn.read(person) };
}

/** Changes a person's state in returning pieces. It survives a reload. */
export function changeReturning(person: string, change: Partial<Returning>): void {
  const now = { ...getReturning(person), ...change };
  useReturnings.setState(({ returnings }) => ({ returnings: { ...returnings, [person]: now } }));
  const { tote, inHand } = now;
  savedReturn.write(person, tote === "" ? null : { tote, inHand });
}
