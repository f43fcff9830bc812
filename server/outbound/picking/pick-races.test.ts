import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimTask, getPickTask, listPickTasks, pickLines, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import type { PickLine, PickTask } from "#src/outbound/picking/picking.contract.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { WaveScene } from "#tests/server/wave-scene.ts";
import { makeWorld } from "#tests/server/world.ts";
import { getSystemScope } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { kick } from "../waves/change-wave.commands.ts";
import { skip } from "./claim.commands.ts";

/* Scans that overlap at a chosen moment: another transaction stands in their way until all of them have come that far. */

let server: TestApp;
let scene: WaveScene;
beforeAll(async () => {
  server = await startTestApp();
  scene = new WaveScene(server, await makeWorld(server));
});
afterAll(() => server.close());

interface Begun {
  readonly task: PickTask;
  /** lines of two orders */
  readonly lines: readonly [PickLine, PickLine];
}

/** A released wave of three tasks with two orders each, all begun. */
async function beginTasks(): Promise<{ waveUuid: string; tasks: readonly [Begun, Begun, Begun] }> {
  // Six SKUs in four places: scans of the same balance would wait for each other anyway.
  const skus = [0, 1, 2, 3, 4, 5];
  const on = await scene.stage(
    skus.map((sku) => [sku, sku % 4, 50]),
    skus.length,
  );
  const orders: string[] = [];
  // A task takes 100 pieces: two of these orders.
  for (const sku of skus) orders.push(await scene.addOrder(on, [[sku, 50]]));
  const waveUuid = await scene.buildOf(orders, "single_item");
  await scene.release(waveUuid);
  const { data } = await request(server.app, listPickTasks, { wave_uuid: waveUuid }, scene.asProvider());
  const begun: Begun[] = [];
  for (const { task_uuid } of data.result) {
    await request(server.app, claimTask, { task_uuid }, scene.asProvider());
    const tote = await scene.addTote(on);
    const started = await request(server.app, startPickTask, { task_uuid, tote }, scene.asProvider());
    const [one, other] = started.data.lines;
    if (one === undefined || other === undefined) throw new Error("a task has two lines");
    begun.push({ task: started.data, lines: [one, other] });
  }
  const [one, two, three] = begun;
  if (one === undefined || two === undefined || three === undefined) throw new Error("the wave has three tasks");
  return { waveUuid, tasks: [one, two, three] };
}

function pick({ task }: Begun, { line_number, location_uuid }: PickLine) {
  return request(server.app, pickLines, { task_uuid: task.task_uuid, line_numbers: [line_number], location_uuid }, scene.asProvider());
}

/** Begins a transaction of the database's owner that holds locks until it is told to end. */
async function holdLocks(lock: (tx: Tx) => Promise<unknown>): Promise<{ end(): Promise<void> }> {
  const database = openDatabase(server.ownerUrl, { connections: 1 });
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const holding = database.transaction(platform, async (tx) => {
    await lock(tx);
    locked();
    await isOver;
  });
  await Promise.race([isLocked, holding]);
  return {
    async end() {
      end();
      await holding;
      await database.close();
    },
  };
}

/** Waits until so many transactions of this database wait for locks, or until `works` have ended. */
async function untilWaiting(count: number, works: readonly Promise<unknown>[]): Promise<void> {
  const isOver = Promise.allSettled(works).then(() => true);
  const waiting = sql<{ waiting: number }>`select count(distinct l.pid)::integer as waiting from pg_locks l
    join pg_stat_activity a on a.pid = l.pid and a.datname = current_database() where not l.granted`;
  for (;;) {
    const [found] = await scene.read(waiting);
    if ((found?.waiting ?? 0) >= count || (await Promise.race([isOver, sleep(5, false)]))) return;
  }
}

const holdOrders = (orderUuids: readonly string[]) =>
  holdLocks((tx) =>
    sql`select from sales_order where order_uuid = any (${[...orderUuids]}::uuid[]) order by order_uuid for update`.execute(tx),
  );

test("the last scans of two tasks at once end the wave, though each began when its task had another line", async () => {
  const {
    waveUuid,
    tasks: [done, ...tasks],
  } = await beginTasks();
  // Once the wave has begun, only a scan that ends its task locks it.
  for (const line of done.lines) expect((await pick(done, line)).code).toBe(200);
  // The last scan of each task begins before the one that comes before it, and waits for its order.
  const orders = await holdOrders(tasks.map(({ lines }) => lines[1].order_uuid));
  const last = tasks.map((begun) => pick(begun, begun.lines[1]));
  await untilWaiting(2, last);
  for (const begun of tasks) expect((await pick(begun, begun.lines[0])).data).toMatchObject({ lines_left: 1, status: "in_progress" });
  // Neither can commit before both have decided what becomes of the wave.
  const log = await holdLocks(async (tx) => {
    await sql`set local role none`.execute(tx);
    await sql`lock table audit_log in share row exclusive mode`.execute(tx);
  });
  await orders.end();
  await untilWaiting(2, last);
  await log.end();
  for (const answer of await Promise.all(last)) expect(answer.data).toMatchObject({ lines_left: 0, status: "done" });
  expect(await scene.wave(waveUuid)).toMatchObject({ status: "picked", tasks_done: 3 });
  await scene.expectSound();
});

test("a kick of an order and a skip of its line at once wait for each other in one order: both succeed at the first try", async () => {
  const { waveUuid, tasks } = await beginTasks();
  const [
    {
      task,
      lines: [line],
    },
  ] = tasks;
  const { task_uuid } = task;
  const { line_number, order_uuid } = line;
  const { services } = server;
  let tries = 0;
  const act = (work: (scope: OrderScope) => Promise<unknown>) =>
    services.database.transaction(scene.staff(), (tx) => {
      tries += 1;
      return work({ ...getSystemScope(tx, scene.world.providerA, services), userUuid: scene.world.provider.userUuid });
    });
  const held = await holdLocks((tx) =>
    sql`select from pick_line where task_uuid = ${task_uuid} and line_number = ${line_number} for update`.execute(tx),
  );
  const kicked = act((scope) => kick(scope, services.jobs, [order_uuid], { wave_uuid: waveUuid, reason: "Asked" }));
  await untilWaiting(1, [kicked]);
  const skipped = act((scope) => skip(scope, { task_uuid, line_numbers: [line_number] }));
  await untilWaiting(2, [kicked, skipped]);
  await held.end();
  expect(await Promise.all([kicked, skipped])).toMatchObject([[], { ok: true }]);
  expect(tries).toBe(2);
  const { data } = await request(server.app, getPickTask, { task_uuid }, scene.asProvider());
  expect(data.lines.find((one) => one.line_number === line_number)?.status).toBe("cancelled");
});
