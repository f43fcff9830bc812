import { sql } from "kysely";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getNextWaveStatus } from "#src/outbound/waves/waves.machine.ts";
import { needsWall, sortsWhilePicking, stockMovedReason } from "#src/outbound/waves/waves.rules.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import { lockOrders } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { leaveWave } from "./leave-wave.commands.ts";
import { listMembers, lockWave, saveWave } from "./locked-waves.commands.ts";
import type { LockedWave, StoredTour } from "./locked-waves.commands.ts";
import { swapBins } from "./swap-bins.commands.ts";

/** Pieces of one reservation, to be picked. */
interface TourLine {
  readonly order_uuid: string;
  readonly demand_number: number;
  readonly reservation_uuid: string;
  readonly variant_uuid: string;
  readonly stock_owner_uuid: string;
  readonly location_uuid: string;
  readonly lot: string;
  readonly quantity: number;
  readonly pick_sequence: number;
}

/** A tour with the orders that are still in the wave, each with its place on the cart or its slot of the wall. */
interface ReleasedTour {
  readonly task_uuid: string;
  readonly number: number;
  readonly tour: StoredTour;
  readonly members: readonly { readonly order_uuid: string; readonly slot: number | null }[];
}

async function listTourLines({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<TourLine[]> {
  const { rows } = await sql<TourLine>`
    select r.source_uuid as order_uuid, r.source_line as demand_number, r.reservation_uuid, r.variant_uuid, r.owner_uuid as stock_owner_uuid,
      r.location_uuid, r.lot, r.quantity, l.pick_sequence
    from reservation r join location l on l.provider_uuid = r.provider_uuid and l.location_uuid = r.location_uuid
    where r.provider_uuid = ${providerUuid} and r.source_type = ${orderSource} and r.source_uuid = any (${[...orderUuids]}::uuid[]) and r.status = 'open'
    order by r.source_uuid, r.source_line, r.part`.execute(tx);
  return rows;
}

/** Gives each order its place: on the cart of its tour, or on the wall of the wave. */
function assignSlots(kind: WaveKind, tours: readonly StoredTour[], memberUuids: ReadonlySet<string>): ReleasedTour[] {
  let slots = 0;
  const released: ReleasedTour[] = [];
  for (const tour of tours) {
    if (sortsWhilePicking(kind)) slots = 0;
    const members = tour.order_uuids
      .filter((uuid) => memberUuids.has(uuid))
      .map((order_uuid) => ({ order_uuid, slot: sortsWhilePicking(kind) || needsWall(kind) ? (slots += 1) : null }));
    if (members.length > 0) released.push({ task_uuid: newId(), number: released.length + 1, tour, members });
  }
  return released;
}

/** Sorts the lines of a tour by the way that was planned; what the plan does not know comes last, in the warehouse's walking order. */
function sortLines(lines: readonly TourLine[], { tour, members }: ReleasedTour): (TourLine & { readonly slot: number | null })[] {
  const places = new Map(tour.location_uuids.map((uuid, at) => [uuid, at]));
  const slots = new Map(members.map(({ order_uuid, slot }) => [order_uuid, slot]));
  const rank = ({ location_uuid }: TourLine): number => places.get(location_uuid) ?? places.size;
  return lines
    .map((line) => ({ ...line, slot: slots.get(line.order_uuid) ?? null }))
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        one.pick_sequence - other.pick_sequence ||
        (one.location_uuid < other.location_uuid ? -1 : one.location_uuid > other.location_uuid ? 1 : 0) ||
        (one.variant_uuid < other.variant_uuid ? -1 : one.variant_uuid > other.variant_uuid ? 1 : 0) ||
        (one.slot ?? 0) - (other.slot ?? 0),
    );
}

/** Writes a task for each tour, its lines in walking order, and the place of each order. */
async function insertTasks(scope: OrderScope, wave: LockedWave, tours: readonly ReleasedTour[]): Promise<void> {
  const { tx, providerUuid, now } = scope;
  const { wave_uuid, warehouse_uuid, kind } = wave;
  const byOrder = Map.groupBy(
    await listTourLines(
      scope,
      tours.flatMap(({ members }) => members.map(({ order_uuid }) => order_uuid)),
    ),
    ({ order_uuid }) => order_uuid,
  );
  const withLines = tours.map((tour) => ({
    ...tour,
    lines: sortLines(
      tour.members.flatMap(({ order_uuid }) => byOrder.get(order_uuid) ?? []),
      tour,
    ),
  }));
  const tasks = withLines.map(({ task_uuid, number, tour, lines }) => ({
    task_uuid,
    number,
    line_count: lines.length,
    piece_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    decimetres: Math.round(tour.walking_metres * 10),
  }));
  await sql`insert into pick_task (provider_uuid, task_uuid, wave_uuid, warehouse_uuid, task_number, line_count, piece_count, walking_decimetres, created_at)
    select ${providerUuid}::uuid, t.task_uuid, ${wave_uuid}::uuid, ${warehouse_uuid}::uuid, t.number, t.line_count, t.piece_count, t.decimetres, ${now}
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as t (task_uuid uuid, number smallint, line_count integer, piece_count integer,
      decimetres integer)`.execute(tx);
  const rows = withLines.flatMap(({ task_uuid, lines }) =>
    lines.map(({ pick_sequence: _pick, slot, ...line }, at) => ({
      ...line,
      task_uuid,
      number: at + 1,
      slot: sortsWhilePicking(kind) ? slot : null,
    })),
  );
  await sql`insert into pick_line (provider_uuid, task_uuid, line_number, wave_uuid, warehouse_uuid, order_uuid, demand_number, reservation_uuid, variant_uuid,
      stock_owner_uuid, location_uuid, lot, quantity, slot, sequence)
    select ${providerUuid}::uuid, k.task_uuid, k.number, ${wave_uuid}::uuid, ${warehouse_uuid}::uuid, k.order_uuid, k.demand_number, k.reservation_uuid,
      k.variant_uuid, k.stock_owner_uuid, k.location_uuid, k.lot, k.quantity, k.slot, k.number
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k (task_uuid uuid, number integer, order_uuid uuid, demand_number integer,
      reservation_uuid uuid, variant_uuid uuid, stock_owner_uuid uuid, location_uuid uuid, lot text, quantity integer, slot smallint)`.execute(
    tx,
  );
  const places = tours.flatMap(({ number, members }) => members.map((member) => ({ ...member, tour: number })));
  await sql`update wave_order m set tour = p.tour, slot = p.slot
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (order_uuid uuid, tour smallint, slot smallint)
    where m.provider_uuid = ${providerUuid} and m.wave_uuid = ${wave_uuid} and m.order_uuid = p.order_uuid`.execute(tx);
}

/**
 * Releases a planned wave in this transaction: reservations move to the bins of the plan, and each tour becomes a task. An order for which that fails leaves
 * the wave with the reservation that it had; if none is left, the wave is cancelled.
 * @param version null: whatever it is
 */
export async function release(
  scope: OrderScope,
  waveUuid: string,
  version: number | null,
): Promise<Result<string, "notFound" | "changedMeanwhile" | "waves.wrongState" | "waves.notPlanned">> {
  const orders = await lockOrders(scope, await listMembers(scope, waveUuid));
  const wave = await lockWave(scope, waveUuid);
  if (wave === null) return refuse("notFound");
  if (version !== null && wave.version !== version) return refuse("changedMeanwhile");
  if (wave.status === "draft") return refuse("waves.notPlanned");
  const status = getNextWaveStatus(wave.status, "release");
  if (status === null) return refuse("waves.wrongState");
  const { tours = [], bins = [] } = wave.plan;
  const planned = new Set(tours.flatMap(({ order_uuids }) => order_uuids));
  const members = orders.filter(({ wave_uuid, order_uuid }) => wave_uuid === waveUuid && planned.has(order_uuid));
  // Another order joined after the members were read: the plan is of before, and so is the lock.
  if (members.length !== wave.order_count) return refuse("changedMeanwhile");
  const own = new Set(members.map(({ order_uuid }) => order_uuid));
  const failed = await swapBins(
    scope,
    bins.filter(({ order_uuid }) => own.has(order_uuid)),
  );
  const leaving = members.filter(({ order_uuid }) => failed.has(order_uuid));
  const left =
    leaving.length === 0 ? wave : (await leaveWave(scope, wave, leaving, { event: "leave_wave", reason: stockMovedReason })).wave;
  if (left.status === "cancelled") return ok(waveUuid);
  for (const { order_uuid } of leaving) own.delete(order_uuid);
  await insertTasks(scope, wave, assignSlots(wave.kind, tours, own));
  await saveWave(scope, left, { status, released_at: scope.now });
  return ok(waveUuid);
}
