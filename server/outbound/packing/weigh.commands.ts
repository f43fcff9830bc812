import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { weighParcels } from "#src/outbound/packing/packing.contract.ts";
import { isWithinTolerance } from "#src/outbound/packing/packing.rules.ts";
import type { ParcelStatus, WeightTolerance } from "#src/outbound/packing/packing.rules.ts";
import { readWarehouseSettings } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { recordWeighing } from "#server/warehouse/work/work.commands.ts";
import type { ParcelOfWork } from "#server/warehouse/work/work.commands.ts";
import { lockOrders, saveOrders } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { publishPacking } from "./pack.commands.ts";

export type Weight = ParsedInputOf<typeof weighParcels>["parcels"][number];

interface LockedParcel {
  readonly parcel_uuid: string;
  readonly parcel_number: string;
  readonly order_uuid: string;
  readonly warehouse_uuid: string;
  readonly status: ParcelStatus;
  readonly expected_grams: number | null;
}

/** Locks the orders of some parcels, and then the parcels. */
async function lockParcels(
  scope: OrderScope,
  uuids: readonly string[],
): Promise<{ orders: Map<string, LockedOrder>; parcels: Map<string, LockedParcel> }> {
  const { tx, providerUuid } = scope;
  const named = await sql<{ order_uuid: string }>`select distinct order_uuid from parcel
    where provider_uuid = ${providerUuid} and parcel_uuid = any (${[...uuids]}::uuid[])`.execute(tx);
  const orders = await lockOrders(
    scope,
    named.rows.map(({ order_uuid }) => order_uuid),
  );
  const { rows } = await sql<LockedParcel>`
    select parcel_uuid, parcel_number, order_uuid, warehouse_uuid, status, expected_grams from parcel
    where provider_uuid = ${providerUuid} and parcel_uuid = any (${[...uuids]}::uuid[]) order by parcel_uuid for no key update`.execute(tx);
  return {
    orders: new Map(orders.map((order) => [order.order_uuid, order])),
    parcels: new Map(rows.map((parcel) => [parcel.parcel_uuid, parcel])),
  };
}

/** Reads the tolerance of each parcel's warehouse. */
async function readTolerances({ tx, providerUuid }: OrderScope, parcels: Iterable<LockedParcel>): Promise<Map<string, WeightTolerance>> {
  const tolerances = new Map<string, WeightTolerance>();
  for (const { warehouse_uuid } of parcels)
    if (!tolerances.has(warehouse_uuid)) tolerances.set(warehouse_uuid, await readWarehouseSettings(tx, providerUuid, warehouse_uuid));
  return tolerances;
}

/** Returns why a weight is refused; null if it is saved. */
function getRefusal(
  { measured_grams, reason }: Weight,
  parcel: LockedParcel | undefined,
  order: LockedOrder | undefined,
  tolerance: WeightTolerance | undefined,
): RefusalName | null {
  if (parcel === undefined || order === undefined || tolerance === undefined) return "notFound";
  if (parcel.status === "voided") return "packing.voided";
  if (parcel.status !== "closed") return "packing.weighedAlready";
  if (order.holds.length > 0) return "packing.held";
  return reason !== "" || isWithinTolerance(parcel.expected_grams, measured_grams, tolerance) ? null : "packing.weightOff";
}

/**
 * Saves the weights of parcels. An order whose last parcel is weighed is weighed. The follow-up `parcelsNeedWaybills` runs for them.
 * @returns the weights that were refused, with the reason
 */
export async function weigh(scope: OrderScope, weights: readonly Weight[]): Promise<{ weight: Weight; refusal: RefusalName }[]> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { orders, parcels } = await lockParcels(
    scope,
    weights.map(({ parcel_uuid }) => parcel_uuid.toLowerCase()),
  );
  const tolerances = await readTolerances(scope, parcels.values());
  const refused: { weight: Weight; refusal: RefusalName }[] = [];
  const saved = new Map<string, { parcel_uuid: string; measured_grams: number; reason: string }>();
  const touched = new Set<string>();
  for (const weight of weights) {
    const uuid = weight.parcel_uuid.toLowerCase();
    const parcel = parcels.get(uuid);
    const tolerance = tolerances.get(parcel?.warehouse_uuid ?? "");
    // A parcel that comes twice is weighed by the first.
    const refusal = saved.has(uuid)
      ? "packing.weighedAlready"
      : getRefusal(weight, parcel, orders.get(parcel?.order_uuid ?? ""), tolerance);
    if (refusal !== null) {
      refused.push({ weight, refusal });
      continue;
    }
    const isOff = tolerance !== undefined && !isWithinTolerance(parcel?.expected_grams ?? null, weight.measured_grams, tolerance);
    saved.set(uuid, { parcel_uuid: uuid, measured_grams: weight.measured_grams, reason: isOff ? weight.reason : "" });
    touched.add(parcel?.order_uuid ?? "");
  }
  if (saved.size === 0) return refused;
  await sql`
    update parcel p set status = 'weighed', measured_grams = n.measured_grams, variance_reason = n.reason, weighed_by = ${userUuid}::uuid, weighed_at = ${now},
      version = version + 1
    from jsonb_to_recordset(${JSON.stringify([...saved.values()])}::jsonb) as n (parcel_uuid uuid, measured_grams integer, reason text)
    where p.provider_uuid = ${providerUuid} and p.parcel_uuid = n.parcel_uuid`.execute(tx);
  await recordWeighing(
    scope,
    [...saved.keys()].flatMap((uuid): ParcelOfWork[] => {
      const parcel = parcels.get(uuid);
      const order = orders.get(parcel?.order_uuid ?? "");
      return parcel === undefined || order === undefined ? [] : [{ ...parcel, owner_uuid: order.owner_uuid }];
    }),
  );
  const { rows: left } = await sql<{ order_uuid: string }>`
    select distinct order_uuid from parcel where provider_uuid = ${providerUuid} and order_uuid = any (${[...touched]}::uuid[]) and status = 'closed'`.execute(
    tx,
  );
  const unfinished = new Set(left.map(({ order_uuid }) => order_uuid));
  const changed = [...touched].flatMap((uuid) => orders.get(uuid) ?? []);
  const finished = changed.filter(({ order_uuid }) => !unfinished.has(order_uuid));
  await saveOrders(
    scope,
    finished.map((order) => ({ order, event: "finish_weighing", set: { status: "weighed" } })),
  );
  await scope.followUps.parcelsNeedWaybills(
    scope,
    [...saved.keys()].flatMap((uuid) => {
      const parcel = parcels.get(uuid);
      return parcel === undefined ? [] : [{ ...parcel, channel_uuid: orders.get(parcel.order_uuid)?.channel_uuid ?? null }];
    }),
  );
  for (const order of changed) await publishPacking(scope, order);
  return refused;
}
