import { beforeAll, expect, test } from "vitest";
import { texts as english } from "#web/texts/en_us.ts";
import { createWall, getWall } from "#src/outbound/sortation/sortation.contract.ts";
import { holds, seesText } from "./web-acts.ts";
import { FloorScene, openHandHeld } from "./web-floor-scene.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { navigation, sortation } = english;
const set = useWebStage();
const mug = { sku: "SORT-MUG", barcode: "6900000000237" };
const tea = { sku: "SORT-TEA", barcode: "6900000000244" };
const pen = { sku: "SORT-PEN", barcode: "6900000000251" };

let scene: FloorScene;
/** of the operator, at a hand-held's width */
let hand: HandHeld;
let wallUuid: string;

/** Two orders of the retailer, picked into a tote to be sorted. */
const pickInto = (tote: string) =>
  scene.pickInto(tote, "wall", [
    [
      [mug, 1],
      [tea, 1],
    ],
    [
      [mug, 1],
      [pen, 1],
    ],
  ]);
const slotNumber = (wanted: string) =>
  holds(hand.page, `the slot ${wanted}`, () => hand.page.$eval(".sort-slot-number", (one, slot) => one.textContent === slot, wanted));
const countCells = (state: string) => hand.page.$$eval(`.wall-slot-${state}`, (all) => all.length);

beforeAll(async () => {
  scene = await FloorScene.create(set.stage, "S10", [mug, tea, pen]);
  const wall = { warehouse_uuid: scene.warehouseUuid, name: "North wall", code: "S10-WALL", row_count: 2, column_count: 3 };
  ({ wall_uuid: wallUuid } = await scene.provider.client.call(createWall, wall));
  hand = await openHandHeld(set.stage, "operator01");
});

test("by scanner alone: a tote goes to its wall, each piece to its slot, a wrong piece blocks, and the wall fills to green", async () => {
  const { stage } = set;
  await pickInto("S10-TOTE-1");
  await hand.open(`${stage.origin}/p/p-distribution`, navigation.distribution);
  await seesText(hand.page, sortation.goes.wall);
  await hand.scans("s10-wall", "refused", sortation.toteFirst);
  await hand.scans("s10-tote-1", "done", "S10-TOTE-1");
  await hand.scans("s10-wall", "done", "North wall");
  await seesText(hand.page, "North wall");

  await hand.open(`${stage.origin}/p/p-secondary-sortation`, navigation.secondarySortation);
  await hand.scans("S10-NOWHERE", "refused", "S10-NOWHERE");
  // The tote names its wall.
  await hand.scans("S10-TOTE-1", "done", "North wall");
  await hand.scans(tea.barcode, "done", tea.sku);
  await slotNumber("1");
  const height = await hand.page.$eval(".sort-slot-number", (one) => one.getBoundingClientRect().height);
  expect(height).toBeGreaterThan(100);
  await hand.undo();
  await hand.says("undone", tea.sku);
  await hand.scans(pen.barcode, "done", pen.sku);
  await slotNumber("1");

  // A piece that no order needs blocks until it is put aside, also after a reload.
  await hand.scans(pen.barcode, "refused", "put it aside");
  await hand.reload(navigation.secondarySortation);
  await seesText(hand.page, sortation.step.wrong);
  await hand.scans(mug.barcode, "refused", pen.barcode);
  await hand.page.keyboard.press("F3");
  await hand.says("done", pen.barcode);

  await hand.page.setOfflineMode(true);
  await hand.scans(mug.barcode, "waiting", sortation.waits);
  await hand.page.setOfflineMode(false);
  await hand.says("done", "is complete");
  await slotNumber("1");
  await holds(hand.page, "one green slot", async () => (await countCells("complete")) === 1);
  await hand.reload(navigation.secondarySortation);
  await seesText(hand.page, "North wall");
  await hand.scans(mug.barcode, "done", mug.sku);
  await slotNumber("2");
  await hand.scans(tea.barcode, "done", "is complete");
  await holds(hand.page, "two green slots", async () => (await countCells("complete")) === 2);
  await seesText(hand.page, sortation.step.done);
  const { slots, totes } = await scene.provider.client.call(getWall, { wall_uuid: wallUuid });
  expect(slots.map(({ state }) => state)).toEqual(["complete", "complete", "free", "free", "free", "free"]);
  expect(totes).toEqual([]);
  const isTooWide = await hand.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isTooWide).toBe(false);
});
