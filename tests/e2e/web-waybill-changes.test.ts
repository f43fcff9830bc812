import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChannel } from "#src/carriers/channels/channels.contract.ts";
import { openBag, putIntoBag, sealBag } from "#src/outbound/bagging/bagging.contract.ts";
import { handOverManifest, makeManifest } from "#src/outbound/bagging/manifests.contract.ts";
import { listWaybills, printWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import type { WaybillRow } from "#src/outbound/waybills/waybills.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { until } from "./until.ts";
import { atHeading, chooseAt, choose, fill, press, seesText } from "./web-acts.ts";
import { FloorScene } from "./web-floor-scene.ts";
import { useWebStage } from "./web-stage.ts";

const { waybills, navigation, imports } = english;
const set = useWebStage();
const folder = mkdtempSync(join(tmpdir(), "quayside-tracks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const mug = { sku: "CHANGE-MUG", barcode: "6900000000410", weight_grams: 300 };
const pen = { sku: "CHANGE-PEN", barcode: "6900000000427", weight_grams: 100 };
let scene: FloorScene;
let page: Page;
/** two channels without an interface */
let [truck, courier] = ["", ""];

const findWaybills = async (number: string): Promise<readonly WaybillRow[]> =>
  (await scene.provider.client.call(listWaybills, { number })).result;

/** Waits until a parcel has a waybill that is as expected. */
const untilIs = (number: string, is: (waybill: WaybillRow) => boolean, what: string): Promise<WaybillRow> =>
  until(async () => (await findWaybills(number)).find(is) ?? null, what);

/** Weighs a parcel to be sent by a channel without an interface. Returns its number. */
async function weighParcel(tote: string): Promise<string> {
  const [order = ""] = await scene.pickInto(tote, "wall", [
    [
      [mug, 1],
      [pen, 1],
    ],
  ]);
  return scene.weighOrder(order, truck, 410);
}

/** Opens the list at a parcel's waybill, and chooses what is done with it. */
async function chooseFor(number: string, step: string): Promise<void> {
  await page.goto(`${set.stage.origin}/p/p-print-waybill?tab=all&number=${number}`);
  await atHeading(page, navigation.printWaybill);
  await chooseAt(page, '.list-row[data-index="0"]:not(.list-place) [data-part=menu]', step);
}

beforeAll(async () => {
  const { stage } = set;
  scene = await FloorScene.create(stage, "C9", [mug, pen]);
  await scene.addLocation("C9-TABLE-1", "packing");
  const { client } = scene.provider;
  truck = (await client.call(createChannel, { name: "C9 truck", carrier_account_uuid: null })).channel_uuid;
  courier = (await client.call(createChannel, { name: "C9 courier", carrier_account_uuid: null })).channel_uuid;
  page = await stage.page(await stage.visitor());
  await stage.signIn(page, "p", "provider01");
});

test("the number of a waybill by a channel without an interface is entered, and then its label waits to be printed", async () => {
  const number = await weighParcel("C9-TOTE-1");
  await untilIs(number, ({ status }) => status === "requested", "a waybill without a number");
  await chooseFor(number, waybills.step.enter);
  await seesText(page, waybills.asks.enter_one.replace("{{parcel}}", number));
  await fill(page, waybills.column.number, "TRUCK-0001");
  await fill(page, waybills.column.tracking, "TRUCK-0001-T");
  await page.keyboard.press("Enter");
  const issued = await untilIs(number, ({ status }) => status === "issued", "a number");
  expect(issued).toMatchObject({ waybill_number: "TRUCK-0001", tracking_number: "TRUCK-0001-T", label_type: "own" });
  await seesText(page, "TRUCK-0001");
  // The same number is refused beside the field where it was entered.
  const other = await weighParcel("C9-TOTE-2");
  await chooseFor(other, waybills.step.enter);
  await fill(page, waybills.column.number, "TRUCK-0001");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[role=dialog] .field-error");
});

test("a parcel is sent by another channel: its waybill becomes void, and a new one is requested", async () => {
  const number = await weighParcel("C9-TOTE-3");
  const before = await untilIs(number, () => true, "a waybill");
  await chooseFor(number, waybills.step.relabel);
  await choose(page, waybills.column.channel, "", "C9 courier");
  await press(page, "button", waybills.step.relabel);
  const after = await untilIs(number, ({ status, channel_uuid }) => status === "requested" && channel_uuid === courier, "another waybill");
  expect(after.waybill_uuid).not.toBe(before.waybill_uuid);
  await untilIs(number, ({ status, waybill_uuid }) => status === "voided" && waybill_uuid === before.waybill_uuid, "a void waybill");
  await seesText(page, waybills.status.voided);
});

test("a waybill is made void with a reason, and its parcel is listed as one without a waybill", async () => {
  const number = await weighParcel("C9-TOTE-4");
  const { waybill_uuid } = await untilIs(number, () => true, "a waybill");
  await chooseFor(number, waybills.step.void);
  await fill(page, waybills.reason, "The box is torn");
  await page.keyboard.press("Enter");
  const voided = await untilIs(number, ({ status }) => status === "voided", "a void waybill");
  expect(voided).toMatchObject({ waybill_uuid, void_reason: "The box is torn" });
  await page.goto(`${set.stage.origin}/p/p-print-waybill?tab=without`);
  await seesText(page, number);
  await seesText(page, waybills.why.voided.replace("{{reason}}", "The box is torn"));
});

test("what became of parcels is imported from a file", async () => {
  const { client } = scene.provider;
  const number = await weighParcel("C9-TOTE-5");
  await untilIs(number, () => true, "a waybill");
  await chooseFor(number, waybills.step.enter);
  await fill(page, waybills.column.number, "TRUCK-0005");
  await page.keyboard.press("Enter");
  const { waybill_uuid, parcel_uuid } = await untilIs(number, ({ status }) => status === "issued", "a number");
  await client.call(printWaybills, { waybill_uuids: [waybill_uuid], language: "en_us", size: "100x150" });
  const { bag_uuid } = await client.call(openBag, { warehouse_uuid: scene.warehouseUuid, channel_uuid: truck });
  await client.call(putIntoBag, { bag_uuid, parcel_ids: [parcel_uuid] });
  await client.call(sealBag, { bag_uuid, weight_grams: 500 });
  const { manifest_uuid } = await client.call(makeManifest, { bag_uuids: [bag_uuid] });
  await client.call(handOverManifest, { manifest_uuid, carrier_person: "Sam Carrier", signed_name: "Sam Carrier" });
  const path = join(folder, "tracks.csv");
  writeFileSync(path, "Waybill number,Status,Day,Remark\nTRUCK-0005,delivered,,At the gate\n");
  await page.goto(`${set.stage.origin}/p/p-print-waybill`);
  await press(page, "button", waybills.step.upload);
  const file = await page.waitForSelector(".dialog input[type=file]");
  if (file === null) throw new Error("the import dialog takes no file");
  await file.uploadFile(path);
  await press(page, "button", imports.post_one.replace("{{count, number}}", "1"));
  const delivered = await untilIs(number, ({ tracking_status }) => tracking_status === "delivered", "a delivery");
  expect((await scene.getOrder(delivered.order_uuid)).status).toBe("delivered");
});
