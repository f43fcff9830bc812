import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import {
  arriveReturn,
  assignReturn,
  disposeReturned,
  findReturn,
  finishInspection,
  inspectReturned,
  printReturnLabel,
  receiveParcel,
  restockReturned,
  suggestReturnLocations,
  undoReturnScan,
} from "#src/outbound/returns/returns-work.contract.ts";
import {
  announceReturn,
  cancelReturn,
  decideReturn,
  decideReturns,
  getReturn,
  getReturnable,
  getReturnRule,
  listReturns,
  saveReturnRule,
} from "#src/outbound/returns/returns.contract.ts";
import type { ReturnDetail } from "#src/outbound/returns/returns.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";
import { reserveStock } from "#server/warehouse/stock/reservations.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addOrderRows } from "#tests/server/rows-orders.ts";
import { shipOrder } from "#tests/server/ship-order.ts";
import { staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { addPerson, bindOperator, makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterEach(async () => {
  // Every movement of these tests is posted by the calls themselves: what they count and the ledger are one.
  const { differences, counted } = await server.services.database.transaction(platform, async (tx) => ({
    ...(await checkLedger(tx, world.providerA)),
    counted: (
      await sql`select k.line_uuid from return_line k
        left join lateral (select coalesce(sum(s.quantity) filter (where s.kind = 'inspect'), 0) as counted,
            coalesce(sum(s.quantity) filter (where s.kind <> 'inspect'), 0) as done
          from return_scan s where s.provider_uuid = k.provider_uuid and s.line_uuid = k.line_uuid and s.undone_at is null) s on true
        where k.provider_uuid = ${world.providerA} and (k.good + k.damaged <> s.counted or k.good_done + k.damaged_done <> s.done)`.execute(
        tx,
      )
    ).rows,
  }));
  expect(differences).toEqual([]);
  expect(counted).toEqual([]);
});
afterAll(() => server.close());

const provider = () => ({ token: world.provider.token });
const operator = () => ({ token: world.operator.token });
const retailer = () => ({ token: world.retailer.token });

/** A warehouse with two SKUs of a retailer, by default the first. */
function stage(ownerUuid = world.retailerA, keepsLots = false): Promise<StockStage> {
  return server.services.database.transaction(platform, (tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid, keepsLots }));
}
const ship = async (on: StockStage, status: "shipped" | "delivered" | "sent_back" = "shipped") =>
  shipOrder(server, world.retailer, { stage: on, status });
const announce = (order_uuid: string, input: Partial<InputOf<typeof announceReturn>> = {}, by = retailer()) =>
  request(server.app, announceReturn, { order_uuid, ...input }, by);
const find = async (return_uuid: string, by = provider()): Promise<ReturnDetail> =>
  (await request(server.app, getReturn, { return_uuid }, by)).data;
const inspect = (return_uuid: string, code: string, input: Partial<InputOf<typeof inspectReturned>> = {}) =>
  request(server.app, inspectReturned, { return_uuid, code, ...input }, operator());
const finish = async (return_uuid: string) =>
  request(server.app, finishInspection, { return_uuid, version: (await find(return_uuid)).version }, operator());
const restock = (of: ReturnDetail, location: string, input: Partial<InputOf<typeof restockReturned>> = {}) =>
  request(
    server.app,
    restockReturned,
    { return_uuid: of.return_uuid, line_uuid: of.lines[0]?.line_uuid ?? "", location, ...input },
    operator(),
  );

/** An announced return that has arrived. */
async function arrived(on: StockStage): Promise<ReturnDetail> {
  const { orderUuid } = await ship(on);
  const { data } = await announce(orderUuid, { reason: "refused" });
  return (await request(server.app, arriveReturn, { return_uuid: data.return_uuid }, operator())).data;
}

/** An inspected return with two good pieces and a damaged one. */
async function inspected(on: StockStage): Promise<ReturnDetail> {
  const { return_uuid } = await arrived(on);
  const sku = on.variants[0]?.sku ?? "";
  await inspect(return_uuid, sku, { quantity: 2 });
  await inspect(return_uuid, sku, { is_damaged: true });
  return (await finish(return_uuid)).data;
}

const decideLine = (of: ReturnDetail, decision: object, by = retailer()) =>
  request(
    server.app,
    decideReturn,
    { return_uuid: of.return_uuid, version: of.version, lines: [{ line_uuid: of.lines[0]?.line_uuid ?? "", ...decision }] },
    by,
  );

/** Where a SKU's pieces are: by type of location and condition. */
async function balances(on: StockStage, variant = 0): Promise<Record<string, number>> {
  const { rows } = await server.services.database.transaction(staffOf(world.providerA), (tx) =>
    sql<{
      place: string;
      quantity: number;
    }>`select l.type || ' ' || b.condition as place, sum(b.quantity)::integer as quantity from stock_balance b
      join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid
      where b.provider_uuid = ${world.providerA} and b.variant_uuid = ${on.variants[variant]?.variantUuid ?? ""} and b.warehouse_uuid = ${on.warehouseUuid}
        and b.quantity > 0 group by 1 order by 1`.execute(tx),
  );
  return Object.fromEntries(rows.map(({ place, quantity }) => [place, quantity]));
}

test("a return goes from the announcement to the shelf: arrived, inspected, decided, restocked and scrapped", async () => {
  const on = await stage();
  const order = await ship(on);
  const [sku, shelf] = [on.variants[0]?.sku ?? "", on.barcodes[0] ?? ""];
  const announced = await announce(order.orderUuid, { reason: "refused", tracking_number: "1z-77", remark: "Did not fit" });
  expect(announced.data).toMatchObject({ status: "expected", expected: 3, order_number: order.orderNumber, tracking_number: "1Z-77" });
  const { return_uuid } = announced.data;
  expect((await request(server.app, arriveReturn, { return_uuid }, operator())).data.status).toBe("arrived");
  expect((await request(server.app, arriveReturn, { return_uuid }, operator())).code).toBe(codes["returns.arrivedAlready"].code);

  expect((await finish(return_uuid)).code).toBe(codes["returns.nothingCounted"].code);
  await inspect(return_uuid, sku, { quantity: 2 });
  const damaged = await inspect(return_uuid, sku, { is_damaged: true });
  expect(damaged.data.return).toMatchObject({ good: 2, damaged: 1 });
  expect(await balances(on)).toEqual({ "returns damaged": 1, "returns good": 2 });
  const done = (await finish(return_uuid)).data;
  expect(done).toMatchObject({ status: "inspected", undecided: 0 });
  const own = await find(return_uuid, retailer());
  expect(own).toMatchObject({ undecided: 3 });
  expect(own.lines[0]).toMatchObject({ is_own_stock: true, codes: [] });
  expect(own.events.every(({ username, by }) => by !== "staff" || username === "")).toBe(true);

  const decided = await decideLine(own, { good_decision: "restock", damaged_decision: "scrap" });
  expect(decided.data).toMatchObject({ status: "decided", undecided: 0 });
  const line_uuid = decided.data.lines[0]?.line_uuid ?? "";
  const suggested = await request(server.app, suggestReturnLocations, { return_uuid, line_uuid }, operator());
  expect(suggested.data.result[0]?.barcode).toBe(shelf);
  expect((await restock(decided.data, on.barcodes[4] ?? "")).code).toBe(codes["receipts.locationWrongType"].code);
  // In part first.
  expect((await restock(decided.data, shelf, { quantity: 1 })).data.return.status).toBe("decided");
  expect((await restock(decided.data, shelf, { quantity: 2 })).code).toBe(codes["returns.nothingToDo"].code);
  expect((await restock(decided.data, shelf)).data.return.status).toBe("decided");
  const last = await request(server.app, disposeReturned, { return_uuid, line_uuid, is_damaged: true }, operator());
  expect(last.data.return).toMatchObject({ status: "restocked" });
  expect(last.data.return.ended_at).not.toBe("");
  expect(await balances(on)).toEqual({ "pick good": 2 });
  expect((await request(server.app, disposeReturned, { return_uuid, line_uuid, is_damaged: true }, operator())).code).toBe(
    codes["returns.wrongState"].code,
  );
});

describe("announcing", () => {
  test("takes no more than was shipped and has not come back, also when two announce at once", async () => {
    const on = await stage();
    const { orderUuid, variantUuid, ownerUuid } = await ship(on, "delivered");
    const piece = { variant_uuid: variantUuid, stock_owner_uuid: ownerUuid };
    expect((await announce(orderUuid, { lines: [{ ...piece, quantity: 4 }] })).code).toBe(codes["returns.moreThanShipped"].code);
    expect((await announce(orderUuid, { lines: [{ ...piece, variant_uuid: newId(), quantity: 1 }] })).code).toBe(codes.notFound.code);
    const both = await Promise.all([1, 2].map(() => announce(orderUuid, { lines: [{ ...piece, quantity: 2 }] })));
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, codes["returns.moreThanShipped"].code].toSorted());
    const left = await request(server.app, getReturnable, { order_uuid: orderUuid }, retailer());
    expect(left.data.lines).toMatchObject([{ shipped: 3, left: 1 }]);
    expect((await announce(orderUuid)).data.expected).toBe(1);
    expect((await announce(orderUuid)).code).toBe(codes["returns.nothingLeft"].code);
  });

  test("a cancelled return leaves its pieces to be announced again, and only an expected one is the retailer's to cancel", async () => {
    const on = await stage();
    const { orderUuid } = await ship(on, "sent_back");
    const { data } = await announce(orderUuid);
    const stale = await request(server.app, cancelReturn, { return_uuid: data.return_uuid, version: 9 }, retailer());
    expect(stale.code).toBe(codes.changedMeanwhile.code);
    const cancelled = await request(server.app, cancelReturn, { return_uuid: data.return_uuid, version: data.version }, retailer());
    expect(cancelled.data.status).toBe("cancelled");
    const of = await arrived(on);
    expect((await request(server.app, cancelReturn, { return_uuid: of.return_uuid, version: of.version }, retailer())).code).toBe(
      codes["returns.wrongState"].code,
    );
    await inspect(of.return_uuid, on.variants[0]?.sku ?? "");
    const { version } = await find(of.return_uuid);
    expect((await request(server.app, cancelReturn, { return_uuid: of.return_uuid, version }, operator())).code).toBe(
      codes["returns.countedAlready"].code,
    );
    expect((await announce(orderUuid)).data).toMatchObject({ status: "expected", expected: 3 });
  });

  test("is refused for an order that was not shipped, or is another's", async () => {
    const on = await stage(world.retailerA2);
    const foreign = await shipOrder(server, world.otherRetailer, { stage: on });
    expect((await announce(foreign.orderUuid)).code).toBe(codes.notFound.code);
    const made = await announce(foreign.orderUuid, {}, { token: world.otherRetailer.token });
    for (const by of [retailer(), { token: world.foreignProvider.token }])
      expect((await request(server.app, getReturn, { return_uuid: made.data.return_uuid }, by)).code).toBe(codes.notFound.code);
    const waiting = await server.services.database.transaction(platform, (tx) => addOrderRows(tx, world.retailer, "allocated"));
    expect((await announce(waiting.orderUuid)).code).toBe(codes["returns.notShipped"].code);
  });
});

describe("a parcel", () => {
  test("is found by its return, its order and the waybill; without a return, its order is named", async () => {
    const on = await stage();
    const order = await ship(on);
    const look = async (code: string) => (await request(server.app, findReturn, { code }, operator())).data;
    expect(await look(order.orderNumber)).toMatchObject({ returns: [], orders: [{ order_uuid: order.orderUuid }] });
    const { data } = await announce(order.orderUuid, { tracking_number: "back-1" });
    for (const code of [order.orderNumber, data.return_number.toLowerCase(), "BACK-1"])
      expect((await look(code)).returns).toMatchObject([{ return_uuid: data.return_uuid }]);
    expect(await look("NOBODY-KNOWS")).toEqual({ returns: [], orders: [] });
  });

  test("of nobody is seen by no retailer before it is assigned, and is not inspected", async () => {
    const on = await stage();
    const order = await ship(on);
    const made = await request(server.app, receiveParcel, { warehouse_uuid: on.warehouseUuid, tracking_number: "lost-1" }, operator());
    expect(made.data).toMatchObject({ status: "arrived", owner_uuid: null, order_number: "" });
    const { return_uuid, version } = made.data;
    expect((await request(server.app, getReturn, { return_uuid }, retailer())).code).toBe(codes.notFound.code);
    expect((await inspect(return_uuid, order.sku)).code).toBe(codes["returns.noOwner"].code);
    const assign = (input: object) => request(server.app, assignReturn, { return_uuid, version, ...input }, operator());
    expect((await assign({})).code).toBe(codes["returns.ownerUnknown"].code);
    expect((await assign({ owner_uuid: world.retailerB })).code).toBe(codes.notFound.code);
    const assigned = await assign({ order_number: order.orderNumber.toLowerCase() });
    expect(assigned.data).toMatchObject({ owner_uuid: world.retailerA, order_uuid: order.orderUuid });
    expect((await find(return_uuid, retailer())).events.map(({ event }) => event)).toEqual(["assign", "receive"]);
    const again = await request(
      server.app,
      assignReturn,
      { return_uuid, version: assigned.data.version, owner_uuid: world.retailerA },
      operator(),
    );
    expect(again.code).toBe(codes["returns.assignedAlready"].code);
    // What came back uncalled for counts against what may be announced.
    await inspect(return_uuid, order.sku, { quantity: 3 });
    expect((await announce(order.orderUuid)).code).toBe(codes["returns.nothingLeft"].code);
  });

  test("that nobody announced gets lines as it is inspected; goods of others and unknown codes are refused", async () => {
    const [on, other] = [await stage(), await stage(world.retailerA2)];
    const of = await arrived(on);
    const extra = await inspect(of.return_uuid, on.variants[1]?.sku ?? "");
    expect(extra.data.return.lines).toMatchObject([
      { expected: 3, good: 0 },
      { expected: 0, good: 1 },
    ]);
    expect((await inspect(of.return_uuid, other.variants[0]?.sku ?? "")).code).toBe(codes["returns.goodsOfAnother"].code);
    expect((await inspect(of.return_uuid, "0000")).code).toBe(codes["returns.codeUnknown"].code);
  });
});

describe("an inspection", () => {
  test("adds up when two inspect at once, and a repeated scan counts once", async () => {
    const on = await stage();
    const { return_uuid } = await arrived(on);
    const sku = on.variants[0]?.sku ?? "";
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => inspect(return_uuid, sku, { is_damaged: at % 4 === 0 })));
    expect(answers.every(({ code }) => code === 200)).toBe(true);
    const repeated = { ...operator(), idempotencyKey: newId() };
    for (let time = 0; time < 3; time += 1) await request(server.app, inspectReturned, { return_uuid, code: sku }, repeated);
    expect(await find(return_uuid)).toMatchObject({ good: 7, damaged: 2 });
    expect(await balances(on)).toEqual({ "returns damaged": 2, "returns good": 7 });
  });

  test("takes a scan back once, and not after its end", async () => {
    const on = await stage();
    const { return_uuid } = await arrived(on);
    const sku = on.variants[0]?.sku ?? "";
    const undo = (scan: string | null) => request(server.app, undoReturnScan, { scan_uuid: scan ?? "" }, operator());
    const [first, second] = [await inspect(return_uuid, sku), await inspect(return_uuid, sku, { quantity: 2 })];
    const both = await Promise.all([undo(second.data.scan_uuid), undo(second.data.scan_uuid)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, codes["returns.undoneAlready"].code].toSorted());
    expect(await balances(on)).toEqual({ "returns good": 1 });
    await finish(return_uuid);
    expect((await undo(first.data.scan_uuid)).code).toBe(codes["returns.tooLateToUndo"].code);
  });

  test("asks for the lot where lots are kept, and counts each on a line of its own", async () => {
    const on = await stage(world.retailerA, true);
    const { return_uuid } = await arrived(on);
    const sku = on.variants[0]?.sku ?? "";
    expect((await inspect(return_uuid, sku)).code).toBe(codes["stock.lotRequired"].code);
    await inspect(return_uuid, sku, { lot: "L1" });
    const { data } = await inspect(return_uuid, sku, { lot: "L2" });
    expect(data.return.lines.map(({ lot, expected, good }) => [lot, expected, good])).toEqual([
      ["L1", 3, 1],
      ["L2", 0, 1],
    ]);
  });

  test("is decided at once by the rule of the owner of the goods", async () => {
    const on = await stage();
    const read = await request(server.app, getReturnRule, {}, retailer());
    const rule = { good_decision: "restock", damaged_decision: "scrap" } as const;
    const saved = await request(server.app, saveReturnRule, { ...rule, version: read.data.version }, retailer());
    expect(saved.data).toMatchObject(rule);
    expect((await request(server.app, saveReturnRule, { ...rule, version: 7 }, retailer())).code).toBe(codes.changedMeanwhile.code);
    const of = await inspected(on);
    expect(of).toMatchObject({ status: "decided", lines: [rule] });
    expect(of.events.slice(0, 2)).toMatchObject([
      { event: "finish_deciding", by: "system" },
      { event: "decide", by: "system" },
    ]);
    const off = { good_decision: "", damaged_decision: "", version: saved.data.version } as const;
    expect((await request(server.app, saveReturnRule, off, retailer())).code).toBe(200);
  });
});

describe("deciding", () => {
  test("is for the owner of the goods, once, and many returns at a time", async () => {
    const on = await stage();
    const [one, two, three] = [await inspected(on), await inspected(on), await arrived(on)];
    expect((await decideLine(one, { good_decision: "restock" }, operator())).code).toBe(codes["returns.notYourGoods"].code);
    expect((await decideLine(one, { good_decision: "restock" }, { token: world.otherRetailer.token })).code).toBe(codes.notFound.code);
    const half = await decideLine(one, { good_decision: "send_back" });
    expect(half.data).toMatchObject({ status: "inspected", undecided: 1 });
    expect((await decideLine(half.data, { good_decision: "scrap" })).code).toBe(codes["returns.decidedAlready"].code);
    const all = { good_decision: "restock", damaged_decision: "scrap" } as const;
    const uuids = [one, two, three].map(({ return_uuid }) => return_uuid);
    const batch = await request(server.app, decideReturns, { return_uuids: uuids, ...all }, retailer());
    expect(batch.data).toMatchObject({ done: 2, failed: [{ order_id: three.return_uuid, code: codes["returns.wrongState"].code }] });
    expect((await find(one.return_uuid)).lines[0]).toMatchObject({ good_decision: "send_back", damaged_decision: "scrap" });
    expect((await request(server.app, decideReturns, { return_uuids: [newId()], ...all }, retailer())).code).toBe(codes.notFound.code);
  });

  test("about goods of the provider is the provider's: a claimed item comes back to its stock", async () => {
    const on = await stage(world.providerA);
    const order = await shipOrder(server, world.provider, { stage: on });
    // An order of the retailer that draws on the provider's stock.
    await server.services.database.transaction(platform, async (tx) => {
      for (const table of ["sales_order", "order_line", "order_demand"] as const)
        await sql`update ${sql.table(table)} set owner_uuid = ${world.retailerA}::uuid where order_uuid = ${order.orderUuid}`.execute(tx);
    });
    const { data } = await announce(order.orderUuid);
    expect(data.lines).toMatchObject([{ is_own_stock: false, expected: 3 }]);
    const { return_uuid } = data;
    await request(server.app, arriveReturn, { return_uuid }, operator());
    await inspect(return_uuid, order.sku, { quantity: 3 });
    const done = await finish(return_uuid);
    expect(done.data.undecided).toBe(3);
    expect((await decideLine(done.data, { good_decision: "scrap" })).code).toBe(codes["returns.notYourGoods"].code);
    expect((await decideLine(done.data, { good_decision: "send_back" }, provider())).data.status).toBe("decided");
    const line_uuid = done.data.lines[0]?.line_uuid ?? "";
    const sent = await request(server.app, disposeReturned, { return_uuid, line_uuid, is_damaged: false }, operator());
    expect(sent.data.return.status).toBe("sent_back");
    expect(await balances(on)).toEqual({});
  });
});

describe("goods that came back", () => {
  test("are reserved for nobody before they are restocked, and count as arrived", async () => {
    const on = await stage();
    const of = await inspected(on);
    const [{ variantUuid, ownerUuid } = { variantUuid: "", ownerUuid: "" }] = on.variants;
    const want = { line: 1, variantUuid, ownerUuid, warehouseUuid: on.warehouseUuid, quantity: 1, lot: null };
    const reserve = () =>
      server.services.database.transaction(staffOf(world.providerA), (tx) =>
        reserveStock(tx, world.providerA, { type: "order", uuid: newId() }, [want], new Date()),
      );
    expect((await reserve()).ok).toBe(false);
    const decided = (await decideLine(await find(of.return_uuid, retailer()), { good_decision: "restock", damaged_decision: "scrap" }))
      .data;
    await restock(decided, on.barcodes[0] ?? "");
    expect((await reserve()).ok).toBe(true);
    const { rows } = await server.services.database.transaction(staffOf(world.providerA), (tx) =>
      sql<{ pieces: number }>`select -sum(quantity)::integer as pieces from stock_entry
        where provider_uuid = ${world.providerA} and variant_uuid = ${variantUuid} and place = 'arrival'`.execute(tx),
    );
    expect(rows[0]?.pieces).toBe(3);
  });

  test("are restocked once by two who scan at once, and taking the last scan back reopens the return", async () => {
    const on = await stage();
    const of = await inspected(on);
    const decided = (await decideLine(await find(of.return_uuid, retailer()), { good_decision: "restock", damaged_decision: "scrap" }))
      .data;
    const line_uuid = decided.lines[0]?.line_uuid ?? "";
    await request(server.app, disposeReturned, { return_uuid: of.return_uuid, line_uuid, is_damaged: true }, operator());
    const both = await Promise.all([restock(decided, on.barcodes[0] ?? ""), restock(decided, on.barcodes[0] ?? "")]);
    const done = both.find(({ code }) => code === 200);
    expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(done?.data.return.status).toBe("restocked");
    const undone = await request(server.app, undoReturnScan, { scan_uuid: done?.data.scan_uuid ?? "" }, operator());
    expect(undone.data).toMatchObject({ status: "decided", ended_at: "" });
    expect(await balances(on)).toEqual({ "returns good": 2 });
    expect((await restock(decided, on.barcodes[1] ?? "")).data.return.status).toBe("restocked");
  });

  test("that somebody moved away are not restocked", async () => {
    const on = await stage();
    const of = await inspected(on);
    const decided = (await decideLine(await find(of.return_uuid, retailer()), { good_decision: "restock", damaged_decision: "scrap" }))
      .data;
    await server.services.database.transaction(staffOf(world.providerA), async (tx) => {
      const { rows } = await sql<{
        location_uuid: string;
      }>`select location_uuid from location where warehouse_uuid = ${on.warehouseUuid} and type = 'returns'`.execute(tx);
      await postMovements(tx, { providerUuid: world.providerA, userUuid: null, now: new Date() }, [
        {
          source: { type: "move", uuid: newId(), line: 1 },
          variantUuid: on.variants[0]?.variantUuid ?? "",
          ownerUuid: world.retailerA,
          warehouseUuid: on.warehouseUuid,
          lot: "",
          quantity: 2,
          from: { place: "location", locationUuid: rows[0]?.location_uuid ?? "", condition: "good" },
          to: { place: "location", locationUuid: on.locations[0] ?? "", condition: "good" },
        },
      ]);
    });
    expect((await restock(decided, on.barcodes[0] ?? "")).code).toBe(codes["returns.standsElsewhere"].code);
  });
});

test("an operator sees and handles only returns of its warehouses, and without the right none", async () => {
  const [on, elsewhere] = [await stage(), await stage()];
  const of = await arrived(on);
  const bound = await addPerson(server, { username: "operator-returns", role: "operator", providerUuid: world.providerA });
  await bindOperator(server, bound, [elsewhere.warehouseUuid]);
  const by = { token: bound.token };
  expect((await request(server.app, getReturn, { return_uuid: of.return_uuid }, by)).code).toBe(codes.notFound.code);
  expect((await request(server.app, inspectReturned, { return_uuid: of.return_uuid, code: on.variants[0]?.sku ?? "" }, by)).code).toBe(
    codes.notFound.code,
  );
  expect((await request(server.app, receiveParcel, { warehouse_uuid: on.warehouseUuid }, by)).code).toBe(codes.notFound.code);
  expect((await request(server.app, findReturn, { code: of.return_number }, by)).data.returns).toEqual([]);
  expect((await request(server.app, listReturns, {}, { token: world.idleOperator.token })).code).toBe(codes.forbidden.code);
});

test("the list has what waits for whom, and finds returns by their numbers; the label is a PDF", async () => {
  const on = await stage();
  const [of, waiting] = [await inspected(on), await arrived(on)];
  const list = async (input: InputOf<typeof listReturns>, by = provider()) =>
    (await request(server.app, listReturns, { ...input, warehouse_uuid: on.warehouseUuid }, by)).data.result.map(
      ({ return_uuid }) => return_uuid,
    );
  expect(await list({ to_do: "decide" }, retailer())).toEqual([of.return_uuid]);
  expect(await list({ to_do: "decide" })).toEqual([]);
  expect(await list({ to_do: "inspect" })).toEqual([waiting.return_uuid]);
  expect(await list({ search: of.order_number })).toEqual([of.return_uuid]);
  expect(await list({ search: of.return_number.slice(0, -1), status: ["inspected"] })).toEqual([of.return_uuid]);
  expect(await list({}, { token: world.otherRetailer.token })).toEqual([]);
  const label = await send(server.app, printReturnLabel, { return_uuid: of.return_uuid }, operator());
  expect(label.code).not.toBe(codes.notFound.code);
});
