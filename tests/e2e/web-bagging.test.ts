import { beforeAll, expect, test } from "vitest";
import { texts as english } from "#web/texts/en_us.ts";
import { findToBag, listBagChannels, queryBaggedElements } from "#src/outbound/bagging/bagging.contract.ts";
import { listManifests } from "#src/outbound/bagging/manifests.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import type { Elsewhere } from "./web-acts.ts";
import { fill, holds, press, pressAt, pressText, seesText, signInElsewhere } from "./web-acts.ts";
import { until } from "./until.ts";
import { openHandHeld } from "./web-floor-scene.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { bagging, navigation } = english;
const set = useWebStage();

let provider: Elsewhere;
let hand: HandHeld;

beforeAll(async () => {
  provider = await signInElsewhere(set.stage.origin, "p", "provider01");
  hand = await openHandHeld(set.stage, "provider01");
});

const key = (name: "F3" | "F6" | "F7") => hand.page.keyboard.press(name);

test("the demo's parcel goes into a bag, which is sealed, put on a manifest and handed over with a signature, by scanner at 390 px", async () => {
  const { client } = provider;
  // The demo has numbered its waybills by hand; the last of its parcels waits for a bag.
  const { parcel } = await client.call(findToBag, { code: "HD700000108" });
  if (parcel === null) throw new Error("the demo has no parcel that waits for a bag");
  await hand.open(`${set.stage.origin}/p/p-bagging`, navigation.bagging);
  await hand.scans("HD700000999", "refused", "HD700000999");
  await hand.scans("HD700000108", "refused", parcel.channel_name);
  const { channels } = await client.call(listBagChannels, {});
  expect(channels.map(({ channel_uuid }) => channel_uuid)).toContain(parcel.channel_uuid);
  await pressText(hand.page, bagging.newBag.replace("{{channel}}", parcel.channel_name), ".scan-choices");
  const bag = await until(async () => {
    const { result } = await client.call(queryBaggedElements, { field: ["status"], value: ["open"] });
    return result.find(({ parcel_count }) => parcel_count === 0) ?? null;
  }, "a new bag");
  await hand.says("done", bag.bag_number);
  // In a bag already: the demo's own.
  await hand.scans("HD700000106", "refused", "in a bag already");
  await hand.scans(parcel.parcel_number.toLowerCase(), "done", bag.bag_number);
  expect((await client.call(getOrder, { order_uuid: parcel.order_uuid })).status).toBe("bagged");
  await hand.undo();
  await hand.says("undone", bag.bag_number);
  expect((await client.call(getOrder, { order_uuid: parcel.order_uuid })).status).toBe("weighed");
  await hand.scans("HD700000108CN", "done", bag.bag_number);
  await hand.reload(navigation.bagging);
  await seesText(hand.page, parcel.parcel_number);
  await key("F3");
  await hand.scans("heavy", "refused", "heavy");
  // Less than its parcels weigh is asked about, and taken back; so is the step, which takes nothing out of the bag.
  await hand.scans("10", "ask", "10 g");
  await seesText(hand.page, bagging.step.doubtful.replace("{{grams, number}}", "10"));
  await hand.undo();
  await hand.says("undone", "10");
  await hand.undo();
  await seesText(hand.page, bagging.step.parcel);
  await seesText(hand.page, parcel.parcel_number);
  await key("F3");
  await hand.scans("2.25 kg", "done", "2250 g");

  // The sealed bag's tag puts it on a manifest, whose own code opens the hand-over.
  await hand.scans(bag.bag_number.toLowerCase(), "done", bag.bag_number);
  await hand.undo();
  await hand.says("undone", bag.bag_number);
  await hand.scans(bag.bag_number, "done", bag.bag_number);
  await hand.scans(bag.bag_number.toLowerCase(), "refused", "scanned already");
  await hand.reload(navigation.bagging);
  await seesText(hand.page, bagging.step.manifest);
  await press(hand.page, "tab", bagging.tabs.sealed);
  await holds(hand.page, "the tab in the address", async () => new URL(hand.page.url()).searchParams.get("tab") === "sealed");
  const isChosen = `[aria-label="${bagging.action.choose.replace("{{bag}}", bag.bag_number)}"]`;
  expect(await (await hand.page.waitForSelector(isChosen))?.evaluate((box) => (box as HTMLInputElement).checked)).toBe(true);
  await key("F3");
  const made = await until(async () => {
    const { result } = await client.call(listManifests, { status: "made" });
    return result.length === 2 ? (result[0] ?? null) : null;
  }, "a second manifest");
  await hand.says("done", made.manifest_number);
  await hand.scans(bag.bag_number, "refused", made.manifest_number);
  await hand.scans(made.manifest_number.toLowerCase(), "done", made.manifest_number);
  await fill(hand.page, bagging.handOver.person, "Sam Carrier");
  const pad = await hand.page.waitForSelector(".signature-pad");
  const box = await pad?.boundingBox();
  if (box === undefined || box === null) throw new Error("there is nothing to sign on");
  await hand.page.mouse.move(box.x + 20, box.y + 20);
  await hand.page.mouse.down();
  await hand.page.mouse.move(box.x + 120, box.y + 60, { steps: 5 });
  await hand.page.mouse.up();
  await pressAt(hand.page, "[role=dialog] button[type=submit]");
  const [handed] = await until(async () => {
    const { result } = await client.call(listManifests, { status: "handed_over" });
    return result[0]?.carrier_person === "Sam Carrier" ? result : null;
  }, "a manifest that was handed over");
  expect(handed?.parcel_count).toBe(1);
  await holds(hand.page, "the scan box again", () => hand.page.evaluate(() => document.activeElement?.className === "scan-box-input"));
  await hand.scans(made.manifest_number, "refused", "was handed over");
  await press(hand.page, "tab", bagging.tabs.handed_over);
  await seesText(hand.page, handed?.manifest_number ?? "");
});
