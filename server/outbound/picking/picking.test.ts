import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import {
  claimNextTask,
  claimTask,
  getPickTask,
  leavePickTask,
  listLeftPieces,
  listPickTasks,
  pickLines,
  returnToShelf,
  skipPickLines,
  startPickTask,
} from "#src/outbound/picking/picking.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";
import { releaseReservationsOfAll } from "#server/warehouse/stock/reservations.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { addPickRows } from "#tests/server/rows-picking.ts";
import type { PickRows } from "#tests/server/rows-picking.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());

const add = (beside?: PickRows): Promise<PickRows> =>
  server.services.database.transaction(platform, (tx) => addPickRows(tx, world.provider, beside?.stage));
const asProvider = () => ({ token: world.provider.token });
const asOperator = () => ({ token: world.operator.token });
const read = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await server.services.database.transaction(platform, (tx) => query.execute(tx))).rows;

async function begin(rows: PickRows): Promise<void> {
  const claimed = await request(server.app, claimTask, { task_uuid: rows.taskUuid }, asProvider());
  expect(claimed.data).toMatchObject({ status: "assigned", is_mine: true });
  const started = await request(server.app, startPickTask, { task_uuid: rows.taskUuid, tote: rows.tote }, asProvider());
  expect(started.data).toMatchObject({ status: "in_progress", tote: rows.tote });
}
const pick = (rows: PickRows, lines: number[], options: object = asProvider()) =>
  request(server.app, pickLines, { task_uuid: rows.taskUuid, line_numbers: lines, location_uuid: rows.shelfUuid }, options);
const pieces = (rows: PickRows, locationUuid: string) =>
  read(sql<{
    quantity: number;
    reserved: number;
    open: number;
  }>`select quantity, reserved, (select coalesce(sum(r.quantity), 0)::integer from reservation r
      where r.provider_uuid = b.provider_uuid and r.variant_uuid = b.variant_uuid and r.location_uuid = b.location_uuid and r.status = 'open') as open
    from stock_balance b where variant_uuid = ${rows.variantUuid} and location_uuid = ${locationUuid}`);
const statuses = async (rows: PickRows) => {
  const [found] = await read(sql<{ wave: string; orders: string[] }>`select w.status as wave,
    (select json_agg(o.status order by o.order_uuid) from sales_order o where o.wave_uuid = w.wave_uuid) as orders from wave w where w.wave_uuid = ${rows.waveUuid}`);
  return found;
};

test("picked pieces move into the tote with their reservations; order, task and wave follow", async () => {
  const rows = await add();
  expect((await pick(rows, [1])).code).toBe(codes["picking.toteFirst"].code);
  await begin(rows);
  expect((await pick(rows, [1])).data).toMatchObject({ status: "in_progress", picked_pieces: 3, lines_left: 1 });
  expect(await statuses(rows)).toEqual({ wave: "picking", orders: ["picked", "in_wave"] });
  expect(await pieces(rows, rows.shelfUuid)).toEqual([{ quantity: 3, reserved: 3, open: 3 }]);
  expect(await pieces(rows, rows.toteUuid)).toEqual([{ quantity: 3, reserved: 3, open: 3 }]);
  expect((await pick(rows, [2])).data).toMatchObject({ status: "done", picked_pieces: 6, lines_left: 0 });
  expect(await statuses(rows)).toEqual({ wave: "picked", orders: ["picked", "picked"] });
  const found = await server.services.database.transaction(platform, (tx) => checkLedger(tx, world.providerA));
  expect(found.differences).toEqual([]);
});

test("a second scan of a line is refused, a repeat with the same key is answered again, and both post nothing", async () => {
  const rows = await add();
  await begin(rows);
  const key = newId();
  const first = await pick(rows, [1], { ...asProvider(), idempotencyKey: key });
  expect(first.data).toMatchObject({ picked_pieces: 3 });
  expect((await pick(rows, [1], { ...asProvider(), idempotencyKey: key })).data).toEqual(first.data);
  expect((await pick(rows, [1])).code).toBe(codes["picking.lineDone"].code);
  expect(await pieces(rows, rows.toteUuid)).toEqual([{ quantity: 3, reserved: 3, open: 3 }]);
});

test("two scans of a line at once: one posts", async () => {
  const rows = await add();
  await begin(rows);
  const answers = await Promise.all([pick(rows, [1]), pick(rows, [1])]);
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codes["picking.lineDone"].code]);
  expect(await pieces(rows, rows.toteUuid)).toEqual([{ quantity: 3, reserved: 3, open: 3 }]);
});

test("two who claim at once get different tasks, and one who claims again gets the own one", async () => {
  const one = await add();
  const other = await add(one);
  const claim = (options: object) => request(server.app, claimNextTask, { warehouse_uuid: one.warehouseUuid }, options);
  const [mine, theirs] = await Promise.all([claim(asProvider()), claim(asOperator())]);
  const both = [mine.data.task_uuid, theirs.data.task_uuid];
  expect(both.toSorted()).toEqual([one.taskUuid, other.taskUuid].toSorted());
  expect((await claim(asProvider())).data.task_uuid).toBe(mine.data.task_uuid);
  await request(server.app, leavePickTask, { task_uuid: both[1] ?? "" }, asOperator());
  expect((await claim(asOperator())).data.task_uuid).toBe(theirs.data.task_uuid);
  const empty = { wave_uuid: newId() };
  expect((await request(server.app, claimNextTask, empty, asProvider())).code).toBe(codes["picking.noTask"].code);
});

test("a late scan of a task that was taken over posts; the former picker may not skip", async () => {
  const rows = await add();
  await begin(rows);
  expect((await request(server.app, claimTask, { task_uuid: rows.taskUuid }, asOperator())).code).toBe(
    codes["picking.takenBySomebody"].code,
  );
  const taken = await request(server.app, claimTask, { task_uuid: rows.taskUuid, takes_over: true }, asOperator());
  expect(taken.data).toMatchObject({ status: "in_progress", is_mine: true });
  expect((await pick(rows, [1])).code).toBe(200);
  const skipped = { task_uuid: rows.taskUuid, line_numbers: [2] };
  expect((await request(server.app, skipPickLines, skipped, asProvider())).code).toBe(codes["picking.notYours"].code);
});

test("a tote that another task has, that holds pieces, or of another warehouse is refused", async () => {
  const one = await add();
  const other = await add(one);
  await begin(one);
  await request(server.app, claimTask, { task_uuid: other.taskUuid }, asOperator());
  const startWith = (tote: string) => request(server.app, startPickTask, { task_uuid: other.taskUuid, tote }, asOperator());
  expect((await startWith(one.tote)).code).toBe(codes["picking.toteInUse"].code);
  await pick(one, [1, 2]);
  expect((await startWith(one.tote)).code).toBe(codes["picking.toteInUse"].code);
  expect((await startWith((await add()).tote)).code).toBe(codes["picking.toteUnknown"].code);
  expect((await startWith(other.tote)).data).toMatchObject({ status: "in_progress" });
});

test("skipped lines move to the end", async () => {
  const rows = await add();
  await begin(rows);
  const { data } = await request(server.app, skipPickLines, { task_uuid: rows.taskUuid, line_numbers: [1] }, asProvider());
  expect(data.lines.map(({ line_number }) => line_number)).toEqual([2, 1]);
  const { data: listed } = await request(server.app, listPickTasks, { wave_uuid: rows.waveUuid, is_open: true }, asProvider());
  expect(listed.result).toMatchObject([{ task_uuid: rows.taskUuid, status: "in_progress", line_count: 2 }]);
  expect((await request(server.app, getPickTask, { task_uuid: newId() }, asProvider())).code).toBe(codes.notFound.code);
});

test("pieces that no order needs are listed, and go back to a shelf; those of an order stay", async () => {
  const rows = await add();
  await begin(rows);
  await pick(rows, [1]);
  const back = {
    tote_uuid: rows.toteUuid,
    variant_uuid: rows.variantUuid,
    owner_uuid: rows.ownerUuid,
    lot: "",
    quantity: 3,
    location: rows.shelf,
  };
  expect((await request(server.app, returnToShelf, back, asProvider())).code).toBe(codes["stock.reservedElsewhere"].code);
  await server.services.database.transaction(platform, (tx) =>
    releaseReservationsOfAll(tx, { providerUuid: world.providerA, now: new Date() }, { type: "order", uuids: rows.orderUuids.slice(0, 1) }),
  );
  const { data } = await request(server.app, listLeftPieces, { warehouse_uuid: rows.warehouseUuid }, asProvider());
  expect(data.result).toMatchObject([{ tote: rows.tote, quantity: 3, suggested_location: rows.shelf }]);
  expect((await request(server.app, returnToShelf, { ...back, location: rows.tote }, asProvider())).code).toBe(
    codes["picking.wrongShelf"].code,
  );
  expect((await request(server.app, returnToShelf, back, asProvider())).data).toEqual({ left: 0 });
  expect(await pieces(rows, rows.shelfUuid)).toEqual([{ quantity: 6, reserved: 3, open: 3 }]);
});
