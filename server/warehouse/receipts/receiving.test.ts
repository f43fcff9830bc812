import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { mergeVariants } from "#src/warehouse/goods/merge.contract.ts";
import { closeShortReceipt, decideUnqualified, receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import {
  inspect,
  listPutaway,
  putAway,
  scanReceipt,
  suggestPutaway,
  undoInspection,
  undoPutaway,
} from "#src/warehouse/receipts/receiving.contract.ts";
import { readStockOfVariants } from "#server/warehouse/stock/stock.queries.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { arrived, stageReceipts, submitted } from "#tests/server/stage-receipts.ts";
import type { ReceiptStage } from "#tests/server/stage-receipts.ts";
import { putStock } from "#tests/server/stage-stock.ts";
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
const count = (input: InputOf<typeof inspect>, by = operator()) => request(server.app, inspect, input, by);
const put = (input: InputOf<typeof putAway>, by = operator()) => request(server.app, putAway, input, by);
const detailOf = async (receipt_uuid: string) => (await request(server.app, receipt, { receipt_uuid }, operator())).data;

async function readStock(variantUuid: string) {
  const acting = { kind: "provider", providerUuid: world.providerA } as const;
  const stock = await server.services.database.transaction(acting, (tx) => readStockOfVariants(tx, world.providerA, [variantUuid]));
  return stock.get(variantUuid);
}

describe("a code at the dock", () => {
  test("opens a receipt by its number, and is recognized again once its box has arrived", async () => {
    const stage = await stageReceipts(server, world);
    const { receipt_number, receipt_uuid } = await submitted(server, world, stage, [{ variant: stage.mug, expected: 5, box: 3 }]);
    const scan = (code: string, open?: string) =>
      request(server.app, scanReceipt, { code, ...(open === undefined ? {} : { receipt_uuid: open }) }, operator());
    const early = await scan(`${receipt_number}/3`);
    expect(early.code).toBe(codeOf("receipts.notConfirmed"));
    expect((await scan(receipt_number.toLowerCase())).data).toMatchObject({
      found: "receipt",
      receipt: { receipt_uuid, status: "submitted" },
    });
    expect((await scan("nothing-of-ours")).code).toBe(codeOf("receipts.codeUnknown"));
    const other = await arrived(server, world, stage, [{ variant: stage.mug, expected: 5 }]);
    const first = await scan(other.boxes[0]?.barcode ?? "");
    expect(first.data).toMatchObject({ found: "box", is_again: true, box: { box_number: 1 }, receipt: { arrived_box_count: 1 } });
    expect((await scan(other.boxes[0]?.barcode ?? "", receipt_uuid)).code).toBe(codeOf("receipts.boxOfAnother"));
    const foreign = await request(server.app, scanReceipt, { code: other.receipt_number }, { token: world.foreignOperator.token });
    expect(foreign.code).toBe(codeOf("receipts.codeUnknown"));
  });
});

describe("inspecting", () => {
  test("counts a barcode as the pieces it represents, and quantities as entered", async () => {
    const stage = await stageReceipts(server, world);
    const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 20 }]);
    const carton = await count({ receipt_uuid, code: stage.carton });
    expect(carton.data).toMatchObject({
      outcome: "counted",
      inspection: { qualified_quantity: 12, number: 12 },
      receipt: { status: "inspecting" },
    });
    const some = await count({ receipt_uuid, code: stage.mug.sku, qualified_quantity: 3, unqualified_quantity: 2, reason: "Chipped" });
    expect(some.data.line).toMatchObject({ number: 17, qualified_quantity: 15, unqualified_quantity: 2 });
    expect(await readStock(stage.mug.variantUuid)).toMatchObject({ on_hand: 17, receiving: 15, quarantined: 2, available: 0, incoming: 3 });
  });

  test("reports what is wrong with a code", async () => {
    const stage = await stageReceipts(server, world);
    const { receipt_uuid, receipt_number, boxes } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 5 }]);
    const other = await stageReceipts(server, world);
    const problem = async (code: string, more: object = {}) => (await count({ receipt_uuid, code, ...more })).code;
    expect(await problem("nothing-of-ours")).toBe(codeOf("receipts.codeUnknown"));
    expect(await problem(other.mug.barcode)).toBe(codeOf("receipts.notOnReceipt"));
    expect(await problem(boxes[0]?.barcode ?? "")).toBe(codeOf("receipts.boxScanned"));
    expect(await problem(`${receipt_number.slice(0, -4)}9999/1`)).toBe(codeOf("receipts.boxOfAnother"));
    expect(await problem(stage.mug.barcode, { qualified_quantity: 0 })).toBe(codeOf("receipts.nothingCounted"));
    expect(await problem(stage.mug.barcode, { lot: "A" })).toBe(codeOf("receipts.lotNotKept"));
    expect((await detailOf(receipt_uuid)).number).toBe(0);
  });

  test("asks which product is meant if several share a barcode, and accepts the answer", async () => {
    const stage = await stageReceipts(server, world);
    const lines = [
      { variant: stage.mug, expected: 5 },
      { variant: stage.cup, expected: 5 },
    ];
    const { receipt_uuid } = await arrived(server, world, stage, lines);
    const asked = await count({ receipt_uuid, code: stage.shared });
    expect(asked.data).toMatchObject({ outcome: "choose", inspection: null });
    expect(asked.data.choices.map(({ sku }) => sku).toSorted()).toEqual([stage.mug.sku, stage.cup.sku].toSorted());
    const chosen = await count({ receipt_uuid, code: stage.shared, variant_uuid: stage.cup.variantUuid });
    expect(chosen.data).toMatchObject({ outcome: "counted", line: { sku: stage.cup.sku, number: 1 } });
  });

  test("requires lot and expiry, refuses expired goods, and keeps lots apart", async () => {
    const stage = await stageReceipts(server, world);
    const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.cream, expected: 10 }]);
    const code = stage.cream.barcode;
    expect((await count({ receipt_uuid, code })).code).toBe(codeOf("receipts.lotRequired"));
    expect((await count({ receipt_uuid, code, lot: "A" })).code).toBe(codeOf("receipts.expiryRequired"));
    expect((await count({ receipt_uuid, code, lot: "A", expires_on: "2020-01-01" })).code).toBe(codeOf("receipts.lotExpired"));
    const first = await count({ receipt_uuid, code, lot: "A", expires_on: "2099-01-01", qualified_quantity: 6 });
    expect(first.data.line).toMatchObject({ lot: "A", expires_on: "2099-01-01", number: 6, expected: 10 });
    expect((await count({ receipt_uuid, code, lot: "A", expires_on: "2098-01-01" })).code).toBe(codeOf("receipts.expiryDiffers"));
    const second = await count({ receipt_uuid, code, lot: "B", expires_on: "2099-02-01", qualified_quantity: 4 });
    expect(second.data.line).toMatchObject({ lot: "B", number: 4, expected: 0 });
    // Pieces that came in another lot than announced are no longer incoming.
    expect(await readStock(stage.cream.variantUuid)).toMatchObject({ on_hand: 10, incoming: 0 });
    expect(second.data.receipt).toMatchObject({ expected: 10, number: 10 });
  });

  test("recognizes a lot announced for another product of the receipt", async () => {
    const stage = await stageReceipts(server, world);
    const twin = await stageReceipts(server, world);
    const { receipt_uuid } = await arrived(server, world, stage, [
      { variant: stage.cream, expected: 5, lot: "A", day: "2099-01-01" },
      { variant: twin.cream, expected: 5, lot: "B", day: "2099-01-01" },
    ]);
    expect((await count({ receipt_uuid, code: stage.cream.barcode, lot: "B" })).code).toBe(codeOf("receipts.lotOfAnother"));
  });

  test("accepts more than announced only with the provider's approval", async () => {
    const stage = await stageReceipts(server, world);
    const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 5 }]);
    const provider = { token: world.provider.token };
    const six = { receipt_uuid, code: stage.mug.barcode, qualified_quantity: 6, allow_over: true };
    expect((await count(six)).code).toBe(codeOf("receipts.moreThanAnnounced"));
    expect((await count({ ...six, allow_over: false }, provider)).code).toBe(codeOf("receipts.moreThanAnnounced"));
    expect((await count(six, provider)).data.line?.number).toBe(6);
    const unannounced = { receipt_uuid, code: stage.spare.barcode, allow_over: true };
    expect((await count(unannounced)).code).toBe(codeOf("receipts.notOnReceipt"));
    expect((await count(unannounced, provider)).data.line).toMatchObject({ sku: stage.spare.sku, expected: 0, number: 1 });
  });

  test("refuses a SKU that has become a bundle since it was announced, by its code or by its line", async () => {
    const stage = await stageReceipts(server, world);
    const { receipt_uuid, lines } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 5 }]);
    await changeVariant(stage.mug.variantUuid, { is_bundle: true });
    expect((await count({ receipt_uuid, code: stage.mug.barcode })).code).toBe(codeOf("receipts.bundle"));
    expect((await count({ receipt_uuid, line_uuid: lines[0]?.line_uuid ?? "" })).code).toBe(codeOf("receipts.bundle"));
  });

  test("accepts as much over-receipt as the warehouse tolerates", async () => {
    const stage = await stageReceipts(server, world);
    const acting = { kind: "provider", providerUuid: world.providerA } as const;
    await server.services.database.transaction(acting, (tx) =>
      tx
        .updateTable("warehouse")
        .set({ settings: JSON.stringify({ over_receipt_percent: 10 }) })
        .where("provider_uuid", "=", world.providerA)
        .where("warehouse_uuid", "=", stage.warehouseUuid)
        .execute(),
    );
    const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 10 }]);
    expect((await count({ receipt_uuid, code: stage.mug.sku, qualified_quantity: 12 })).code).toBe(codeOf("receipts.moreThanAnnounced"));
    expect((await count({ receipt_uuid, code: stage.mug.sku, qualified_quantity: 11 })).code).toBe(200);
  });

  test("can be undone once, but not after its pieces were put away", async () => {
    const stage = await stageReceipts(server, world);
    const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 5 }]);
    const inspected = await count({ receipt_uuid, code: stage.mug.sku, qualified_quantity: 2, unqualified_quantity: 1 });
    const inspection_uuid = inspected.data.inspection?.inspection_uuid ?? "";
    const undo = () => request(server.app, undoInspection, { inspection_uuid }, operator());
    expect((await undo()).data).toMatchObject({ line: { number: 0 }, receipt: { number: 0 } });
    expect((await undo()).code).toBe(codeOf("receipts.undoneAlready"));
    expect(await readStock(stage.mug.variantUuid)).toMatchObject({ on_hand: 0, incoming: 5 });
    const again = await count({ receipt_uuid, code: stage.mug.sku, qualified_quantity: 2 });
    await put({ receipt_uuid, code: stage.mug.sku, location: stage.barcodes[0] ?? "", quantity: 1 });
    const late = { inspection_uuid: again.data.inspection?.inspection_uuid ?? "" };
    expect((await request(server.app, undoInspection, late, operator())).code).toBe(codeOf("receipts.standsElsewhere"));
  });
});

async function changeVariant(variantUuid: string, set: object): Promise<void> {
  await server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
    tx.updateTable("variant").set(set).where("provider_uuid", "=", world.providerA).where("variant_uuid", "=", variantUuid).execute(),
  );
}

/** A receipt with five good mugs waiting at the dock. */
async function waiting(): Promise<{ stage: ReceiptStage; receipt_uuid: string; location: string }> {
  const stage = await stageReceipts(server, world);
  const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 5 }]);
  await count({ receipt_uuid, code: stage.mug.sku, qualified_quantity: 5 });
  return { stage, receipt_uuid, location: stage.barcodes[0] ?? "" };
}

describe("putting away", () => {
  test("suggests empty locations first, then those that hold the same goods", async () => {
    const { stage, receipt_uuid, location } = await waiting();
    const suggest = () => request(server.app, suggestPutaway, { receipt_uuid, code: stage.mug.barcode }, operator());
    const before = (await suggest()).data;
    expect(before).toMatchObject({ open_quantity: 5, line: { sku: stage.mug.sku } });
    expect(new Set(before.suggestions.map(({ why }) => why))).toEqual(new Set(["empty"]));
    await put({ receipt_uuid, code: stage.mug.barcode, location, quantity: 2 });
    const [best] = (await suggest()).data.suggestions;
    expect(best).toMatchObject({ barcode: location, why: "same_item_and_lot" });
    const open = await request(server.app, listPutaway, { receipt_uuid }, operator());
    expect(open.data.result).toMatchObject([{ quantity: 3, sku: stage.mug.sku, status: "pending" }]);
  });

  test("suggests separate locations for two waiting variants, also across receipts", async () => {
    const { stage, receipt_uuid } = await waiting();
    const other = await arrived(server, world, stage, [
      { variant: stage.cup, expected: 1 },
      { variant: stage.mug, expected: 1 },
    ]);
    for (const { sku } of [stage.cup, stage.mug]) await count({ receipt_uuid: other.receipt_uuid, code: sku });
    const open = async (uuid: string) =>
      (await request(server.app, listPutaway, { receipt_uuid: uuid, page_size: 50 }, operator())).data.result;
    const [mugs] = await open(receipt_uuid);
    const later = await open(other.receipt_uuid);
    const findPlace = (sku: string) => later.find((task) => task.sku === sku)?.suggested_barcode;
    expect(findPlace(stage.cup.sku)).not.toBe(mugs?.suggested_barcode);
    // More of the same goods join those already waiting.
    expect(findPlace(stage.mug.sku)).toBe(mugs?.suggested_barcode);
    // Asked again at the shelf, each keeps its suggestion.
    const best = async (uuid: string, code: string) =>
      (await request(server.app, suggestPutaway, { receipt_uuid: uuid, code }, operator())).data.suggestions[0]?.barcode;
    expect(await best(receipt_uuid, stage.mug.sku)).toBe(mugs?.suggested_barcode);
    expect(await best(other.receipt_uuid, stage.cup.sku)).toBe(findPlace(stage.cup.sku));
  });

  test("suggests a location meant for other waiting goods only if no other is left", async () => {
    const stage = await stageReceipts(server, world, { shelves: 1 });
    const { receipt_uuid } = await arrived(server, world, stage, [
      { variant: stage.mug, expected: 1 },
      { variant: stage.cup, expected: 1 },
    ]);
    for (const { sku } of [stage.mug, stage.cup]) await count({ receipt_uuid, code: sku });
    const asked = { receipt_uuid, code: stage.cup.sku };
    const { suggestions } = (await request(server.app, suggestPutaway, asked, operator())).data;
    expect(suggestions).toMatchObject([{ barcode: stage.barcodes[0], why: "capacity" }]);
  });

  test("finds waiting goods by receipt, box, SKU, barcode and suggested location", async () => {
    const { stage, receipt_uuid } = await waiting();
    const other = await arrived(server, world, stage, [{ variant: stage.cup, expected: 1 }]);
    await count({ receipt_uuid: other.receipt_uuid, code: stage.cup.sku });
    const { receipt_number } = await detailOf(receipt_uuid);
    const found = async (code: string) => (await request(server.app, listPutaway, { code, page_size: 50 }, operator())).data.result;
    const [mine] = await found(stage.mug.sku);
    for (const code of [receipt_number, `${receipt_number}/1`, stage.mug.sku.toLowerCase(), stage.mug.barcode])
      expect(await found(code)).toMatchObject([{ receipt_uuid, sku: stage.mug.sku, quantity: 5 }]);
    const there = await found(mine?.suggested_barcode.toLowerCase() ?? "");
    expect(there.map(({ task_uuid }) => task_uuid)).toContain(mine?.task_uuid);
    expect(new Set(there.map(({ suggested_barcode }) => suggested_barcode))).toEqual(new Set([mine?.suggested_barcode]));
    for (const code of ["R-261122-9999", "no such code"]) expect(await found(code)).toEqual([]);
  });

  test("still works beside goods with an absurdly large declared size", async () => {
    const { stage, receipt_uuid, location } = await waiting();
    const most = 2_147_483_647;
    await changeVariant(stage.cup.variantUuid, { weight_grams: most, length_mm: most, width_mm: most, height_mm: most });
    await server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
      putStock(tx, stage, { variant: 1, quantity: 1_000_000, now: server.clock.now() }),
    );
    const suggested = await request(server.app, suggestPutaway, { receipt_uuid, code: stage.mug.sku }, operator());
    expect(suggested.data.suggestions.length).toBeGreaterThan(0);
    expect((await put({ receipt_uuid, code: stage.mug.sku, location })).code).toBe(codeOf("receipts.locationMixed"));
    const next = await arrived(server, world, stage, [{ variant: stage.cup, expected: 1 }]);
    expect((await count({ receipt_uuid: next.receipt_uuid, code: stage.cup.sku })).code).toBe(200);
  });

  test("reports what is wrong with a location, and accepts a doubtful one once confirmed", async () => {
    const { stage, receipt_uuid, location } = await waiting();
    const other = await waiting();
    const at = (place: string, confirm = false) => put({ receipt_uuid, code: stage.mug.sku, location: place, quantity: 5, confirm });
    expect((await at("nowhere")).code).toBe(codeOf("receipts.locationUnknown"));
    expect((await at(other.location)).code).toBe(codeOf("receipts.locationElsewhere"));
    expect((await at(stage.barcodes.at(-1) ?? "")).code).toBe(codeOf("receipts.locationWrongType"));
    const change = (set: object) =>
      server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
        tx.updateTable("location").set(set).where("provider_uuid", "=", world.providerA).where("barcode", "=", location).execute(),
      );
    await change({ is_blocked: true, blocked_reason: "Broken beam" });
    expect((await at(location)).code).toBe(codeOf("receipts.locationBlocked"));
    await change({ is_blocked: false, blocked_reason: "", capacity_ml: 2 });
    await server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
      tx
        .updateTable("variant")
        .set({ length_mm: 10, width_mm: 10, height_mm: 10 })
        .where("provider_uuid", "=", world.providerA)
        .where("variant_uuid", "=", stage.mug.variantUuid)
        .execute(),
    );
    expect((await at(location)).code).toBe(codeOf("receipts.locationFull"));
    expect((await at(location, true)).data).toMatchObject({ outcome: "put_away", receipt: { status: "completed" } });
    const next = await arrived(server, world, stage, [{ variant: stage.cup, expected: 1 }]);
    await count({ receipt_uuid: next.receipt_uuid, code: stage.cup.sku });
    const cup = { receipt_uuid: next.receipt_uuid, code: stage.cup.sku, location };
    expect((await put(cup)).code).toBe(codeOf("receipts.locationMixed"));
    expect((await put({ ...cup, confirm: true })).data.receipt.status).toBe("completed");
  });

  test("cannot exceed the waiting pieces, and can be undone even if it completed the receipt", async () => {
    const { stage, receipt_uuid, location } = await waiting();
    const all = { receipt_uuid, code: stage.mug.sku, location };
    expect((await put({ ...all, quantity: 6 })).code).toBe(codeOf("receipts.nothingToPutAway"));
    const done = await put(all);
    expect(done.data).toMatchObject({ task: { quantity: 5, location_barcode: location }, receipt: { status: "completed" } });
    expect((await put(all)).code).toBe(codeOf("receipts.ended"));
    const task_uuid = done.data.task?.task_uuid ?? "";
    const undo = () => request(server.app, undoPutaway, { task_uuid }, operator());
    expect((await undo()).data).toMatchObject({ line: { put_away: 0 }, receipt: { status: "putting_away" } });
    expect((await undo()).code).toBe(codeOf("receipts.undoneAlready"));
    expect(await readStock(stage.mug.variantUuid)).toMatchObject({ on_hand: 5, receiving: 5, available: 0 });
    expect((await put({ ...all, quantity: 2 })).data.receipt.status).toBe("putting_away");
    expect((await put(all)).data.receipt.status).toBe("completed");
    const { events } = await detailOf(receipt_uuid);
    const history = ["put_away", "complete", "undo_putaway", "put_away", "complete"];
    expect(
      events
        .map(({ event }) => event)
        .toReversed()
        .slice(-history.length),
    ).toEqual(history);
  });
});

describe("unqualified pieces", () => {
  test("are decided on only by their owner, and completed with the rest", async () => {
    const stage = await stageReceipts(server, world);
    const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 10 }]);
    const inspected = await count({ receipt_uuid, code: stage.mug.sku, qualified_quantity: 6, unqualified_quantity: 4 });
    const line_uuid = inspected.data.line?.line_uuid ?? "";
    const retailer = { token: world.retailer.token };
    const decide = (decision: "return" | "scrap" | "accept", quantity: number, by = retailer) =>
      request(server.app, decideUnqualified, { receipt_uuid, line_uuid, decision, quantity }, by);
    expect((await decide("scrap", 1, { token: world.provider.token })).code).toBe(codeOf("receipts.ownerDecides"));
    expect((await decide("scrap", 1, { token: world.otherRetailer.token })).code).toBe(codeOf("notFound"));
    expect((await decide("return", 5)).code).toBe(codeOf("receipts.moreThanUnqualified"));
    expect((await decide("return", 1)).data.lines[0]).toMatchObject({ decided: 1, accepted: 0 });
    await decide("scrap", 1);
    const last = await decide("accept", 2);
    expect(last.data).toMatchObject({ status: "inspecting", decided: 4, accepted: 2 });
    expect(last.data.decisions.map(({ decision }) => decision)).toEqual(["return", "scrap", "accept"]);
    expect(await readStock(stage.mug.variantUuid)).toMatchObject({ on_hand: 8, receiving: 8, quarantined: 0 });
    const done = await put({ receipt_uuid, line_uuid, location: stage.barcodes[0] ?? "" });
    expect(done.data).toMatchObject({ task: { quantity: 8 }, receipt: { status: "completed" } });
    expect(await readStock(stage.mug.variantUuid)).toMatchObject({ on_hand: 8, available: 8, incoming: 0 });
  });
});

test("closing short drops missing pieces, and counted ones can still be put away", async () => {
  const { stage, receipt_uuid, location } = await waiting();
  const { version } = await detailOf(receipt_uuid);
  const short = await stageReceipts(server, world);
  const missing = await arrived(server, world, short, [{ variant: short.mug, expected: 10 }]);
  await count({ receipt_uuid: missing.receipt_uuid, code: short.mug.sku, qualified_quantity: 4 });
  const now = await detailOf(missing.receipt_uuid);
  const close = { receipt_uuid: missing.receipt_uuid, version: now.version, reason: "Six never came" };
  const closed = await request(server.app, closeShortReceipt, close, { token: world.provider.token });
  expect(closed.data).toMatchObject({ status: "closed_short", reason: "Six never came" });
  expect(await readStock(short.mug.variantUuid)).toMatchObject({ on_hand: 4, receiving: 4, incoming: 0 });
  expect((await count({ receipt_uuid: missing.receipt_uuid, code: short.mug.sku })).code).toBe(codeOf("receipts.ended"));
  const done = await put({ receipt_uuid: missing.receipt_uuid, code: short.mug.sku, location: short.barcodes[0] ?? "" });
  expect(done.data).toMatchObject({ receipt: { status: "closed_short", put_away: 4 } });
  expect(await readStock(short.mug.variantUuid)).toMatchObject({ on_hand: 4, available: 4 });
  // The other receipt is unchanged.
  expect((await detailOf(receipt_uuid)).version).toBe(version);
  expect((await put({ receipt_uuid, code: stage.mug.sku, location })).data.receipt.status).toBe("completed");
});

test("a putaway under a SKU that was merged since is undone and repeated under the remaining SKU", async () => {
  const { stage, receipt_uuid, location } = await waiting();
  const done = await put({ receipt_uuid, code: stage.mug.sku, location });
  const wish = { from_uuids: [stage.mug.variantUuid], into_uuid: stage.spare.variantUuid };
  expect((await request(server.app, mergeVariants, wish, operator())).data).toEqual({ merged: 1, pieces: 5 });
  const task_uuid = done.data.task?.task_uuid ?? "";
  const undone = await request(server.app, undoPutaway, { task_uuid }, operator());
  expect(undone.data.line).toMatchObject({ sku: stage.spare.sku, put_away: 0 });
  const byOldLabel = await put({ receipt_uuid, code: stage.mug.sku, location, quantity: 2 });
  expect(byOldLabel.data.line).toMatchObject({ sku: stage.spare.sku, put_away: 2 });
  expect((await put({ receipt_uuid, code: stage.spare.barcode, location })).data.receipt.status).toBe("completed");
  expect(await readStock(stage.spare.variantUuid)).toMatchObject({ on_hand: 5, available: 5 });
});
