import { sql } from "kysely";
import type { Result } from "#src/kit/lib/result.ts";
import { buildWaveOf } from "#src/outbound/waves/waves.contract.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { warehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { demoWords, otherRetailers } from "./demo-names.ts";
import { reviewDemoWave, seedDemoStations, shipDemoWave } from "./demo-stations.ts";
import { sortDemoWall } from "./demo-wall.ts";
import { requestCancelStep } from "./outbound/orders/desk-steps.commands.ts";
import type { OrderScope } from "./outbound/orders/order-scope.ts";
import { takeStep } from "./outbound/orders/order-steps.commands.ts";
import { claim, start } from "./outbound/picking/claim.commands.ts";
import { pickWholeLines } from "./outbound/picking/pick-lines.commands.ts";
import { reportShort } from "./outbound/picking/report-short.commands.ts";
import { createStepBudget } from "./outbound/planner/budget.ts";
import { createWavePlan } from "./outbound/planner/create-wave-plan.ts";
import { buildOf } from "./outbound/waves/build-wave.commands.ts";
import { cancel } from "./outbound/waves/change-wave.commands.ts";
import { lockWave } from "./outbound/waves/locked-waves.commands.ts";
import { readBefore, storeTours, toStoredPlan } from "./outbound/waves/plan-wave.commands.ts";
import { release } from "./outbound/waves/release-wave.commands.ts";
import type { JobQueue } from "./platform/jobs/job-queue.ts";
import { newId } from "./platform/runtime/clock.ts";

const minuteMs = 60_000;
/** How long ago the wave that is done was shipped: its first parcels have come back. */
const doneBeforeMs = 5 * 24 * 60 * minuteMs;
const toteCount = 16;
/** How long the tours of a demo wave are searched for: they are short, and the first start waits for them. */
const planSteps = 50;

/** The demo's waves are planned at once, so that none waits for a job. */
const plansAtOnce: JobQueue = { enqueue: async () => false };

function done<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`demo waves: ${result.problem}`);
  return result.value;
}

/** The waves of the demo, from the oldest to the newest. */
const waves: readonly {
  readonly kind: WaveKind;
  readonly orders: number;
  readonly until: "cancelled" | "done" | "picked" | "picking" | "released" | "planned";
}[] = [
  // Of the retailer that signs in: returns of these are announced later.
  { kind: "single_piece", orders: 8, until: "done" },
  { kind: "cart", orders: 4, until: "cancelled" },
  { kind: "cart", orders: 10, until: "picked" },
  { kind: "single_item", orders: 16, until: "picked" },
  // A shipping notice, for the box builder.
  { kind: "bulk", orders: 1, until: "picked" },
  { kind: "cart", orders: 20, until: "picking" },
  { kind: "wall", orders: 16, until: "released" },
  // Sorted to the wall, in part.
  { kind: "wall", orders: 6, until: "picked" },
  { kind: "single_piece", orders: 30, until: "planned" },
];

/** The strategies of the demo's warehouse. None builds waves by itself: the demo shows what waits. */
const strategies = [
  { name: demoWords.singlePieces, kind: "single_piece", max_orders: 100, max_pieces: 100 },
  { name: demoWords.cartsOfTwelve, kind: "cart", max_orders: 48, max_pieces: 300 },
  { name: demoWords.sortWall, kind: "wall", max_orders: 60, max_pieces: 400 },
] as const;

async function prepareWarehouse({ tx, providerUuid }: OrderScope, warehouseUuid: string): Promise<string[]> {
  const row = await tx
    .selectFrom("warehouse")
    .select("settings")
    .where("provider_uuid", "=", providerUuid)
    .where("warehouse_uuid", "=", warehouseUuid)
    .executeTakeFirstOrThrow();
  const settings = warehouseSettings.parse({ ...warehouseSettings.parse(row.settings), wave_strategies: strategies });
  await sql`update warehouse set settings = settings || ${JSON.stringify({ wave_strategies: settings.wave_strategies })}::jsonb
    where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouseUuid}`.execute(tx);
  const totes = Array.from({ length: toteCount }, (_, at) => `TOTE-${String(at + 1).padStart(3, "0")}`);
  await tx
    .insertInto("location")
    .values(
      totes.map((barcode) => ({
        provider_uuid: providerUuid,
        location_uuid: newId(),
        warehouse_uuid: warehouseUuid,
        barcode,
        type: "tote",
      })),
    )
    .execute();
  return totes;
}

/** SQL for the orders that fit each kind of wave of the demo. */
const fitting: Readonly<Partial<Record<WaveKind, ReturnType<typeof sql<boolean>>>>> = {
  single_piece: sql<boolean>`demand_pieces = 1`,
  single_item: sql<boolean>`demand_skus = 1 and demand_pieces > 1`,
  bulk: sql<boolean>`true`,
};

/** Lists allocated orders that fit a kind of wave, the oldest first. @param ownerUuid whose; null for everybody's */
async function listAllocated(
  { tx, providerUuid }: OrderScope,
  { warehouseUuid, ownerUuid }: { readonly warehouseUuid: string; readonly ownerUuid: string | null },
  kind: WaveKind,
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ order_uuid: string }>`
    select order_uuid from sales_order where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouseUuid} and status = 'allocated'
      and holds = '{}' and delay_until is null and kind = ${kind === "bulk" ? "shipping_notice" : "one_piece"} and (${ownerUuid}::uuid is null or owner_uuid = ${ownerUuid}) and ${fitting[kind] ?? sql<boolean>`demand_skus > 1`}
    order by order_uuid limit ${count}`.execute(tx);
  return rows.map(({ order_uuid }) => order_uuid);
}

async function plan(scope: OrderScope, waveUuid: string): Promise<void> {
  const { version, input } = done(await readBefore(scope, waveUuid, "plan"));
  const found = toStoredPlan(createWavePlan(input.input, createStepBudget(planSteps)), input);
  done(await storeTours(scope, waveUuid, "plan", { version, plan: found }));
}

/** The stops of a task: its lines by location. */
async function listStops({ tx, providerUuid }: OrderScope, taskUuid: string): Promise<{ location_uuid: string; line_numbers: number[] }[]> {
  const { rows } = await sql<{ location_uuid: string; line_numbers: number[] }>`
    select location_uuid, array_agg(line_number order by line_number) as line_numbers from pick_line
    where provider_uuid = ${providerUuid} and task_uuid = ${taskUuid} group by location_uuid order by min(sequence)`.execute(tx);
  return rows;
}

/** Picks the tasks of a wave; of the last one only a half, if the wave is still being picked. @returns the tote of the first task */
async function pick(scope: OrderScope, waveUuid: string, totes: string[], isOver: boolean): Promise<string> {
  const [first = ""] = totes;
  const tasks = await scope.tx
    .selectFrom("pick_task")
    .select("task_uuid")
    .where("provider_uuid", "=", scope.providerUuid)
    .where("wave_uuid", "=", waveUuid)
    .orderBy("task_number")
    .execute();
  for (const [at, { task_uuid }] of tasks.entries()) {
    done(await claim(scope, { task_uuid, takes_over: false }));
    done(await start(scope, { task_uuid, tote: totes.shift() ?? "" }));
    const stops = await listStops(scope, task_uuid);
    const isHalf = !isOver && at === tasks.length - 1;
    for (const stop of isHalf ? stops.slice(0, Math.ceil(stops.length / 2)) : stops)
      done(await pickWholeLines(scope, { task_uuid, ...stop }));
  }
  return first;
}

/** Does not find a piece of a wave that is being picked, of the retailer that signs in if it has one there: its order waits for other stock, as an exception, and the shelf is to be counted. */
async function fallShort({ tx, providerUuid }: OrderScope, picker: OrderScope, waveUuid: string): Promise<void> {
  const { rows } = await sql<{ task_uuid: string; line_number: number }>`
    select task_uuid, line_number from pick_line where provider_uuid = ${providerUuid} and wave_uuid = ${waveUuid} and status = 'pending'
      and exists (select from pick_task t where t.provider_uuid = pick_line.provider_uuid and t.task_uuid = pick_line.task_uuid and t.status = 'in_progress')
    order by exists (select from retailer r where r.retailer_uuid = pick_line.stock_owner_uuid and r.name = any (${[...otherRetailers]}::text[])),
      task_uuid, sequence desc limit 1`.execute(tx);
  const [line] = rows;
  if (line === undefined) throw new Error("demo waves: nothing is left to pick");
  done(await reportShort(picker, { ...line, picked_quantity: 0, reason: "missing" }, async () => undefined));
}

/**
 * Gives the demo waves in the states that people see at once: planned, released, being picked, picked, done and cancelled, with the commands of the screens.
 * @param scopeAt the scope of a time
 * @throws Error naming the refusal if a command refuses: the demo is then not created at all
 */
export async function seedDemoWaves(
  scopeAt: (time: number) => OrderScope,
  { warehouseUuid, operatorUuid, retailerUuid }: Record<"warehouseUuid" | "operatorUuid" | "retailerUuid", string>,
  now: Date,
): Promise<void> {
  const totes = await prepareWarehouse(scopeAt(now.getTime()), warehouseUuid);
  for (const [at, { kind, orders, until }] of waves.entries()) {
    const scope = scopeAt(now.getTime() - (until === "done" ? doneBeforeMs : (waves.length - at) * 4 * minuteMs));
    const order_ids = await listAllocated(scope, { warehouseUuid, ownerUuid: until === "done" ? retailerUuid : null }, kind, orders);
    const { wave_uuid } = done(await buildOf(scope, plansAtOnce, buildWaveOf.input.parse({ order_ids, kind })));
    await plan(scope, wave_uuid);
    if (until === "planned") continue;
    if (until === "cancelled") {
      const { version = 0 } = (await lockWave(scope, wave_uuid)) ?? {};
      done(await cancel(scope, { wave_uuid, version, reason: demoWords.cartBroken }));
      continue;
    }
    done(await release(scope, wave_uuid, null));
    if (until === "released") {
      // One customer has thought better of it.
      const system = { ...scope, role: "system" as const };
      await takeStep(system, requestCancelStep, order_ids.slice(0, 1), { reason: demoWords.orderedTwice });
    } else {
      const picker = { ...scope, userUuid: operatorUuid, role: "operator" } as const;
      const tote = await pick(picker, wave_uuid, totes, until !== "picking");
      if (until === "picking") await fallShort(scope, picker, wave_uuid);
      if (until === "done") await shipDemoWave(picker, wave_uuid, orders);
      if (kind === "wall") await sortDemoWall(picker, warehouseUuid, tote);
      if (kind === "single_item" && until === "picked") await seedDemoStations(picker, wave_uuid);
      if (kind === "bulk") await reviewDemoWave(picker, wave_uuid);
    }
  }
}
