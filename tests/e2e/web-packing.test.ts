import { BarcodeFormat } from "@zxing/library";
import { beforeAll, expect, test } from "vitest";
import { texts as english } from "#web/texts/en_us.ts";
import { getPacking, listToWeigh, reopenPacking } from "#src/outbound/packing/packing.contract.ts";
import { createBox } from "#src/outbound/packing/boxes.contract.ts";
import type { Parcel } from "#src/outbound/packing/packing.contract.ts";
import { beginReview, finishReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import { renderPdf } from "#tests/server/rendered-pdf.ts";
import { chooseAt, fill, holds, press, pressText, seesText } from "./web-acts.ts";
import { FloorScene, openHandHeld } from "./web-floor-scene.ts";
import { addScale } from "./web-scale.ts";
import { watchPrints } from "./web-prints.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { packing, navigation, receiving, scanning, orders: orderTexts } = english;
const set = useWebStage();
const mug = { sku: "PACKING-MUG", barcode: "6900000000168", weight_grams: 300, length_mm: 100, width_mm: 80, height_mm: 60 };
const pen = { sku: "PACKING-PEN", barcode: "6900000000175", weight_grams: 100, length_mm: 150, width_mm: 20, height_mm: 20 };
const table = "K9-TABLE-1";

let scene: FloorScene;
/** of the operator, at a hand-held's width */
let hand: HandHeld;

/** Orders of so many mugs and a pen each, reviewed at the table. */
async function reviewOrders(tote: string, pieces: readonly number[]): Promise<string[]> {
  const { client } = scene.provider;
  const order_ids = await scene.pickInto(
    tote,
    "wall",
    pieces.map((quantity) => [
      [mug, quantity],
      [pen, 1],
    ]),
  );
  for (const order_uuid of order_ids) {
    const { review_uuid, lines } = await client.call(beginReview, { order_uuid });
    for (const { line_number, quantity } of lines) await client.call(reviewPieces, { review_uuid, line_number, quantity });
    await client.call(finishReview, { review_uuid, location: table });
  }
  return order_ids;
}
const orderOf = (order_uuid: string) => scene.getOrder(order_uuid);
const parcelsOf = async (order_uuid: string) => (await scene.provider.client.call(getPacking, { order_uuid })).parcels;
const key = (name: "F3" | "F6" | "F7") => hand.page.keyboard.press(name);

/** A colour of the theme, as browsers compute it. */
const colorOf = (name: "--bad") =>
  hand.page.evaluate((variable) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(${variable})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
const lookOf = (selector: string) =>
  hand.page.$eval(selector, (element) => ({ text: element.textContent, color: getComputedStyle(element).color }));

beforeAll(async () => {
  scene = await FloorScene.create(set.stage, "K9", [mug, pen]);
  await scene.addLocation(table, "packing");
  const none = { length_mm: null, width_mm: null, height_mm: null, max_weight_grams: null };
  await scene.provider.client.call(createBox, { name: "CUSHION-1", kind: "consumable", weight_grams: 4, ...none });
  hand = await openHandHeld(set.stage, "operator01");
});

test("a reviewed order is packed into the advised box, split, unpacked and weighed by scanner", async () => {
  const { stage } = set;
  const [first = "", second = "", third = ""] = await reviewOrders("K9-TOTE-1", [2, 3, 1]);
  const [one, two, three] = [await orderOf(first), await orderOf(second), await orderOf(third)];

  // A box is created on the page itself.
  await hand.open(`${stage.origin}/p/p-package`, navigation.package);
  await press(hand.page, "button", packing.boxes.title);
  await press(hand.page, "button", packing.boxes.new);
  await fill(hand.page, packing.boxes.name, "M20");
  await fill(hand.page, packing.boxes.length, "20");
  await fill(hand.page, packing.boxes.width, "16");
  await fill(hand.page, packing.boxes.height, "12");
  await fill(hand.page, packing.boxes.weight, "50");
  await press(hand.page, "button", packing.boxes.create);
  await seesText(hand.page, "M20 is saved");
  // Its label is printed, and names it at the station.
  const prints = await watchPrints(hand.page);
  await chooseAt(hand.page, '.list-row[data-index="0"]:not(.list-place) [data-part=menu]', packing.boxes.labels);
  const [label] = await renderPdf(await prints.next());
  expect(label?.readBars()).toBe(`${BarcodeFormat.CODE_128} M20`);
  await press(hand.page, "button", packing.boxes.back);

  await hand.open(`${stage.origin}/p/p-package`, navigation.package);
  await hand.scans("K9-NOWHERE", "refused", "K9-NOWHERE");
  await hand.scans(table.toLowerCase(), "ask", packing.ask.which);
  await hand.scans(one.order_number, "done", one.order_number);
  await seesText(hand.page, "Advised: M20");
  // A consumable is tapped like a box.
  await pressText(hand.page, "CUSHION-1", ".scan-choices");
  await hand.says("done", packing.consumableAdded.replace("{{name}}", "CUSHION-1"));
  await seesText(hand.page, packing.taken_one.replace("{{count, number}}", "1"));
  await hand.undo();
  await hand.says("undone", "CUSHION-1");
  await key("F3");
  await hand.says("done", one.order_number);
  expect((await orderOf(first)).status).toBe("packed");
  const [whole] = await parcelsOf(first);
  expect(whole).toMatchObject({ box_name: "M20", expected_grams: 750 });
  await seesText(hand.page, whole?.parcel_number ?? "");

  // Two parcels: one mug in the first, the others in the second.
  await hand.scans(two.order_number, "done", two.order_number);
  await hand.scans("6900000000182", "refused", packing.wrong.product);
  await hand.scans(mug.barcode, "done", mug.sku);
  await hand.undo();
  await hand.says("undone", mug.sku);
  await hand.scans(mug.barcode, "done", mug.sku);
  await hand.scans("m20", "done", "M20");
  await key("F3");
  await hand.says("done", "Parcel 1 is full");
  await hand.reload(navigation.package);
  await seesText(hand.page, "Parcel 2");
  await key("F3");
  await hand.says("done", two.order_number);
  expect((await parcelsOf(second)).map(({ piece_count }) => piece_count)).toEqual([1, 3]);

  // The third is unpacked again.
  await hand.scans(three.order_number, "done", three.order_number);
  await key("F3");
  await hand.says("done", three.order_number);
  const [before] = await parcelsOf(third);
  await hand.scans(before?.parcel_number ?? "", "done", three.order_number);
  await key("F7");
  await hand.says("ask", packing.ask.unpack);
  await key("F3");
  await hand.says("done", three.order_number);
  expect((await orderOf(third)).status).toBe("reviewed");
  await key("F3");
  await hand.says("done", three.order_number);

  // One parcel, confirmed; one that weighs too much, with a reason.
  await hand.open(`${stage.origin}/p/p-weighing`, navigation.weighing);
  await hand.scans(before?.parcel_number ?? "", "refused", "void");
  await hand.scans(whole?.parcel_number.toLowerCase() ?? "", "done", whole?.parcel_number ?? "");
  await seesText(hand.page, "Expected 750 g");
  await hand.scans("755", "ask", "755 g");
  const expected = await lookOf(".packing-last");
  expect(expected.text).toBe("755 g");
  expect(expected.color).not.toBe(await colorOf("--bad"));
  await key("F3");
  await hand.says("done", "755 g saved");
  expect((await orderOf(first)).status).toBe("weighed");

  const [light, heavy] = await parcelsOf(second);
  await hand.open(`${stage.origin}/p/p-express-weighing`, navigation.expressWeighing);
  await hand.scans(light?.parcel_number ?? "", "done", light?.parcel_number ?? "");
  await hand.scans(String(light?.expected_grams ?? 0), "done", "saved");
  expect((await orderOf(second)).status).toBe("packed");
  await hand.scans(heavy?.parcel_number ?? "", "done", heavy?.parcel_number ?? "");
  await hand.scans("5 kg", "ask", packing.ask.reason);
  await seesText(hand.page, "check the contents");
  expect(await lookOf(".packing-last")).toEqual({ text: "5,000 g", color: await colorOf("--bad") });
  await hand.scans("two bricks inside", "done", "5000 g saved");
  expect((await orderOf(second)).status).toBe("weighed");
  expect((await parcelsOf(second))[1]).toMatchObject({ measured_grams: 5000, variance_reason: "two bricks inside" });

  const desk = await stage.page(await stage.visitor());
  await stage.signIn(desk, "p", "provider01");
  await desk.goto(`${stage.origin}/p/p-one-piece-for-shipping?order=${first}&part=events`);
  await seesText(desk, orderTexts.event.finish_weighing);
});

/** Packs reviewed orders into a parcel each, and returns the parcels. */
async function packOrders(uuids: readonly string[]): Promise<Parcel[]> {
  await hand.open(`${set.stage.origin}/p/p-package`, navigation.package);
  for (const uuid of uuids) {
    const { order_number } = await orderOf(uuid);
    await hand.scans(order_number, "done", order_number);
    await key("F3");
    await hand.says("done", order_number);
  }
  return (await Promise.all(uuids.map(parcelsOf))).flat();
}
const grams = (parcel: Parcel | undefined) => String(parcel?.expected_grams ?? 0);

test("a batch of weights saves the good rows and leaves the others", async () => {
  const { stage } = set;
  const uuids = await reviewOrders("K9-TOTE-2", [1, 1]);
  const [good, off] = await packOrders(uuids);
  const number = good?.parcel_number ?? "";
  await hand.open(`${stage.origin}/p/p-batch-weighing`, navigation.batchWeighing);
  await hand.scans(number, "done", number);
  await hand.scans(grams(good), "done", number);
  await hand.scans(off?.parcel_number ?? "", "done", off?.parcel_number ?? "");
  await hand.scans("9 kg", "ask", "not as expected");
  // A parcel of the table is weighed again, or removed by a key; a reload loses nothing.
  await hand.scans(number, "done", "weigh it again");
  await key("F7");
  await hand.says("done", packing.batch.removed.replace("{{parcel}}", number));
  await hand.undo();
  await hand.says("undone", number);
  await hand.reload(navigation.batchWeighing);
  await seesText(hand.page, number);
  await seesText(hand.page, packing.batch.isOff);
  await key("F3");
  await hand.says("done", "1 weight saved");
  expect((await orderOf(uuids[0] ?? "")).status).toBe("weighed");
  expect((await orderOf(uuids[1] ?? "")).status).toBe("packed");
  await press(hand.page, "button", packing.batch.removeOf.replace("{{parcel}}", off?.parcel_number ?? ""));
  await seesText(hand.page, packing.batch.empty);
});

test("a batch that is sent without network keeps its rows until the answer, and a refused row comes back with its reason", async () => {
  const { stage } = set;
  const uuids = await reviewOrders("K9-TOTE-3", [1, 1]);
  const parcels = await packOrders(uuids);
  await hand.open(`${stage.origin}/p/p-batch-weighing`, navigation.batchWeighing);
  for (const parcel of parcels) {
    await hand.scans(parcel.parcel_number, "done", parcel.parcel_number);
    await hand.scans(grams(parcel), "done", parcel.parcel_number);
  }
  // Somebody unpacks the second one, so that its parcel is void.
  await scene.provider.client.call(reopenPacking, { order_uuid: uuids[1] ?? "" });
  await hand.page.setOfflineMode(true);
  await key("F3");
  await hand.says("waiting", receiving.waits);
  for (const { parcel_number } of parcels) await seesText(hand.page, parcel_number);
  await seesText(hand.page, packing.batch.onItsWay);
  await hand.page.setOfflineMode(false);
  await hand.says("refused", "1 weight saved");
  await seesText(hand.page, parcels[1]?.parcel_number ?? "");
  expect((await orderOf(uuids[0] ?? "")).status).toBe("weighed");
  expect((await orderOf(uuids[1] ?? "")).status).toBe("reviewed");
});

test("without network, known parcels are weighed and other codes are kept until they can be looked up", async () => {
  const { stage } = set;
  const uuids = await reviewOrders("K9-TOTE-4", [1, 1]);
  const [parcel] = await packOrders(uuids.slice(0, 1));
  const number = parcel?.parcel_number ?? "";
  const { order_number } = await orderOf(uuids[1] ?? "");
  await hand.page.setOfflineMode(true);
  await hand.scans(order_number, "waiting", order_number);
  await seesText(hand.page, scanning.laterCodes.replace("{{codes}}", order_number));
  await hand.page.setOfflineMode(false);
  await hand.says("done", packing.ordersLater.replace("{{orders}}", order_number));

  const known = hand.page.waitForResponse((answer) => answer.url().includes(listToWeigh.path) && answer.ok());
  await hand.open(`${stage.origin}/p/p-weighing`, navigation.weighing);
  await known;
  await hand.page.setOfflineMode(true);
  await hand.scans("K9-UNKNOWN", "waiting", "K9-UNKNOWN");
  await hand.scans(number, "done", number);
  await hand.scans(grams(parcel), "ask", grams(parcel));
  await key("F3");
  await hand.says("waiting", receiving.waits);
  await hand.page.setOfflineMode(false);
  await holds(hand.page, "a saved weight", async () => (await orderOf(uuids[0] ?? "")).status === "weighed");
  expect((await parcelsOf(uuids[0] ?? ""))[0]?.measured_grams).toBe(parcel?.expected_grams);
  await seesText(hand.page, packing.noParcel.replace("{{code}}", "K9-UNKNOWN"));
});

test("a parcel's label is printed and scanned, and a scale's weight counts for one parcel only", async () => {
  const { stage } = set;
  const uuids = await reviewOrders("K9-TOTE-5", [1, 1]);
  const prints = await watchPrints(hand.page);
  const [first, second] = await packOrders(uuids);
  const [label] = await renderPdf(await prints.next());
  const code = label?.readBars().split(" ")[1] ?? "";
  expect(code).toBe(first?.parcel_number);

  const scale = await addScale(hand.page);
  await hand.open(`${stage.origin}/p/p-express-weighing`, navigation.expressWeighing);
  await press(hand.page, "button", packing.scale.connect);
  await seesText(hand.page, packing.scale.connected);
  await scale.says("US,GS,+  0.300kg");
  await hand.scans(code, "done", code);
  await scale.keepsSaying(`ST,GS,+  ${grams(first)} g`);
  await hand.says("done", `${grams(first)} g saved`);
  // The next parcel is scanned while the first still stands on the scale.
  const next = second?.parcel_number ?? "";
  await hand.scans(next, "done", next);
  await seesText(hand.page, packing.scale.settled);
  expect((await orderOf(uuids[1] ?? "")).status).toBe("packed");
  const heavier = Number(grams(second)) + 4;
  await scale.says("ST,GS,+  0 g");
  await scale.says(`ST,GS,+  ${heavier} g`);
  await hand.says("done", `${heavier} g saved`);
  expect((await parcelsOf(uuids[1] ?? ""))[0]?.measured_grams).toBe(heavier);
});
