import { oldestTier } from "#src/wallet/charging-day.rules.ts";
import type { HappenedDay, Tiers } from "#src/wallet/charging-day.rules.ts";
import { isByAge } from "#src/wallet/charging.rules.ts";
import type { Tx } from "#server/db/tx.ts";
import { timeOf } from "./charging-days.queries.ts";
import type { TimedDay, WarehouseDay } from "./charging-days.queries.ts";
import { happenedOn, storedOn } from "./charging.queries.ts";

/** A day as it is to be priced. */
export interface DayToPrice extends HappenedDay {
  readonly time: TimedDay;
  /** what stood there without dimensions, of retailers that pay by the litre */
  readonly unmeasured: { readonly skus: number; readonly pieces: number };
}

/**
 * What retailers are to be charged for a warehouse's day, read as their prices want it.
 * @param tiersOf the retailers that are charged, each with its prices
 */
export async function dayToPrice(
  tx: Tx,
  providerUuid: string,
  day: WarehouseDay,
  tiersOf: ReadonlyMap<string, Tiers>,
): Promise<DayToPrice> {
  const retailerUuids = [...tiersOf.keys()];
  const time = await timeOf(tx, providerUuid, day, Math.max(0, ...[...tiersOf.values()].map(oldestTier)));
  const byLitre = new Set(retailerUuids.filter((uuid) => tiersOf.get(uuid)?.has("storage_litre_day") === true));
  const storing = retailerUuids.filter((uuid) => [...(tiersOf.get(uuid)?.keys() ?? [])].some(isByAge));
  const stored = storing.length === 0 ? [] : await storedOn(tx, { providerUuid, retailerUuids: storing, time }, byLitre.size > 0);
  const unmeasured = { skus: 0, pieces: 0 };
  for (const { retailer_uuid, unmeasured_skus, unmeasured_pieces } of stored) {
    if (!byLitre.has(retailer_uuid)) continue;
    unmeasured.skus += unmeasured_skus;
    unmeasured.pieces += unmeasured_pieces;
  }
  const happenings = retailerUuids.length === 0 ? [] : await happenedOn(tx, { providerUuid, retailerUuids, time });
  return { warehouse_uuid: day.warehouse_uuid, day: day.day, stored, happenings, time, unmeasured };
}
