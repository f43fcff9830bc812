import { z } from "zod";
import { create } from "zustand";
import { defineSavedWork } from "#src/warehouse/scanning/saved-work.storage.ts";
import { findToPack, getPacking } from "./packing.contract.ts";
import type { Packing, PackRow, Parcel } from "./packing.contract.ts";
import type { DraftParcel } from "./pack-steps.rules.ts";
import { emptyDraft } from "./pack-steps.rules.ts";

/** A question that must be answered first. It belongs to a scan in the list; Escape dismisses it. */
export type PackingQuestion =
  | { readonly kind: "which"; readonly entry: string; readonly orders: readonly PackRow[] }
  | { readonly kind: "unpack" | "damaged"; readonly entry: string };

/** A person's state when packing. */
export interface PackingState {
  /** the order that is open */
  readonly packing: Packing | null;
  /** its parcels that are full */
  readonly drafts: readonly DraftParcel[];
  /** the parcel that is being packed; without pieces it is meant for all that is left */
  readonly current: DraftParcel;
  /** the parcels that were packed last; without any, they are not known yet */
  readonly last: { readonly order: string; readonly parcels: readonly Pick<Parcel, "parcel_uuid" | "parcel_number">[] } | null;
  readonly question: PackingQuestion | null;
  /** scanned without network and found since: they wait to be chosen */
  readonly found: readonly PackRow[];
}
export const noPacking: PackingState = { packing: null, drafts: [], current: emptyDraft, last: null, question: null, found: [] };

const draft = z.object({
  box_uuid: z.string().nullable().optional(),
  items: z.array(z.object({ variant_uuid: z.string(), lot: z.string(), quantity: z.int() })).readonly(),
  consumables: z.array(z.object({ box_uuid: z.string(), quantity: z.int() })).readonly(),
});

/** The open order, its drafts and the orders that were found late: enough to go on after a reload. */
const savedPacking = defineSavedWork(
  "packing.open",
  z.object({
    packing: getPacking.output.nullable(),
    drafts: z.array(draft).readonly(),
    current: draft,
    found: findToPack.output.shape.orders.default([]),
  }),
);

/** The work of each person on this page. It survives leaving the screen, and nobody takes over another's work. */
export const usePackings = create<{ readonly packings: Readonly<Record<string, PackingState>> }>(() => ({ packings: {} }));

/** Returns a person's current state. After a reload it is read from the device. */
export function getPackingState(person: string): PackingState {
  const known = usePackings.getState().packings[person];
  return known ?? { ...noPacking, ...savedPacking.read(person) };
}

/** Changes a person's state. The open order and its drafts survive a reload. */
export function changePacking(person: string, change: Partial<PackingState>): void {
  const now = { ...getPackingState(person), ...change };
  usePackings.setState(({ packings }) => ({ packings: { ...packings, [person]: now } }));
  const { packing, drafts, current, found } = now;
  savedPacking.write(person, packing === null && found.length === 0 ? null : { packing, drafts, current, found: [...found] });
}
