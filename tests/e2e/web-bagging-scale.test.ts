import { expect, test } from "vitest";
import { texts as english } from "#web/texts/en_us.ts";
import { findToBag, getBag, queryBaggedElements } from "#src/outbound/bagging/bagging.contract.ts";
import { until } from "./until.ts";
import { holds, press, pressText, seesText, signInElsewhere } from "./web-acts.ts";
import { openHandHeld } from "./web-floor-scene.ts";
import { addScale } from "./web-scale.ts";
import { useWebStage } from "./web-stage.ts";

const { bagging, packing, navigation } = english;
const set = useWebStage();

test("a parcel that is scanned without network is put into the bag that was open, and the scale's weight seals it", async () => {
  const { client } = await signInElsewhere(set.stage.origin, "p", "provider01");
  const code = "HD700000108";
  const { parcel } = await client.call(findToBag, { code });
  if (parcel === null) throw new Error("the demo has no parcel that waits for a bag");
  const hand = await openHandHeld(set.stage, "provider01");
  const scale = await addScale(hand.page);
  await hand.open(`${set.stage.origin}/p/p-bagging`, navigation.bagging);
  await pressText(hand.page, bagging.newBag.replace("{{channel}}", parcel.channel_name), ".scan-choices");
  const { bag_uuid, bag_number } = await until(async () => {
    const { result } = await client.call(queryBaggedElements, { field: ["status"], value: ["open"] });
    return result.find(({ parcel_count }) => parcel_count === 0) ?? null;
  }, "a new bag");
  await hand.says("done", bag_number);

  await hand.page.setOfflineMode(true);
  await hand.scans(code, "waiting", code);
  await hand.page.setOfflineMode(false);
  await hand.says("done", bag_number);
  expect((await client.call(getBag, { bag_uuid })).parcels.map(({ parcel_number }) => parcel_number)).toEqual([parcel.parcel_number]);

  const hasButton = (words: string) =>
    hand.page.$$eval("button", (all, wanted) => all.some(({ textContent }) => textContent === wanted), words);
  // The key does nothing until the bag is shown with its parcel.
  await holds(hand.page, "the weight's question", async () => {
    if (await hasButton(packing.scale.connect)) return true;
    await hand.page.keyboard.press("F3");
    return false;
  });
  await press(hand.page, "button", packing.scale.connect);
  await seesText(hand.page, packing.scale.connected);
  await scale.says("US,GS,+  0.900kg");
  await scale.says("ST,GS,+  3.250kg");
  await hand.says("done", "3250 g");
  expect(await client.call(getBag, { bag_uuid })).toMatchObject({ status: "sealed", weight_grams: 3250 });
});
