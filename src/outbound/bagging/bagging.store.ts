import { z } from "zod";
import { create } from "zustand";
import { defineSavedWork } from "#src/warehouse/scanning/saved-work.storage.ts";

/** A person's state when bagging. */
export interface Bagging {
  /** the bag that is being filled; empty before one is open */
  readonly bag: string;
  /** whether the bag is full and on the scale: the next number is its weight */
  readonly isWeighing: boolean;
}
export const noBagging: Bagging = { bag: "", isWeighing: false };

/** The open bag: enough to go on after a reload. */
const savedBag = defineSavedWork("bagging.bag", z.string());

/** The work of each person on this page. It survives leaving the screen, and nobody takes over another's work. */
export const useBaggings = create<{ readonly baggings: Readonly<Record<string, Bagging>> }>(() => ({ baggings: {} }));

/** Returns a person's current state. After a reload the bag is read from the device. */
export function getBagging(person: string): Bagging {
  return useBaggings.getState().baggings[person] ?? { ...noBagging, bag: savedBag.read(person) ?? "" };
}

/** Changes a person's state. */
export function changeBagging(person: string, change: Partial<Bagging>): void {
  const now = { ...getBagging(person), ...change };
  useBaggings.setState(({ baggings }) => ({ baggings: { ...baggings, [person]: now } }));
  savedBag.write(person, now.bag === "" ? null : now.bag);
}
