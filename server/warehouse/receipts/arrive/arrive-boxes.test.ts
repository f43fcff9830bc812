import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmReceipt, receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { scanReceipt } from "#src/warehouse/receipts/receiving.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { stageReceipts, submitted } from "#tests/server/stage-receipts.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());

test("each box arrives once, and the receipt arrives with the first box", async () => {
  const stage = await stageReceipts(server, world);
  const lines = [1, 2].map((box) => ({ variant: stage.mug, expected: 5, box }));
  const { receipt_uuid, receipt_number, version } = await submitted(server, world, stage, lines);
  await request(server.app, confirmReceipt, { receipt_uuid, version }, { token: world.operator.token });
  const scan = async (box: number) =>
    (await request(server.app, scanReceipt, { code: `${receipt_number}/${box}` }, { token: world.operator.token })).data;
  const detail = async () => (await request(server.app, receipt, { receipt_uuid }, { token: world.operator.token })).data;
  expect(await detail()).toMatchObject({ status: "confirmed", boxes: [{ arrived_at: "" }, { arrived_at: "" }] });
  expect(await scan(2)).toMatchObject({
    found: "box",
    is_again: false,
    box: { box_number: 2 },
    receipt: { status: "arrived", arrived_box_count: 1 },
  });
  expect(await scan(2)).toMatchObject({ found: "box", is_again: true, receipt: { arrived_box_count: 1 } });
  expect(await scan(1)).toMatchObject({ found: "box", is_again: false, receipt: { arrived_box_count: 2 } });
  expect((await detail()).boxes.map(({ arrived_at }) => arrived_at !== "")).toEqual([true, true]);
});
