import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import { summarizeDemand } from "./demand.commands.ts";
import { publishOrders } from "./order-events.commands.ts";

/**
 * Lets orders that wait name the SKU that others were merged into, in their lines and what they need of the stock. Orders with reserved pieces are none of
 * them: reserved pieces refuse a merge. What ended keeps the SKU that it had.
 * @param tx acts for whoever may merge these SKUs, and so sees every order of them
 */
export async function variantsMerged(tx: Tx, providerUuid: string, fromUuids: readonly string[], intoUuid: string): Promise<void> {
  const from = [...fromUuids];
  const { rows: orders } = await sql<{ order_uuid: string; owner_uuid: string }>`
    select order_uuid, owner_uuid from sales_order
    where provider_uuid = ${providerUuid} and status in ('draft', 'submitted', 'confirmed', 'short') and order_uuid in (
      select order_uuid from order_line where provider_uuid = ${providerUuid} and variant_uuid = any (${from}::uuid[])
      union select order_uuid from order_demand where provider_uuid = ${providerUuid} and variant_uuid = any (${from}::uuid[]))
    order by order_uuid for no key update`.execute(tx);
  if (orders.length === 0) return;
  const uuids = orders.map(({ order_uuid }) => order_uuid);
  await sql`update order_line set variant_uuid = ${intoUuid}::uuid
    where provider_uuid = ${providerUuid} and order_uuid = any (${uuids}::uuid[]) and variant_uuid = any (${from}::uuid[])`.execute(tx);
  await sql`update order_demand set variant_uuid = ${intoUuid}::uuid
    where provider_uuid = ${providerUuid} and order_uuid = any (${uuids}::uuid[]) and variant_uuid = any (${from}::uuid[])`.execute(tx);
  await summarizeDemand({ tx, providerUuid }, uuids);
  await publishOrders({ tx, providerUuid }, orders);
}
