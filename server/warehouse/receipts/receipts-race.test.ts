import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { addStorage, receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { inspect, putAway, undoInspection } from "#src/warehouse/receipts/receiving.contract.ts";
import { adjustStock, moveStock } from "#src/warehouse/stock/stock.contract.ts";
import { blockLocations } from "#server/warehouse/warehouses/locations.commands.ts";
import { setClosed } from "#server/warehouse/warehouses/warehouses.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { arrived, stageReceipts } from "#tests/server/stage-receipts.ts";
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

const operator = () => ({ token: world.operator.token });
const twenty = Array.from({ length: 20 }, (_, at) => at);

/** Counts the answers by code. */
function tally(answers: readonly { code: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** Sums a SKU's entries and balances, and counts movements whose legs do not sum to zero. */
async function ledgerOf(variantUuid: string): Promise<{ entries: number; balances: number; unbalanced: number }> {
  return server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, async (tx) => {
    const { rows } = await sql<{ entries: number; balances: number; unbalanced: number }>`select
      (select coalesce(sum(quantity), 0) from stock_entry where variant_uuid = ${variantUuid} and place = 'location')::integer as entries,
      (select coalesce(sum(quantity), 0) from stock_balance where variant_uuid = ${variantUuid})::integer as balances,
      (select count(*) from (select 1 from stock_entry where variant_uuid = ${variantUuid} group by movement_uuid having sum(quantity) <> 0) u)::integer
        as unbalanced`.execute(tx);
    return rows[0] ?? { entries: -1, balances: -1, unbalanced: -1 };
  });
}

test("twenty users who count and put away the same product lose no pieces, and complete the receipt once", async () => {
  const stage = await stageReceipts(server, world);
  const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 20 }]);
  const counted = await Promise.all(twenty.map(() => request(server.app, inspect, { receipt_uuid, code: stage.mug.barcode }, operator())));
  expect(tally(counted)).toEqual({ 200: 20 });
  const put = await Promise.all(
    twenty.map((at) => {
      const location = stage.barcodes[at % 4] ?? "";
      return request(server.app, putAway, { receipt_uuid, code: stage.mug.sku, location, quantity: 1 }, operator());
    }),
  );
  expect(tally(put)).toEqual({ 200: 20 });
  const done = (await request(server.app, receipt, { receipt_uuid }, operator())).data;
  expect(done).toMatchObject({ status: "completed", number: 20, put_away: 20 });
  expect(done.events.filter(({ event }) => event === "complete")).toHaveLength(1);
  expect(await ledgerOf(stage.mug.variantUuid)).toEqual({ entries: 20, balances: 20, unbalanced: 0 });
});

test("twenty users who count ten announced pieces count only ten", async () => {
  const stage = await stageReceipts(server, world);
  const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 10 }]);
  const counted = await Promise.all(twenty.map(() => request(server.app, inspect, { receipt_uuid, code: stage.mug.barcode }, operator())));
  expect(tally(counted)).toEqual({ 200: 10, [codes["receipts.moreThanAnnounced"].code]: 10 });
  expect(await ledgerOf(stage.mug.variantUuid)).toEqual({ entries: 10, balances: 10, unbalanced: 0 });
});

test("a scan sent twenty times counts once, and is undone once", async () => {
  const stage = await stageReceipts(server, world);
  const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 30 }]);
  const options = { ...operator(), idempotencyKey: "scan-of-one-mug" };
  const sent = await Promise.all(twenty.map(() => request(server.app, inspect, { receipt_uuid, code: stage.mug.barcode }, options)));
  const uuids = new Set(sent.filter(({ code }) => code === 200).map(({ data }) => data.inspection?.inspection_uuid ?? ""));
  expect(uuids.size).toBe(1);
  const [inspection_uuid = ""] = uuids;
  const undone = await Promise.all(twenty.map(() => request(server.app, undoInspection, { inspection_uuid }, operator())));
  expect(tally(undone)).toEqual({ 200: 1, [codes["receipts.undoneAlready"].code]: 19 });
  expect(await ledgerOf(stage.mug.variantUuid)).toEqual({ entries: 0, balances: 0, unbalanced: 0 });
});

const staff = () => ({ kind: "provider", providerUuid: world.providerA, userUuid: world.provider.userUuid }) as const;

test("goods cannot enter a location that is being deleted, nor a receipt a warehouse that is being closed", async () => {
  const stage = await stageReceipts(server, world);
  const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 2 }]);
  await request(server.app, inspect, { receipt_uuid, code: stage.mug.sku, qualified_quantity: 2 }, operator());
  const [location = ""] = stage.barcodes;
  const put = await server.services.database.transaction(staff(), async (tx) => {
    await tx.deleteFrom("location").where("barcode", "=", location).execute();
    const asked = request(server.app, putAway, { receipt_uuid, code: stage.mug.sku, location }, operator());
    await untilBlocked(tx, asked);
    return { asked };
  });
  expect(await put.asked).toMatchObject({ status: 200, code: codes["receipts.locationUnknown"].code });

  const { warehouseUuid: warehouse_uuid, mug } = await stageReceipts(server, world);
  const announced = await server.services.database.transaction(staff(), async (tx) => {
    expect((await setClosed(tx, world.providerA, { warehouse_uuid, version: 1, is_closed: true })).ok).toBe(true);
    const lines = [{ sku: mug.sku, expected: 1, box_number: null, lot: "", expires_on: null }];
    const asked = request(server.app, addStorage, { warehouse_uuid, reference: "", lines, submit: true }, { token: world.retailer.token });
    await untilBlocked(tx, asked);
    return { asked };
  });
  expect(await announced.asked).toMatchObject({ status: 200, code: codes["receipts.warehouseClosed"].code });
});

test("goods cannot enter a location that is being blocked, whether put away, moved or found", async () => {
  const stage = await stageReceipts(server, world);
  const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 2 }]);
  await request(server.app, inspect, { receipt_uuid, code: stage.mug.sku, qualified_quantity: 2 }, operator());
  const { variantUuid: variant_uuid } = stage.mug;
  const [put = "", moved = "", found = "", shelf = ""] = stage.barcodes;
  const bring = [
    () => request(server.app, putAway, { receipt_uuid, code: stage.mug.sku, location: put, confirm: true }, operator()),
    () => request(server.app, moveStock, { variant_uuid, quantity: 1, from_location: shelf, to_location: moved }, operator()),
    () => request(server.app, adjustStock, { variant_uuid, delta: 1, location: found, reason: "found" }, operator()),
  ];
  expect((await request(server.app, adjustStock, { variant_uuid, delta: 1, location: shelf, reason: "found" }, operator())).code).toBe(200);
  const told: number[] = [];
  for (const [at, work] of bring.entries()) {
    const block = { location_uuids: stage.locations.slice(at, at + 1), blocked: true, reason: "wet" };
    const held = await server.services.database.transaction(staff(), async (tx) => {
      expect((await blockLocations(tx, world.providerA, block)).ok).toBe(true);
      const asked = work();
      await untilBlocked(tx, asked);
      return { asked };
    });
    told.push((await held.asked).code);
  }
  const byHand = codes["stock.locationBlocked"].code;
  expect(told).toEqual([codes["receipts.locationBlocked"].code, byHand, byHand]);
});

test("receipts put away concurrently into the same locations never deadlock", async () => {
  const stage = await stageReceipts(server, world);
  const lines = [
    { variant: stage.mug, expected: 5 },
    { variant: stage.cup, expected: 5 },
  ];
  const receipts = await Promise.all([1, 2, 3, 4].map(() => arrived(server, world, stage, lines)));
  const scans = receipts.flatMap(({ receipt_uuid }) => [stage.mug, stage.cup].map(({ sku }) => ({ receipt_uuid, sku })));
  await Promise.all(
    scans.map(({ receipt_uuid, sku }) => request(server.app, inspect, { receipt_uuid, code: sku, qualified_quantity: 5 }, operator())),
  );
  const put = await Promise.all(
    scans.map(({ receipt_uuid, sku }, at) => {
      const location = stage.barcodes[at % 2] ?? "";
      return request(server.app, putAway, { receipt_uuid, code: sku, location, confirm: true }, operator());
    }),
  );
  expect(tally(put)).toEqual({ 200: 8 });
  for (const { variantUuid } of [stage.mug, stage.cup])
    expect(await ledgerOf(variantUuid)).toEqual({ entries: 20, balances: 20, unbalanced: 0 });
});
