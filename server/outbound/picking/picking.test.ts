import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
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
import type { Tx } from "#server/platform/db/row-security.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";
import { getSystemScope } from "../orders/order-scope.ts";
import { pickWholeLines } from "./pick-lines.commands.ts";
import { releaseReservationsOfAll } from "#server/warehouse/stock/reservations.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { addPickRows } from "#tests/server/rows-picking.ts";
import type { PickRows } from "#tests/server/rows-picking.ts";
import { untilBlocked } from "#tests/server/until-blocked.ts";
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

test("a late scan of pieces that somebody else picked meanwhile opens an exception, and posts nothing", async () => {
  const rows = await add();
  await begin(rows);
  await request(server.app, claimTask, { task_uuid: rows.taskUuid, takes_over: true }, asOperator());
  expect((await pick(rows, [1], asOperator())).data).toMatchObject({ picked_pieces: 3, exception_number: "" });
  // The former picker comes back into the network with scans of both lines.
  const late = await pick(rows, [1, 2]);
  expect(late.data).toMatchObject({ status: "done", picked_pieces: 6 });
  expect(await pieces(rows, rows.toteUuid)).toEqual([{ quantity: 6, reserved: 6, open: 6 }]);
  const { data } = await request(server.app, listExceptions, { search: late.data.exception_number }, asProvider());
  expect(data.result).toMatchObject([{ type: "late_pick", status: "open", order_uuid: rows.orderUuids[0] }]);
  // Once more, for the other line too: it is added to the same exception of its order, or opens one of its own.
  expect((await pick(rows, [1], asOperator())).code).toBe(codes["picking.lineDone"].code);
  expect((await pick(rows, [2], asOperator())).data.exception_number).not.toBe("");
  expect((await pick(rows, [1])).data.exception_number).toBe(late.data.exception_number);
});

test("the last scans of two tasks at once end their wave", async () => {
  const [rows, others] = [
    await add(),
    await server.services.database.transaction(platform, (tx) => addPickRows(tx, world.provider, undefined, 1)),
  ];
  // A wave of two tasks that share no stock: otherwise their scans would wait for each other anyway.
  await server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, async (tx) => {
    const [own, wave] = [rows.waveUuid, others.waveUuid];
    await sql`update pick_task set wave_uuid = ${own}, task_number = 2 where wave_uuid = ${wave}`.execute(tx);
    await sql`update pick_line set wave_uuid = ${own} where wave_uuid = ${wave}`.execute(tx);
    await sql`update wave_order set wave_uuid = ${own} where wave_uuid = ${wave}`.execute(tx);
    await sql`update sales_order set wave_uuid = ${own} where wave_uuid = ${wave}`.execute(tx);
    await sql`update wave set status = 'picking', started_at = now() where wave_uuid = ${own}`.execute(tx);
  });
  await begin(rows);
  await request(server.app, claimTask, { task_uuid: others.taskUuid }, asOperator());
  await request(server.app, startPickTask, { task_uuid: others.taskUuid, tote: others.tote }, asOperator());
  /** A scan that does everything, and then holds its transaction open. */
  const scan = ({ taskUuid, shelfUuid }: PickRows, line_number: number, hold: (tx: Tx) => Promise<unknown>) => {
    const worked = Promise.withResolvers<void>();
    const acting = { kind: "provider", providerUuid: world.providerA } as const;
    const ended = server.services.database.transaction(acting, async (tx) => {
      const scope = { ...getSystemScope(tx, world.providerA, server.services), acting, userUuid: world.provider.userUuid };
      const picked = await pickWholeLines(scope, { task_uuid: taskUuid, line_numbers: [line_number], location_uuid: shelfUuid });
      worked.resolve();
      await hold(tx);
      return picked.ok;
    });
    return { worked: worked.promise, ended };
  };
  const otherWorked = Promise.withResolvers<void>();
  const nothing = async (): Promise<void> => undefined;
  // The last scan finds this one's line pending still, and waits for the task.
  const first = scan(rows, 1, async (tx) => {
    await otherWorked.promise;
    await untilBlocked(tx, Promise.withResolvers<void>().promise);
  });
  await first.worked;
  const last = scan(rows, 2, nothing);
  const other = scan(others, 1, async (tx) => {
    otherWorked.resolve();
    await first.ended;
    await untilBlocked(tx, last.ended);
  });
  expect(await Promise.all([other.ended, last.ended])).toEqual([true, true]);
  expect((await statuses(rows))?.wave).toBe("picked");
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
