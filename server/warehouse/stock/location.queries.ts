import { z } from "zod";
import type { Tx } from "#server/platform/db/row-security.ts";
import { findLocationByBarcode, findLocation } from "#server/warehouse/warehouses/locations.queries.ts";
import type { LocationRow } from "#server/warehouse/warehouses/locations.queries.ts";

/** Finds a location by its scanned code or its uuid; null if the provider does not have it. */
export async function findNamedLocation(tx: Tx, providerUuid: string, code: string): Promise<LocationRow | null> {
  const uuid = z.uuid().safeParse(code);
  return uuid.success ? findLocation(tx, providerUuid, uuid.data.toLowerCase()) : findLocationByBarcode(tx, providerUuid, code);
}
