import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { AgreedWork } from "#src/billing/wallet/agreed-charges.rules.ts";
import type { Happening, StoredGoods } from "#src/billing/wallet/day-charges.rules.ts";
import { agreedKinds } from "#src/warehouse/work/work.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { lowestMovementId } from "#server/warehouse/stock/movement-id.ts";
import type { TimedDay } from "./charging-days.queries.ts";

/** The scope of a query about a warehouse's day: whose goods, and when. */
export interface DayAsked {
  readonly providerUuid: string;
  readonly retailerUuids: readonly string[];
  readonly time: TimedDay;
}

/** The stock, and how much of it has no dimensions. */
export interface Stored extends StoredGoods {
  /** per retailer; given once, with the part older than known */
  readonly unmeasured_skus: number;
  readonly unmeasured_pieces: number;
}

const fewOwners = 4;

/**
 * Makes the planner scan all of a warehouse's goods and hash them in memory. It cannot estimate the number of SKUs of an aggregate, and would look up each of
 * them and sort on disk. With 1,000,000 balances this is the difference between seconds and minutes.
 */
async function tunePlanner(tx: Tx): Promise<void> {
  await sql`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('work_mem', '128MB', true)`.execute(
    tx,
  );
}

async function resetPlanner(tx: Tx): Promise<void> {
  await sql`select set_config(name, reset_val || coalesce(unit, ''), true) from pg_settings
    where name in ('enable_nestloop', 'enable_mergejoin', 'work_mem')`.execute(tx);
}

/** A retailer's stock, regardless of age. */
interface Totals {
  retailer_uuid: string;
  pieces: number;
  millilitres: number;
  unmeasured_skus: number;
  unmeasured_pieces: number;
}

interface StoredRow extends Totals {
  /** parts of known age: [[age, pieces, millilitres]] */
  ages: [number, number, number][];
}

/** Adds the part older than known: the total minus the known ages. This also holds for litres, because a SKU's parts add up to its own volume. */
function splitByAge({ ages, ...totals }: StoredRow): Stored[] {
  const { retailer_uuid } = totals;
  const known = ages.map(([age_days, pieces, millilitres]) => ({
    retailer_uuid,
    age_days,
    pieces,
    millilitres,
    unmeasured_skus: 0,
    unmeasured_pieces: 0,
  }));
  const pieces = totals.pieces - known.reduce((sum, part) => sum + part.pieces, 0);
  const millilitres = totals.millilitres - known.reduce((sum, part) => sum + part.millilitres, 0);
  return [...known, { ...totals, age_days: null, pieces, millilitres }];
}

/**
 * Reads the stock of a warehouse at the end of a day by retailer and age, in all conditions and locations: the current balances minus later movements, from
 * one snapshot. First in, first out: pieces are as old as the newest arrivals that make up their SKU's quantity. An arrival is what came from outside, minus
 * what went back that day, plus found pieces and transfers from other warehouses. Pieces merged into another SKU keep their age. Litres are rounded for a SKU
 * as a whole; an age has the difference of two roundings.
 * @param time arrivals are read from its `since` on; older pieces have no age
 * @param withVolumes whether to compute litres
 */
export async function readStored(tx: Tx, { providerUuid, retailerUuids, time }: DayAsked, withVolumes: boolean): Promise<Stored[]> {
  const owners = sql`${[...retailerUuids]}::uuid[]`;
  const end = lowestMovementId(time.until);
  const begin = lowestMovementId(time.since);
  const sized = withVolumes
    ? sql`select s.*, coalesce(v.measured_length_mm, v.length_mm)::numeric * coalesce(v.measured_width_mm, v.width_mm)
          * coalesce(v.measured_height_mm, v.height_mm) as mm3
        from standing s join variant v on v.provider_uuid = ${providerUuid} and v.variant_uuid = s.variant_uuid`
    : sql`select s.*, null::numeric as mm3 from standing s`;
  // The ledger is chronological: many owners' days are scanned in that order, a few owners' use their own index.
  const arrived = retailerUuids.length > fewOwners ? sql`e.owner_uuid <> ${providerUuid}` : sql`e.owner_uuid = any (${owners})`;
  await tunePlanner(tx);
  const { rows } = await sql<StoredRow>`
    with recursive standing as (
      select owner_uuid, variant_uuid, sum(quantity) as quantity from (
        select owner_uuid, variant_uuid, quantity from stock_balance
          where provider_uuid = ${providerUuid} and warehouse_uuid = ${time.warehouse_uuid} and quantity > 0 and owner_uuid = any (${owners})
        union all
        select owner_uuid, variant_uuid, -quantity from stock_entry
          where provider_uuid = ${providerUuid} and movement_uuid >= ${end} and warehouse_uuid = ${time.warehouse_uuid} and place = 'location'
            and owner_uuid = any (${owners})
      ) now_and_since group by owner_uuid, variant_uuid having sum(quantity) > 0
    ), sized as materialized (${sized}
    ), merge (old_uuid, new_uuid) as materialized (
      select distinct o.variant_uuid, n.variant_uuid from stock_entry o join stock_entry n on n.provider_uuid = o.provider_uuid
        and n.source_type = 'merge' and n.source_uuid = o.source_uuid and n.warehouse_uuid = o.warehouse_uuid and n.place = 'adjustment' and n.quantity < 0
      where o.provider_uuid = ${providerUuid} and o.source_type = 'merge' and o.warehouse_uuid = ${time.warehouse_uuid} and o.place = 'adjustment'
        and o.quantity > 0 and o.movement_uuid < ${end}
    ), way (old_uuid, new_uuid) as (
      select * from merge union select w.old_uuid, m.new_uuid from way w join merge m on m.old_uuid = w.new_uuid
    ), became as (
      select * from way w where not exists (select from merge m where m.old_uuid = w.new_uuid)
    ), came as (
      select e.owner_uuid, coalesce(b.new_uuid, e.variant_uuid) as variant_uuid,
        greatest(0, ${time.day}::date - (e.at at time zone ${time.time_zone}::text)::date) as age,
        greatest(0, coalesce(sum(-e.quantity) filter (where e.place in ('arrival', 'opening')), 0))
          + coalesce(sum(-e.quantity) filter (where e.place = 'adjustment' and e.quantity < 0 and e.source_type <> 'merge'), 0)
          -- The legs of a movement sum to nothing: what is left over within the warehouse came from another, or went there.
          + greatest(0, sum(e.quantity)) as pieces
      from stock_entry e left join became b on b.old_uuid = e.variant_uuid
      where e.provider_uuid = ${providerUuid} and e.movement_uuid >= ${begin} and e.movement_uuid < ${end}
        and e.warehouse_uuid = ${time.warehouse_uuid} and ${arrived}
      group by 1, 2, 3
    ), part as (
      select s.owner_uuid, n.age, s.mm3, least(s.quantity, n.upto - n.pieces) as low, least(s.quantity, n.upto) as high
      from (
        select owner_uuid, variant_uuid, age, pieces, sum(pieces) over (partition by owner_uuid, variant_uuid order by age) as upto
        from came where pieces > 0
      ) n join sized s using (owner_uuid, variant_uuid)
    ), aged as materialized (
      select owner_uuid, age, sum(high - low) as pieces, coalesce(sum(round(high * mm3 / 1000) - round(low * mm3 / 1000)), 0) as millilitres
      from part group by owner_uuid, age having sum(high - low) > 0
    )
    select owner_uuid as retailer_uuid, sum(quantity)::bigint as pieces, coalesce(sum(round(quantity * mm3 / 1000)), 0)::bigint as millilitres,
      count(*) filter (where mm3 is null) as unmeasured_skus, coalesce(sum(quantity) filter (where mm3 is null), 0)::bigint as unmeasured_pieces,
      coalesce((select jsonb_agg(jsonb_build_array(a.age, a.pieces, a.millilitres)) from aged a where a.owner_uuid = s.owner_uuid), '[]') as ages
    from sized s group by owner_uuid`.execute(tx);
  await resetPlanner(tx);
  return rows.flatMap(splitByAge);
}

/** SQL condition for the recorded work `w` of a warehouse's day for some retailers. */
function recordedOn({ providerUuid, retailerUuids, time }: DayAsked): RawBuilder<boolean> {
  return sql<boolean>`w.provider_uuid = ${providerUuid} and w.work_uuid >= ${lowestMovementId(time.from)} and w.work_uuid < ${lowestMovementId(time.until)}
    and w.warehouse_uuid = ${time.warehouse_uuid} and w.owner_uuid = any (${[...retailerUuids]}::uuid[])`;
}

/** Reads the work of a warehouse's day at agreed prices. What has no price is left out. */
export async function readAgreedWork(tx: Tx, asked: DayAsked): Promise<AgreedWork[]> {
  const { rows } = await sql<AgreedWork>`
    select w.owner_uuid as retailer_uuid, w.kind as event, case w.kind when 'shipping_parcel' then 'parcel' else 'order' end as source_type,
      case w.kind when 'shipping_parcel' then w.parcel_uuid else w.order_uuid end as source_uuid, w.order_uuid, w.quantity_milli, w.amount_cents, w.currency
    from work_entry w where ${recordedOn(asked)} and w.kind = any (${[...agreedKinds]}::text[]) and w.amount_cents is not null
    order by w.work_uuid`.execute(tx);
  return rows;
}

/**
 * Reads the work done in a warehouse on a day by retailer, event and source: net pieces received, put away, returned or scrapped for a receipt, and shipped
 * for an order; and the recorded work for orders and returns. Work on goods is charged to their owner; what is shipped, to the retailer that the ledger says
 * it was for, whoever owned it (ADR 39); recorded work to the retailer it names (ADR 50). Zero quantities are left out.
 */
export async function readHappenings(tx: Tx, { providerUuid, retailerUuids, time }: DayAsked): Promise<Happening[]> {
  const retailers = sql`${[...retailerUuids]}::uuid[]`;
  const { rows } = await sql<Happening>`
    with entry as materialized (
      select source_type, source_uuid, coalesce(for_retailer_uuid, owner_uuid) as retailer_uuid, place, leg, quantity from stock_entry
      where provider_uuid = ${providerUuid} and movement_uuid >= ${lowestMovementId(time.from)} and movement_uuid < ${lowestMovementId(time.until)}
        and warehouse_uuid = ${time.warehouse_uuid} and (for_retailer_uuid is null and owner_uuid = any (${retailers}) or for_retailer_uuid = any (${retailers}))
        and source_type in ('receipt', 'receipt-undo', 'putaway', 'putaway-undo', 'decision', 'shipment')
    )
    select retailer_uuid, event, source_type, source_uuid, order_uuid, sum(pieces)::bigint as quantity from (
      select e.retailer_uuid, 'receiving_piece' as event, 'receipt' as source_type, i.receipt_uuid as source_uuid, null::uuid as order_uuid,
          -e.quantity::bigint as pieces
        from entry e join inspection i on i.provider_uuid = ${providerUuid} and i.inspection_uuid = e.source_uuid
        where e.source_type in ('receipt', 'receipt-undo') and e.place = 'arrival'
      union all
      select e.retailer_uuid, 'putaway_piece', 'receipt', t.receipt_uuid, null, case e.source_type when 'putaway' then e.quantity else -e.quantity end
        from entry e join putaway_task t on t.provider_uuid = ${providerUuid} and t.task_uuid = e.source_uuid
        where e.source_type in ('putaway', 'putaway-undo') and e.leg = 2
      union all
      select e.retailer_uuid, 'return_piece', 'receipt', u.receipt_uuid, null, e.quantity
        from entry e join unqualified_decision u on u.provider_uuid = ${providerUuid} and u.decision_uuid = e.source_uuid
        where e.source_type = 'decision' and e.place in ('shipment', 'scrap')
      union all
      select e.retailer_uuid, 'shipped_piece', 'shipment', r.source_uuid, r.source_uuid, e.quantity
        from entry e join reservation r on r.provider_uuid = ${providerUuid} and r.reservation_uuid = e.source_uuid
        where e.source_type = 'shipment' and e.place = 'shipment'
      union all
      select w.owner_uuid, w.kind, case when w.return_uuid is null then 'order' else 'return' end, coalesce(w.return_uuid, w.order_uuid), w.order_uuid,
          w.quantity_milli / 1000
        from work_entry w where ${recordedOn({ providerUuid, retailerUuids, time })} and w.kind <> all (${[...agreedKinds]}::text[])
    ) done group by 1, 2, 3, 4, 5 having sum(pieces) <> 0`.execute(tx);
  return rows;
}

/** Lists a provider's retailers, and the currencies of wallets that have entries. */
export async function listChargeableRetailers(tx: Tx, providerUuid: string): Promise<{ retailer_uuid: string; currency: string | null }[]> {
  const { rows } = await sql<{ retailer_uuid: string; currency: string | null }>`
    select rp.retailer_uuid, a.currency from retailer_provider rp
      left join wallet_account a on a.provider_uuid = rp.provider_uuid and a.retailer_uuid = rp.retailer_uuid and a.account = 'balance'
    where rp.provider_uuid = ${providerUuid} order by rp.retailer_uuid`.execute(tx);
  return rows;
}
