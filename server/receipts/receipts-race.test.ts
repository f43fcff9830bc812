import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/api/codes.ts";
import { receipt } from "#src/receipts/receipts.contract.ts";
import { inspect, putAway, undoInspection } from "#src/receipts/receiving.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { arrived, stageReceipts } from "#tests/server/stage-receipts.ts";
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

/** The codes of answers, each with how often it came. */
function tally(answers: readonly { code: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** What the ledger holds of a SKU, by the kind of place, and whether its balances say the same. */
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

test("twenty people who count and put away the same product lose no piece, and complete the receipt once", async () => {
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

test("twenty who count ten announced pieces count ten", async () => {
  const stage = await stageReceipts(server, world);
  const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 10 }]);
  const counted = await Promise.all(twenty.map(() => request(server.app, inspect, { receipt_uuid, code: stage.mug.barcode }, operator())));
  expect(tally(counted)).toEqual({ 200: 10, [codes["receipts.moreThanAnnounced"].code]: 10 });
  expect(await ledgerOf(stage.mug.variantUuid)).toEqual({ entries: 10, balances: 10, unbalanced: 0 });
});

test("one scan that is sent twenty times counts once, and is taken back once", async () => {
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

test("receipts that are put away side by side into the same locations never wait for each other for good", async () => {
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
