import { z } from "zod";
import { create } from "zustand";
import type { InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import { defineSavedWork } from "#src/warehouse/scanning/saved-work.storage.ts";
import type { CountChoice, countStock, StocktakeLine } from "./stocktake.contract.ts";

/** A count being sent, with the scan that made it. */
export interface Count {
  readonly entry: string;
  readonly code: string;
  readonly input: InputOf<typeof countStock>;
  /** the lot was part of the product's code; the warehouse may not track it */
  readonly hasLotOfCode: boolean;
  /** the code has the shape of a product's, so it cannot be a location's */
  readonly isGoods: boolean;
}

/** A location being counted, and who already finished it; empty for nobody. */
export interface CountedLocation {
  readonly uuid: string;
  readonly barcode: string;
  readonly finishedBy: string;
}

/** A question that must be answered before counting continues. */
export type CountQuestion =
  | { readonly kind: "lot"; readonly entry: string; readonly code: string; readonly count: Count }
  | { readonly kind: "product"; readonly entry: string; readonly count: Count; readonly choices: readonly CountChoice[] }
  | { readonly kind: "number"; readonly entry: string }
  /** a location outside the plan is counted only after confirmation */
  | { readonly kind: "outside"; readonly entry: string; readonly place: CountedLocation }
  /** offline, the code may be a location or a product: the count if it is a product, and whether that is already queued */
  | { readonly kind: "what"; readonly entry: string; readonly count: Count; readonly isSent: boolean };

/** What a code is, according to the server or the person. */
type Meaning = "location" | "product";

/** A person's state in counting. */
export interface Counting {
  readonly location: { readonly uuid: string; readonly barcode: string } | null;
  readonly question: CountQuestion | null;
  readonly last: { readonly line: StocktakeLine } | null;
  /** by code: what is known without asking the server */
  readonly known: Readonly<Record<string, Meaning>>;
}
export type Counted = OutputOf<typeof countStock>;

export const noCounting: Counting = { location: null, question: null, last: null, known: {} };

/** States by person, stocktake and round: they survive leaving the screen. */
export const useCounting = create<{ readonly countings: Readonly<Record<string, Counting>> }>(() => ({ countings: {} }));

/** The location a person counts at, with its stocktake and round. */
const savedLocation = defineSavedWork("stock.counting", z.object({ key: z.string(), uuid: z.string(), barcode: z.string() }));

/** Returns the key of a count: the person, the stocktake and the round. */
export function getCountingKey(person: string, stocktakeUuid: string, round: "first" | "second"): string {
  return [person, stocktakeUuid, round].join(" ");
}

/** Reads the location that was open in this count before the reload; null for none. */
export function readSavedLocation(key: string): { readonly uuid: string; readonly barcode: string } | null {
  const kept = savedLocation.read(getPerson(key));
  return kept?.key === key ? kept : null;
}

function getPerson(key: string): string {
  return key.split(" ").slice(0, -2).join(" ");
}

/** Returns the current state, for steps that follow an answer. */
export function getCounting(key: string): Counting {
  return useCounting.getState().countings[key] ?? noCounting;
}

/** Changes a part of the state. The open location survives a reload. */
export function changeCounting(key: string, part: Partial<Counting>): void {
  useCounting.setState(({ countings }) => ({ countings: { ...countings, [key]: { ...(countings[key] ?? noCounting), ...part } } }));
  if (part.location !== undefined) savedLocation.write(getPerson(key), part.location === null ? null : { key, ...part.location });
}

/** Remembers what a code is, for use offline. */
export function rememberMeaning(key: string, code: string, meaning: Meaning): void {
  changeCounting(key, { known: { ...getCounting(key).known, [code]: meaning } });
}
