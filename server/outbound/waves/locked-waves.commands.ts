import { sql } from "kysely";
import { wavesChanged } from "#src/outbound/waves/waves.contract.ts";
import type { WaveFigures } from "#src/outbound/waves/waves.contract.ts";
import type { WaveStatus } from "#src/outbound/waves/waves.machine.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import type { OrderScope } from "#server/outbound/orders/order-scope.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";

/** A tour of a plan, as the planner found it. */
export interface StoredTour {
  readonly order_uuids: readonly string[];
  /** in walking order */
  readonly location_uuids: readonly string[];
  readonly walking_metres: number;
}

/** Pieces of an order's demand in the bin that a plan chose, where that is another than its reservation's. */
export interface PlannedBin {
  readonly order_uuid: string;
  readonly line: number;
  readonly location_uuid: string;
  readonly lot: string;
  readonly quantity: number;
}

/** What the planner found for a wave. */
export interface StoredPlan {
  readonly figures: WaveFigures;
  readonly tours: readonly StoredTour[];
  readonly bins: readonly PlannedBin[];
}

/** A wave that this transaction has locked. Its orders must be locked before it. */
export interface LockedWave {
  wave_uuid: string;
  wave_number: string;
  warehouse_uuid: string;
  kind: WaveKind;
  strategy: string;
  /** a strategy built it by its schedule, and no person */
  is_automatic: boolean;
  status: WaveStatus;
  order_count: number;
  piece_count: number;
  /** without parts until it is planned */
  plan: Partial<StoredPlan>;
  reason: string;
  planned_at: Date | null;
  released_at: Date | null;
  started_at: Date | null;
  picked_at: Date | null;
  ended_at: Date | null;
  version: number;
}

/** The columns that commands change. */
type Changeable = Omit<LockedWave, "wave_uuid" | "wave_number" | "warehouse_uuid" | "kind" | "strategy" | "is_automatic" | "version">;

/** Locks a wave; null if the provider has none with this uuid. */
export async function lockWave(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  waveUuid: string,
): Promise<LockedWave | null> {
  const { rows } = await sql<LockedWave>`
    select wave_uuid, wave_number, warehouse_uuid, kind, strategy, created_by is null as is_automatic, status, order_count, piece_count, plan, reason, planned_at, released_at, started_at,
      picked_at, ended_at, version
    from wave where provider_uuid = ${providerUuid} and wave_uuid = ${waveUuid} for no key update`.execute(tx);
  return rows[0] ?? null;
}

/** Saves changes of a locked wave and publishes that it changed. Returns it as it is now. */
export async function saveWave(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  wave: LockedWave,
  set: Partial<Changeable>,
): Promise<LockedWave> {
  const now = { ...wave, ...set, version: wave.version + 1 };
  // A plan is large: it is written only if it is another one.
  await sql`
    update wave set status = ${now.status}, order_count = ${now.order_count}, piece_count = ${now.piece_count},
      plan = ${set.plan === undefined ? sql.ref("plan") : sql`${JSON.stringify(set.plan)}::jsonb`}, reason = ${now.reason}, planned_at = ${now.planned_at}, released_at = ${now.released_at}, started_at = ${now.started_at},
      picked_at = ${now.picked_at}, ended_at = ${now.ended_at}, version = ${now.version}
    where provider_uuid = ${providerUuid} and wave_uuid = ${wave.wave_uuid}`.execute(tx);
  await publishWave({ tx, providerUuid }, wave);
  return now;
}

/** Publishes to the staff of the wave's warehouse that it changed. */
export function publishWave(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  { wave_uuid, warehouse_uuid }: Pick<LockedWave, "wave_uuid" | "warehouse_uuid">,
): Promise<void> {
  return publishEvent(tx, wavesChanged, { providerUuid, warehouseUuid: warehouse_uuid }, { wave_uuid });
}

/** Lists the uuids of the orders that are in a wave, by uuid: they are locked before it. */
export async function listMembers({ tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">, waveUuid: string): Promise<string[]> {
  const { rows } = await sql<{ order_uuid: string }>`
    select order_uuid from sales_order where provider_uuid = ${providerUuid} and wave_uuid = ${waveUuid} order by order_uuid`.execute(tx);
  return rows.map(({ order_uuid }) => order_uuid);
}
