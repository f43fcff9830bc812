import { z } from "zod";
import { create } from "zustand";
import type { InputOf, OutputOf } from "#src/api/define-call.ts";
import { defineKeptWork } from "#src/scanning/kept-work.storage.ts";
import type { CountChoice, countStock, StocktakeLine } from "./stocktake.contract.ts";

/** A count on its way, with the scan that made it. */
export interface Count {
  readonly entry: string;
  readonly code: string;
  readonly input: InputOf<typeof countStock>;
  /** the lot is the maker's code's own word: the warehouse may keep none */
  readonly hasLotOfCode: boolean;
  /** the code is one of goods by its shape, and no location's */
  readonly isGoods: boolean;
}

/** A location that is counted, and who finished it already; empty for nobody. */
export interface CountedPlace {
  readonly uuid: string;
  readonly barcode: string;
  readonly finishedBy: string;
}

/** What is asked before anything else is counted. */
export type CountQuestion =
  | { readonly kind: "lot"; readonly entry: string; readonly code: string; readonly count: Count }
  | { readonly kind: "product"; readonly entry: string; readonly count: Count; readonly choices: readonly CountChoice[] }
  | { readonly kind: "number"; readonly entry: string }
  /** a location that the plan does not cover is counted only on purpose */
  | { readonly kind: "outside"; readonly entry: string; readonly place: CountedPlace }
  /** nobody can be asked whether the code is a location or a product: what it counts if it is one, and whether that is on its way already */
  | { readonly kind: "what"; readonly entry: string; readonly count: Count; readonly isSent: boolean };

/** What a code turned out to be, or what the person said that it is. */
type Meaning = "location" | "product";

/** Where somebody counts, and what was counted last. */
export interface Counting {
  readonly location: { readonly uuid: string; readonly barcode: string } | null;
  readonly question: CountQuestion | null;
  readonly last: { readonly line: StocktakeLine } | null;
  /** by code: what is known without asking the server */
  readonly known: Readonly<Record<string, Meaning>>;
}
export type Counted = OutputOf<typeof countStock>;

export const noCounting: Counting = { location: null, question: null, last: null, known: {} };

/** Countings by person, stocktake and round: they stay while one goes elsewhere and back. */
export const useCounting = create<{ readonly countings: Readonly<Record<string, Counting>> }>(() => ({ countings: {} }));

/** The location at which a person counts, and in which stocktake and round. */
const keptPlace = defineKeptWork("stock.counting", z.object({ key: z.string(), uuid: z.string(), barcode: z.string() }));

/** Gets the key of a count: the person, the stocktake and the round. */
export function countingKey(person: string, stocktakeUuid: string, round: "first" | "second"): string {
  return [person, stocktakeUuid, round].join(" ");
}

/** Reads the location that was open in this count before the reload; null for none. */
export function readKeptPlace(key: string): { readonly uuid: string; readonly barcode: string } | null {
  const kept = keptPlace.read(personOf(key));
  return kept?.key === key ? kept : null;
}

function personOf(key: string): string {
  return key.split(" ").slice(0, -2).join(" ");
}

/** What stands now, for steps that follow an answer. */
export function countingOf(key: string): Counting {
  return useCounting.getState().countings[key] ?? noCounting;
}

/** Changes a part of it. The open location survives a reload. */
export function changeCounting(key: string, part: Partial<Counting>): void {
  useCounting.setState(({ countings }) => ({ countings: { ...countings, [key]: { ...(countings[key] ?? noCounting), ...part } } }));
  if (part.location !== undefined) keptPlace.write(personOf(key), part.location === null ? null : { key, ...part.location });
}

/** Remembers what a code is, for the time without the server. */
export function learn(key: string, code: string, meaning: Meaning): void {
  changeCounting(key, { known: { ...countingOf(key).known, [code]: meaning } });
}
