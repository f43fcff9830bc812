import { create } from "zustand";
import type { Parcel } from "./packing.contract.ts";

/** A weight that was measured, and whether it is as expected. */
interface Measured {
  readonly grams: number;
  readonly isOff: boolean;
}

/** A parcel of a batch, measured but not saved. */
export interface BatchRow {
  readonly parcel: Parcel;
  readonly measured: Measured;
  /** the server's refusal; empty without one */
  readonly refusal: string;
}

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
  /** of the batch */
  readonly rows: readonly BatchRow[];
}
export const noWeighing: Weighing = { parcel: null, measured: null, question: null, last: null, rows: [] };

/** The work of each person on each weighing screen. It survives leaving the screen. */
export const useWeighings = create<{ readonly weighings: Readonly<Record<string, Weighing>> }>(() => ({ weighings: {} }));

/** Returns the current state. @param key the person and the screen */
export function getWeighing(key: string): Weighing {
  return useWeighings.getState().weighings[key] ?? noWeighing;
}

/** Changes the state. */
export function changeWeighing(key: string, change: Partial<Weighing>): void {
  useWeighings.setState(({ weighings }) => ({ weighings: { ...weighings, [key]: { ...(weighings[key] ?? noWeighing), ...change } } }));
}

/** Measures a parcel: whether the weight is as expected. */
export function measure({ expected_grams, allowed_grams }: Parcel, grams: number): Measured {
  const isKnown = expected_grams !== null && allowed_grams !== null;
  return { grams, isOff: isKnown && Math.abs(grams - expected_grams) > allowed_grams };
}
