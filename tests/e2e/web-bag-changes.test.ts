import type { Page } from "puppeteer";
import { beforeAll, expect, test } from "vitest";
import { queryBaggedElements } from "#src/outbound/bagging/bagging.contract.ts";
import type { BagStatus } from "#src/outbound/bagging/bagging.rules.ts";
import { listManifests } from "#src/outbound/bagging/manifests.contract.ts";
import { getSender } from "#src/warehouse/warehouses/warehouse-sender.contract.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { readPdf } from "#tests/server/printed-pdf.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { until } from "./until.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atHeading, chooseAt, fill, hearToasts, heardToast, press, seesText, signInElsewhere } from "./web-acts.ts";
import { watchPrints } from "./web-prints.ts";
import { useWebStage } from "./web-stage.ts";

const { bagging, navigation, warehouses } = english;
const set = useWebStage();
let provider: Elsewhere;
let page: Page;
let toasts: readonly string[];

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  page = await stage.page(await stage.visitor());
  toasts = await hearToasts(page);
  await stage.signIn(page, "p", "provider01");
});

/** The demo's bags of a state. */
const listBags = async (status: BagStatus) =>
  (await provider.client.call(queryBaggedElements, { field: ["status"], value: [status] })).result;

test("a manifest of the demo is dissolved, a sealed bag's tag is printed, and the bag is opened again", async () => {
  const { client } = provider;
  const [manifest] = (await client.call(listManifests, { status: "made" })).result;
  const [bag] = await listBags("manifested");
  if (manifest === undefined || bag === undefined) throw new Error("the demo has no manifest that waits");
  await page.goto(`${set.stage.origin}/p/p-bagging?tab=manifests`);
  await atHeading(page, navigation.bagging);
  await press(page, "button", bagging.action.contents);
  await seesText(page, bagging.contents.clear);
  await press(page, "button", bagging.action.dissolve);
  await heardToast(toasts, bagging.dissolved.replace("{{manifest}}", manifest.manifest_number));
  await seesText(page, bagging.empty.manifests);
  expect((await listBags("sealed")).map(({ bag_number }) => bag_number)).toContain(bag.bag_number);

  await page.goto(`${set.stage.origin}/p/p-bagging?tab=sealed`);
  await seesText(page, bag.bag_number);
  const before = await listBags("sealed");
  const prints = await watchPrints(page);
  await press(page, "button", bagging.action.tag);
  const tag = readPdf(await prints.next()).pages.flatMap(({ texts }) => texts.map(({ text }) => text));
  expect(before.filter(({ bag_number }) => tag.includes(bag_number))).toHaveLength(1);
  await press(page, "button", bagging.action.unseal);
  const opened = await until(async () => {
    const sealed = new Set((await listBags("sealed")).map(({ bag_uuid }) => bag_uuid));
    return before.find(({ bag_uuid }) => !sealed.has(bag_uuid)) ?? null;
  }, "a bag that is open again");
  await heardToast(toasts, bagging.unsealed.replace("{{bag}}", opened.bag_number));
  expect((await listBags("open")).map(({ bag_uuid }) => bag_uuid)).toContain(opened.bag_uuid);
});

test("the sender of a warehouse's parcels is saved, and is there when the form is opened again", async () => {
  const { client } = provider;
  const [warehouse] = (await client.call(queryStorage, {})).result;
  if (warehouse === undefined) throw new Error("the demo has no warehouse");
  const open = async () => {
    await page.goto(`${set.stage.origin}/p/warehousing-setting`);
    await atHeading(page, navigation.warehousingSetting);
    await chooseAt(page, '.list-row[data-index="0"]:not(.list-place) [data-part=menu]', warehouses.setting.sender);
    await seesText(page, warehouses.sender.intro);
  };
  await open();
  const values = { name: "Li Wei", phone: "+86 755 5550 0142", city: "Shenzhen", postcode: "518000", street: "Example Road 8" } as const;
  for (const [field, text] of Object.entries(values)) await fill(page, warehouses.sender[field as keyof typeof values], text);
  await press(page, "button", warehouses.sender.save);
  await heardToast(toasts, warehouses.sender.saved.replace("{{name}}", warehouse.name));
  expect((await client.call(getSender, { warehouse_uuid: warehouse.warehouse_uuid })).sender).toMatchObject(values);
  await open();
  expect(await page.$$eval("[role=dialog] input", (all) => all.map(({ value }) => value))).toEqual(
    expect.arrayContaining(Object.values(values)),
  );
});
