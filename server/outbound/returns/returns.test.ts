import { listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import { describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { getFile, uploadImages } from "#src/kit/files/files.contract.ts";
import {
  addReturnPhotos,
  arriveReturn,
  assignReturn,
  disposeReturned,
  findReturn,
  inspectReturned,
  receiveParcel,
  suggestReturnLocations,
  undoReturnScan,
} from "#src/outbound/returns/returns-work.contract.ts";
import { cancelReturn, getReturn, getReturnable, getReturnRule, saveReturnRule } from "#src/outbound/returns/returns.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { request } from "#tests/server/client.ts";
import { addOrderRows } from "#tests/server/rows-orders.ts";
import { shipOrder } from "#tests/server/ship-order.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { addShippedOrder, useReturnScene } from "#tests/server/return-scene.ts";

const set = useReturnScene();
const { operator, retailer, stage, ship, announce, find, inspect, finish, restock, arrived, inspected, decideLine, balances } = set;

test("a return goes from the announcement to the shelf: arrived, inspected, decided, restocked and scrapped", async () => {
  const on = await stage();
  const order = await ship(on);
  const [sku, shelf] = [on.variants[0]?.sku ?? "", on.barcodes[0] ?? ""];
  const announced = await announce(order.orderUuid, { reason: "refused", tracking_number: "1z-77", remark: "Did not fit" });
  expect(announced.data).toMatchObject({ status: "expected", expected: 3, order_number: order.orderNumber, tracking_number: "1Z-77" });
  const { return_uuid } = announced.data;
  expect((await request(set.server.app, arriveReturn, { return_uuid }, operator())).data.status).toBe("arrived");
  expect((await request(set.server.app, arriveReturn, { return_uuid }, operator())).code).toBe(codes["returns.arrivedAlready"].code);

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
  const suggested = await request(set.server.app, suggestReturnLocations, { return_uuid, line_uuid }, operator());
  expect(suggested.data.result[0]?.barcode).toBe(shelf);
  expect((await restock(decided.data, on.barcodes[4] ?? "")).code).toBe(codes["receipts.locationWrongType"].code);
  // In part first.
  expect((await restock(decided.data, shelf, { quantity: 1 })).data.return.status).toBe("decided");
  expect((await restock(decided.data, shelf, { quantity: 2 })).code).toBe(codes["returns.nothingToDo"].code);
  expect((await restock(decided.data, shelf)).data.return.status).toBe("decided");
  const last = await request(set.server.app, disposeReturned, { return_uuid, line_uuid, is_damaged: true }, operator());
  expect(last.data.return).toMatchObject({ status: "restocked" });
  expect(last.data.return.ended_at).not.toBe("");
  expect(await balances(on)).toEqual({ "pick good": 2 });
  expect((await request(set.server.app, disposeReturned, { return_uuid, line_uuid, is_damaged: true }, operator())).code).toBe(
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
    const left = await request(set.server.app, getReturnable, { order_uuid: orderUuid }, retailer());
    expect(left.data.lines).toMatchObject([{ shipped: 3, left: 1 }]);
    expect((await announce(orderUuid)).data.expected).toBe(1);
    expect((await announce(orderUuid)).code).toBe(codes["returns.nothingLeft"].code);
  });

  test("a cancelled return leaves its pieces to be announced again, and only an expected one is the retailer's to cancel", async () => {
    const on = await stage();
    const { orderUuid } = await ship(on, "sent_back");
    const { data } = await announce(orderUuid);
    const stale = await request(set.server.app, cancelReturn, { return_uuid: data.return_uuid, version: 9 }, retailer());
    expect(stale.code).toBe(codes.changedMeanwhile.code);
    const cancelled = await request(set.server.app, cancelReturn, { return_uuid: data.return_uuid, version: data.version }, retailer());
    expect(cancelled.data.status).toBe("cancelled");
    const of = await arrived(on);
    expect((await request(set.server.app, cancelReturn, { return_uuid: of.return_uuid, version: of.version }, retailer())).code).toBe(
      codes["returns.wrongState"].code,
    );
    await inspect(of.return_uuid, on.variants[0]?.sku ?? "");
    const { version } = await find(of.return_uuid);
    expect((await request(set.server.app, cancelReturn, { return_uuid: of.return_uuid, version }, operator())).code).toBe(
      codes["returns.countedAlready"].code,
    );
    expect((await announce(orderUuid)).data).toMatchObject({ status: "expected", expected: 3 });
  });

  test("is refused for an order that was not shipped, or is another's", async () => {
    const on = await stage(set.world.retailerA2);
    const foreign = await addShippedOrder(set.server, set.world.otherRetailer, on);
    expect((await announce(foreign.orderUuid)).code).toBe(codes.notFound.code);
    const made = await announce(foreign.orderUuid, {}, { token: set.world.otherRetailer.token });
    for (const by of [retailer(), { token: set.world.foreignProvider.token }])
      expect((await request(set.server.app, getReturn, { return_uuid: made.data.return_uuid }, by)).code).toBe(codes.notFound.code);
    const waiting = await set.server.services.database.transaction(platform, (tx) => addOrderRows(tx, set.world.retailer, "allocated"));
    expect((await announce(waiting.orderUuid)).code).toBe(codes["returns.notShipped"].code);
  });
});

describe("a parcel", () => {
  test("is found by its return, its order and the waybill; without a return, its order is named", async () => {
    const on = await stage();
    const order = await ship(on);
    const look = async (code: string) => (await request(set.server.app, findReturn, { code }, operator())).data;
    expect(await look(order.orderNumber)).toMatchObject({ returns: [], orders: [{ order_uuid: order.orderUuid }] });
    const { data } = await announce(order.orderUuid, { tracking_number: "back-1" });
    for (const code of [order.orderNumber, data.return_number.toLowerCase(), "BACK-1"])
      expect((await look(code)).returns).toMatchObject([{ return_uuid: data.return_uuid }]);
    expect(await look("NOBODY-KNOWS")).toEqual({ returns: [], orders: [] });
  });

  test("is found by its waybill's and its tracking number, which lead to the return of its order", async () => {
    const { orderUuid, parcels } = await shipOrder(set.server, set.world);
    const [{ waybillNumber, trackingNumber } = { waybillNumber: "", trackingNumber: "" }] = parcels;
    const look = async (code: string) => (await request(set.server.app, findReturn, { code }, operator())).data;
    for (const code of [waybillNumber, trackingNumber])
      expect(await look(code)).toMatchObject({ returns: [], orders: [{ order_uuid: orderUuid }] });
    const { return_uuid } = (await announce(orderUuid)).data;
    for (const code of [waybillNumber.toLowerCase(), trackingNumber])
      expect(await look(code)).toMatchObject({ returns: [{ return_uuid }], orders: [] });
  });

  test("of nobody is seen by no retailer before it is assigned, and is not inspected", async () => {
    const on = await stage();
    const order = await ship(on);
    const made = await request(set.server.app, receiveParcel, { warehouse_uuid: on.warehouseUuid, tracking_number: "lost-1" }, operator());
    expect(made.data).toMatchObject({ status: "arrived", owner_uuid: null, order_number: "" });
    const { return_uuid, return_number, version } = made.data;
    const exception = async () =>
      (await request(set.server.app, listExceptions, { page_size: 200 }, operator())).data.result.find(({ reason }) =>
        reason.includes(return_number),
      );
    expect(await exception()).toMatchObject({ type: "unknown_parcel", status: "open" });
    expect((await request(set.server.app, getReturn, { return_uuid }, retailer())).code).toBe(codes.notFound.code);
    expect((await inspect(return_uuid, order.sku)).code).toBe(codes["returns.noOwner"].code);
    const assign = (input: object) => request(set.server.app, assignReturn, { return_uuid, version, ...input }, operator());
    expect((await assign({})).code).toBe(codes["returns.ownerUnknown"].code);
    expect((await assign({ owner_uuid: set.world.retailerB })).code).toBe(codes.notFound.code);
    const assigned = await assign({ order_number: order.orderNumber.toLowerCase() });
    expect(assigned.data).toMatchObject({ owner_uuid: set.world.retailerA, order_uuid: order.orderUuid });
    expect(await exception()).toMatchObject({ status: "resolved" });
    expect((await find(return_uuid, retailer())).events.map(({ event }) => event)).toEqual(["assign", "receive"]);
    const again = await request(
      set.server.app,
      assignReturn,
      { return_uuid, version: assigned.data.version, owner_uuid: set.world.retailerA },
      operator(),
    );
    expect(again.code).toBe(codes["returns.assignedAlready"].code);
    // Pieces that came back unannounced reduce what may be announced.
    await inspect(return_uuid, order.sku, { quantity: 3 });
    expect((await announce(order.orderUuid)).code).toBe(codes["returns.nothingLeft"].code);
  });

  test("that nobody announced gets lines as it is inspected; goods of others and unknown codes are refused", async () => {
    const [on, other] = [await stage(), await stage(set.world.retailerA2)];
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

describe("photos", () => {
  /** Uploads a picture and attaches it to a return. */
  async function photograph(return_uuid: string): Promise<string> {
    const files = [{ field: "images", name: "dent.png", bytes: tinyPng }];
    const uploaded = await request(set.server.app, uploadImages, {}, { ...operator(), files });
    const [{ filename } = { filename: "" }] = uploaded.data.result;
    // Another's upload is not attached.
    const foreign = await request(set.server.app, addReturnPhotos, { return_uuid, filenames: [filename] }, set.provider());
    expect(foreign.code).toBe(codes.notFound.code);
    const added = await request(set.server.app, addReturnPhotos, { return_uuid, filenames: [filename] }, operator());
    expect(added.data.photos).toMatchObject([{ filename }]);
    return filename;
  }
  const fetched = (filename: string, { token }: { readonly token: string }) => request(set.server.app, getFile, { filename }, { token });
  const photosOf = async (return_uuid: string, by = retailer()) => (await find(return_uuid, by)).photos.map(({ filename }) => filename);

  test("of a return are stored, listed, and seen by its retailer and no other", async () => {
    const { return_uuid } = await arrived(await stage());
    const filename = await photograph(return_uuid);
    expect(await photosOf(return_uuid)).toEqual([filename]);
    for (const by of [set.world.retailer, set.world.provider, set.world.operator])
      expect((await fetched(filename, by)).headers["content-type"], by.username).toBe("image/png");
    for (const by of [set.world.otherRetailer, set.world.foreignProvider])
      expect((await fetched(filename, by)).code, by.username).toBe(codes.notFound.code);
  });

  test("of a parcel of nobody are seen by no retailer before it is assigned, and by its own from then on", async () => {
    const on = await stage();
    const { return_uuid } = (await request(set.server.app, receiveParcel, { warehouse_uuid: on.warehouseUuid }, operator())).data;
    const filename = await photograph(return_uuid);
    for (const by of [set.world.retailer, set.world.otherRetailer]) {
      expect((await fetched(filename, by)).code, by.username).toBe(codes.notFound.code);
      expect((await request(set.server.app, getReturn, { return_uuid }, { token: by.token })).code).toBe(codes.notFound.code);
    }
    const { version } = await find(return_uuid);
    const assigned = { return_uuid, version, owner_uuid: set.world.retailerA };
    expect((await request(set.server.app, assignReturn, assigned, operator())).code).toBe(200);
    expect(await photosOf(return_uuid)).toEqual([filename]);
    expect((await fetched(filename, set.world.retailer)).headers["content-type"]).toBe("image/png");
    expect((await fetched(filename, set.world.otherRetailer)).code).toBe(codes.notFound.code);
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
    for (let time = 0; time < 3; time += 1) await request(set.server.app, inspectReturned, { return_uuid, code: sku }, repeated);
    expect(await find(return_uuid)).toMatchObject({ good: 7, damaged: 2 });
    expect(await balances(on)).toEqual({ "returns damaged": 2, "returns good": 7 });
  });

  test("takes a scan back once, and not after its end", async () => {
    const on = await stage();
    const { return_uuid } = await arrived(on);
    const sku = on.variants[0]?.sku ?? "";
    const undo = (scan: string | null) => request(set.server.app, undoReturnScan, { scan_uuid: scan ?? "" }, operator());
    const [first, second] = [await inspect(return_uuid, sku), await inspect(return_uuid, sku, { quantity: 2 })];
    const both = await Promise.all([undo(second.data.scan_uuid), undo(second.data.scan_uuid)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, codes["returns.undoneAlready"].code].toSorted());
    expect(await balances(on)).toEqual({ "returns good": 1 });
    await finish(return_uuid);
    expect((await undo(first.data.scan_uuid)).code).toBe(codes["returns.tooLateToUndo"].code);
  });

  test("asks for the lot where lots are kept, and counts each on a line of its own", async () => {
    const on = await stage(set.world.retailerA, true);
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
    const read = await request(set.server.app, getReturnRule, {}, retailer());
    const rule = { good_decision: "restock", damaged_decision: "scrap" } as const;
    const saved = await request(set.server.app, saveReturnRule, { ...rule, version: read.data.version }, retailer());
    expect(saved.data).toMatchObject(rule);
    expect((await request(set.server.app, saveReturnRule, { ...rule, version: 7 }, retailer())).code).toBe(codes.changedMeanwhile.code);
    const of = await inspected(on);
    expect(of).toMatchObject({ status: "decided", lines: [rule] });
    expect(of.events.slice(0, 2)).toMatchObject([
      { event: "finish_deciding", by: "system" },
      { event: "decide", by: "system" },
    ]);
    const off = { good_decision: "", damaged_decision: "", version: saved.data.version } as const;
    expect((await request(set.server.app, saveReturnRule, off, retailer())).code).toBe(200);
  });
});
