import { sql } from "kysely";
import type { OrderScope } from "./order-scope.ts";

/** Returns the given orders of which a parcel was handed over to a carrier. */
export async function listOrdersThatLeft(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  orderUuids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ order_uuid: string }>`
    select distinct order_uuid from parcel
    where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[]) and status = 'handed_over'`.execute(tx);
  return new Set(rows.map(({ order_uuid }) => order_uuid));
}
