import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { listChoices, listWaybills, listWaybillsOfOrder, WaybillRow } from "#src/outbound/waybills/waybills.contract.ts";
import { readRecordedTrack } from "#src/outbound/waybills/waybills.rules.ts";
import type { WaybillProblemKind, WaybillTab } from "#src/outbound/waybills/waybills.rules.ts";
import { limitFirst } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { actingFor } from "#server/platform/db/row-security.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { formatMoment } from "../orders/orders.queries.ts";

type ReadScope = Pick<OrderScope, "tx" | "providerUuid">;
type Moment = "next_try_at" | "requested_at" | "issued_at" | "labelled_at" | "printed_at" | "handed_over_at" | "voided_at";

interface Columns extends Omit<WaybillRow, "problem" | Moment>, Record<Moment, Date | null> {
  problem_kind: WaybillProblemKind | "";
  problem_text: string;
}

function toWaybillRow({ problem_kind, problem_text, ...row }: Columns): WaybillRow {
  return {
    ...row,
    problem: problem_kind === "" ? null : { kind: problem_kind, text: problem_text },
    next_try_at: formatMoment(row.next_try_at),
    requested_at: formatMoment(row.requested_at),
    issued_at: formatMoment(row.issued_at),
    labelled_at: formatMoment(row.labelled_at),
    printed_at: formatMoment(row.printed_at),
    handed_over_at: formatMoment(row.handed_over_at),
    voided_at: formatMoment(row.voided_at),
  };
}

/** SQL for when the label of a waybill came: a carrier's is stored then, one that we draw is there with the number. */
const labelledAt = sql<Date | null>`case when waybill.label_type <> '' then coalesce((select l.stored_at from waybill_label l
  where waybill.label_type <> 'own' and l.provider_uuid = waybill.provider_uuid and l.waybill_uuid = waybill.waybill_uuid and l.drawn_as = ''), waybill.issued_at) end`;

/** Adds what a row shows to `waybill`: of its parcel, order, warehouse and channels. */
function selectShown<O>(waybills: SelectQueryBuilder<DB, "waybill", O>) {
  return waybills
    .innerJoin("parcel as p", (join) =>
      join.onRef("p.provider_uuid", "=", "waybill.provider_uuid").onRef("p.parcel_uuid", "=", "waybill.parcel_uuid"),
    )
    .innerJoin("sales_order as o", (join) =>
      join.onRef("o.provider_uuid", "=", "waybill.provider_uuid").onRef("o.order_uuid", "=", "waybill.order_uuid"),
    )
    .innerJoin("warehouse as h", (join) =>
      join.onRef("h.provider_uuid", "=", "waybill.provider_uuid").onRef("h.warehouse_uuid", "=", "waybill.warehouse_uuid"),
    )
    .innerJoin("channel as c", (join) =>
      join.onRef("c.provider_uuid", "=", "waybill.provider_uuid").onRef("c.channel_uuid", "=", "waybill.channel_uuid"),
    )
    .leftJoin("channel as n", (join) =>
      join.onRef("n.provider_uuid", "=", "waybill.provider_uuid").onRef("n.channel_uuid", "=", "waybill.replace_channel_uuid"),
    )
    .leftJoin("wave as v", (join) => join.onRef("v.provider_uuid", "=", "o.provider_uuid").onRef("v.wave_uuid", "=", "o.wave_uuid"))
    .select([
      "waybill.waybill_uuid",
      "waybill.reference",
      "waybill.status",
      "waybill.parcel_uuid",
      "p.parcel_number",
      "waybill.order_uuid",
      "o.order_number",
      "waybill.warehouse_uuid",
      "h.name as warehouse_name",
      sql<string>`coalesce(v.wave_number, '')`.as("wave_number"),
      "waybill.channel_uuid",
      "c.name as channel_name",
      sql<boolean>`waybill.carrier_account_uuid is null`.as("is_by_hand"),
      "waybill.waybill_number",
      "waybill.tracking_number",
      "waybill.tracking_status",
      "waybill.problem_kind",
      "waybill.problem_text",
      "waybill.next_try_at",
      "waybill.label_type",
      "waybill.print_count",
      sql<boolean>`p.status = 'voided'`.as("is_parcel_voided"),
      sql<boolean>`exists (select from waybill a where a.provider_uuid = waybill.provider_uuid and a.parcel_uuid = waybill.parcel_uuid
        and a.status <> 'voided')`.as("has_live_waybill"),
      "waybill.requested_at",
      "waybill.issued_at",
      labelledAt.as("labelled_at"),
      "waybill.printed_at",
      "waybill.handed_over_at",
      "waybill.voided_at",
      "waybill.void_reason",
      sql<string>`coalesce(n.name, '')`.as("replace_channel_name"),
    ])
    .$castTo<O & Columns>();
}

/** The conditions of the tabs, as in the partial indexes of `waybill`. */
const conditions: Readonly<Record<Exclude<WaybillTab, "all">, RawBuilder<SqlBool>>> = {
  to_print: sql`waybill.status = 'issued' and waybill.print_count = 0 and waybill.label_type <> '' and waybill.handed_over_at is null
    and not exists (select from parcel q where q.provider_uuid = waybill.provider_uuid and q.parcel_uuid = waybill.parcel_uuid and q.status = 'voided')`,
  waiting: sql`(waybill.status in ('requested', 'asked', 'void_requested', 'void_asked')
    or (waybill.status = 'issued' and waybill.label_type = '' and waybill.next_try_at is not null))`,
  failed: sql`(waybill.status = 'failed' or (waybill.status = 'issued' and waybill.problem_kind <> '' and waybill.next_try_at is null)
    or (waybill.status = 'issued' and waybill.void_reason <> '' and waybill.handed_over_at is null))`,
  printed: sql`waybill.print_count > 0`,
};

/**
 * SQL for the waybills that a whole number names: their own, their parcel's, their order's. It is also looked for in capitals, as scanners and people type carriers'
 * numbers in small letters; a carrier whose own numbers have small letters is found as it writes them.
 */
function namedBy(providerUuid: string, number: string): RawBuilder<SqlBool> {
  const upper = number.toUpperCase();
  const written = sql`any (array[${number}, ${upper}]::text[])`;
  return sql`waybill.waybill_uuid = any (array(
    select waybill_uuid from waybill where provider_uuid = ${providerUuid} and waybill_number = ${written} and waybill_number <> ''
    union select waybill_uuid from waybill where provider_uuid = ${providerUuid} and tracking_number = ${written} and tracking_number <> ''
    union select waybill_uuid from waybill where provider_uuid = ${providerUuid} and reference = ${upper}
    union select w.waybill_uuid from parcel p join waybill w on w.provider_uuid = p.provider_uuid and w.order_uuid = p.order_uuid and w.parcel_uuid = p.parcel_uuid
      where p.provider_uuid = ${providerUuid} and p.parcel_number = ${upper}
    union select w.waybill_uuid from sales_order o join waybill w on w.provider_uuid = o.provider_uuid and w.order_uuid = o.order_uuid
      where o.provider_uuid = ${providerUuid} and o.order_number = ${upper}))`;
}

/** Returns a page of waybills, newest first. */
export function listWaybillPage(
  { tx, providerUuid }: ReadScope,
  {
    tab,
    warehouse_uuid,
    channel_uuid,
    wave_uuid,
    location_uuid,
    number = "",
    labelled_after,
    ...request
  }: ParsedInputOf<typeof listWaybills>,
): Promise<Result<Page<WaybillRow>, "parameterError">> {
  let base = tx.selectFrom("waybill").where("waybill.provider_uuid", "=", providerUuid);
  if (tab !== "all") base = base.where(conditions[tab]);
  if (warehouse_uuid !== undefined) base = base.where("waybill.warehouse_uuid", "=", warehouse_uuid);
  if (channel_uuid !== undefined) base = base.where("waybill.channel_uuid", "=", channel_uuid);
  if (wave_uuid !== undefined)
    base = base.where(
      sql<boolean>`waybill.order_uuid = any (array(select order_uuid from sales_order where provider_uuid = ${providerUuid} and wave_uuid = ${wave_uuid}))`,
    );
  if (location_uuid !== undefined)
    base = base.where(
      sql<boolean>`(select r.location_uuid from order_review r where r.provider_uuid = waybill.provider_uuid and r.order_uuid = waybill.order_uuid
        and r.status = 'done' order by r.review_uuid desc limit 1) = ${location_uuid}`,
    );
  if (labelled_after !== undefined) base = base.where(labelledAt, ">", new Date(labelled_after));
  if (number !== "") base = base.where(namedBy(providerUuid, number));
  return listPage(
    tx,
    {
      name: `waybills.list-waybills ${tab}`,
      table: "waybill",
      base,
      keys: [{ column: sql.ref("waybill.waybill_uuid"), type: "uuid", direction: "desc" }],
      select: (page) => selectShown(limitFirst(tx, "waybill", page)),
      show: ({ position: _position, ...row }): WaybillRow => toWaybillRow(row),
    },
    request,
  );
}

/** Returns a waybill; null if the caller may not see it. */
export async function findWaybill({ tx, providerUuid }: ReadScope, waybillUuid: string): Promise<WaybillRow | null> {
  const row = await selectShown(tx.selectFrom("waybill"))
    .where("waybill.provider_uuid", "=", providerUuid)
    .where("waybill.waybill_uuid", "=", waybillUuid)
    .executeTakeFirst();
  return row === undefined ? null : toWaybillRow(row);
}

/** Counts the given waybills that the caller may see. */
export async function countWaybills({ tx, providerUuid }: ReadScope, uuids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from waybill where provider_uuid = ${providerUuid} and waybill_uuid = any (${[...uuids]}::uuid[])`.execute(tx);
  return rows[0]?.count ?? 0;
}

type AllOfOrder = OutputOf<typeof listWaybillsOfOrder>;
type OfOrder = AllOfOrder["waybills"][number];
interface OfOrderColumns extends Omit<OfOrder, "issued_at" | "delivered_at" | "track"> {
  readonly is_by_hand: boolean;
  readonly track: readonly Omit<OfOrder["track"][number], "recorded">[];
  readonly issued_at: Date | null;
  readonly delivered_at: Date | null;
}

/** Lists the waybills of an order with their tracks; null if the caller may not see the order. Void ones, bags, and parcels without a waybill are for staff only. */
export async function listOfOrder(scope: OrderScope, orderUuid: string): Promise<AllOfOrder | null> {
  const { providerUuid, retailerUuid } = scope;
  const { rows } = await sql<Pick<AllOfOrder, "parcels_without">>`
    select coalesce((select jsonb_agg(jsonb_build_object('parcel_uuid', p.parcel_uuid, 'parcel_number', p.parcel_number) order by p.parcel_uuid)
      from parcel p where p.provider_uuid = o.provider_uuid and p.order_uuid = o.order_uuid and p.status in ('closed', 'weighed')
        and ${retailerUuid === null} and not exists (select from waybill w where w.provider_uuid = p.provider_uuid
          and w.parcel_uuid = p.parcel_uuid and w.status <> 'voided')), '[]') as parcels_without
    from sales_order o where o.provider_uuid = ${providerUuid} and o.order_uuid = ${orderUuid}
      and (${retailerUuid === null} or o.owner_uuid = ${retailerUuid ?? providerUuid}::uuid)`.execute(scope.tx);
  const [order] = rows;
  if (order === undefined) return null;
  const { tx, acting } = scope;
  const isStaff = retailerUuid === null;
  const read = () =>
    sql<OfOrderColumns>`
      select w.waybill_uuid, p.parcel_number, p.measured_grams, coalesce(p.length_mm, x.length_mm) as length_mm, coalesce(p.width_mm, x.width_mm) as width_mm,
        coalesce(p.height_mm, x.height_mm) as height_mm, coalesce(x.name, '') as box_name, case when ${isStaff} then p.variance_reason else '' end as variance_reason,
        b.bag_uuid, coalesce(b.bag_number, '') as bag_number, coalesce(m.manifest_number, '') as manifest_number, w.status, c.name as channel_name, w.waybill_number, w.tracking_number, w.tracking_status,
        w.handed_over_at is not null as is_handed_over, w.carrier_account_uuid is null as is_by_hand, w.issued_at,
        w.delivered_at, coalesce((select jsonb_agg(jsonb_build_object('text', t.text, 'location', t.location,
            'at', coalesce(to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')) order by coalesce(t.at, t.seen_at) desc, t.sequence desc)
          from waybill_track t where t.provider_uuid = w.provider_uuid and t.waybill_uuid = w.waybill_uuid), '[]') as track
      from waybill w
        join parcel p on p.provider_uuid = w.provider_uuid and p.parcel_uuid = w.parcel_uuid
        join channel c on c.provider_uuid = w.provider_uuid and c.channel_uuid = w.channel_uuid
        left join box_type x on x.provider_uuid = p.provider_uuid and x.box_uuid = p.box_uuid
        left join bag_parcel k on ${isStaff} and k.provider_uuid = p.provider_uuid and k.parcel_uuid = p.parcel_uuid and k.taken_at is null
        left join bag b on b.provider_uuid = k.provider_uuid and b.bag_uuid = k.bag_uuid
        left join manifest m on m.provider_uuid = b.provider_uuid and m.manifest_uuid = b.manifest_uuid
      where w.provider_uuid = ${providerUuid} and w.order_uuid = ${orderUuid} and (${isStaff} or w.status <> 'voided')
      order by w.waybill_uuid`.execute(tx);
  // A retailer sees neither parcels nor every channel: it reads here what its parcel is, and the channel's name.
  const found = isStaff ? await read() : await actingFor(tx, { kind: "provider", providerUuid }, acting, read);
  const waybills = found.rows.map(({ issued_at, delivered_at, is_by_hand, track, ...row }) => ({
    ...row,
    // Only people report about a parcel of a channel without an interface: a carrier's own "Delivered" stays as it came.
    track: track.map(({ text, ...event }) => {
      const { recorded, note } = is_by_hand ? readRecordedTrack(text) : { recorded: "" as const, note: text };
      return { ...event, text: note, recorded };
    }),
    issued_at: formatMoment(issued_at),
    delivered_at: formatMoment(delivered_at),
  }));
  return { ...order, waybills };
}

/** Lists what waybills are filtered by: channels by name, the newest waves, and packing locations by barcode. */
export async function listFilterChoices(
  { tx, providerUuid }: ReadScope,
  { warehouse_uuid }: ParsedInputOf<typeof listChoices>,
): Promise<OutputOf<typeof listChoices>> {
  const [channels, waves, locations] = await Promise.all([
    tx
      .selectFrom("channel")
      .select(["channel_uuid", "name", sql<boolean>`(is_enabled and is_account_enabled)`.as("is_enabled")])
      .where("provider_uuid", "=", providerUuid)
      .orderBy(sql`lower(name)`)
      .limit(sql.lit(1000))
      .execute(),
    tx
      .selectFrom("wave")
      .select(["wave_uuid", "wave_number"])
      .where("provider_uuid", "=", providerUuid)
      .$if(warehouse_uuid !== undefined, (rows) => rows.where("warehouse_uuid", "=", warehouse_uuid ?? ""))
      .orderBy("wave_uuid", "desc")
      .limit(sql.lit(100))
      .execute(),
    tx
      .selectFrom("location")
      .innerJoin("warehouse", (join) =>
        join
          .onRef("warehouse.provider_uuid", "=", "location.provider_uuid")
          .onRef("warehouse.warehouse_uuid", "=", "location.warehouse_uuid"),
      )
      .select(["location.location_uuid", "location.barcode", "warehouse.name as warehouse_name"])
      .where("location.provider_uuid", "=", providerUuid)
      .where("location.type", "=", sql.lit("packing"))
      .$if(warehouse_uuid !== undefined, (rows) => rows.where("location.warehouse_uuid", "=", warehouse_uuid ?? ""))
      .orderBy("location.barcode")
      .limit(sql.lit(500))
      .execute(),
  ]);
  return { channels, waves, locations };
}
