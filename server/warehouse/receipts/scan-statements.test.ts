import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import type { ReceiptWork } from "#src/warehouse/receipts/receiving.contract.ts";
import { inspect, putAway, undoInspection, undoPutaway } from "#src/warehouse/receipts/receiving.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import type { Reply } from "#tests/server/client.ts";
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

/** Sends a call and returns its answer with the statements of the transaction that worked on the receipt. */
async function recordStatements<T>(send: () => Promise<Reply<T>>): Promise<{ data: T; statements: string[] }> {
  const { pool } = server.services.database;
  const transactions: string[][] = [];
  const record = (client: pg.PoolClient) => {
    const statements: string[] = [];
    transactions.push(statements);
    const query = new Proxy(client.query.bind(client), {
      apply(target, self, given: [pg.QueryConfig]) {
        statements.push(given[0].text);
        return Reflect.apply(target, self, given);
      },
    });
    Object.assign(client, { query });
  };
  const stop = (_error: Error | undefined, client: pg.PoolClient) => void Reflect.deleteProperty(client, "query");
  pool.on("acquire", record).on("release", stop);
  const { code, data } = await send();
  pool.off("acquire", record).off("release", stop);
  expect(code).toBe(200);
  const statements = transactions.find((all) => all.some((one) => one.includes('from "receipt"')));
  return { data, statements: statements ?? [] };
}

function countLineReads(statements: readonly string[]): number {
  return statements.filter((one) => /from "?receipt_line\b/.test(one)).length;
}

test("a scan reads the receipt's lines once, as does its undo, and the response matches the stored data", async () => {
  const stage = await stageReceipts(server, world);
  const by = { token: world.operator.token };
  const { receipt_uuid } = await arrived(server, world, stage, [
    { variant: stage.mug, expected: 5 },
    { variant: stage.cup, expected: 5 },
  ]);
  const once = async <T extends { line: ReceiptLine | null; receipt: ReceiptWork }>(most: number, send: () => Promise<Reply<T>>) => {
    const { data, statements } = await recordStatements(send);
    expect(countLineReads(statements)).toBe(1);
    expect(statements.length).toBeLessThanOrEqual(most);
    const stored = (await request(server.app, receipt, { receipt_uuid }, by)).data;
    expect(stored.lines).toContainEqual(data.line);
    const { arrived_box_count, ...work } = data.receipt;
    expect({ ...stored, boxes: stored.boxes.filter(({ arrived_at }) => arrived_at !== "").length }).toMatchObject({
      ...work,
      boxes: arrived_box_count,
    });
    return data;
  };
  const scan = { receipt_uuid, code: stage.mug.barcode };
  const place = { ...scan, location: stage.barcodes[0] ?? "", quantity: 1 };
  await request(server.app, inspect, scan, by);
  const counted = await once(21, () => request(server.app, inspect, scan, by));
  await request(server.app, putAway, place, by);
  const put = await once(26, () => request(server.app, putAway, place, by));
  await once(23, () => request(server.app, undoPutaway, { task_uuid: put.task?.task_uuid ?? "" }, by));
  await once(21, () => request(server.app, undoInspection, { inspection_uuid: counted.inspection?.inspection_uuid ?? "" }, by));
});

test("an unannounced product is counted on a new line, which the response shows as stored", async () => {
  const stage = await stageReceipts(server, world);
  const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 5 }]);
  const unannounced = { receipt_uuid, code: stage.cream.barcode, lot: "A", expires_on: "2099-01-01", allow_over: true };
  const { data } = await request(server.app, inspect, unannounced, { token: world.provider.token });
  const stored = (await request(server.app, receipt, { receipt_uuid }, { token: world.operator.token })).data;
  expect(stored.lines[1]).toMatchObject({ line_number: 2, lot: "A", expires_on: "2099-01-01", number: 1, expected: 0 });
  expect(data.line).toEqual(stored.lines[1]);
  expect(data.inspection).toEqual({ ...stored.inspections[0], inspected_by: data.inspection?.inspected_by });
  expect(data.inspection?.inspected_by).not.toBe("");
});
