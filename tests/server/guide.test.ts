import { afterAll, beforeAll, expect, test } from "vitest";
import { customerLogin } from "#src/billing/customers/customers.contract.ts";
import { getGuide } from "#src/company/home/guide.contract.ts";
import { createRateCard, setPrices } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { inspect, putAway } from "#src/warehouse/receipts/receiving.contract.ts";
import { recordTopUp } from "#src/billing/wallet/wallet.contract.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import { arrived, stageReceipts, submitted } from "./stage-receipts.ts";
import type { Person } from "./world.ts";
import { makeWorld } from "./world.ts";

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

async function doneFor({ token }: Pick<Person, "token">): Promise<string[]> {
  const { code, data, text } = await request(server.app, getGuide, {}, { token });
  if (code !== 200) throw new Error(text);
  return data.steps.filter(({ is_done }) => is_done).map(({ step }) => step);
}

test("a new user's steps are ticked off only once they are completely done", async () => {
  const world = await makeWorld(server);
  const { provider, retailer, retailerA } = world;
  const by = { token: provider.token };
  expect([await doneFor(provider), await doneFor(retailer)]).toEqual([["retailer"], []]);

  const stage = await stageReceipts(server, world);
  expect(await doneFor(provider)).toEqual(["warehouse", "locations", "retailer", "goods"]);
  expect(await doneFor(retailer)).toEqual(["ownGoods"]);

  const { data: card } = await request(server.app, createRateCard, { name: "First card", currency: "USD" }, by);
  expect(await doneFor(provider)).not.toContain("rateCard");
  const prices = [{ event: "storage_piece_day" as const, from_value: 0, price_micros: 1000 }];
  await request(server.app, setPrices, { ...card, valid_from: "2026-01-01", prices }, by);
  expect(await doneFor(provider)).toContain("rateCard");

  await submitted(server, world, stage, [{ variant: stage.mug, expected: 1 }]);
  expect(await doneFor(retailer)).toEqual(["ownGoods", "announce"]);
  await request(server.app, recordTopUp, { retailer_uuid: retailerA, amount_cents: 100, method: "bank", received_on: "2026-06-15" }, by);
  expect(await doneFor(retailer)).toEqual(["ownGoods", "announce", "topUp"]);

  const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 2 }]);
  const counted = { receipt_uuid, code: stage.mug.barcode, qualified_quantity: 2, unqualified_quantity: 0 };
  const { data } = await request(server.app, inspect, counted, by);
  expect(await doneFor(provider)).not.toContain("receive");
  await request(server.app, putAway, { receipt_uuid, line_uuid: data.line?.line_uuid ?? "", location: stage.barcodes[0] ?? "" }, by);
  expect(await doneFor(provider)).toEqual(["warehouse", "locations", "rateCard", "retailer", "goods", "receive"]);
});

test("a support session sees no steps of the retailer it views", async () => {
  const world = await makeWorld(server, "support");
  const { data } = await request(server.app, customerLogin, { retailer_uuid: world.retailerA }, { token: world.provider.token });
  const guide = await request(server.app, getGuide, {}, { token: data.access_token });
  expect(guide.data.steps).toEqual([]);
});
