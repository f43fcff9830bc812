import type { Page } from "puppeteer";
import { beforeAll, expect, test } from "vitest";
import { createChannel } from "#src/carriers/channels/channels.contract.ts";
import { enterWaybill, getPrintFile, listWaybills, printWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { until } from "./until.ts";
import { atHeading, named, press, pressText, seesText } from "./web-acts.ts";
import type { Faults } from "./web-faults.ts";
import { faultsOn, only } from "./web-faults.ts";
import { FloorScene } from "./web-floor-scene.ts";
import { useWebStage } from "./web-stage.ts";

const { waybills, navigation } = english;
const set = useWebStage();
const mug = { sku: "STATION-MUG", barcode: "6900000000304", weight_grams: 300, declared_name: "Mug", declared_name_zh: "马克杯" };
const filePath = `${apiPrefix}${getPrintFile.path}`;

let scene: FloorScene;
let first: Page;
let second: Page;
let faults: Faults;
/** parcels whose labels have not come yet */
const parcels: string[] = [];
/** files of labels that a page got */
let files = 0;

const find = async (number: string) => (await scene.provider.client.call(listWaybills, { number })).result[0];

/** Has the label of another parcel come. Returns the parcel's number. */
async function labelNext(): Promise<string> {
  const number = parcels.shift() ?? "";
  const waybill_uuid = (await find(number))?.waybill_uuid ?? "";
  await scene.provider.client.call(enterWaybill, { waybill_uuid, waybill_number: `STATION-${number}` });
  return number;
}

async function untilPrinted(number: string): Promise<void> {
  await until(async () => ((await find(number))?.print_count === 1 ? true : null), `a print of ${number}`);
}
const untilFiles = (count: number) => until(async () => (files >= count ? true : null), `${count} files`);

/** Opens the page in a tab, in front of the other: one behind it renders nothing. */
async function openStation(page: Page): Promise<void> {
  await page.bringToFront();
  // The demo has labels to print too, in its own warehouse.
  await page.goto(`${set.stage.origin}/p/p-print-waybill?warehouse=${scene.warehouseUuid}`);
  await atHeading(page, navigation.printWaybill);
}

beforeAll(async () => {
  const { stage } = set;
  scene = await FloorScene.create(stage, "ST", [mug]);
  await scene.addLocation("ST-TABLE-1", "packing");
  const { channel_uuid } = await scene.provider.client.call(createChannel, { name: "By hand", carrier_account_uuid: null });
  const orders = await scene.pickInto(
    "ST-TOTE-1",
    "single_piece",
    Array.from({ length: 5 }, () => [[mug, 1]] as const),
  );
  for (const order of orders) parcels.push(await scene.weighOrder(order, channel_uuid, 305));
  const device = await stage.visitor();
  first = await stage.page(device);
  await stage.signIn(first, "p", "provider01");
  second = await stage.page(device);
  faults = await faultsOn(first);
  for (const page of [first, second])
    page.on("response", (response) => {
      if (new URL(response.url()).pathname === filePath && response.ok()) files += 1;
    });
});

test("a station prints each label that comes once, on one of a device's tabs and after a reload, and offers what waited before", async () => {
  const waited = await labelNext();
  await openStation(first);
  await pressText(first, waybills.station, ".switch");
  await named(first, "button", waybills.printWaiting_one);
  await openStation(second);
  await seesText(second, waybills.stationElsewhere);
  await first.bringToFront();
  const came = await labelNext();
  await untilPrinted(came);
  await untilFiles(1);
  expect((await find(waited))?.print_count).toBe(0);
  // The other tab takes over, and prints nothing of what is printed.
  await first.reload();
  await second.bringToFront();
  await named(second, "button", waybills.printWaiting_one);
  const later = await labelNext();
  await untilPrinted(later);
  await untilFiles(2);
  expect([(await find(came))?.print_count, files]).toEqual([1, 2]);
  await press(second, "button", waybills.printWaiting_one);
  await untilPrinted(waited);
  await untilFiles(3);
  await second.close();
  await first.bringToFront();
});

test("a print that fails is not counted, and is tried again", async () => {
  await named(first, "switch", waybills.station);
  await until(
    async () => ((await first.$$eval("body", ([body]) => body?.innerText ?? "")).includes(waybills.stationHint) ? true : null),
    "the station",
  );
  faults.set(only(`${apiPrefix}${printWaybills.path}`, "no network"));
  const number = await labelNext();
  await seesText(first, waybills.stationFailing);
  expect((await find(number))?.print_count).toBe(0);
  faults.clear();
  await untilPrinted(number);
  await untilFiles(4);
});

test("a label whose file cannot be fetched is not lost: it is printed after a reload, and counts one print", async () => {
  faults.set(only(filePath, "no network"));
  const number = await labelNext();
  await untilPrinted(number);
  await seesText(first, waybills.stationFailing);
  expect(files).toBe(4);
  await first.reload();
  await seesText(first, waybills.stationFailing);
  faults.clear();
  await untilFiles(5);
  expect((await find(number))?.print_count).toBe(1);
});
