import { z } from "zod";
import { create } from "zustand";
import { defineSavedWork } from "#src/warehouse/scanning/saved-work.storage.ts";
import type { FoundByScan, Sorted } from "./sortation.contract.ts";

/** A person's state at a sort wall. */
export interface Sorting {
  /** empty before a wall is chosen */
  readonly wall: string;
  /** the piece that was sorted last: where it goes is shown large */
  readonly last: Sorted | null;
  /** the code of a piece that no order needs: nothing goes on before it is put aside */
  readonly wrongCode: string;
}
export const noSorting: Sorting = { wall: "", last: null, wrongCode: "" };

/** The chosen wall, and the wrong piece that blocks it: enough to go on after a reload, and not to get past the piece by one. */
const savedSorting = defineSavedWork("sortation.wall", z.object({ wall: z.string(), wrongCode: z.string() }));

/** The work of each person on this page. It survives leaving the screen, and nobody takes over another's work. */
export const useSortings = create<{ readonly sortings: Readonly<Record<string, Sorting>> }>(() => ({ sortings: {} }));

/** Returns a person's current state. After a reload the wall and a wrong piece are read from the device. */
export function getSorting(person: string): Sorting {
  return useSortings.getState().sortings[person] ?? { ...noSorting, ...savedSorting.read(person) };
}

/** Changes a person's state. */
export function changeSorting(person: string, change: Partial<Sorting>): void {
  const now = { ...getSorting(person), ...change };
  useSortings.setState(({ sortings }) => ({ sortings: { ...sortings, [person]: now } }));
  savedSorting.write(person, now.wall === "" ? null : { wall: now.wall, wrongCode: now.wrongCode });
}

/** The tote that a person at distribution has in hand. */
export const useTotesInHand = create<{ readonly totes: Readonly<Record<string, FoundByScan | null>> }>(() => ({ totes: {} }));

/** Returns the tote that a person has in hand; null for none. */
export function getToteInHand(person: string): FoundByScan | null {
  return useTotesInHand.getState().totes[person] ?? null;
}

/** Changes which tote a person has in hand. */
export function holdTote(person: string, tote: FoundByScan | null): void {
  useTotesInHand.setState(({ totes }) => ({ totes: { ...totes, [person]: tote } }));
}
