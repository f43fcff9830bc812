import { sql } from "kysely";
import { catalogueChanged } from "#src/catalogue/catalogue.contract.ts";
import { newId } from "#server/clock.ts";
import type { Tx } from "#server/db/tx.ts";
import { tell } from "#server/realtime/events.ts";

/** Tells the staff that items stand otherwise now. @param itemUuids none: what holds for all of them, as the price tiers do */
export async function tellStaff(tx: Tx, providerUuid: string, itemUuids: readonly string[]): Promise<void> {
  await tell(tx, catalogueChanged, { providerUuid }, { item_uuids: [...itemUuids] });
}

/** Tells one retailer, and the staff. @param itemUuids none: any of them, as where a retailer comes into another price tier */
export async function tellRetailer(tx: Tx, providerUuid: string, retailerUuid: string, itemUuids: readonly string[]): Promise<void> {
  await tell(tx, catalogueChanged, { providerUuid, retailerUuid }, { item_uuids: [...itemUuids] });
}

/**
 * Tells the people of retailers, by their names: what names a retailer alone is heard by the staff each time, who would hear it a thousand times over.
 * All in one statement, for what is listed is seen by all of a provider's retailers.
 * @param tx acts for the staff
 * @param retailerUuids null for all of them
 */
export async function tellRetailers(
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
  const events = rows.map((row) => ({ ...row, event_uuid: newId() }));
  const payload = JSON.stringify(catalogueChanged.payload.parse({ item_uuids: [...itemUuids] }));
  await sql`insert into event (provider_uuid, event_uuid, topic, retailer_uuid, user_uuid, payload)
    select ${providerUuid}::uuid, e.event_uuid, ${catalogueChanged.name}, e.retailer_uuid, e.user_uuid, ${payload}::jsonb
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (event_uuid uuid, retailer_uuid uuid, user_uuid uuid)`.execute(tx);
}

/** Tells the staff and those who see these items: all retailers of what is listed, and of the rest those who claimed it. */
export async function tellWhoSees(
  tx: Tx,
  providerUuid: string,
  items: readonly { readonly item_uuid: string; readonly isSeenByAll: boolean }[],
): Promise<void> {
  if (items.length === 0) return;
  const uuids = items.map(({ item_uuid }) => item_uuid);
  await tellStaff(tx, providerUuid, uuids);
  const open = items.filter(({ isSeenByAll }) => isSeenByAll).map(({ item_uuid }) => item_uuid);
  if (open.length > 0) await tellRetailers(tx, providerUuid, null, open);
  for (const { item_uuid, isSeenByAll } of items)
    if (!isSeenByAll) await tellRetailers(tx, providerUuid, await claimantsOf(tx, providerUuid, item_uuid), [item_uuid]);
}

/** The retailers that have a claim on an item, also one that they gave up: they see it still. */
export async function claimantsOf(tx: Tx, providerUuid: string, itemUuid: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("claim")
    .select("retailer_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "=", itemUuid)
    .orderBy("retailer_uuid")
    .execute();
  return rows.map(({ retailer_uuid }) => retailer_uuid);
}
