import { create } from "zustand";
import type { InputOf, OutputOf } from "#src/api/define-call.ts";
import type { CountChoice, countStock, StocktakeLine } from "./stocktake.contract.ts";

/** A count on its way, with the scan that made it. */
export interface Count {
  readonly entry: string;
  readonly code: string;
  readonly input: InputOf<typeof countStock>;
  /** the lot is the maker's code's own word: the warehouse may keep none */
  readonly hasLotOfCode: boolean;
}

/** What is asked before anything else is counted. */
type CountQuestion =
  | { readonly kind: "lot"; readonly entry: string; readonly code: string; readonly count: Count }
  | { readonly kind: "product"; readonly entry: string; readonly count: Count; readonly choices: readonly CountChoice[] }
  | { readonly kind: "number"; readonly entry: string };

/** Where somebody counts, and what was counted last. */
export interface Counting {
  readonly location: { readonly uuid: string; readonly barcode: string } | null;
  readonly question: CountQuestion | null;
  readonly last: { readonly line: StocktakeLine } | null;
}
export type Counted = OutputOf<typeof countStock>;

export const noCounting: Counting = { location: null, question: null, last: null };

/** Countings by person and stocktake: they stay while one goes elsewhere and back. */
export const useCounting = create<{ readonly countings: Readonly<Record<string, Counting>> }>(() => ({ countings: {} }));

/** What stands now, for steps that follow an answer. */
export function countingOf(key: string): Counting {
  return useCounting.getState().countings[key] ?? noCounting;
}

/** Changes a part of it. */
export function changeCounting(key: string, part: Partial<Counting>): void {
  useCounting.setState(({ countings }) => ({ countings: { ...countings, [key]: { ...(countings[key] ?? noCounting), ...part } } }));
}
