import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { getException, listExceptions, reopenException, resolveException } from "#src/outbound/exceptions/exceptions.contract.ts";
import type { ExceptionDetail } from "#src/outbound/exceptions/exceptions.contract.ts";
import type { ChosenResolution } from "#src/outbound/exceptions/exceptions.rules.ts";
import { getPacking, packOrder, reportDamaged, reportWeight, weighParcel } from "#src/outbound/packing/packing.contract.ts";
import { beginReview, finishReview, reportAtReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import { openCase } from "#server/outbound/exceptions/exception-case.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { WaveScene } from "#tests/server/wave-scene.ts";
import { makeWorld } from "#tests/server/world.ts";

let scene: WaveScene;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new WaveScene(server, await makeWorld(server));
});
afterEach(() => scene.expectSound());
afterAll(() => scene.server.close());

const provider = () => scene.asProvider();
const statusOf = async (order: string) => (await scene.order(order)).status;

/** An order of two SKUs that was picked; `spare` pieces of the first are left on the shelf. */
async function pickOrder(spare: number): Promise<{ on: StockStage; order: string }> {
  const on = await scene.stage([
    [0, 0, 2 + spare],
    [1, 1, 5],
  ]);
  await scene.addLocation(on, "packing");
  const order = await scene.addOrder(on, [
    [0, 2],
    [1, 1],
  ]);
  await scene.pickInto(on, await scene.buildOf([order], "cart"));
  return { on, order };
}

async function reviewOrder(order_uuid: string): Promise<void> {
  const { app } = scene.server;
  const { review_uuid, lines } = (await request(app, beginReview, { order_uuid }, provider())).data;
  for (const { line_number, quantity } of lines) await request(app, reviewPieces, { review_uuid, line_number, quantity }, provider());
  expect((await request(app, finishReview, { review_uuid }, provider())).code).toBe(codes.success.code);
}

async function packOne(order_uuid: string): Promise<string> {
  const { app } = scene.server;
  const { items } = (await request(app, getPacking, { order_uuid }, provider())).data;
  const parcels = [{ box_uuid: null, items: items.map(({ variant_uuid, lot, quantity }) => ({ variant_uuid, lot, quantity })) }];
  const packed = await request(app, packOrder, { order_uuid, parcels }, provider());
  return packed.data.parcels[0]?.parcel_uuid ?? "";
}

async function listCases(order_uuid: string): Promise<ExceptionDetail[]> {
  const { data } = await request(scene.server.app, listExceptions, { order_uuid, sort: "opened" }, provider());
  return Promise.all(
    data.result.map(async ({ exception_uuid }) => (await request(scene.server.app, getException, { exception_uuid }, provider())).data),
  );
}
const resolve = ({ exception_uuid, version }: ExceptionDetail, resolution: ChosenResolution, message = "") =>
  request(scene.server.app, resolveException, { exception_uuid, version, resolution, message }, provider());

/** The pieces of a stage's first SKU by condition, and those that were scrapped. */
const listPieces = (on: StockStage) =>
  scene.read(sql<{ condition: string; pieces: number }>`select condition, sum(quantity)::integer as pieces from stock_balance
    where provider_uuid = ${on.providerUuid} and variant_uuid = ${on.variants[0]?.variantUuid ?? ""} and quantity > 0 group by 1 order by 1`);

test("damaged pieces that a review finds are scrapped by the resolution, and the order gets others", async () => {
  const { on, order } = await pickOrder(3);
  const { review_uuid } = (await request(scene.server.app, beginReview, { order_uuid: order }, provider())).data;
  const first = await scene.read(sql<{ line_number: number }>`select line_number from order_review_line
    where review_uuid = ${review_uuid} and variant_uuid = ${on.variants[0]?.variantUuid ?? ""}`);
  const input = { review_uuid, line_number: first[0]?.line_number ?? 0, quantity: 1, reason: "damaged" as const };
  expect((await request(scene.server.app, reportAtReview, input, provider())).code).toBe(codes.success.code);
  const [damaged] = await listCases(order);
  expect(damaged).toMatchObject({ type: "damaged", status: "open", has_retailer: true });
  expect(await listPieces(on)).toEqual([
    { condition: "damaged", pieces: 1 },
    { condition: "good", pieces: 4 },
  ]);
  if (damaged === undefined) throw new Error("no exception");
  expect((await resolve(damaged, "repacked")).code).toBe(codes["exceptions.resolutionUnfit"].code);
  const done = await resolve(damaged, "scrapped");
  expect(done.data).toMatchObject({ status: "resolved", resolution: "scrapped" });
  expect(await listPieces(on)).toEqual([{ condition: "good", pieces: 4 }]);
  expect(await statusOf(order)).toBe("allocated");
  expect((await resolve(damaged, "scrapped")).code).toBe(codes.changedMeanwhile.code);
});

test("pieces that packing reports as damaged take the order out of its wave; without others, scrapping opens a case of the missing pieces", async () => {
  const { on, order } = await pickOrder(0);
  const variant_uuid = on.variants[0]?.variantUuid ?? "";
  const report = (quantity: number, by = provider()) =>
    request(scene.server.app, reportDamaged, { order_uuid: order, variant_uuid, lot: "", quantity }, by);
  expect((await report(1)).code).toBe(codes["packing.orderLeft"].code);
  await reviewOrder(order);
  expect((await report(3)).code).toBe(codes["packing.tooManyPieces"].code);
  expect((await report(1, scene.asStranger())).code).toBe(codes.notFound.code);
  expect((await report(1)).code).toBe(codes.success.code);
  expect((await report(1)).code).toBe(codes["packing.orderLeft"].code);
  expect(await statusOf(order)).toBe("short");
  const [damaged] = await listCases(order);
  if (damaged === undefined) throw new Error("no exception");
  expect((await resolve(damaged, "reallocated")).code).toBe(codes["stock.notEnough"].code);
  expect((await resolve(damaged, "scrapped")).data.status).toBe("resolved");
  expect(await listPieces(on)).toEqual([{ condition: "good", pieces: 1 }]);
  expect((await listCases(order)).map(({ type, status }) => [type, status])).toEqual([
    ["damaged", "resolved"],
    ["short", "open"],
  ]);
});

test("damaged pieces that somebody moved away are not scrapped, and nothing changes", async () => {
  const { on, order } = await pickOrder(3);
  await reviewOrder(order);
  const variant_uuid = on.variants[0]?.variantUuid ?? "";
  await request(scene.server.app, reportDamaged, { order_uuid: order, variant_uuid, lot: "", quantity: 1 }, provider());
  const [damaged] = await listCases(order);
  if (damaged === undefined) throw new Error("no exception");
  const [place] = await scene.read(sql<{ location_uuid: string; owner_uuid: string }>`select location_uuid, owner_uuid from stock_balance
    where variant_uuid = ${variant_uuid} and condition = 'damaged' and quantity > 0`);
  const posted = await scene.server.services.database.transaction(scene.staff(), (tx) =>
    postMovements(tx, { providerUuid: on.providerUuid, userUuid: null, now: new Date() }, [
      {
        source: { type: "adjustment", uuid: newId(), line: 1 },
        variantUuid: variant_uuid,
        ownerUuid: place?.owner_uuid ?? "",
        warehouseUuid: on.warehouseUuid,
        lot: "",
        quantity: 1,
        from: { place: "location", locationUuid: place?.location_uuid ?? "", condition: "damaged" },
        to: { place: "adjustment", condition: "damaged" },
      },
    ]),
  );
  expect(posted.ok).toBe(true);
  expect((await resolve(damaged, "scrapped")).code).toBe(codes["stock.notEnough"].code);
  expect((await listCases(order))[0]).toMatchObject({ status: "open", version: damaged.version });
});

test("a weight that is off becomes an exception, and ends when the order is packed again or weighed", async () => {
  const { order } = await pickOrder(3);
  await reviewOrder(order);
  const parcel_uuid = await packOne(order);
  const report = (uuid: string, by = provider()) =>
    request(scene.server.app, reportWeight, { parcel_uuid: uuid, measured_grams: 5000 }, by);
  expect((await report(parcel_uuid, scene.asStranger())).code).toBe(codes.notFound.code);
  const { exception_number } = (await report(parcel_uuid)).data;
  // A second report is an event of the same exception.
  expect((await report(parcel_uuid)).data.exception_number).toBe(exception_number);
  const [off] = await listCases(order);
  expect(off).toMatchObject({ type: "weight_variance", status: "open", has_retailer: false });
  if (off === undefined) throw new Error("no exception");
  expect((await resolve(off, "repacked")).data).toMatchObject({ status: "resolved", resolution: "repacked", order_status: "reviewed" });
  expect((await report(parcel_uuid)).code).toBe(codes["packing.voided"].code);
  const again = await packOne(order);
  await report(again);
  await request(scene.server.app, weighParcel, { parcel_uuid: again, measured_grams: 600, reason: "Weighed twice" }, provider());
  expect((await listCases(order)).map(({ status, resolution }) => [status, resolution])).toEqual([
    ["resolved", "repacked"],
    ["resolved", "other"],
  ]);
  expect((await report(again)).code).toBe(codes["packing.weighedAlready"].code);
});

test("an order of which a parcel has left is not packed again: its exception says so, and the refusal is a declared one", async () => {
  const { order } = await pickOrder(3);
  await reviewOrder(order);
  const parcel_uuid = await packOne(order);
  await request(scene.server.app, reportWeight, { parcel_uuid, measured_grams: 5000 }, provider());
  expect(await listCases(order)).toMatchObject([{ type: "weight_variance", has_left: false }]);
  await scene.read(sql`update sales_order set fulfilment_status = 'partially_fulfilled' where order_uuid = ${order}`);
  const [off] = await listCases(order);
  expect(off).toMatchObject({ status: "open", has_left: true });
  if (off === undefined) throw new Error("no exception");
  const refusal = "bagging.partlyShipped";
  expect((await resolve(off, "repacked")).code).toBe(codes[refusal].code);
  expect(resolveException.codes).toContain(refusal);
  expect((await resolve(off, "other", "The scale was wrong")).data.status).toBe("resolved");
  // No parcel was really handed over.
  await scene.read(sql`update sales_order set fulfilment_status = 'unfulfilled' where order_uuid = ${order}`);
});

const openFor = (opened: Parameters<typeof openCase>[1]) => {
  const scope = { providerUuid: scene.world.providerA, retailerUuid: null, userUuid: null, now: new Date() };
  const acting = scene.staff();
  return scene.server.services.database.transaction(acting, (tx) => openCase({ ...scope, tx, acting }, opened));
};

test("a label that failed and a channel that refuses are opened by the server, and are no retailer's", async () => {
  const { on, order } = await pickOrder(3);
  const of = { order_uuid: order, owner_uuid: scene.world.retailerA, warehouse_uuid: on.warehouseUuid };
  await openFor({ ...of, type: "label_failed", reason: "No label after ten tries" });
  await openFor({ ...of, type: "channel_refused", reason: "Batteries are not accepted" });
  const [failed, refused] = await listCases(order);
  expect([failed?.type, refused?.type]).toEqual(["label_failed", "channel_refused"]);
  if (failed === undefined) throw new Error("no exception");
  expect((await resolve(failed, "relabelled")).data).toMatchObject({ status: "resolved", resolution: "relabelled" });
  const own = (await request(scene.server.app, listExceptions, { order_uuid: order }, scene.asRetailer())).data;
  expect(own.result).toEqual([]);
});

test("a parcel that nobody knows is an exception without an order, which is resolved and reopened", async () => {
  const { on } = await pickOrder(3);
  const number = await openFor({ type: "unknown_parcel", warehouse_uuid: on.warehouseUuid, reason: "RR123456785CN" });
  const { data } = await request(scene.server.app, listExceptions, { search: number }, provider());
  expect(data.result).toMatchObject([{ type: "unknown_parcel", order_uuid: null, order_number: "", reason: "RR123456785CN" }]);
  const [{ exception_uuid } = { exception_uuid: "" }] = data.result;
  const unknown = (await request(scene.server.app, getException, { exception_uuid }, provider())).data;
  expect(unknown).toMatchObject({ order_status: null, lines: [], has_retailer: false });
  expect((await resolve(unknown, "other")).code).toBe(codes["exceptions.messageRequired"].code);
  const ended = (await resolve(unknown, "other", "It was of another warehouse")).data;
  expect(ended.status).toBe("resolved");
  const again = { exception_uuid, version: ended.version, message: "It was not" };
  const reopened = await request(scene.server.app, reopenException, again, provider());
  expect(reopened.data).toMatchObject({ status: "assigned", order_uuid: null, is_mine: true });
});
