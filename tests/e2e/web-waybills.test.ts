import type { Page } from "puppeteer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCarrierAccounts } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { openBag, putIntoBag, sealBag } from "#src/outbound/bagging/bagging.contract.ts";
import { handOverManifest, makeManifest } from "#src/outbound/bagging/manifests.contract.ts";
import { createChannel, fetchAllChannels, updateChannel } from "#src/carriers/channels/channels.contract.ts";
import { enterWaybill, listWaybills, voidWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import type { WaybillRow } from "#src/outbound/waybills/waybills.contract.ts";
import { startSandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import type { SandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { until } from "./until.ts";
import { atHeading, fill, press, pressAt, seesText } from "./web-acts.ts";
import { FloorScene } from "./web-floor-scene.ts";
import { useWebStage } from "./web-stage.ts";

const { waybills, navigation } = english;
let carriers: SandboxCarriers;
// Before the stage, whose server is told where the carriers are.
beforeAll(async () => {
  carriers = await startSandboxCarriers();
});
afterAll(() => carriers.stop());
const set = useWebStage([], () => carriers.bases);
const mug = {
  sku: "WAYBILL-MUG",
  barcode: "6900000000199",
  weight_grams: 300,
  length_mm: 100,
  width_mm: 80,
  height_mm: 60,
  declared_name: "Mug",
  declared_name_zh: "马克杯",
};

const pen = {
  sku: "WAYBILL-PEN",
  barcode: "6900000000205",
  weight_grams: 100,
  length_mm: 150,
  width_mm: 20,
  height_mm: 20,
  declared_name: "Pen",
  declared_name_zh: "钢笔",
};

let scene: FloorScene;
let page: Page;

/** A parcel of a mug that is weighed, to be sent by a channel. Returns its number. */
async function weighParcelBy(channelUuid: string, tote: string): Promise<string> {
  const [order = ""] = await scene.pickInto(tote, "wall", [
    [
      [mug, 2],
      [pen, 1],
    ],
  ]);
  return scene.weighOrder(order, channelUuid, 705);
}

const findWaybill = async (number: string): Promise<WaybillRow | undefined> =>
  (await scene.provider.client.call(listWaybills, { number })).result[0];

/** Waits until the job has done something with a parcel's waybill. */
function untilIs(number: string, is: (waybill: WaybillRow) => boolean, what: string): Promise<WaybillRow> {
  return until(async () => {
    const waybill = await findWaybill(number);
    return waybill !== undefined && is(waybill) ? waybill : null;
  }, what);
}

/** Finds the row of a parcel by its place in the list. */
const findRow = (number: string): Promise<string | null> =>
  page.$$eval(
    ".list-row[data-index]",
    (rows, own) => rows.find(({ textContent }) => textContent?.includes(own))?.getAttribute("data-index") ?? null,
    number,
  );

/** Selects the row of a parcel. */
async function select(number: string): Promise<void> {
  const index = await until(() => findRow(number), `the row of ${number}`);
  await pressAt(page, `.list-row[data-index="${index}"]:not(.list-place) input`);
}

let accountUuid = "";
beforeAll(async () => {
  const { stage } = set;
  scene = await FloorScene.create(stage, "W9", [mug, pen]);
  await scene.addLocation("W9-TABLE-1", "packing");
  const accounts = await scene.provider.client.call(listCarrierAccounts, {});
  accountUuid = accounts.result.find(({ api_name }) => api_name === "4px")?.carrier_account_uuid ?? "";
  page = await stage.page(await stage.visitor());
  await stage.signIn(page, "p", "provider01");
});

test("a label is printed where it waits, and printed again with a reason", async () => {
  const { client } = scene.provider;
  const { channel_uuid } = await client.call(createChannel, { name: "W9 registered", carrier_account_uuid: accountUuid, code: "A2" });
  const number = await weighParcelBy(channel_uuid, "W9-TOTE-1");
  await untilIs(number, ({ label_type }) => label_type === "application/pdf", "a label");
  await page.goto(`${set.stage.origin}/p/p-print-waybill`);
  await atHeading(page, navigation.printWaybill);
  await select(number);
  await press(page, "button", waybills.step.print);
  await untilIs(number, ({ print_count }) => print_count === 1, "a print");
  await press(page, "tab", waybills.tab.printed);
  await select(number);
  await press(page, "button", waybills.step.print);
  await fill(page, waybills.reason, "The label was torn");
  await page.keyboard.press("Enter");
  expect((await untilIs(number, ({ print_count }) => print_count > 1, "a second print")).print_count).toBe(2);
  // The retailer reads the number and where the parcel is on its order.
  const { order_uuid, waybill_number } = await untilIs(number, () => true, "the waybill");
  const shop = await set.stage.page(await set.stage.visitor());
  await set.stage.signIn(shop, "ds", "retailer01");
  await shop.goto(`${set.stage.origin}/ds/order?order=${order_uuid}`);
  await seesText(shop, waybill_number);
  await seesText(shop, english.packing.grams.replace("{{grams}}", "705"));
});

test("a waybill that the carrier refuses says why, and succeeds once the channel is right", async () => {
  const { client } = scene.provider;
  const wrong = { name: "W9 mistyped", carrier_account_uuid: accountUuid, code: "NO-SUCH" };
  const { channel_uuid } = await client.call(createChannel, wrong);
  const number = await weighParcelBy(channel_uuid, "W9-TOTE-2");
  const failed = await untilIs(number, ({ status }) => status === "failed", "a refusal");
  await page.goto(`${set.stage.origin}/p/p-print-waybill?tab=failed`);
  await select(number);
  await seesText(page, waybills.problem.refused);
  await seesText(page, failed.problem?.text ?? "");
  const { result } = await client.call(fetchAllChannels, { page_size: 200 });
  const version = result.find((one) => one.channel_uuid === channel_uuid)?.version ?? 1;
  await client.call(updateChannel, { ...wrong, channel_uuid, version, code: "F3" });
  await press(page, "button", waybills.step.retry);
  const issued = await untilIs(number, ({ label_type }) => label_type !== "", "a label");
  expect(issued.reference).not.toBe(failed.reference);
  await press(page, "tab", waybills.tab.to_print);
  await seesText(page, number);
});

test("a weighed parcel without a waybill is in a tab of its own, from the home page's to-do, and gets one there", async () => {
  const { client } = scene.provider;
  const { channel_uuid } = await client.call(createChannel, { name: "W9 by hand", carrier_account_uuid: null });
  const number = await weighParcelBy(channel_uuid, "W9-TOTE-3");
  const { waybill_uuid } = await untilIs(number, () => true, "a waybill");
  await client.call(voidWaybills, { waybill_uuids: [waybill_uuid], reason: "wrong box" });
  await page.goto(`${set.stage.origin}/p/home`);
  await press(page, "link", english.home.todo.requestWaybillsGo);
  await atHeading(page, navigation.printWaybill);
  await seesText(page, waybills.why.voided.replace("{{reason}}", "wrong box"));
  await select(number);
  await press(page, "button", waybills.step.request);
  expect((await untilIs(number, ({ status }) => status === "requested", "another waybill")).waybill_uuid).not.toBe(waybill_uuid);
  // One of the demo's own stays.
  await until(async () => ((await findRow(number)) === null ? true : null), `the row of ${number} to leave`);
});

test("a parcel of a channel without an interface is recorded as delivered where it is listed", async () => {
  const { client } = scene.provider;
  const { channel_uuid } = await client.call(createChannel, { name: "W9 courier", carrier_account_uuid: null });
  const number = await weighParcelBy(channel_uuid, "W9-TOTE-4");
  const { waybill_uuid, parcel_uuid } = await untilIs(number, () => true, "a waybill");
  await client.call(enterWaybill, { waybill_uuid, waybill_number: `COURIER-${number}` });
  const { bag_uuid } = await client.call(openBag, { warehouse_uuid: scene.warehouseUuid, channel_uuid });
  await client.call(putIntoBag, { bag_uuid, parcel_ids: [parcel_uuid] });
  await client.call(sealBag, { bag_uuid, weight_grams: 800 });
  const { manifest_uuid } = await client.call(makeManifest, { bag_uuids: [bag_uuid] });
  await client.call(handOverManifest, { manifest_uuid, carrier_person: "Sam Carrier", signed_name: "Sam Carrier" });
  await page.goto(`${set.stage.origin}/p/p-print-waybill?tab=all&number=${number}`);
  await select(number);
  await press(page, "button", waybills.step.track);
  await fill(page, waybills.note, "Signed at the door");
  await page.keyboard.press("Enter");
  const delivered = await untilIs(number, ({ tracking_status }) => tracking_status === "delivered", "a delivery");
  expect((await scene.getOrder(delivered.order_uuid)).status).toBe("delivered");
  await seesText(page, waybills.where.delivered);
});
