import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder } from "kysely";
import { z } from "zod";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import type { Page } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Bag, BagChannel, BagParcel, BagRow, queryBaggedElements } from "#src/outbound/bagging/bagging.contract.ts";
import { bagStatuses } from "#src/outbound/bagging/bagging.rules.ts";
import type { BagStatus } from "#src/outbound/bagging/bagging.rules.ts";
import { limitFirst } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { formatMoment } from "../orders/orders.queries.ts";

export type BagScope = Pick<OrderScope, "tx" | "providerUuid">;

interface Row extends Omit<BagRow, "status" | "opened_at" | "sealed_at" | "handed_over_at"> {
  status: string;
  opened_at: Date;
  sealed_at: Date | null;
  handed_over_at: Date | null;
}

function toBagRow({ status, opened_at, sealed_at, handed_over_at, ...row }: Row): BagRow {
  return {
    ...row,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    status: status as BagStatus,
    opened_at: opened_at.toISOString(),
    sealed_at: formatMoment(sealed_at),
    handed_over_at: formatMoment(handed_over_at),
  };
}

/** Adds what a row shows to `bag`: of its warehouse, channel, account, manifest and parcels. */
function selectShown<O>(bags: SelectQueryBuilder<DB, "bag", O>) {
  return bags
    .innerJoin("warehouse as h", (join) =>
      join.onRef("h.provider_uuid", "=", "bag.provider_uuid").onRef("h.warehouse_uuid", "=", "bag.warehouse_uuid"),
    )
    .innerJoin("channel as c", (join) =>
      join.onRef("c.provider_uuid", "=", "bag.provider_uuid").onRef("c.channel_uuid", "=", "bag.channel_uuid"),
    )
    .leftJoin("carrier_account as a", (join) =>
      join.onRef("a.provider_uuid", "=", "bag.provider_uuid").onRef("a.carrier_account_uuid", "=", "bag.carrier_account_uuid"),
    )
    .leftJoin("manifest as m", (join) =>
      join.onRef("m.provider_uuid", "=", "bag.provider_uuid").onRef("m.manifest_uuid", "=", "bag.manifest_uuid"),
    )
    .innerJoinLateral(
      (parcels) =>
        parcels
          .selectFrom("bag_parcel as k")
          .innerJoin("parcel as p", (join) =>
            join.onRef("p.provider_uuid", "=", "k.provider_uuid").onRef("p.parcel_uuid", "=", "k.parcel_uuid"),
          )
          .whereRef("k.provider_uuid", "=", "bag.provider_uuid")
          .whereRef("k.bag_uuid", "=", "bag.bag_uuid")
          .where("k.taken_at", "is", null)
          .select([
            sql<number>`count(*)::integer`.as("parcel_count"),
            sql<number>`coalesce(sum(p.measured_grams), 0)::integer`.as("parcel_grams"),
          ])
          .as("s"),
      (join) => join.onTrue(),
    )
    .select([
      "bag.bag_uuid",
      "bag.bag_number",
      "bag.status",
      "bag.warehouse_uuid",
      "h.name as warehouse_name",
      "bag.channel_uuid",
      "c.name as channel_name",
      "bag.carrier_account_uuid",
      sql<string>`coalesce(a.label, '')`.as("account_name"),
      sql<string>`bag.ship_date::text`.as("ship_date"),
      "s.parcel_count",
      "s.parcel_grams",
      "bag.weight_grams",
      "bag.manifest_uuid",
      sql<string>`coalesce(m.manifest_number, '')`.as("manifest_number"),
      "bag.opened_at",
      "bag.sealed_at",
      "bag.handed_over_at",
    ])
    .$castTo<O & Row>();
}

function selectBags({ tx, providerUuid }: BagScope) {
  return tx.selectFrom("bag").where("bag.provider_uuid", "=", providerUuid);
}

/** Returns some bags, the oldest first. Bags that the caller may not see are omitted. */
export async function listBagRows(scope: BagScope, uuids: readonly string[]): Promise<BagRow[]> {
  if (uuids.length === 0) return [];
  const rows = await selectShown(selectBags(scope))
    .where(sql<boolean>`bag.bag_uuid = any (${[...uuids]}::uuid[])`)
    .orderBy("bag.bag_uuid")
    .execute();
  return rows.map(toBagRow);
}

/** Returns the bags of a manifest, the oldest first. */
export async function listBagsOfManifest(scope: BagScope, manifestUuid: string): Promise<BagRow[]> {
  const rows = await selectShown(selectBags(scope)).where("bag.manifest_uuid", "=", manifestUuid).orderBy("bag.bag_uuid").execute();
  return rows.map(toBagRow);
}

/** Returns bags by their numbers, in the order of the numbers. Bags that the caller may not see are omitted. */
export async function listBagsByNumber(scope: BagScope, numbers: readonly string[]): Promise<BagRow[]> {
  if (numbers.length === 0) return [];
  const rows = await selectShown(selectBags(scope))
    .where(sql<boolean>`bag.bag_number = any (${[...numbers]}::text[])`)
    .orderBy("bag.bag_number")
    .execute();
  return rows.map(toBagRow);
}

/** Returns a bag with its parcels; null if the caller may not see it. */
export async function findBag(scope: BagScope, bagUuid: string): Promise<Bag | null> {
  const [row] = await listBagRows(scope, [bagUuid]);
  return row === undefined ? null : { ...row, parcels: (await listParcelsOfBags(scope, [row.bag_uuid])).toReversed() };
}

const columns = {
  bag_id: sql`bag.bag_uuid`,
  bag_number: sql`bag.bag_number`,
  status: sql`bag.status`,
  channel_id: sql`bag.channel_uuid`,
  account_id: sql`bag.carrier_account_uuid`,
  warehouse_id: sql`bag.warehouse_uuid`,
  ship_date: sql`bag.ship_date`,
  manifest_id: sql`bag.manifest_uuid`,
} as const satisfies Record<Pairs["field"][number], unknown>;
type Pairs = ParsedInputOf<typeof queryBaggedElements>;

/** Returns the SQL condition of a pair; null if no bag can match the value. */
function toCondition(field: Pairs["field"][number], value: string): RawBuilder<boolean> | null {
  const column = columns[field];
  if (field === "bag_number") return sql<boolean>`${column} = ${value.toUpperCase()}`;
  // A literal lets the planner use the index of the state's rows.
  if (field === "status") return (bagStatuses as readonly string[]).includes(value) ? sql<boolean>`${column} = ${sql.lit(value)}` : null;
  if (field === "ship_date") return z.iso.date().safeParse(value).success ? sql<boolean>`${column} = ${value}::date` : null;
  return z.uuid().safeParse(value).success ? sql<boolean>`${column} = ${value}::uuid` : null;
}

/** Lists the bags whose fields have the given values, newest first; all bags without pairs. A value that no bag can have matches nothing. */
export async function listBagsByPairs(
  scope: BagScope,
  { field, value, cur_page, page_size, cursor }: Pairs,
): Promise<Result<Page<BagRow>, "parameterError">> {
  if (field.length !== value.length) return refuse("parameterError");
  const conditions = field.map((name, at) => toCondition(name, value[at] ?? ""));
  let base = selectBags(scope);
  for (const condition of conditions) {
    if (condition === null) return ok(emptyPage());
    base = base.where(condition);
  }
  return listPage(
    scope.tx,
    {
      name: "bagging.query-bagged-specific-element",
      table: "bag",
      base,
      keys: [{ column: sql.ref("bag.bag_uuid"), type: "uuid", direction: "desc" }],
      select: (page) => selectShown(limitFirst(scope.tx, "bag", page)),
      show: ({ position: _position, ...row }): BagRow => toBagRow(row),
    },
    { cur_page, page_size, cursor },
  );
}

/** SQL for whether an order `o` has an exception that is not settled. */
export const hasOpenException = sql`exists (select from exception_case x where x.provider_uuid = o.provider_uuid and x.order_uuid = o.order_uuid
  and x.status in ('open', 'assigned', 'waiting_retailer'))`;

/** SQL for what keeps a parcel of an order `o` from leaving, as `parcelBlocks` has it. */
const blockedBy = sql<BagParcel["blocked_by"]>`case when 'cancel' = any (o.holds) then 'cancel' when o.holds <> '{}' then 'held'
  when ${hasOpenException} then 'exception' else '' end`;

/** SQL for parcels as bagging shows them, up to their condition. A parcel has one live waybill at most. */
const selectParcels = sql`
  select p.parcel_uuid, p.parcel_number, p.order_uuid, o.order_number, p.warehouse_uuid, p.status, p.measured_grams,
    coalesce(y.waybill_number, '') as waybill_number, coalesce(y.tracking_number, '') as tracking_number, y.channel_uuid,
    coalesce(c.name, '') as channel_name, k.bag_uuid, coalesce(b.bag_number, '') as bag_number, ${blockedBy} as blocked_by
  from parcel p
    join sales_order o on o.provider_uuid = p.provider_uuid and o.order_uuid = p.order_uuid
    left join waybill y on y.provider_uuid = p.provider_uuid and y.parcel_uuid = p.parcel_uuid and y.status = 'issued'
    left join channel c on c.provider_uuid = y.provider_uuid and c.channel_uuid = y.channel_uuid
    left join bag_parcel k on k.provider_uuid = p.provider_uuid and k.parcel_uuid = p.parcel_uuid and k.taken_at is null
    left join bag b on b.provider_uuid = k.provider_uuid and b.bag_uuid = k.bag_uuid`;

/** Returns all parcels that are in bags, as they were put in. The caller bounds the bags. */
export async function listParcelsOfBags({ tx, providerUuid }: BagScope, bagUuids: readonly string[]): Promise<BagParcel[]> {
  const { rows } = await sql<BagParcel>`${selectParcels}
    where p.provider_uuid = ${providerUuid} and k.bag_uuid = any (${[...bagUuids]}::uuid[])
    order by k.bag_uuid, k.entry_uuid`.execute(tx);
  return rows;
}

/** Returns the parcels that keep a manifest from being handed over, 100 at most: what holds each of them, or that it has no waybill. */
export async function listBlockedOfManifest({ tx, providerUuid }: BagScope, manifestUuid: string): Promise<BagParcel[]> {
  const { rows } = await sql<BagParcel>`${selectParcels}
    where p.provider_uuid = ${providerUuid} and b.manifest_uuid = ${manifestUuid} and (${blockedBy} <> '' or y.waybill_uuid is null)
    order by k.bag_uuid, k.entry_uuid limit 100`.execute(tx);
  return rows;
}

/**
 * Finds a parcel by its number, by its waybill's, by its tracking number, or by the number of an order that has no other; null if there is none. Of several, one
 * that can still be bagged comes first.
 */
export async function findParcelByCode(
  { tx, providerUuid }: BagScope,
  code: string,
  warehouseUuid: string | undefined,
): Promise<BagParcel | null> {
  const { rows } = await sql<BagParcel>`${selectParcels}
    where p.provider_uuid = ${providerUuid} and p.parcel_uuid in (
        select parcel_uuid from parcel where provider_uuid = ${providerUuid} and parcel_number = ${code.toUpperCase()}
        union all
        select parcel_uuid from waybill where provider_uuid = ${providerUuid} and waybill_number in (${code}, ${code.toUpperCase()}) and waybill_number <> ''
        union all
        select parcel_uuid from waybill where provider_uuid = ${providerUuid} and tracking_number in (${code}, ${code.toUpperCase()}) and tracking_number <> ''
        union all
        select (array_agg(q.parcel_uuid))[1] from sales_order n join parcel q on q.provider_uuid = n.provider_uuid and q.order_uuid = n.order_uuid
        where n.provider_uuid = ${providerUuid} and n.order_number = ${code.toUpperCase()} and q.status <> 'voided' having count(*) = 1)
      and (${warehouseUuid ?? null}::uuid is null or p.warehouse_uuid = ${warehouseUuid ?? null}::uuid)
    order by p.status = 'voided', p.status = 'handed_over', y.waybill_uuid is null, p.parcel_uuid desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Finds a bag by its number; null if there is none. */
export async function findBagByCode(scope: BagScope, code: string, warehouseUuid: string | undefined): Promise<BagRow | null> {
  const [row] = await listBagsByNumber(scope, [code.toUpperCase()]);
  return row === undefined || (warehouseUuid !== undefined && row.warehouse_uuid !== warehouseUuid.toLowerCase()) ? null : row;
}

/** Returns the channels of parcels that wait for a bag, and of open bags, by warehouse. */
export async function listChannels({ tx, providerUuid }: BagScope, warehouseUuid: string | undefined): Promise<BagChannel[]> {
  const here = (table: string) => (warehouseUuid === undefined ? sql`` : sql`and ${sql.ref(`${table}.warehouse_uuid`)} = ${warehouseUuid}`);
  const { rows } = await sql<BagChannel>`
    select h.warehouse_uuid, h.name as warehouse_name, c.channel_uuid, c.name as channel_name, c.carrier_account_uuid, coalesce(a.label, '') as account_name,
      sum(n.waiting)::integer as waiting_parcels, sum(n.bags)::integer as open_bags
    from (
        select p.warehouse_uuid, y.channel_uuid, 1 as waiting, 0 as bags from parcel p
          join waybill y on y.provider_uuid = p.provider_uuid and y.parcel_uuid = p.parcel_uuid and y.status = 'issued'
        where p.provider_uuid = ${providerUuid} and p.status = 'weighed' ${here("p")}
        union all
        select b.warehouse_uuid, b.channel_uuid, 0, 1 from bag b where b.provider_uuid = ${providerUuid} and b.status = 'open' ${here("b")}) n
      join warehouse h on h.provider_uuid = ${providerUuid} and h.warehouse_uuid = n.warehouse_uuid
      join channel c on c.provider_uuid = ${providerUuid} and c.channel_uuid = n.channel_uuid
      left join carrier_account a on a.provider_uuid = c.provider_uuid and a.carrier_account_uuid = c.carrier_account_uuid
    group by h.warehouse_uuid, h.name, c.channel_uuid, c.name, c.carrier_account_uuid, a.label
    order by h.name, c.name`.execute(tx);
  return rows;
}

/** Counts the parcels that are in some bags. */
export async function countParcelsOfBags({ tx, providerUuid }: BagScope, bagUuids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bag_parcel
    where provider_uuid = ${providerUuid} and bag_uuid = any (${[...bagUuids]}::uuid[]) and taken_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Counts the given parcels that the caller may see. */
export async function countSeenParcels({ tx, providerUuid }: BagScope, uuids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from parcel where provider_uuid = ${providerUuid} and parcel_uuid = any (${[...uuids]}::uuid[])`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
