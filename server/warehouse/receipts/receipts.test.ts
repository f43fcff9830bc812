import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { printBoxLabels, printReceipt } from "#src/warehouse/receipts/receipt-prints.contract.ts";
import {
  addStorage,
  cancelReceipt,
  closeShortReceipt,
  confirmReceipt,
  deleteDraft,
  listReceipts,
  receipt,
  returnReceipt,
  submitReceipt,
  updateReceipt,
  withdrawReceipt,
} from "#src/warehouse/receipts/receipts.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { stageReceipts, submitted } from "#tests/server/stage-receipts.ts";
import type { ReceiptStage } from "#tests/server/stage-receipts.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
let stage: ReceiptStage;
let byRetailer: { token: string };
let byOperator: { token: string };
let byProvider: { token: string };

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  stage = await stageReceipts(server, world);
  byRetailer = { token: world.retailer.token };
  byOperator = { token: world.operator.token };
  byProvider = { token: world.provider.token };
});
afterAll(() => server.close());

const codeOf = (name: CodeName) => codes[name].code;
const draft = () => ({ warehouse_uuid: stage.warehouseUuid, lines: [{ sku: stage.mug.sku, number: 5 }] });

describe("announcing goods", () => {
  test("creates a numbered draft with its lines, its box and its owner", async () => {
    const { data } = await request(server.app, addStorage, { ...draft(), reference: "PO-1", expected_on: "2026-12-01" }, byRetailer);
    expect(data).toMatchObject({
      status: "draft",
      reference: "PO-1",
      expected_on: "2026-12-01",
      expected: 5,
      number: 0,
      line_count: 1,
      box_count: 1,
    });
    expect(data.receipt_number).toMatch(/^R-\d{6}-\d{4}$/);
    expect(data).toMatchObject({ owner_uuid: world.retailerA, owner_name: "Retailer One" });
  });

  test("is refused without a warehouse, with an incomplete line, and with goods of another owner", async () => {
    const { warehouse_uuid: _, ...nowhere } = draft();
    expect((await request(server.app, addStorage, nowhere, byRetailer)).code).toBe(codeOf("receipts.warehouseRequired"));
    const ofOther = await request(server.app, addStorage, draft(), { token: world.otherRetailer.token });
    expect(ofOther.code).toBe(codeOf("receipts.skuUnknown"));
    const foreign = await request(server.app, addStorage, draft(), { token: world.foreignRetailer.token });
    expect(foreign.code).toBe(codeOf("notFound"));
    const incomplete = { ...draft(), lines: [{ sku: stage.mug.sku }] };
    expect((await request(server.app, addStorage, incomplete, byRetailer)).code).toBe(codeOf("receipts.lineIncomplete"));
  });

  test("is refused with a lot or an expiry date that its product does not track", async () => {
    const announce = async (line: object) =>
      (await request(server.app, addStorage, { ...draft(), lines: [{ sku: stage.mug.sku, expected: 1, ...line }] }, byRetailer)).code;
    expect(await announce({ lot: "A" })).toBe(codeOf("receipts.lotNotKept"));
    expect(await announce({ expires_on: "2031-01-01" })).toBe(codeOf("receipts.expiryNotKept"));
    expect(await announce({ sku: stage.cream.sku, lot: "A", expires_on: "2031-01-01" })).toBe(200);
  });

  test("is allowed to staff for their own retailers only, and to a retailer only for itself", async () => {
    const made = await request(server.app, addStorage, { ...draft(), owner_uuid: world.retailerA }, byOperator);
    expect(made.data).toMatchObject({ owner_uuid: world.retailerA });
    const foreign = await request(server.app, addStorage, { ...draft(), owner_uuid: world.retailerB }, byOperator);
    expect(foreign.code).toBe(codeOf("notFound"));
    const asOther = await request(server.app, addStorage, { ...draft(), owner_uuid: world.retailerA2 }, byRetailer);
    expect(asOther.code).toBe(codeOf("notFound"));
  });

  test("happens once, however often the same request is sent", async () => {
    const options = { ...byRetailer, idempotencyKey: "announce-0001" };
    const [first, again] = [
      await request(server.app, addStorage, draft(), options),
      await request(server.app, addStorage, draft(), options),
    ];
    expect(again.data.receipt_uuid).toBe(first.data.receipt_uuid);
  });
});

describe("a draft", () => {
  test("is updated as a whole, and only from its current version", async () => {
    const made = (await request(server.app, addStorage, draft(), byRetailer)).data;
    const lines = [
      { variant_uuid: stage.cup.variantUuid, expected: 3, box_number: 1 },
      { sku: stage.mug.sku, expected: 4, box_number: 2 },
    ];
    const change = { ...draft(), receipt_uuid: made.receipt_uuid, version: made.version, lines };
    const changed = await request(server.app, updateReceipt, change, byRetailer);
    expect(changed.data).toMatchObject({ expected: 7, line_count: 2, box_count: 2, version: made.version + 1 });
    expect((await request(server.app, updateReceipt, change, byRetailer)).code).toBe(codeOf("changedMeanwhile"));
  });

  test("needs at least one line to be submitted, and can be deleted only if it was never submitted", async () => {
    const empty = (await request(server.app, addStorage, { ...draft(), lines: [] }, byRetailer)).data;
    const { receipt_uuid, version } = empty;
    expect((await request(server.app, submitReceipt, { receipt_uuid, version }, byRetailer)).code).toBe(codeOf("receipts.noLines"));
    const dropped = await request(server.app, deleteDraft, { receipt_uuid, version }, byRetailer);
    expect(dropped.data).toEqual({ deleted: 1 });
    expect((await request(server.app, receipt, { receipt_uuid }, byRetailer)).code).toBe(codeOf("notFound"));
    const sent = await submitted(server, world, stage, [{ variant: stage.mug, expected: 2 }]);
    const back = (await request(server.app, withdrawReceipt, { receipt_uuid: sent.receipt_uuid, version: sent.version }, byRetailer)).data;
    expect(back.status).toBe("draft");
    const gone = await request(server.app, deleteDraft, { receipt_uuid: sent.receipt_uuid, version: back.version }, byRetailer);
    expect(gone.code).toBe(codeOf("receipts.wrongState"));
  });
});

describe("at the provider's desk", () => {
  test("a receipt is returned with a reason, submitted again and confirmed", async () => {
    const { receipt_uuid, version } = await submitted(server, world, stage, [{ variant: stage.mug, expected: 2 }]);
    const silent = await request(server.app, returnReceipt, { receipt_uuid, version, reason: " " }, byOperator);
    expect(silent.code).toBe(codeOf("receipts.reasonRequired"));
    const back = (await request(server.app, returnReceipt, { receipt_uuid, version, reason: "No lots given" }, byOperator)).data;
    expect(back).toMatchObject({ status: "draft", reason: "No lots given", submitted_at: "" });
    const again = (await request(server.app, submitReceipt, { receipt_uuid, version: back.version }, byRetailer)).data;
    expect(again).toMatchObject({ status: "submitted", reason: "" });
    const confirmed = (await request(server.app, confirmReceipt, { receipt_uuid, version: again.version }, byOperator)).data;
    expect(confirmed.status).toBe("confirmed");
    const detail = (await request(server.app, receipt, { receipt_uuid }, byRetailer)).data;
    expect(detail.events.map(({ event }) => event)).toEqual(["confirm", "submit", "return", "submit", "create"]);
    expect(detail.events[2]?.reason).toBe("No lots given");
    const cancelled = await request(
      server.app,
      cancelReceipt,
      { receipt_uuid, version: confirmed.version, reason: "Lost at sea" },
      byRetailer,
    );
    expect(cancelled.data).toMatchObject({ status: "cancelled", reason: "Lost at sea" });
  });

  test("two concurrent requests make one step: the second is refused as changed meanwhile", async () => {
    const { receipt_uuid, version } = await submitted(server, world, stage, [{ variant: stage.mug, expected: 2 }]);
    const press = () => request(server.app, confirmReceipt, { receipt_uuid, version }, byOperator);
    const answers = await Promise.all([press(), press()]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codeOf("changedMeanwhile")]);
  });

  test("a step is only available to the roles named in the state machine", async () => {
    const { receipt_uuid, version } = await submitted(server, world, stage, [{ variant: stage.mug, expected: 2 }]);
    const step = { receipt_uuid, version };
    for (const by of [world.otherRetailer, world.foreignProvider, world.foreignRetailer])
      expect((await request(server.app, cancelReceipt, { ...step, reason: "Mine" }, { token: by.token })).code, by.username).toBe(
        codeOf("notFound"),
      );
    expect((await request(server.app, confirmReceipt, step, byRetailer)).status).toBe(403);
    expect((await request(server.app, closeShortReceipt, { ...step, reason: "Late" }, byOperator)).status).toBe(403);
    const idle = { token: world.idleOperator.token };
    expect((await request(server.app, confirmReceipt, step, idle)).status).toBe(403);
    const early = await request(server.app, closeShortReceipt, { ...step, reason: "Late" }, byProvider);
    expect(early.code).toBe(codeOf("receipts.wrongState"));
  });

  test("lists can be searched by number, reference and SKU", async () => {
    const made = await submitted(server, world, stage, [{ variant: stage.spare, expected: 2 }]);
    for (const search of [made.receipt_number.toLowerCase(), made.reference.toLowerCase(), stage.spare.sku.toLowerCase()]) {
      const found = await request(server.app, listReceipts, { search }, byOperator);
      expect(
        found.data.result.map(({ receipt_uuid }) => receipt_uuid),
        search,
      ).toEqual([made.receipt_uuid]);
    }
    const others = await request(server.app, listReceipts, { search: made.reference }, { token: world.otherRetailer.token });
    expect(others.data.result).toEqual([]);
  });

  test("lists can be filtered by state and day, and sorted by the expected day", async () => {
    const add = (expected_on: string) => request(server.app, addStorage, { ...draft(), expected_on }, byRetailer);
    const [late, soon] = [(await add("2031-05-02")).data, (await add("2031-05-01")).data];
    const filter = { expected_from: "2031-05-01", expected_to: "2031-05-02", status: ["draft" as const], sort: "expected_on" as const };
    const found = await request(server.app, listReceipts, filter, byRetailer);
    expect(found.data.result.map(({ receipt_uuid }) => receipt_uuid)).toEqual([soon.receipt_uuid, late.receipt_uuid]);
    const from = await request(server.app, listReceipts, { expected_from: "2031-05-02" }, byRetailer);
    expect(from.data.result.map(({ receipt_uuid }) => receipt_uuid)).toEqual([late.receipt_uuid]);
    const submittedOnes = await request(server.app, listReceipts, { ...filter, status: ["submitted"] }, byRetailer);
    expect(submittedOnes.data.result).toEqual([]);
  });

  test("box labels and the receipt can be printed by those who may see them", async () => {
    const { receipt_uuid } = await submitted(server, world, stage, [{ variant: stage.mug, expected: 2, box: 7 }]);
    const other = { token: world.otherRetailer.token };
    const labels = { receipt_uuid, box_numbers: [7], language: "zh_cn" as const };
    expect((await request(server.app, printBoxLabels, labels, byRetailer)).text.slice(0, 5)).toBe("%PDF-");
    expect((await request(server.app, printBoxLabels, labels, other)).code).toBe(codeOf("notFound"));
    expect((await request(server.app, printReceipt, { receipt_uuid }, byRetailer)).text.slice(0, 5)).toBe("%PDF-");
    expect((await request(server.app, printReceipt, { receipt_uuid }, other)).code).toBe(codeOf("notFound"));
    expect((await request(server.app, printBoxLabels, { receipt_uuid, box_numbers: [8] }, byRetailer)).code).toBe(codeOf("notFound"));
  });
});
