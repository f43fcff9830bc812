import { addDays } from "#src/kit/lib/days.ts";

/** The states of a bag, as in the constraint `bag_status_known`. Only an open bag takes parcels; the provider opens a sealed one again. */
export const bagStatuses = ["open", "sealed", "manifested", "handed_over"] as const;
export type BagStatus = (typeof bagStatuses)[number];

/** The states of a manifest, as in the constraint `manifest_status_known`. It is cancelled if each of its bags lost a parcel and was opened again, or if it was dissolved. */
export const manifestStatuses = ["made", "handed_over", "cancelled"] as const;
export type ManifestStatus = (typeof manifestStatuses)[number];

/** What a scanned code can mean when bagging. */
export const bagScanKinds = ["bag", "parcel", "manifest", "unknown"] as const;

/** Upper limits: parcels of one call, bags of a manifest or of one printed list, parcels of a bag. */
export const mostPut = 500;
export const mostBags = 200;
export const mostInBag = 1000;
/** The most parcels of a manifest, and of the lists that are printed in one go: nobody misses a parcel, because more are refused. */
export const mostListed = 20_000;
/** The heaviest that a bag's scale reports, in grams. */
export const mostBagGrams = 1_000_000;

/** Why a parcel stays out of bags although it is with the supplier; empty if it may go into one. */
export const parcelBlocks = ["", "cancel", "held", "exception"] as const;

/** Adds up the known weights of parcels. */
export function sumParcelGrams(parcels: readonly { readonly measured_grams: number | null }[]): number {
  return parcels.reduce((sum, { measured_grams }) => sum + (measured_grams ?? 0), 0);
}

/** What a manifest has in common: bags with different keys are handed over apart. */
export interface HandedOverTogether {
  readonly warehouse_uuid: string;
  readonly carrier_account_uuid: string | null;
  readonly channel_uuid: string;
  readonly ship_date: string;
}

/** Returns a key that the bags of one manifest share: warehouse, day, and account; without an account, the channel. */
export function toManifestKey({ warehouse_uuid, carrier_account_uuid, channel_uuid, ship_date }: HandedOverTogether): string {
  return [warehouse_uuid, ship_date, carrier_account_uuid ?? `channel ${channel_uuid}`].join(" ");
}

/**
 * Returns true if bags of a day can no longer leave: a carrier that comes after midnight still takes those of the day before.
 * @param shipDate YYYY-MM-DD
 * @param today the day in the warehouse
 */
export function isTooLate(shipDate: string, today: string): boolean {
  return shipDate < addDays(today, -1);
}

/** A bag that weighs less than so much of its parcels lacks some; far above them, the weight was mistyped. Bags and pallets weigh something themselves. */
const leastPart = 0.8;
const mostPart = 2;
const mostOwnGrams = 5000;

/** Whether the weight of a bag is asked about before the bag is sealed with it. @param parcelGrams of all parcels in it, as they were weighed */
export function isDoubtfulWeight(grams: number, parcelGrams: number): boolean {
  return grams < parcelGrams * leastPart || grams > parcelGrams * mostPart + mostOwnGrams;
}
