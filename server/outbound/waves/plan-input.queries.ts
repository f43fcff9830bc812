import { sql } from "kysely";
import { toDay } from "#src/kit/lib/days.ts";
import { cartOf } from "#src/outbound/waves/waves.rules.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import { readStrategies } from "../orders/warehouse-rules.queries.ts";
import type { PlannedLocation, PlannedShelf, PlannedWarehouse, WavePlanInput } from "../planner/wave-input.ts";
import { chooseBins } from "./choose-bins.ts";
import type { FreePieces, ReservedPieces } from "./choose-bins.ts";
import type { LockedWave, PlannedBin } from "./locked-waves.commands.ts";

type Scope = Pick<OrderScope, "tx" | "providerUuid" | "now">;

/** What planning needs to know of a wave. */
type PlannableWave = Pick<LockedWave, "warehouse_uuid" | "kind" | "status" | "strategy" | "version">;

/** Returns what planning needs to know of a wave, without a lock; null if the provider has none with this uuid. */
export async function findPlannable(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  waveUuid: string,
): Promise<PlannableWave | null> {
  const { rows } = await sql<PlannableWave>`
    select warehouse_uuid, kind, status, strategy, version from wave where provider_uuid = ${providerUuid} and wave_uuid = ${waveUuid}`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** A reservation of a wave's order, with what the plan needs to know of its goods. */
interface MemberPieces extends ReservedPieces {
  readonly weight_grams: number | null;
  readonly volume_ml: number | null;
  /** it was picked before: it lies in a tote, in a slot of a sort wall, or at a packing location if it was reviewed too */
  readonly is_in_tote: boolean;
}

/** What the planner is to plan, and the bins that were chosen instead of reserved ones. */
export interface PlanInput {
  readonly input: WavePlanInput;
  readonly bins: readonly PlannedBin[];
  /** orders with goods that cannot be picked now, and for which there are no others */
  readonly shortages: number;
}

async function listMemberPieces({ tx, providerUuid, now }: Scope, orderUuids: readonly string[]): Promise<MemberPieces[]> {
  const { rows } = await sql<MemberPieces>`
    select r.source_uuid as order_uuid, r.source_line as line, r.variant_uuid, r.owner_uuid, r.location_uuid, r.lot, r.quantity,
      t.expires_on::text as expires_on, l.type in ('tote', 'packing', 'slot') as is_in_tote,
      not l.is_blocked and l.type in ('pick', 'reserve', 'tote', 'packing', 'slot') and (t.expires_on is null or t.expires_on > ${toDay(now)}::date) as can_pick,
      coalesce(v.measured_weight_grams, v.weight_grams) as weight_grams,
      (coalesce(v.measured_length_mm, v.length_mm)::bigint * coalesce(v.measured_width_mm, v.width_mm) * coalesce(v.measured_height_mm, v.height_mm) / 1000)::float8
        as volume_ml
    from reservation r
      join location l on l.provider_uuid = r.provider_uuid and l.location_uuid = r.location_uuid
      join variant v on v.provider_uuid = r.provider_uuid and v.variant_uuid = r.variant_uuid
      left join lot t on t.provider_uuid = r.provider_uuid and t.variant_uuid = r.variant_uuid and t.lot = r.lot
    where r.provider_uuid = ${providerUuid} and r.source_type = ${orderSource} and r.source_uuid = any (${[...orderUuids]}::uuid[]) and r.status = 'open'
    order by r.source_uuid, r.source_line, r.part`.execute(tx);
  return rows;
}

/** Lists what of some SKUs can be picked in a warehouse and is not reserved. Locks nothing: the release looks again. */
async function listFreePieces(
  { tx, providerUuid, now }: Scope,
  warehouseUuid: string,
  of: readonly ReservedPieces[],
): Promise<FreePieces[]> {
  const keys = of.map(({ variant_uuid, owner_uuid }) => ({ v: variant_uuid, o: owner_uuid }));
  const { rows } = await sql<FreePieces>`
    select b.variant_uuid, b.owner_uuid, b.location_uuid, b.lot, b.quantity - b.reserved as quantity, t.expires_on::text as expires_on
    from (select distinct k.v, k.o from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (v uuid, o uuid)) k
      cross join lateral (
        select b.* from stock_balance b where b.provider_uuid = ${providerUuid} and b.variant_uuid = k.v and b.warehouse_uuid = ${warehouseUuid}
          and b.owner_uuid = k.o and b.condition = 'good' and b.quantity > b.reserved offset 0
      ) b
      join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid and l.type in ('pick', 'reserve') and not l.is_blocked
      left join lot t on t.provider_uuid = b.provider_uuid and t.variant_uuid = b.variant_uuid and t.lot = b.lot
    where t.expires_on is null or t.expires_on > ${toDay(now)}::date
    order by b.variant_uuid, b.location_uuid, b.lot`.execute(tx);
  return rows;
}

async function readPlannedWarehouse({ tx, providerUuid }: Scope, warehouseUuid: string): Promise<PlannedWarehouse> {
  const [shelves, locations, depots] = await Promise.all([
    sql<PlannedShelf>`select shelf_uuid, x_mm, y_mm, width_mm, depth_mm, is_turned from shelf
      where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouseUuid} order by shelf_uuid`.execute(tx),
    sql<PlannedLocation>`select location_uuid, shelf_uuid, x_mm, y_mm, pick_sequence from location
      where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouseUuid} order by location_uuid`.execute(tx),
    sql<{ x_mm: number; y_mm: number }>`select x_mm, y_mm from location
      where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouseUuid} and type = 'packing' and (x_mm, y_mm) <> (0, 0)
      order by barcode limit 1`.execute(tx),
  ]);
  return { shelves: shelves.rows, locations: locations.rows, depot: depots.rows[0] ?? null };
}

/** Sums what is known of each piece; null if something is not. */
function sumKnown(pieces: readonly MemberPieces[], get: (one: MemberPieces) => number | null): number | null {
  let sum = 0;
  for (const one of pieces) {
    const each = get(one);
    if (each === null) return null;
    sum += each * one.quantity;
  }
  return sum;
}

/** Applies the bins of a plan to the pieces of an order: the places that they will be picked from. */
function listPlaces(own: readonly MemberPieces[], bins: readonly PlannedBin[]): { location_uuid: string; pieces: number }[] {
  const moved = new Set(bins.map(({ line }) => line));
  const staying = own.filter(({ line, is_in_tote }) => is_in_tote || !moved.has(line));
  return [...staying, ...bins].map(({ location_uuid, quantity }) => ({ location_uuid, pieces: quantity }));
}

/**
 * Reads what the planner needs to plan the tours of a wave. Where the warehouse's strategy leaves a choice, bins are chosen for all orders together; "first
 * in" leaves none.
 */
export async function readPlanInput(
  scope: Scope,
  { warehouse_uuid, kind }: { readonly warehouse_uuid: string; readonly kind: WaveKind },
  orderUuids: readonly string[],
): Promise<PlanInput> {
  const pieces = await listMemberPieces(scope, orderUuids);
  const onShelves = pieces.filter(({ is_in_tote }) => !is_in_tote);
  const [strategies, free, warehouse] = await Promise.all([
    readStrategies(scope.tx, scope.providerUuid),
    listFreePieces(scope, warehouse_uuid, onShelves),
    readPlannedWarehouse(scope, warehouse_uuid),
  ]);
  const bins = strategies.get(warehouse_uuid) === "first_in" ? [] : chooseBins(onShelves, free);
  const binsByOrder = Map.groupBy(bins, ({ order_uuid }) => order_uuid);
  const moved = new Set(bins.map(({ order_uuid, line }) => `${order_uuid} ${line}`));
  const byOrder = Map.groupBy(pieces, ({ order_uuid }) => order_uuid);
  const short = new Set(
    pieces.filter(({ can_pick, order_uuid, line }) => !can_pick && !moved.has(`${order_uuid} ${line}`)).map(({ order_uuid }) => order_uuid),
  );
  return {
    bins,
    shortages: short.size,
    input: {
      warehouse,
      cart: { ...cartOf[kind], weight_grams: null, volume_ml: null },
      orders: [...byOrder].map(([order_uuid, own]) => ({
        order_uuid,
        lines: listPlaces(own, binsByOrder.get(order_uuid) ?? []),
        weight_grams: sumKnown(own, ({ weight_grams }) => weight_grams),
        volume_ml: sumKnown(own, ({ volume_ml }) => volume_ml),
      })),
    },
  };
}
