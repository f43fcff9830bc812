import { z } from "zod";
import type { Tx } from "#server/db/tx.ts";
import { locationByBarcode, locationOf } from "#server/warehouses/locations.queries.ts";
import type { LocationRow } from "#server/warehouses/locations.queries.ts";

/** The location that a call names, by what was scanned or by its uuid; null where the provider has none such. */
export async function namedLocation(tx: Tx, providerUuid: string, code: string): Promise<LocationRow | null> {
  const uuid = z.uuid().safeParse(code);
  return uuid.success ? locationOf(tx, providerUuid, uuid.data.toLowerCase()) : locationByBarcode(tx, providerUuid, code);
}
