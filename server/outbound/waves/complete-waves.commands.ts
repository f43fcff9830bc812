import { sql } from "kysely";
import { shippedStatuses } from "#src/outbound/orders/orders.machine.ts";
import { getNextWaveStatus } from "#src/outbound/waves/waves.machine.ts";
import type { LockedOrder } from "#server/outbound/orders/locked-orders.commands.ts";
import type { OrderScope } from "#server/outbound/orders/order-scope.ts";
import { listStatuses } from "#server/outbound/orders/status-lists.ts";
import type { StepScope, TakenStep } from "#server/platform/services.ts";
import { lockWave, saveWave } from "./locked-waves.commands.ts";

type WaveScope = Pick<OrderScope, "tx" | "providerUuid">;

/**
 * Locks the waves of locked orders, by uuid. A step that ships orders and also locks stock calls it before the stock: a release locks its wave first too, and
 * of two hand-overs at once the later one sees what the earlier one shipped.
 */
export async function lockWavesOfOrders({ tx, providerUuid }: WaveScope, orders: readonly Pick<LockedOrder, "wave_uuid">[]): Promise<void> {
  const uuids = [...new Set(orders.flatMap(({ wave_uuid }) => wave_uuid ?? []))];
  await sql`select from wave where provider_uuid = ${providerUuid} and wave_uuid = any (${uuids}::uuid[]) order by wave_uuid for no key update`.execute(
    tx,
  );
}

/** Lists those of the waves of which every order has been shipped; a wave without orders is not among them. */
export async function listShippedWaves({ tx, providerUuid }: WaveScope, waveUuids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ wave_uuid: string }>`
    select wave_uuid from sales_order where provider_uuid = ${providerUuid} and wave_uuid = any (${[...waveUuids]}::uuid[])
    group by wave_uuid having bool_and(status in (${listStatuses(shippedStatuses)})) order by wave_uuid`.execute(tx);
  return rows.map(({ wave_uuid }) => wave_uuid);
}

/** Ends the picked waves whose last order was just shipped. */
export async function completeWaves(scope: StepScope, steps: readonly TakenStep[]): Promise<void> {
  const { tx, providerUuid, now } = scope;
  const shipped = steps.filter(({ event }) => event === "ship").map(({ order_uuid }) => order_uuid);
  if (shipped.length === 0) return;
  const { rows } = await sql<{ wave_uuid: string }>`
    select distinct wave_uuid from sales_order where provider_uuid = ${providerUuid} and order_uuid = any (${shipped}::uuid[]) and wave_uuid is not null`.execute(
    tx,
  );
  await lockWavesOfOrders(scope, rows);
  const done = await listShippedWaves(
    scope,
    rows.map(({ wave_uuid }) => wave_uuid),
  );
  for (const waveUuid of done) {
    const wave = await lockWave(scope, waveUuid);
    const status = wave === null ? null : getNextWaveStatus(wave.status, "complete");
    if (wave !== null && status !== null) await saveWave(scope, wave, { status, ended_at: now });
  }
}
