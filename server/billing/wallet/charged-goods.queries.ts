import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { listChargedGoods } from "#src/billing/wallet/charges.contract.ts";
import { actingFor, platform } from "#server/platform/db/row-security.ts";
import { lowestMovementId } from "#server/warehouse/stock/movement-id.ts";
import type { WalletScope } from "./wallet-scope.ts";

type ChargedGoods = OutputOf<typeof listChargedGoods>;

const mostShown = 1000;
const nothing: ChargedGoods = { result: [], is_complete: true, from: "", until: "" };

/** Which pieces a charge covers. */
interface Charged {
  readonly provider_uuid: string;
  readonly retailer_uuid: string;
  readonly event: string;
  readonly source_uuid: string;
  readonly warehouse_uuid: string;
  /** range of movement keys: from the start of the day in the warehouse's time zone to the start of the next */
  readonly from: string;
  readonly until: string;
}

/** Selects the stock at the end of the day: the current stock minus later movements. */
function selectStored({ provider_uuid, retailer_uuid, warehouse_uuid, until }: Charged): RawBuilder<unknown> {
  return sql`
    select variant_uuid, sum(quantity) as quantity from (
      select b.variant_uuid, b.quantity::bigint as quantity from stock_balance b
      where b.provider_uuid = ${provider_uuid} and b.owner_uuid = ${retailer_uuid} and b.warehouse_uuid = ${warehouse_uuid} and b.quantity > 0
      union all
      select e.variant_uuid, -e.quantity from stock_entry e
      where e.provider_uuid = ${provider_uuid} and e.owner_uuid = ${retailer_uuid} and e.warehouse_uuid = ${warehouse_uuid}
        and e.movement_uuid >= ${until}::uuid and e.location_uuid is not null
    ) s group by variant_uuid`;
}

/** Selects the entries of a day by source, each with the pieces that arrived by it: its second leg. */
function selectMoved(charged: Charged, sources: RawBuilder<unknown>, types: { plus: string; minus?: string }): RawBuilder<unknown> {
  const { provider_uuid, retailer_uuid, warehouse_uuid, from, until } = charged;
  const { plus, minus = "" } = types;
  return sql`
    select e.variant_uuid, sum(case e.source_type when ${plus} then e.quantity else -e.quantity end) as quantity
    from (${sources}) of_source join stock_entry e
      on e.provider_uuid = ${provider_uuid} and e.source_type in (${plus}, ${minus}) and e.source_uuid = of_source.uuid
    where coalesce(e.for_retailer_uuid, e.owner_uuid) = ${retailer_uuid} and e.warehouse_uuid = ${warehouse_uuid} and e.leg = 2
      and e.movement_uuid >= ${from}::uuid and e.movement_uuid < ${until}::uuid
    group by e.variant_uuid`;
}

/** Selects the SKUs with their pieces, as charging reads them; null if a charge has no goods behind it. */
function selectGoods(charged: Charged): RawBuilder<unknown> | null {
  const { provider_uuid, source_uuid, event } = charged;
  const receipt = sql`provider_uuid = ${provider_uuid} and receipt_uuid = ${source_uuid}`;
  switch (event) {
    case "storage_piece_day":
    case "storage_litre_day":
      return selectStored(charged);
    case "receiving_piece":
      return selectMoved(charged, sql`select inspection_uuid as uuid from inspection where ${receipt}`, {
        plus: "receipt",
        minus: "receipt-undo",
      });
    case "putaway_piece":
      return selectMoved(charged, sql`select task_uuid as uuid from putaway_task where ${receipt}`, {
        plus: "putaway",
        minus: "putaway-undo",
      });
    case "return_piece":
      return selectMoved(
        charged,
        sql`select decision_uuid as uuid from unqualified_decision where ${receipt} and decision in ('return', 'scrap')`,
        { plus: "decision" },
      );
    case "shipped_piece":
      return selectMoved(
        charged,
        sql`select reservation_uuid as uuid from reservation where provider_uuid = ${provider_uuid} and source_uuid = ${source_uuid}`,
        {
          plus: "shipment",
        },
      );
    default:
      return null;
  }
}

interface ChargeRow {
  retailer_uuid: string;
  event: string;
  source_uuid: string;
  warehouse_uuid: string | null;
  begins: Date | null;
  ends: Date | null;
}

/**
 * Returns a charge with the start and end of its day: as it was charged, even if the warehouse's time zone has changed; otherwise by that time zone. Only
 * staff may read charged days, so for a retailer the platform looks them up, in the warehouses that the caller is bound to.
 */
async function findCharge({ tx, providerUuid, retailerUuid, acting }: WalletScope, chargeUuid: string): Promise<ChargeRow | null> {
  return actingFor(tx, { ...platform, warehouseUuids: acting.warehouseUuids ?? [] }, acting, async () => {
    const { rows } = await sql<ChargeRow>`
      select c.retailer_uuid, c.event, c.source_uuid, c.warehouse_uuid,
        coalesce(before.until_at, c.day::timestamp at time zone w.time_zone) as begins,
        coalesce(run.until_at, (c.day + 1)::timestamp at time zone w.time_zone) as ends
      from charge c
        left join warehouse w on w.provider_uuid = c.provider_uuid and w.warehouse_uuid = c.warehouse_uuid
        left join charge_run before on before.provider_uuid = c.provider_uuid and before.warehouse_uuid = c.warehouse_uuid and before.day = c.day - 1
        left join charge_run run on run.provider_uuid = c.provider_uuid and run.warehouse_uuid = c.warehouse_uuid and run.day = c.day
      where c.provider_uuid = ${providerUuid} and c.charge_uuid = ${chargeUuid}
        and (${retailerUuid}::uuid is null or c.retailer_uuid = ${retailerUuid}::uuid)`.execute(tx);
    return rows[0] ?? null;
  });
}

/** Returns the SKUs behind a charge, most pieces first; null if the caller has no such charge. */
export async function findChargedGoods(scope: WalletScope, chargeUuid: string): Promise<ChargedGoods | null> {
  const charge = await findCharge(scope, chargeUuid);
  if (charge === null) return null;
  const { begins, ends, warehouse_uuid, ...about } = charge;
  if (begins === null || ends === null || warehouse_uuid === null) return nothing;
  const provider_uuid = scope.providerUuid;
  const goods = selectGoods({ ...about, provider_uuid, warehouse_uuid, from: lowestMovementId(begins), until: lowestMovementId(ends) });
  if (goods === null) return nothing;
  const read = () =>
    sql<ChargedGoods["result"][number]>`
    select g.variant_uuid, v.sku, p.title as product_title, g.quantity::bigint as quantity, v.owner_uuid = ${charge.retailer_uuid} as is_own,
      round(coalesce(v.measured_length_mm, v.length_mm)::numeric * coalesce(v.measured_width_mm, v.width_mm)
        * coalesce(v.measured_height_mm, v.height_mm) / 1000)::bigint as volume_ml
    from (${goods}) g join variant v on v.provider_uuid = ${provider_uuid} and v.variant_uuid = g.variant_uuid
      join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
    where g.quantity <> 0 order by g.quantity desc, v.sku_key, g.variant_uuid limit ${mostShown + 1}`.execute(scope.tx);
  // A retailer may not see the provider's stock, but the SKUs that were shipped for it.
  const isOthers = scope.retailerUuid !== null && charge.event === "shipped_piece";
  const { rows } = await (isOthers ? actingFor(scope.tx, platform, scope.acting, read) : read());
  const span = { from: begins.toISOString(), until: ends.toISOString() };
  return { result: rows.slice(0, mostShown), is_complete: rows.length <= mostShown, ...span };
}
