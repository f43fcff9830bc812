import { z } from "zod";
import { create } from "zustand";
import { defineSavedWork } from "#src/warehouse/scanning/saved-work.storage.ts";
import { weighParcel } from "./packing.contract.ts";
import type { Parcel } from "./packing.contract.ts";
import type { BatchRow, Measured } from "./weighing.rules.ts";

/** A person's state on a weighing screen. */
export interface Weighing {
  /** the parcel on the scale */
  readonly parcel: Parcel | null;
  /** its weight; on the screen that asks, before it is saved */
  readonly measured: Measured | null;
  /** the entry of the question for a reason, or which parcel is meant */
  readonly question:
    | { readonly kind: "reason"; readonly entry: string }
    | { readonly kind: "which"; readonly entry: string; readonly parcels: readonly Parcel[] }
    | null;
  readonly last: { readonly parcel: Parcel; readonly grams: number } | null;
  /** the warehouse of the parcel that was on the scale last; empty before */
  readonly warehouse: string;
  /** of the batch */
  readonly rows: readonly BatchRow[];
  /** scanned without network and found since: they wait to be put on the scale */
  readonly found: readonly Parcel[];
}
export const noWeighing: Weighing = { parcel: null, measured: null, question: null, last: null, warehouse: "", rows: [], found: [] };

const measured = z.object({ grams: z.int(), isOff: z.boolean() });

/** The parcel on the scale, the batch and the warehouse: enough to go on after a reload. */
const savedWeighing = defineSavedWork(
  "packing.weighing",
  z.object({
    parcel: weighParcel.output.nullable(),
    measured: measured.nullable(),
    rows: z.array(z.object({ parcel: weighParcel.output, measured, refusal: z.string(), isSent: z.boolean() })).readonly(),
    found: z.array(weighParcel.output).readonly(),
    warehouse: z.string().default(""),
  }),
);

/** The work of each person on each weighing screen. It survives leaving the screen. */
export const useWeighings = create<{ readonly weighings: Readonly<Record<string, Weighing>> }>(() => ({ weighings: {} }));

/** Returns the current state. After a reload it is read from the device. @param key the person and the screen */
export function getWeighing(key: string): Weighing {
  return useWeighings.getState().weighings[key] ?? { ...noWeighing, ...savedWeighing.read(key) };
}

/** Changes the state. A weight that waits for its reason is measured again after a reload. */
export function changeWeighing(key: string, change: Partial<Weighing>): void {
  const changed = { ...getWeighing(key), ...change };
  const now = { ...changed, warehouse: changed.parcel?.warehouse_uuid ?? changed.warehouse };
  useWeighings.setState(({ weighings }) => ({ weighings: { ...weighings, [key]: now } }));
  const { parcel, rows, found, warehouse } = now;
  const kept = now.measured?.isOff === true ? null : now.measured;
  const isEmpty = parcel === null && rows.length === 0 && found.length === 0 && warehouse === "";
  savedWeighing.write(key, isEmpty ? null : { parcel, measured: kept, rows, found, warehouse });
}
