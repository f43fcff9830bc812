import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { decideUnqualified } from "#src/warehouse/receipts/receipts.contract.ts";
import { inspect, putAway, undoPutaway } from "#src/warehouse/receipts/receiving.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { reserveStock } from "#server/warehouse/stock/reservations.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { arrived, stageReceipts } from "#tests/server/stage-receipts.ts";
import type { ReceiptStage } from "#tests/server/stage-receipts.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());

const codeOf = (name: CodeName) => codes[name].code;
const operator = () => ({ token: world.operator.token });

async function act<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, work);
}

/** Receives five mugs and counts some. */
async function count(quantities: { qualified_quantity?: number; unqualified_quantity?: number }) {
  const stage = await stageReceipts(server, world);
  const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 5 }]);
  const { data } = await request(server.app, inspect, { receipt_uuid, code: stage.mug.sku, ...quantities }, operator());
  const mugs = { receipt_uuid, code: stage.mug.sku, location: stage.barcodes[0] ?? "" };
  return { stage, line_uuid: data.line?.line_uuid ?? "", put: () => request(server.app, putAway, mugs, operator()), receipt_uuid };
}

/** Puts five mugs into the first location. @returns what undoes it */
async function putFive() {
  const { stage, put } = await count({ qualified_quantity: 5 });
  const task_uuid = (await put()).data.task?.task_uuid ?? "";
  return { stage, undo: () => request(server.app, undoPutaway, { task_uuid }, operator()) };
}

async function scrapFive({ warehouseUuid, mug }: ReceiptStage, locationUuid = ""): Promise<void> {
  const movement = {
    source: { type: "adjustment", uuid: newId(), line: 1 },
    variantUuid: mug.variantUuid,
    ownerUuid: world.retailerA,
    warehouseUuid,
    lot: "",
    quantity: 5,
    from: { place: "location", locationUuid, condition: "good" },
    to: { place: "scrap", condition: "good" },
  } as const;
  const ledger = { providerUuid: world.providerA, userUuid: null, now: server.clock.now() };
  expect((await act((tx) => postMovements(tx, ledger, [movement]))).ok).toBe(true);
}

async function makeBundle({ mug }: ReceiptStage): Promise<void> {
  await act((tx) => tx.updateTable("variant").set({ is_bundle: true }).where("variant_uuid", "=", mug.variantUuid).execute());
}

test("putting away reports whether the pieces have left the dock or their SKU is now a bundle", async () => {
  const gone = await count({ qualified_quantity: 5 });
  await scrapFive(gone.stage, gone.stage.locations.at(-2));
  expect((await gone.put()).code).toBe(codeOf("receipts.notInReceiving"));
  const bundled = await count({ qualified_quantity: 5 });
  await makeBundle(bundled.stage);
  expect((await bundled.put()).code).toBe(codeOf("stock.notStored"));
});

test("undoing a putaway reports whether the pieces were moved, are reserved for an order, or their SKU is now a bundle", async () => {
  const gone = await putFive();
  await scrapFive(gone.stage, gone.stage.locations[0]);
  expect((await gone.undo()).code).toBe(codeOf("receipts.standsElsewhere"));
  const { stage, undo } = await putFive();
  const { mug, warehouseUuid } = stage;
  const want = { line: 1, variantUuid: mug.variantUuid, ownerUuid: world.retailerA, warehouseUuid, lot: null, quantity: 1 };
  const order = { type: "order", uuid: newId() };
  expect((await act((tx) => reserveStock(tx, world.providerA, order, [want], server.clock.now()))).ok).toBe(true);
  expect((await undo()).code).toBe(codeOf("stock.reservedElsewhere"));
  const bundled = await putFive();
  await makeBundle(bundled.stage);
  expect((await bundled.undo()).code).toBe(codeOf("stock.notStored"));
});

test("accepting unqualified pieces reports that their SKU is now a bundle", async () => {
  const { stage, receipt_uuid, line_uuid } = await count({ unqualified_quantity: 5 });
  await makeBundle(stage);
  const accepted = { receipt_uuid, line_uuid, decision: "accept", quantity: 5 } as const;
  const refused = await request(server.app, decideUnqualified, accepted, { token: world.retailer.token });
  expect(refused.code).toBe(codeOf("stock.notStored"));
});
