import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { confirmReceipt, receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { arriveReceipt, inspect, scanReceipt } from "#src/warehouse/receipts/receiving.contract.ts";
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

test("a mistyped box label is named as one, before the first box has arrived and after", async () => {
  const stage = await stageReceipts(server, world);
  const by = { token: world.operator.token };
  const { receipt_uuid, receipt_number, version } = await submitted(server, world, stage, [{ variant: stage.mug, expected: 5 }]);
  await request(server.app, confirmReceipt, { receipt_uuid, version }, by);
  const count = async (code: string) => (await request(server.app, inspect, { receipt_uuid, code }, by)).code;
  const scan = async (code: string) => (await request(server.app, scanReceipt, { code, receipt_uuid }, by)).code;
  const wrong = `${receipt_number}-1`;
  expect([await count(wrong), await scan(wrong), await scan(`${receipt_number}/99`)]).toEqual(
    Array(3).fill(codes["receipts.boxUnknown"].code),
  );
  expect(await count(stage.mug.sku)).toBe(codes["receipts.notArrived"].code);
  await request(server.app, arriveReceipt, { receipt_uuid }, by);
  expect(await count(wrong)).toBe(codes["receipts.boxUnknown"].code);
  expect(await count("nothing-of-ours")).toBe(codes["receipts.codeUnknown"].code);
});
