import { sql } from "kysely";
import { catalogueChanged } from "#src/billing/catalogue/catalogue.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";

/**
 * Notifies the staff that items have changed.
 * @param itemUuids empty for changes that concern all items, such as price tiers
 */
export async function notifyStaff(tx: Tx, providerUuid: string, itemUuids: readonly string[]): Promise<void> {
  await publishEvent(tx, catalogueChanged, { providerUuid }, { item_uuids: [...itemUuids] });
}

/**
 * Notifies one retailer and the staff.
 * @param itemUuids empty if any item may be affected, such as when a retailer changes its price tier
 */
export async function notifyRetailer(tx: Tx, providerUuid: string, retailerUuid: string, itemUuids: readonly string[]): Promise<void> {
  await publishEvent(tx, catalogueChanged, { providerUuid, retailerUuid }, { item_uuids: [...itemUuids] });
}

/**
 * Notifies the users of retailers by name: an event addressed to a retailer also reaches the staff, which would receive it a thousand times.
 * @param tx must act for the staff
 * @param retailerUuids null for all of them
 */
export async function notifyRetailers(
  tx: Tx,
  providerUuid: string,
  retailerUuids: readonly string[] | null,
  itemUuids: readonly string[],
): Promise<void> {
  if (retailerUuids?.length === 0) return;
  const { rows } = await sql<{ retailer_uuid: string; user_uuid: string }>`
    select rp.retailer_uuid, u.user_uuid from retailer_provider rp
      join app_user u on u.related_uuid = rp.retailer_uuid and u.role = 'dropShipper' and u.status = 'active'
    where rp.provider_uuid = ${providerUuid} and not rp.is_blocked
      and (${retailerUuids === null} or rp.retailer_uuid = any (${retailerUuids ?? []}::uuid[]))`.execute(tx);
  const payload = { item_uuids: [...itemUuids] };
  for (const { retailer_uuid, user_uuid } of rows)
    await publishEvent(tx, catalogueChanged, { providerUuid, retailerUuid: retailer_uuid, userUuid: user_uuid }, payload);
}

/** Notifies the staff and the retailers that see these items: all retailers for listed items, otherwise those with a claim. */
export async function notifyViewers(
  tx: Tx,
  providerUuid: string,
  items: readonly { readonly item_uuid: string; readonly isSeenByAll: boolean }[],
): Promise<void> {
  if (items.length === 0) return;
  const uuids = items.map(({ item_uuid }) => item_uuid);
  await notifyStaff(tx, providerUuid, uuids);
  const open = items.filter(({ isSeenByAll }) => isSeenByAll).map(({ item_uuid }) => item_uuid);
  if (open.length > 0) await notifyRetailers(tx, providerUuid, null, open);
  for (const { item_uuid, isSeenByAll } of items)
    if (!isSeenByAll) await notifyRetailers(tx, providerUuid, await listClaimants(tx, providerUuid, item_uuid), [item_uuid]);
}

/** Lists the retailers with a claim on an item, including withdrawn claims, because they still see it. */
export async function listClaimants(tx: Tx, providerUuid: string, itemUuid: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("claim")
    .select("retailer_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "=", itemUuid)
    .orderBy("retailer_uuid")
    .execute();
  return rows.map(({ retailer_uuid }) => retailer_uuid);
}
