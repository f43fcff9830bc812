import { sql } from "kysely";
import type { RefusedRow } from "#src/kit/api/batch.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { buildWave, buildWaveOf } from "#src/outbound/waves/waves.contract.ts";
import { getNextWaveStatus } from "#src/outbound/waves/waves.machine.ts";
import { leastOrdersOfBurst, mostOrdersInWave } from "#src/outbound/waves/waves.rules.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { takeNextNumber } from "#server/platform/db/document-number.commands.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import type { JobQueue } from "#server/platform/jobs/job-queue.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findWarehouse, readWarehouseSettings } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { lockOrders, saveOrders } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { listBatchOrders } from "../orders/order-steps.commands.ts";
import { chooseMembers } from "./choose-members.ts";
import type { WaveLimits } from "./choose-members.ts";
import type { InScope } from "./in-scope.ts";
import { lockWave, saveWave } from "./locked-waves.commands.ts";
import type { LockedWave } from "./locked-waves.commands.ts";
import { findBurstVariant, listCandidates, listJoining, listReservedAisles } from "./pool.queries.ts";
import type { Candidate } from "./pool.queries.ts";
import { planWaveJob } from "./waves.job-kinds.ts";

/** The wave that was built, or that orders were added to. */
export interface BuiltWave {
  readonly wave_uuid: string;
  readonly wave_number: string;
  readonly order_count: number;
}

/** How long it is searched which orders need the fewest aisles, if more wait than fit. */
const chooseMs = 1000;

/** Of candidates for a burst, those of the SKU that most of them need; of two, the one that comes first. */
function chooseMostWanted<T extends Pick<Candidate, "demand_variant_uuid">>(candidates: readonly T[]): T[] {
  let best: T[] = [];
  for (const group of Map.groupBy(candidates, ({ demand_variant_uuid }) => demand_variant_uuid).values())
    if (group.length > best.length) best = group;
  return best;
}

/** The orders of a burst: those of the most wanted SKU; none if that are too few. */
function chooseBurst(candidates: readonly Candidate[]): Candidate[] {
  const best = chooseMostWanted(candidates);
  return best.length < leastOrdersOfBurst ? [] : best;
}

interface NewWave {
  readonly warehouse_uuid: string;
  readonly kind: WaveKind;
  readonly strategy: string;
}

async function insertWave(scope: OrderScope, { warehouse_uuid, kind, strategy }: NewWave): Promise<LockedWave> {
  const { tx, providerUuid, userUuid, now } = scope;
  const wave: LockedWave = {
    wave_uuid: newId(),
    wave_number: await takeNextNumber(tx, providerUuid, "wave", now),
    warehouse_uuid,
    kind,
    strategy,
    is_automatic: userUuid === null,
    status: "draft",
    order_count: 0,
    piece_count: 0,
    plan: {},
    reason: "",
    planned_at: null,
    released_at: null,
    started_at: null,
    picked_at: null,
    ended_at: null,
    version: 1,
  };
  const { wave_uuid, wave_number, status } = wave;
  await tx
    .insertInto("wave")
    .values({
      provider_uuid: providerUuid,
      wave_uuid,
      wave_number,
      warehouse_uuid,
      kind,
      strategy,
      status,
      created_by: userUuid,
      created_at: now,
    })
    .execute();
  return wave;
}

/** Moves locked orders of the pool into a locked wave, which is to be planned then. */
async function join(
  scope: OrderScope,
  jobs: JobQueue,
  wave: LockedWave,
  joining: readonly { readonly order: LockedOrder; readonly pieces: number }[],
): Promise<LockedWave> {
  const { tx, providerUuid, now } = scope;
  await saveOrders(
    scope,
    joining.map(({ order }) => ({ order, event: "join_wave", set: { status: "in_wave", wave_uuid: wave.wave_uuid } })),
  );
  const uuids = joining.map(({ order }) => order.order_uuid);
  // One that was kicked out of this wave before is in it again.
  await sql`
    insert into wave_order (provider_uuid, wave_uuid, order_uuid, warehouse_uuid, joined_at)
    select ${providerUuid}::uuid, ${wave.wave_uuid}::uuid, o, ${wave.warehouse_uuid}::uuid, ${now} from unnest(${uuids}::uuid[]) o
    on conflict on constraint wave_order_pkey do update set status = 'open', reason = '', tour = null, slot = null, joined_at = excluded.joined_at,
      ended_at = null`.execute(tx);
  await jobs.enqueue(
    tx,
    planWaveJob,
    platform,
    { provider_uuid: providerUuid, wave_uuid: wave.wave_uuid },
    { singletonKey: wave.wave_uuid },
  );
  return saveWave(scope, wave, {
    status: getNextWaveStatus(wave.status, "add") ?? wave.status,
    order_count: wave.order_count + joining.length,
    piece_count: wave.piece_count + joining.reduce((sum, { pieces }) => sum + pieces, 0),
    plan: {},
    planned_at: null,
  });
}

/** Of locked orders, those that can join a wave of a kind in a warehouse. */
async function pickJoining(
  scope: OrderScope,
  locked: readonly LockedOrder[],
  { warehouse_uuid, kind }: Pick<NewWave, "warehouse_uuid" | "kind">,
) {
  const members = await listJoining(
    scope,
    warehouse_uuid,
    kind,
    locked.map(({ order_uuid }) => order_uuid),
  );
  const found = new Map(members.map((member) => [member.order_uuid, member]));
  return locked.flatMap((order) => {
    const own = found.get(order.order_uuid);
    return own === undefined ? [] : [{ order, pieces: own.demand_pieces, demand_variant_uuid: own.demand_variant_uuid }];
  });
}

/** Of orders that can join a burst, those of its SKU, or of the one that most of them need if it has none yet. */
async function pickOfOneSku<T extends Pick<Candidate, "demand_variant_uuid">>(
  scope: OrderScope,
  target: LockedWave | NewWave,
  joining: readonly T[],
): Promise<T[]> {
  const variant = "wave_uuid" in target ? await findBurstVariant(scope, target.wave_uuid) : null;
  return variant === null ? chooseMostWanted(joining) : joining.filter(({ demand_variant_uuid }) => demand_variant_uuid === variant);
}

type BuildRefusal = "notFound" | "waves.nothingToBuild" | "waves.strategyUnknown";

/** Finds out what a wave is to be: of a strategy, or of a kind with the most that a wave can have. */
async function readWish(
  { tx, providerUuid }: OrderScope,
  { warehouse_uuid, strategy, kind, max_orders, max_pieces }: ParsedInputOf<typeof buildWave>,
): Promise<Result<NewWave & { readonly limits: WaveLimits }, BuildRefusal>> {
  if (strategy !== undefined) {
    const { wave_strategies } = await readWarehouseSettings(tx, providerUuid, warehouse_uuid);
    const found = wave_strategies.find(({ name }) => name === strategy);
    if (found === undefined) return refuse("waves.strategyUnknown");
    const limits = {
      orders: Math.min(found.max_orders, max_orders ?? found.max_orders),
      pieces: Math.min(found.max_pieces, max_pieces ?? found.max_pieces),
    };
    return ok({ warehouse_uuid, kind: found.kind, strategy: found.name, limits });
  }
  if (kind === undefined) return refuse("waves.strategyUnknown");
  return ok({ warehouse_uuid, kind, strategy: "", limits: { orders: max_orders ?? mostOrdersInWave, pieces: max_pieces ?? 1_000_000 } });
}

/** A wave to be built, and the orders that were chosen for it. */
export interface ChosenWave extends NewWave {
  readonly orderUuids: readonly string[];
}

/**
 * Chooses the orders of a wave from a warehouse's pool. It may take a second, so it runs outside of the transaction that builds the wave.
 * @throws the signal's reason if it was aborted
 */
export async function chooseOrders(
  inScope: InScope,
  input: ParsedInputOf<typeof buildWave>,
  signal?: AbortSignal,
): Promise<Result<ChosenWave, BuildRefusal>> {
  const read = await inScope(async (scope) => {
    const warehouse = await findWarehouse(scope.tx, scope.providerUuid, input.warehouse_uuid);
    if (warehouse === null) return refuse("notFound" as const);
    const wish = await readWish(scope, input);
    if (!wish.ok) return wish;
    return ok({ ...wish.value, waiting: await listCandidates(scope, input.warehouse_uuid, wish.value.kind, warehouse.time_zone) });
  });
  if (!read.ok) return read;
  const { waiting, limits, ...wave } = read.value;
  const chosen = await chooseMembers(
    wave.kind === "burst" ? chooseBurst(waiting) : waiting,
    limits,
    (orderUuids) => inScope((scope) => listReservedAisles(scope, orderUuids)),
    { budgetMs: chooseMs, signal },
  );
  return ok({ ...wave, orderUuids: chosen.map(({ order_uuid }) => order_uuid) });
}

/**
 * Builds a wave of chosen orders. Two that build at once choose the same ones; the second takes those of them that are left.
 * @returns the wave, a draft that the job plans
 */
export async function build(
  scope: OrderScope,
  jobs: JobQueue,
  { orderUuids, ...wish }: ChosenWave,
): Promise<Result<BuiltWave, "waves.nothingToBuild">> {
  const joining = await pickJoining(scope, await lockOrders(scope, orderUuids), wish);
  if (joining.length === 0) return refuse("waves.nothingToBuild");
  const { wave_uuid, wave_number, order_count } = await join(scope, jobs, await insertWave(scope, wish), joining);
  return ok({ wave_uuid, wave_number, order_count });
}

/** What was built of given orders: those that cannot join are refused row by row. */
export interface BuiltOf {
  readonly done: number;
  readonly failed: RefusedRow[];
  readonly wave_uuid: string;
  readonly wave_number: string;
}

type BuildOfRefusal = "notFound" | "waves.notInPool" | "waves.otherSku" | "waves.wrongState" | "waves.tooLarge";

/** Finds the wave that orders are added to, or what it will be: in the warehouse of the first order. */
async function lockTarget(
  scope: OrderScope,
  { wave_uuid, kind }: ParsedInputOf<typeof buildWaveOf>,
  locked: readonly LockedOrder[],
): Promise<Result<LockedWave | NewWave, BuildOfRefusal>> {
  if (wave_uuid === undefined) {
    const warehouse_uuid = locked.find(({ status, warehouse_uuid: own }) => status === "allocated" && own !== null)?.warehouse_uuid ?? null;
    return warehouse_uuid === null ? refuse("waves.notInPool") : ok({ warehouse_uuid, kind, strategy: "" });
  }
  const wave = await lockWave(scope, wave_uuid);
  if (wave === null) return refuse("notFound");
  return getNextWaveStatus(wave.status, "add") === null ? refuse("waves.wrongState") : ok(wave);
}

/**
 * Builds a wave of given orders, or adds them to one that is not released. An order of another company or retailer refuses the whole call; one that cannot
 * join is listed. A burst takes those of one SKU.
 */
export async function buildOf(
  scope: OrderScope,
  jobs: JobQueue,
  input: ParsedInputOf<typeof buildWaveOf>,
): Promise<Result<BuiltOf, BuildOfRefusal>> {
  const asked = await listBatchOrders(scope, input.order_ids);
  if (!asked.ok) return asked;
  const locked = await lockOrders(scope, asked.value);
  const target = await lockTarget(scope, input, locked);
  if (!target.ok) return target;
  const fitting = await pickJoining(scope, locked, target.value);
  const joining = target.value.kind === "burst" ? await pickOfOneSku(scope, target.value, fitting) : fitting;
  if (joining.length === 0) return refuse(fitting.length === 0 ? "waves.notInPool" : "waves.otherSku");
  const before = "status" in target.value ? target.value.order_count : 0;
  if (before + joining.length > mostOrdersInWave) return refuse("waves.tooLarge");
  const wave = "status" in target.value ? target.value : await insertWave(scope, target.value);
  const { wave_uuid, wave_number } = await join(scope, jobs, wave, joining);
  const joined = new Set(joining.map(({ order }) => order.order_uuid));
  const fits = new Set(fitting.map(({ order }) => order.order_uuid));
  const failed = asked.value
    .filter((uuid) => !joined.has(uuid))
    .map((uuid) => toRefusedRow(uuid, fits.has(uuid) ? "waves.otherSku" : "waves.notInPool"));
  return ok({ done: joining.length, failed, wave_uuid, wave_number });
}
