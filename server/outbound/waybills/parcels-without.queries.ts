import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { listParcelsWithout, ParcelWithout } from "#src/outbound/waybills/waybills.contract.ts";
import { limitFirst } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** Parcels that were weighed and have no waybill. What is in a bag has one: its waybill cannot become void there. */
const withoutWaybill = sql<boolean>`parcel.status = 'weighed' and not exists (select from waybill w
  where w.provider_uuid = parcel.provider_uuid and w.parcel_uuid = parcel.parcel_uuid and w.status <> 'voided')`;

/** Returns a page of weighed parcels that no waybill is requested for, the oldest first. */
export function listParcelsWithoutPage(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  { warehouse_uuid, number = "", ...request }: ParsedInputOf<typeof listParcelsWithout>,
): Promise<Result<Page<ParcelWithout>, "parameterError">> {
  let base = tx.selectFrom("parcel").where("parcel.provider_uuid", "=", providerUuid).where(withoutWaybill);
  if (warehouse_uuid !== undefined) base = base.where("parcel.warehouse_uuid", "=", warehouse_uuid);
  if (number !== "")
    base = base.where(
      sql<boolean>`(parcel.parcel_number = ${number.toUpperCase()} or parcel.order_uuid = any (array(select order_uuid from sales_order
        where provider_uuid = ${providerUuid} and order_number = ${number.toUpperCase()})))`,
    );
  return listPage(
    tx,
    {
      name: "waybills.list-parcels-without",
      table: "parcel",
      base,
      keys: [{ column: sql.ref("parcel.parcel_uuid"), type: "uuid", direction: "asc" }],
      select: (page) =>
        limitFirst(tx, "parcel", page)
          .innerJoin("sales_order as o", (join) =>
            join.onRef("o.provider_uuid", "=", "parcel.provider_uuid").onRef("o.order_uuid", "=", "parcel.order_uuid"),
          )
          .innerJoin("warehouse as h", (join) =>
            join.onRef("h.provider_uuid", "=", "parcel.provider_uuid").onRef("h.warehouse_uuid", "=", "parcel.warehouse_uuid"),
          )
          .leftJoin("channel as c", (join) =>
            join.onRef("c.provider_uuid", "=", "o.provider_uuid").onRef("c.channel_uuid", "=", "o.channel_uuid"),
          )
          .select([
            "parcel.parcel_uuid",
            "parcel.parcel_number",
            "parcel.order_uuid",
            "o.order_number",
            sql<ParcelWithout["order_kind"]>`o.kind`.as("order_kind"),
            "h.name as warehouse_name",
            "o.channel_uuid",
            sql<string>`coalesce(c.name, '')`.as("channel_name"),
            sql<string>`coalesce((select w.void_reason from waybill w where w.provider_uuid = parcel.provider_uuid and w.order_uuid = parcel.order_uuid
              and w.parcel_uuid = parcel.parcel_uuid order by w.waybill_uuid desc limit 1), '')`.as("void_reason"),
            "parcel.weighed_at",
          ]),
      show: ({ position: _position, weighed_at, ...row }): ParcelWithout => ({ ...row, weighed_at: weighed_at?.toISOString() ?? "" }),
    },
    request,
  );
}
