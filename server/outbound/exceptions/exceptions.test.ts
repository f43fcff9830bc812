import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import {
  answerException,
  askRetailer,
  assignException,
  closeException,
  getException,
  listAssignees,
  listExceptions,
  noteException,
  recallQuestion,
  reopenException,
  resolveException,
} from "#src/outbound/exceptions/exceptions.contract.ts";
import {
  acceptCancel,
  allocateOrders,
  cancelOrders,
  holdOrders,
  rejectCancel,
  releaseHolds,
  requestCancel,
} from "#src/outbound/orders/order-batches.contract.ts";
import { getOrder, listOrders } from "#src/outbound/orders/orders.contract.ts";
import { claimTask, reportShortPick, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { addExceptionRows } from "#tests/server/rows-exceptions.ts";
import { addPickRows } from "#tests/server/rows-picking.ts";
import type { PickRows } from "#tests/server/rows-picking.ts";
import { putStock } from "#tests/server/stage-stock.ts";
import { WaveScene } from "#tests/server/wave-scene.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
let scene: WaveScene;
beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  scene = new WaveScene(server, world);
});
afterAll(() => server.close());

const asProvider = () => ({ token: world.provider.token });
const asRetailer = () => ({ token: world.retailer.token });
type Detail = OutputOf<typeof getException>;

const find = async (exception_uuid: string, by = asProvider()): Promise<Detail> =>
  (await request(server.app, getException, { exception_uuid }, by)).data;
const order = async (uuid: string) => (await request(server.app, getOrder, { order_uuid: uuid }, asProvider())).data;
/** The only exception of an order. */
async function only(orderUuid: string, by = asProvider()): Promise<Detail> {
  const { data } = await request(server.app, listExceptions, { order_uuid: orderUuid }, by);
  expect(data.result).toHaveLength(1);
  return find(data.result[0]?.exception_uuid ?? "", by);
}
const resolve = (of: Detail, input: Omit<InputOf<typeof resolveException>, "exception_uuid" | "version">) =>
  request(server.app, resolveException, { exception_uuid: of.exception_uuid, version: of.version, ...input }, asProvider());
const ask = (of: Detail, message = "Which street number?") =>
  request(server.app, askRetailer, { exception_uuid: of.exception_uuid, version: of.version, message }, asProvider());

/** The rows that tests make by hand are no whole waves: only the ledger can be judged. */
async function expectLedgerSound(): Promise<void> {
  const { differences } = await server.services.database.transaction(platform, (tx) => checkLedger(tx, world.providerA));
  expect(differences).toEqual([]);
}

/** A pick that finds one piece of three for the first order of a wave. */
async function pickShort(): Promise<{ rows: PickRows; orderUuid: string }> {
  const rows = await server.services.database.transaction(platform, (tx) => addPickRows(tx, world.retailer, undefined, 2));
  await request(server.app, claimTask, { task_uuid: rows.taskUuid, takes_over: false }, asProvider());
  await request(server.app, startPickTask, { task_uuid: rows.taskUuid, tote: rows.tote }, asProvider());
  const short = { task_uuid: rows.taskUuid, line_number: 1, picked_quantity: 1, reason: "missing" } as const;
  expect((await request(server.app, reportShortPick, short, asProvider())).code).toBe(200);
  return { rows, orderUuid: rows.orderUuids[0] ?? "" };
}

/** An allocated order of two SKUs whose address is doubted. */
async function doubtAddress(): Promise<string> {
  const on = await scene.stage([
    [0, 0, 5],
    [1, 1, 5],
  ]);
  const uuid = await scene.addOrder(on, [
    [0, 2],
    [1, 1],
  ]);
  const held = { order_ids: [uuid], hold: "address" as const, reason: "No such street" };
  expect((await request(server.app, holdOrders, held, asProvider())).data.failed).toEqual([]);
  return uuid;
}
const corrected = {
  consignee: "Alex Example",
  phone: "",
  mobile: "",
  email: "",
  address: "2 Example Street",
  city: "Springfield",
  state: "IL",
  zip: "62701",
};

describe("an exception is opened", () => {
  test("by a short pick, with what was not found and where", async () => {
    const { rows, orderUuid } = await pickShort();
    const of = await only(orderUuid);
    expect(of).toMatchObject({ type: "short", status: "open", reason: "missing", has_retailer: true, order_status: "short", assignee: "" });
    expect(of.exception_number).toMatch(/^E-\d{6}-\d{4}$/);
    expect(of.events).toMatchObject([
      { event: "open", by: "staff", pieces: { location: rows.shelf, quantity: 2, reason: "missing" }, message: "" },
    ]);
    // Where it is stored does not concern the retailer.
    expect((await only(orderUuid, asRetailer())).events[0]?.pieces).toMatchObject({ location: "", quantity: 2 });
  });

  test("by a hold because of the address, once: a second hold is added to it", async () => {
    const uuid = await doubtAddress();
    const of = await only(uuid);
    expect(of).toMatchObject({ type: "address", status: "open", reason: "No such street", recipient: { address: "1 Example Street" } });
    await request(server.app, holdOrders, { order_ids: [uuid], hold: "operator" }, asProvider());
    expect((await only(uuid)).version).toBe(of.version);
  });

  test("by a wish to cancel an order in a wave, and resolved by the answer", async () => {
    const on = await scene.stage([[0, 0, 9]]);
    const [one, other] = [await scene.addOrder(on, [[0, 1]]), await scene.addOrder(on, [[0, 1]])];
    await scene.release(await scene.buildOf([one, other], "single_piece"));
    await request(server.app, requestCancel, { order_ids: [one, other], reason: "Bought by mistake" }, asRetailer());
    expect(await only(one)).toMatchObject({ type: "cancelled", status: "open", reason: "Bought by mistake" });
    expect((await only(one)).events).toMatchObject([{ event: "open", by: "retailer", message: "Bought by mistake" }]);
    await request(server.app, acceptCancel, { order_ids: [one] }, asProvider());
    await request(server.app, rejectCancel, { order_ids: [other], reason: "On its way" }, asProvider());
    expect(await only(one)).toMatchObject({ status: "resolved", resolution: "order_cancelled" });
    expect(await only(other)).toMatchObject({ status: "resolved", resolution: "cancel_rejected" });
    expect((await only(other)).events[0]).toMatchObject({ event: "resolve", message: "On its way" });
  });
});

describe("an exception is resolved by what happens to its order", () => {
  test("stock that is found for a short one", async () => {
    const { rows, orderUuid } = await pickShort();
    await server.services.database.transaction(scene.staff(), (tx) => putStock(tx, rows.stage, { quantity: 4, location: 1 }));
    const { data } = await request(server.app, allocateOrders, { order_ids: [orderUuid] }, asProvider());
    expect(data.failed).toEqual([]);
    expect(await only(orderUuid)).toMatchObject({ status: "resolved", resolution: "reallocated" });
  });

  test("a hold that is released, and an order that is cancelled", async () => {
    const [one, other] = [await doubtAddress(), await doubtAddress()];
    await request(server.app, releaseHolds, { order_ids: [one] }, asProvider());
    await request(server.app, cancelOrders, { order_ids: [other], reason: "Changed my mind" }, asRetailer());
    expect(await only(one)).toMatchObject({ status: "resolved", resolution: "address_confirmed" });
    expect(await only(other)).toMatchObject({ status: "resolved", resolution: "order_cancelled" });
    expect((await only(other)).events[0]).toMatchObject({ by: "retailer", message: "Changed my mind" });
  });
});

describe("the retailer", () => {
  test("is asked, answers with the corrected address, and sees no internal notes", async () => {
    const uuid = await doubtAddress();
    const of = await only(uuid);
    const secret = { exception_uuid: of.exception_uuid, version: of.version, message: "They never answer", is_internal: true };
    expect((await request(server.app, noteException, secret, asProvider())).code).toBe(200);
    const asked = await ask(await find(of.exception_uuid));
    expect(asked.data).toMatchObject({ status: "waiting_retailer", is_mine: true });
    const seen = await only(uuid, asRetailer());
    expect(seen).toMatchObject({ status: "waiting_retailer", assignee: "", is_mine: false });
    expect(seen.events.map(({ message }) => message)).toEqual(["Which street number?", "No such street"]);
    expect(seen.events[0]).toMatchObject({ event: "ask", by: "staff", username: "" });
    const step = { exception_uuid: of.exception_uuid, version: seen.version };
    expect((await request(server.app, answerException, step, asRetailer())).code).toBe(codes["exceptions.answerEmpty"].code);
    const answer = await request(server.app, answerException, { ...step, message: "Number 2", recipient: corrected }, asRetailer());
    expect(answer.data).toMatchObject({ status: "assigned", recipient: { address: "2 Example Street" } });
    expect((await order(uuid)).recipient.address).toBe("2 Example Street");
    expect((await order(uuid)).events[0]).toMatchObject({ event: "correct_address" });
    // A second answer comes too late.
    const late = { exception_uuid: of.exception_uuid, version: answer.data.version, message: "And the door is blue" };
    expect((await request(server.app, answerException, late, asRetailer())).code).toBe(codes["exceptions.wrongState"].code);
    const done = await resolve(await only(uuid), { resolution: "address_confirmed" });
    expect(done.data).toMatchObject({ status: "resolved", resolution: "address_confirmed", order_holds: [], order_status: "allocated" });
  });

  test("cannot correct an address that was not asked about", async () => {
    const { orderUuid } = await pickShort();
    await ask(await only(orderUuid), "Wait or ship the rest?");
    const { exception_uuid, version } = await only(orderUuid, asRetailer());
    const { code } = await request(
      server.app,
      answerException,
      { exception_uuid, version, message: "", recipient: corrected },
      asRetailer(),
    );
    expect(code).toBe(codes["exceptions.notAddress"].code);
  });

  test("is not asked about the provider's own orders", async () => {
    const { exceptionUuid } = await server.services.database.transaction(platform, (tx) => addExceptionRows(tx, world.provider));
    expect((await ask(await find(exceptionUuid))).code).toBe(codes["exceptions.noRetailer"].code);
  });

  test("sees nothing of what concerns the warehouse alone, nor of others", async () => {
    const { exceptionUuid, orderUuid } = await server.services.database.transaction(platform, (tx) =>
      addExceptionRows(tx, world.retailer, "open", "late_pick"),
    );
    const other = { token: world.otherRetailer.token };
    const mine = await only((await pickShort()).orderUuid);
    for (const [exception_uuid, by] of [
      [exceptionUuid, asRetailer()],
      [mine.exception_uuid, other],
      [mine.exception_uuid, { token: world.foreignProvider.token }],
    ] as const)
      expect((await request(server.app, getException, { exception_uuid }, by)).code).toBe(codes.notFound.code);
    expect((await request(server.app, listExceptions, { order_uuid: orderUuid }, asRetailer())).data.result).toEqual([]);
    expect((await request(server.app, listExceptions, { order_uuid: mine.order_uuid ?? "" }, other)).data.result).toEqual([]);
  });
});

describe("work on an exception", () => {
  test("is given to somebody who may do it, and to nobody else", async () => {
    const { exceptionUuid } = await server.services.database.transaction(platform, (tx) => addExceptionRows(tx, world.retailer));
    const worker = await addPerson(server, {
      username: "exception-worker",
      role: "operator",
      providerUuid: world.providerA,
      permissions: ["exceptions"],
    });
    const bystander = await addPerson(server, {
      username: "exception-bystander",
      role: "operator",
      providerUuid: world.providerA,
      permissions: ["orders"],
    });
    const { data } = await request(server.app, listAssignees, { exception_uuid: exceptionUuid }, { token: worker.token });
    const names = data.result.map(({ name }) => name);
    expect(names).toContain("exception-worker");
    expect(names).not.toContain("exception-bystander");
    expect(names.length).toBeGreaterThan(1);
    const give = (user_uuid: string, version: number) =>
      request(server.app, assignException, { exception_uuid: exceptionUuid, version, user_uuid }, asProvider());
    expect((await give(bystander.userUuid, 1)).code).toBe(codes["exceptions.cannotWork"].code);
    expect((await give(world.foreignProvider.userUuid, 1)).code).toBe(codes["exceptions.cannotWork"].code);
    expect((await give(worker.userUuid, 1)).data).toMatchObject({ status: "assigned", assignee: "exception-worker", is_mine: false });
    expect((await give(worker.userUuid, 1)).code).toBe(codes.changedMeanwhile.code);
    expect((await find(exceptionUuid, { token: worker.token })).is_mine).toBe(true);
  });

  test("is listed by its owner and by its warehouse", async () => {
    const add = () => server.services.database.transaction(platform, (tx) => addExceptionRows(tx, world.retailer));
    const [one, other] = [await add(), await add()];
    const of = async (input: InputOf<typeof listExceptions>) =>
      (await request(server.app, listExceptions, { page_size: 200, ...input }, asProvider())).data.result.map((row) => row.exception_uuid);
    expect(await of({ warehouse_uuid: one.stage.warehouseUuid })).toEqual([one.exceptionUuid]);
    expect(await of({ owner_uuid: world.retailerA })).toEqual(expect.arrayContaining([one.exceptionUuid, other.exceptionUuid]));
    expect(await of({ owner_uuid: world.retailerA2 })).toEqual([]);
  });

  test("two who take the same exception at once: one of them is told", async () => {
    const { exceptionUuid } = await server.services.database.transaction(platform, (tx) => addExceptionRows(tx, world.retailer));
    const take = () => request(server.app, assignException, { exception_uuid: exceptionUuid, version: 1 }, asProvider());
    const taken = await Promise.all([take(), take()]);
    expect(taken.map(({ code }) => code).toSorted((one, next) => one - next)).toEqual(
      [200, codes.changedMeanwhile.code].toSorted((one, next) => one - next),
    );
  });

  test("waiting for an answer ends when staff say so", async () => {
    const { exceptionUuid } = await server.services.database.transaction(platform, (tx) =>
      addExceptionRows(tx, world.retailer, "waiting_retailer", "short", undefined, world.provider.userUuid),
    );
    const { data } = await request(server.app, recallQuestion, { exception_uuid: exceptionUuid, version: 1 }, asProvider());
    expect(data.status).toBe("assigned");
  });

  test("is closed by the provider, and reopened within seven days", async () => {
    const { exceptionUuid, orderUuid } = await server.services.database.transaction(platform, (tx) =>
      addExceptionRows(tx, world.retailer, "resolved"),
    );
    const step = { exception_uuid: exceptionUuid, version: 1 };
    const worker = await addPerson(server, {
      username: "exception-closer",
      role: "operator",
      providerUuid: world.providerA,
      permissions: ["exceptions"],
    });
    expect((await request(server.app, closeException, step, { token: worker.token })).code).toBe(codes.forbidden.code);
    expect((await request(server.app, closeException, step, asProvider())).data.status).toBe("closed");
    const reopen = (version: number) =>
      request(server.app, reopenException, { exception_uuid: exceptionUuid, version, message: "It is still missing" }, asProvider());
    expect((await reopen(2)).data).toMatchObject({ status: "assigned", resolution: "", is_mine: true, resolved_at: "", closed_at: "" });
    await server.services.database.transaction(platform, (tx) =>
      sql`update exception_case set status = 'resolved', resolution = 'other', resolved_at = now() - interval '7 days 1 minute'
        where exception_uuid = ${exceptionUuid}`.execute(tx),
    );
    expect((await reopen(3)).code).toBe(codes["exceptions.tooLate"].code);
    expect((await order(orderUuid)).status).toBe("short");
  });

  test("is not reopened beside a newer one of the same kind", async () => {
    const uuid = await doubtAddress();
    const old = await resolve(await only(uuid), { resolution: "address_confirmed" });
    await request(server.app, holdOrders, { order_ids: [uuid], hold: "address", reason: "Again" }, asProvider());
    const again = { exception_uuid: old.data.exception_uuid, version: old.data.version, message: "Still wrong" };
    expect((await request(server.app, reopenException, again, asProvider())).code).toBe(codes["exceptions.openAlready"].code);
  });
});

describe("a resolution", () => {
  test("is refused if it does not fit, lacks words, or the order does not allow it: nothing changes", async () => {
    const { orderUuid } = await pickShort();
    const of = await only(orderUuid);
    expect((await resolve(of, { resolution: "address_confirmed" })).code).toBe(codes["exceptions.resolutionUnfit"].code);
    expect((await resolve(of, { resolution: "order_cancelled" })).code).toBe(codes["exceptions.messageRequired"].code);
    expect((await resolve(of, { resolution: "reallocated" })).code).toBe(codes["stock.notEnough"].code);
    expect((await resolve(of, { resolution: "split", lines: [] })).code).toBe(codes["orders.splitNothing"].code);
    expect(await only(orderUuid)).toMatchObject({ status: "open", version: of.version });
    await expectLedgerSound();
  });

  test("moves the missing pieces to a new order, and the rest is allocated", async () => {
    const { rows, orderUuid } = await pickShort();
    await server.services.database.transaction(scene.staff(), (tx) => putStock(tx, rows.stage, { quantity: 1, location: 1 }));
    const of = await only(orderUuid);
    const lines = [{ line_uuid: of.lines[0]?.line_uuid ?? "", quantity: 2 }];
    const { data } = await resolve(of, { resolution: "split", lines });
    expect(data).toMatchObject({ status: "resolved", resolution: "split", order_status: "allocated" });
    expect(data.lines).toMatchObject([{ quantity: 1, is_reserved: true }]);
    const { data: all } = await request(server.app, listOrders, { search: (await order(orderUuid)).reference }, asProvider());
    expect(all.result.map(({ status, piece_count, estimate_cents }) => [status, piece_count, estimate_cents])).toEqual([
      ["short", 2, 0],
      ["allocated", 1, 0],
    ]);
    await expectLedgerSound();
  });

  test("cancels the missing pieces, and the rest goes on", async () => {
    const { rows, orderUuid } = await pickShort();
    await server.services.database.transaction(scene.staff(), (tx) => putStock(tx, rows.stage, { quantity: 1, location: 1 }));
    const of = await only(orderUuid);
    const lines = [{ line_uuid: of.lines[0]?.line_uuid ?? "", quantity: 2 }];
    const { data } = await resolve(of, { resolution: "lines_cancelled", lines, message: "Sold out" });
    expect(data).toMatchObject({ resolution: "lines_cancelled", order_status: "allocated" });
    const { data: all } = await request(server.app, listOrders, { search: (await order(orderUuid)).reference }, asProvider());
    expect(all.result.map(({ status, reason, estimate_cents }) => [status, reason, estimate_cents])).toEqual([
      ["cancelled", "Sold out", 0],
      ["allocated", "", 0],
    ]);
    await expectLedgerSound();
  });

  test("cancels the order, also one in a wave", async () => {
    const on = await scene.stage([[0, 0, 9]]);
    const uuid = await scene.addOrder(on, [[0, 1]]);
    await scene.release(await scene.buildOf([uuid], "single_piece"));
    await request(server.app, requestCancel, { order_ids: [uuid], reason: "Bought by mistake" }, asRetailer());
    const { data } = await resolve(await only(uuid), { resolution: "order_cancelled" });
    expect(data).toMatchObject({ status: "resolved", resolution: "order_cancelled", order_status: "cancelled" });
    const short = await pickShort();
    const cancelled = await resolve(await only(short.orderUuid), { resolution: "order_cancelled", message: "Sold out" });
    expect(cancelled.data).toMatchObject({ order_status: "cancelled" });
    expect((await order(short.orderUuid)).reason).toBe("Sold out");
    await expectLedgerSound();
  });

  test("corrects the address and releases its hold alone", async () => {
    const uuid = await doubtAddress();
    await request(server.app, holdOrders, { order_ids: [uuid], hold: "fraud" }, asProvider());
    const of = await only(uuid);
    expect((await resolve(of, { resolution: "address_corrected" })).code).toBe(codes["exceptions.recipientRequired"].code);
    const { data } = await resolve(of, { resolution: "address_corrected", recipient: corrected, message: "Called the customer" });
    expect(data).toMatchObject({ resolution: "address_corrected", order_holds: ["fraud"], recipient: { address: "2 Example Street" } });
    expect(data.events[0]).toMatchObject({ event: "resolve", message: "Called the customer" });
  });
});

test("the lists show what waits for whom", async () => {
  const uuid = await doubtAddress();
  const of = await only(uuid);
  const list = async (input: InputOf<typeof listExceptions>, by = asProvider()) =>
    (await request(server.app, listExceptions, input, by)).data.result.map(({ exception_uuid }) => exception_uuid);
  expect(await list({ to_do: "work", search: of.order_number })).toEqual([of.exception_uuid]);
  expect(await list({ to_do: "answer", search: of.order_number })).toEqual([]);
  expect(await list({ search: of.exception_number.slice(0, -1), type: ["address"], is_mine: true })).toEqual([]);
  await ask(of);
  expect(await list({ to_do: "answer" }, asRetailer())).toContain(of.exception_uuid);
  expect(await list({ to_do: "work", status: ["waiting_retailer"] })).toEqual([]);
  expect(await list({ is_mine: true, search: of.exception_number })).toEqual([of.exception_uuid]);
  expect(await list({ page_size: 1 })).toEqual([of.exception_uuid]);
  expect(await list({ sort: "opened", page_size: 1 })).not.toEqual([of.exception_uuid]);
});
