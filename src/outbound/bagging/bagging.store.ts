import { z } from "zod";
import { create } from "zustand";
import { defineSavedWork } from "#src/warehouse/scanning/saved-work.storage.ts";
import type { BagRow, FoundManifest } from "./bagging.contract.ts";
import type { HandedOverTogether } from "./bagging.rules.ts";

/** The bag that a person fills. */
type BagInWork = Pick<BagRow, "bag_uuid" | "bag_number">;
/** A sealed bag that was chosen for a manifest. */
export type ChosenBag = BagInWork & HandedOverTogether;

/** A person's state when bagging. */
export interface Bagging {
  /** the bag that is being filled; null before one is open */
  readonly bag: BagInWork | null;
  /** whether the bag is full and on the scale: the next number is its weight */
  readonly isWeighing: boolean;
  /** the sealed bags that the next manifest takes */
  readonly chosen: readonly ChosenBag[];
  /** the manifest whose hand-over is shown; null for none */
  readonly leaving: Pick<FoundManifest, "manifest_uuid" | "manifest_number"> | null;
}
export const noBagging: Bagging = { bag: null, isWeighing: false, chosen: [], leaving: null };

const bagInWork = z.object({ bag_uuid: z.string(), bag_number: z.string() });
const chosenBag = bagInWork.extend({
  warehouse_uuid: z.string(),
  carrier_account_uuid: z.string().nullable(),
  channel_uuid: z.string(),
  ship_date: z.string(),
});
/** The open bag, and those chosen for a manifest: enough to go on after a reload. */
const savedBags = defineSavedWork("bagging.bag", z.object({ bag: bagInWork.nullable(), chosen: z.array(chosenBag) }));

/** The work of each person on this page. It survives leaving the screen, and nobody takes over another's work. */
export const useBaggings = create<{ readonly baggings: Readonly<Record<string, Bagging>> }>(() => ({ baggings: {} }));

/** Returns a person's current state. After a reload the bags are read from the device. */
export function getBagging(person: string): Bagging {
  return useBaggings.getState().baggings[person] ?? { ...noBagging, ...savedBags.read(person) };
}

/** Changes a person's state. */
export function changeBagging(person: string, change: Partial<Bagging>): void {
  const now = { ...getBagging(person), ...change };
  useBaggings.setState(({ baggings }) => ({ baggings: { ...baggings, [person]: now } }));
  const { bag, chosen } = now;
  savedBags.write(person, bag === null && chosen.length === 0 ? null : { bag, chosen: [...chosen] });
}
