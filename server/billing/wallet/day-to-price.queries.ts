import { findOldestTier } from "#src/billing/wallet/day-charges.rules.ts";
import type { HappenedDay, Tiers } from "#src/billing/wallet/day-charges.rules.ts";
import { isByAge } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readDayTime } from "./charging-days.queries.ts";
import type { TimedDay, WarehouseDay } from "./charging-days.queries.ts";
import { readHappenings, readStored } from "./day-usage.queries.ts";

/** A day ready to be priced. */
export interface DayToPrice extends HappenedDay {
  readonly time: TimedDay;
  /** stock without dimensions, of retailers that pay by the litre */
  readonly unmeasured: { readonly skus: number; readonly pieces: number };
}

/**
 * Reads what retailers are charged for on a warehouse's day, as far as their prices require it.
 * @param tiersOf the charged retailers, each with its prices
 */
export async function readDayToPrice(
  tx: Tx,
  providerUuid: string,
  day: WarehouseDay,
  tiersOf: ReadonlyMap<string, Tiers>,
): Promise<DayToPrice> {
  const retailerUuids = [...tiersOf.keys()];
  const time = await readDayTime(tx, providerUuid, day, Math.max(0, ...[...tiersOf.values()].map(findOldestTier)));
  const byLitre = new Set(retailerUuids.filter((uuid) => tiersOf.get(uuid)?.has("storage_litre_day") === true));
  const storing = retailerUuids.filter((uuid) => [...(tiersOf.get(uuid)?.keys() ?? [])].some(isByAge));
  const stored = storing.length === 0 ? [] : await readStored(tx, { providerUuid, retailerUuids: storing, time }, byLitre.size > 0);
  const unmeasured = { skus: 0, pieces: 0 };
  for (const { retailer_uuid, unmeasured_skus, unmeasured_pieces } of stored) {
    if (!byLitre.has(retailer_uuid)) continue;
    unmeasured.skus += unmeasured_skus;
    unmeasured.pieces += unmeasured_pieces;
  }
  const happenings = retailerUuids.length === 0 ? [] : await readHappenings(tx, { providerUuid, retailerUuids, time });
  return { warehouse_uuid: day.warehouse_uuid, day: day.day, stored, happenings, time, unmeasured };
}
