import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { BatchOutput } from "#src/kit/api/batch.ts";
import type { Call, InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import type { signIn } from "#src/company/accounts/accounts.contract.ts";
import { allocateOrders, holdOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";
import { getPickTask, listPickTasks, pickLines } from "#src/outbound/picking/picking.contract.ts";
import type { PickTask } from "#src/outbound/picking/picking.contract.ts";
import { buildWave, buildWaveOf, getWave, getWavePool, releaseWave } from "#src/outbound/waves/waves.contract.ts";
import { atLeast, atMost, note } from "./bench.ts";
import type { Figure } from "./bench.ts";
import { waitingCount } from "./orders-data.ts";
import type { OrdersGround } from "./orders-data.ts";
import { readProcessorTimes } from "./processor-time.ts";
import { atOnce, percentileMs } from "./server-round.ts";
import { dataOf, pathOf } from "./server-sign-in.ts";

const inBatch = 10_000;

/** A provider's calls over HTTP, and a bare client of the application's role that acts for it. */
export interface Desk {
  readonly origin: string;
  readonly serverPid: number;
  readonly session: OutputOf<typeof signIn>;
  readonly ground: OrdersGround;
  readonly client: pg.ClientBase;
  /** of the owner's, which no policy limits */
  readonly owner: pg.ClientBase;
}

async function send<C extends Call>({ origin, session }: Desk, call: C, input: InputOf<C>): Promise<OutputOf<C>> {
  const headers = {
    authorization: `Bearer ${session.access_token}`,
    "x-csrf-token": session.csrf_token,
    "content-type": "application/json",
  };
  if (call.method === "GET") {
    const query = new URLSearchParams(Object.entries(input as object).map(([name, value]) => [name, String(value)]));
    return dataOf<C>(await (await fetch(`${origin}${pathOf(call)}?${query.toString()}`, { headers })).text());
  }
  return dataOf<C>(await (await fetch(origin + pathOf(call), { method: call.method, headers, body: JSON.stringify(input) })).text());
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const begun = performance.now();
  const answer = await work();
  return { ms: performance.now() - begun, answer };
}

async function listUuids({ owner, ground: { providerUuid, warehouseUuid } }: Desk, condition: string, limit: number): Promise<string[]> {
  const { rows } = await owner.query<{ uuid: string }>(
    `select order_uuid as uuid from sales_order where provider_uuid = $1 and warehouse_uuid = $3 and ${condition} order by order_uuid limit $2`,
    [providerUuid, limit, warehouseUuid],
  );
  return rows.map(({ uuid }) => uuid);
}

function expectDone({ done, failed }: BatchOutput, wanted: number): void {
  if (done !== wanted) throw new Error(`bench: of ${wanted} orders ${done} were done: ${JSON.stringify(failed[0])}`);
}

/** Sets of orders as the batch has them. */
function* setsOf(uuids: readonly string[], size: number): Generator<readonly string[]> {
  for (let from = 0; from < uuids.length; from += size) yield uuids.slice(from, from + size);
}

/** What a good author would write to reserve a set of orders whose stock is all in one place, in one transaction under the same policies. */
const bareAllocation = [
  `insert into reservation (provider_uuid, reservation_uuid, source_type, source_uuid, source_line, part, variant_uuid, warehouse_uuid, location_uuid, owner_uuid,
     lot, condition, quantity, created_at)
   select d.provider_uuid, uuidv7(), 'order', d.order_uuid, d.demand_number, 0, d.variant_uuid, d.warehouse_uuid, b.location_uuid, d.stock_owner_uuid, b.lot,
     b.condition, d.quantity, now()
   from order_demand d join lateral (select * from stock_balance b where b.provider_uuid = d.provider_uuid and b.variant_uuid = d.variant_uuid
     and b.warehouse_uuid = d.warehouse_uuid and b.owner_uuid = d.stock_owner_uuid and b.condition = 'good' and b.quantity - b.reserved >= d.quantity limit 1) b on true
   where d.provider_uuid = $1 and d.order_uuid = any ($2::uuid[])`,
  `update order_demand set is_reserved = true where provider_uuid = $1 and order_uuid = any ($2::uuid[])`,
  `update sales_order set status = 'allocated', allocated_at = now(), version = version + 1 where provider_uuid = $1 and order_uuid = any ($2::uuid[])`,
  `insert into order_event (provider_uuid, order_uuid, event_uuid, owner_uuid, at, event, from_status, to_status)
   select provider_uuid, order_uuid, uuidv7(), owner_uuid, now(), 'allocate', 'confirmed', 'allocated' from sales_order
   where provider_uuid = $1 and order_uuid = any ($2::uuid[])`,
];
const bareHold = [
  `update sales_order set holds = '{operator}', version = version + 1 where provider_uuid = $1 and order_uuid = any ($2::uuid[])`,
  `insert into order_event (provider_uuid, order_uuid, event_uuid, owner_uuid, at, event, from_status, to_status, detail)
   select provider_uuid, order_uuid, uuidv7(), owner_uuid, now(), 'hold', status, status, '{"hold": "operator"}' from sales_order
   where provider_uuid = $1 and order_uuid = any ($2::uuid[])`,
];

async function runBare({ client, ground }: Desk, statements: readonly string[], uuids: readonly string[]): Promise<number> {
  const { ms } = await timed(async () => {
    for (const set of setsOf(uuids, 500)) {
      await client.query("begin");
      for (const text of statements) await client.query(text, [ground.providerUuid, set]);
      await client.query("commit");
    }
  });
  return ms;
}

/** 10,000 orders allocated, and 10,000 held, each in one call; the rest of the orders is allocated too. */
async function batchFigures(desk: Desk): Promise<Figure[]> {
  const confirmed = await listUuids(desk, "status = 'confirmed'", waitingCount);
  const [first, bare] = [confirmed.slice(0, inBatch), confirmed.slice(inBatch, 2 * inBatch)];
  const allocated = await timed(() => send(desk, allocateOrders, { order_ids: first }));
  expectDone(allocated.answer, inBatch);
  const bareMs = await runBare(desk, bareAllocation, bare);
  for (const rest of setsOf(confirmed.slice(2 * inBatch), inBatch))
    expectDone(await send(desk, allocateOrders, { order_ids: [...rest] }), rest.length);
  const submitted = await listUuids(desk, "status = 'submitted' and holds = '{}'", 2 * inBatch);
  const held = await timed(() => send(desk, holdOrders, { order_ids: submitted.slice(0, inBatch), hold: "operator" }));
  expectDone(held.answer, inBatch);
  const bareHeldMs = await runBare(desk, bareHold, submitted.slice(inBatch));
  return [
    atMost("10,000 orders allocated", allocated.ms / 1000, 10, "s"),
    note("10,000 orders allocated, to bare SQL", allocated.ms / bareMs, "ratio"),
    atMost("a batch over 10,000 orders (hold)", held.ms / 1000, 5, "s"),
    note("a batch over 10,000 orders, to bare SQL", held.ms / bareHeldMs, "ratio"),
  ];
}

const barePool = `select count(*), sum(demand_pieces), count(*) filter (where kind = 'one_piece' and demand_pieces = 1),
    count(*) filter (where kind = 'one_piece' and demand_skus = 1 and demand_pieces > 1), count(*) filter (where kind = 'one_piece' and demand_skus > 1),
    count(*) filter (where kind = 'shipping_notice')
  from sales_order where provider_uuid = $1 and warehouse_uuid = $2 and status = 'allocated' and holds = '{}' and (delay_until is null or delay_until <= now())`;

/** Counts of the pool over 50,000 orders. */
async function poolFigures(desk: Desk): Promise<Figure[]> {
  const { providerUuid, warehouseUuid } = desk.ground;
  await desk.owner.query("vacuum (analyze) sales_order");
  const { orders } = await send(desk, getWavePool, { warehouse_uuid: warehouseUuid });
  if (orders !== waitingCount) throw new Error(`bench: ${orders} orders wait in the pool`);
  const ours = await atOnce(1, 3000, () => send(desk, getWavePool, { warehouse_uuid: warehouseUuid }));
  const bare = await atOnce(1, 3000, () => desk.client.query({ name: "pool", text: barePool, values: [providerUuid, warehouseUuid] }));
  return [
    atMost("counts of a pool of 50,000 orders, p95", percentileMs(ours, 95), 300, "ms"),
    note("counts of a pool, to bare SQL", percentileMs(ours, 50) / percentileMs(bare, 50), "ratio"),
  ];
}

async function untilPlanned(desk: Desk, wave_uuid: string): Promise<OutputOf<typeof getWave>> {
  for (;;) {
    const wave = await send(desk, getWave, { wave_uuid });
    if (wave.status !== "draft") return wave;
    await sleep(20);
  }
}

/** A wave of 500 orders, from the call that builds it until its plan is stored. */
async function planFigures(desk: Desk): Promise<Figure[]> {
  const uuids = await listUuids(desk, "status = 'allocated' and holds = '{}' and demand_skus > 1", 500);
  const { ms } = await timed(async () => {
    const { wave_uuid } = await send(desk, buildWaveOf, { order_ids: uuids, kind: "cart" });
    return untilPlanned(desk, wave_uuid);
  });
  return [atMost("a wave of 500 orders built and planned", ms / 1000, 2, "s")];
}

const scansASecond = 150;
const scanSeconds = 15;
/** At the same pace before, not counted: each connection plans the statements of a scan at its first one, once in the life of a server. */
const warmUpSeconds = 2;
const handHelds = 60;
/** Waves of 500 orders that are picked at the same time. */
const wavesAtOnce = 6;

/** Begins every task of a wave, each with a tote of its own, as its pickers would. */
async function beginTasks({ owner, ground: { providerUuid, warehouseUuid } }: Desk, waveUuid: string): Promise<void> {
  await owner.query(
    `insert into location (provider_uuid, location_uuid, warehouse_uuid, barcode, type)
     select $1, uuidv7(), $2, 'TOTE-' || upper(right(task_uuid::text, 12)), 'tote' from pick_task where wave_uuid = $3`,
    [providerUuid, warehouseUuid, waveUuid],
  );
  await owner.query(
    `update pick_task t set status = 'in_progress', tote_uuid = l.location_uuid, user_uuid = w.created_by, claimed_at = now(), started_at = now()
     from wave w, location l where t.provider_uuid = $1 and t.wave_uuid = $2 and w.wave_uuid = t.wave_uuid and l.provider_uuid = $1 and l.barcode = 'TOTE-' || upper(right(t.task_uuid::text, 12))`,
    [providerUuid, waveUuid],
  );
}

async function listTasks(desk: Desk, wave_uuid: string): Promise<OutputOf<typeof listPickTasks>["result"]> {
  const rows: OutputOf<typeof listPickTasks>["result"] = [];
  for (let cur_page = 1; ; cur_page += 1) {
    const { result } = await send(desk, listPickTasks, { wave_uuid, page_size: 200, cur_page });
    rows.push(...result);
    if (result.length < 200) return rows;
  }
}

/** Pick scans at a fixed pace in several tasks at once, each counted from when it was due, while lists of orders are read. */
async function pickFigures(desk: Desk): Promise<Figure[]> {
  const { warehouseUuid } = desk.ground;
  const rows: OutputOf<typeof listPickTasks>["result"] = [];
  for (let wave = 1; wave <= wavesAtOnce; wave += 1) {
    const { wave_uuid } = await send(desk, buildWave, { warehouse_uuid: warehouseUuid, kind: "single_piece", max_orders: 500 });
    const { version } = await untilPlanned(desk, wave_uuid);
    await send(desk, releaseWave, { wave_uuid, version });
    await beginTasks(desk, wave_uuid);
    rows.push(...(await listTasks(desk, wave_uuid)));
  }
  const tasks: PickTask[] = [];
  for (const { task_uuid } of rows) tasks.push(await send(desk, getPickTask, { task_uuid }));
  // Task after task in turn, as their pickers scan at the same time.
  const longest = Math.max(...tasks.map(({ lines }) => lines.length));
  const scans = Array.from({ length: longest }, (_, at) =>
    tasks.flatMap(({ task_uuid, lines }) => {
      const line = lines[at];
      return line === undefined ? [] : [{ task_uuid, line_numbers: [line.line_number], location_uuid: line.location_uuid }];
    }),
  )
    .flat()
    .slice(0, scansASecond * (warmUpSeconds + scanSeconds));
  if (scans.length < scansASecond * (warmUpSeconds + scanSeconds))
    throw new Error(`bench: there are only ${scans.length} lines to pick in ${tasks.length} tasks`);
  let isOver = false;
  const reading = (async () => {
    for (let reads = 0; ; reads += 1) {
      if (isOver) return reads;
      await send(desk, listOrders, { page_size: 50, status: ["submitted"] });
    }
  })();
  const before = await readProcessorTimes(desk.owner, desk.serverPid);
  const begun = performance.now();
  const [coldMs, timesMs]: [number[], number[]] = [[], []];
  let next = 0;
  // As many hand-helds; a scan that finds all of them waiting is late, and its time counts from when it was due.
  const scanInTurn = async (): Promise<void> => {
    for (let at = next++; at < scans.length; at = next++) {
      const scan = scans[at];
      const dueAt = begun + (at * 1000) / scansASecond;
      await sleep(Math.max(0, dueAt - performance.now()));
      if (scan !== undefined) await send(desk, pickLines, scan);
      (at < scansASecond * warmUpSeconds ? coldMs : timesMs).push(performance.now() - dueAt);
    }
  };
  await Promise.all(Array.from({ length: handHelds }, scanInTurn));
  const seconds = (performance.now() - begun) / 1000;
  isOver = true;
  const after = await readProcessorTimes(desk.owner, desk.serverPid);
  const lists = await reading;
  return [
    atLeast("pick scans a second while lists are read", scans.length / seconds, scansASecond * 0.97, "a second"),
    atMost("pick scans, p95", percentileMs({ timesMs, seconds }, 95), 100, "ms"),
    note("pick scans of the first two seconds, p95", percentileMs({ timesMs: coldMs, seconds }, 95), "ms"),
    note("pick scans, p50", percentileMs({ timesMs, seconds }, 50), "ms"),
    note("lists read meanwhile", lists / seconds, "a second"),
    note("processor time of a scan with its share of the lists, of the server", (after.server - before.server) / scans.length, "ms"),
    note("processor time of a scan with its share of the lists, of PostgreSQL", (after.postgres - before.postgres) / scans.length, "ms"),
    note("tasks picked at once", tasks.length, "tasks"),
  ];
}

/** What is done with orders all day, at the pace of a large warehouse. */
export async function workFigures(desk: Desk): Promise<Figure[]> {
  return [...(await batchFigures(desk)), ...(await poolFigures(desk)), ...(await planFigures(desk)), ...(await pickFigures(desk))];
}
