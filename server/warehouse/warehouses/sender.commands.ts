import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { saveSender, WarehouseSender } from "#src/warehouse/warehouses/warehouse-sender.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** Returns who sends a warehouse's parcels; undefined if the caller may not see the warehouse, null if nobody is set. */
export async function findSender(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<WarehouseSender | null | undefined> {
  const { rows } = await sql<{ sender: WarehouseSender | null }>`
    select case when s.warehouse_uuid is not null then jsonb_build_object('name', s.name, 'company', s.company, 'phone', s.phone, 'email', s.email,
      'country', s.country, 'state', s.state, 'city', s.city, 'postcode', s.postcode, 'street', s.street, 'version', s.version) end as sender
    from warehouse w left join warehouse_sender s on s.provider_uuid = w.provider_uuid and s.warehouse_uuid = w.warehouse_uuid
    where w.provider_uuid = ${providerUuid} and w.warehouse_uuid = ${warehouseUuid}`.execute(tx);
  return rows[0]?.sender;
}

/** Sets who sends a warehouse's parcels, unless somebody else has changed it meanwhile. */
export async function setSender(
  tx: Tx,
  providerUuid: string,
  { warehouse_uuid, version, ...fields }: ParsedInputOf<typeof saveSender>,
): Promise<Result<WarehouseSender, "notFound" | "changedMeanwhile">> {
  if ((await findSender(tx, providerUuid, warehouse_uuid)) === undefined) return refuse("notFound");
  const key = { provider_uuid: providerUuid, warehouse_uuid };
  const saved =
    version === 0
      ? await tx
          .insertInto("warehouse_sender")
          .values({ ...key, ...fields })
          .onConflict((conflict) => conflict.doNothing())
          .returning("version")
          .executeTakeFirst()
      : await tx
          .updateTable("warehouse_sender")
          .set({ ...fields, version: version + 1 })
          .where("provider_uuid", "=", providerUuid)
          .where("warehouse_uuid", "=", warehouse_uuid)
          .where("version", "=", version)
          .returning("version")
          .executeTakeFirst();
  return saved === undefined ? refuse("changedMeanwhile") : ok({ ...fields, version: saved.version });
}
