import { BarcodeFormat } from "@zxing/library";
import { beforeAll, expect, test } from "vitest";
import { texts as english } from "#web/texts/en_us.ts";
import { listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import { listBalances } from "#src/warehouse/stock/stock.contract.ts";
import { renderPdf } from "#tests/server/rendered-pdf.ts";
import { holds, seesText } from "./web-acts.ts";
import { FloorScene, openHandHeld } from "./web-floor-scene.ts";
import { watchPrints } from "./web-prints.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { review, navigation, orders, receiving } = english;
const set = useWebStage();
const mug = { sku: "REVIEW-MUG", barcode: "6900000000137" };
const tea = { sku: "REVIEW-TEA", barcode: "6900000000144" };
const pen = { sku: "REVIEW-PEN", barcode: "6900000000151" };
const table = "R9-TABLE-2";

let scene: FloorScene;
/** of the operator, at a hand-held's width */
let hand: HandHeld;

const orderOf = (order_uuid: string) => scene.getOrder(order_uuid);

const step = (words: string) =>
  holds(hand.page, `the step "${words}"`, () => hand.page.$eval(".hand-held-step", (one, wanted) => one.textContent === wanted, words));
const key = (name: "F2" | "F3" | "F6" | "F7") => hand.page.keyboard.press(name);
const counted = (sku: string, count: number, of: number) => `${sku}: ${count} of ${of}`;

/** Chooses an option of the list that has these words. */
const choose = (words: string) =>
  holds(hand.page, `the option "${words}"`, () =>
    hand.page.$$eval(
      ".hand-held button",
      (all, wanted) => {
        const one = all.find(({ textContent }) => textContent?.includes(wanted));
        one?.click();
        return one !== undefined;
      },
      words,
    ),
  );

beforeAll(async () => {
  scene = await FloorScene.create(set.stage, "R9", [mug, tea, pen]);
  await scene.addLocation(table, "packing");
  hand = await openHandHeld(set.stage, "operator01");
});

test("every piece of an order is scanned: a wrong one is reported by one key, a scan is undone, and no scan is lost without network", async () => {
  const { stage } = set;
  const [first = "", second = ""] = await scene.pickInto("R9-TOTE-1", "wall", [
    [
      [mug, 2],
      [tea, 1],
    ],
    [
      [tea, 1],
      [pen, 1],
    ],
  ]);
  const [one, other] = [await orderOf(first), await orderOf(second)];
  await hand.open(`${stage.origin}/p/p-to-review`, navigation.toReview);
  await hand.scans("R9-NOWHERE", "refused", "R9-NOWHERE");
  await hand.scans(table.toLowerCase(), "done", table);
  // The tote has two orders: one of them is chosen by its number.
  await hand.scans("r9-tote-1", "ask", review.ask.which);
  await seesText(hand.page, other.order_number);
  await hand.scans(one.order_number, "done", one.order_number);
  await step(review.step.product);

  await hand.scans(mug.barcode, "done", counted(mug.sku, 1, 2));
  await hand.undo();
  await hand.says("undone", counted(mug.sku, 1, 2));
  await hand.scans(mug.barcode, "done", counted(mug.sku, 1, 2));
  await hand.scans(pen.barcode, "refused", review.wrong.product);
  await key("F7");
  await hand.says("done", pen.barcode);
  await key("F2");
  await hand.says("ask", review.ask.quantity);
  await hand.scans("2", "ask", "2 pieces");
  await hand.scans(mug.barcode, "refused", "only 1 more piece");
  await key("F7");
  await hand.says("done", mug.barcode);
  await hand.page.setOfflineMode(true);
  await hand.scans(mug.barcode, "waiting", receiving.waits);
  await hand.page.setOfflineMode(false);
  await hand.says("done", counted(mug.sku, 2, 2));
  await hand.reload(navigation.toReview);
  await seesText(hand.page, one.order_number);
  await hand.scans(tea.sku, "done", table);
  expect((await orderOf(first)).status).toBe("reviewed");
  await seesText(hand.page, review.lastTo.replace("{{location}}", table));
  // A piece is left over after its last one: nobody waits for it, and it is reported.
  await hand.scans(mug.barcode, "refused", mug.barcode);
  await key("F7");
  await hand.says("done", mug.barcode);
  const { result: loose } = await scene.provider.client.call(listExceptions, { type: "wrong_item", warehouse_uuid: scene.warehouseUuid });
  expect(loose.map(({ order_uuid, reason }) => [order_uuid, reason])).toContainEqual([null, `${mug.barcode} · ${one.order_number}`]);

  const { result: cases } = await scene.provider.client.call(listExceptions, { order_uuid: first });
  expect(cases).toMatchObject([{ type: "wrong_item", reason: pen.barcode }]);
  const { result: onTable } = await scene.provider.client.call(listBalances, { location: table });
  expect(new Map(onTable.map(({ sku, quantity }) => [sku, quantity]))).toEqual(
    new Map([
      [mug.sku, 2],
      [tea.sku, 1],
    ]),
  );

  // The other order is found by its tote alone, and its pen is not there.
  await hand.scans("R9-TOTE-1", "done", other.order_number);
  await hand.scans(tea.barcode, "done", counted(tea.sku, 1, 1));
  await key("F7");
  await step(review.ask.problem);
  await choose(review.reason.missing);
  await step(review.ask.pieces.replace("{{sku}}", pen.sku));
  await key("F3");
  await hand.says("done", other.order_number);
  // The shelf has another pen: the order gets it, and waits for a wave again.
  await holds(hand.page, "another pen for the order", async () => (await orderOf(second)).status === "allocated");
  const desk = await stage.page(await stage.visitor());
  await stage.signIn(desk, "p", "provider01");
  await desk.goto(`${stage.origin}/p/p-one-piece-for-shipping?order=${first}&part=events`);
  await seesText(desk, orders.event.finish_review);
});

test("an order that somebody else reviews is taken over after a question, and given up", async () => {
  const { stage } = set;
  const [uuid = ""] = await scene.pickInto("R9-TOTE-2", "wall", [
    [
      [mug, 1],
      [tea, 1],
    ],
  ]);
  const { order_number } = await orderOf(uuid);
  const otherHand = await openHandHeld(stage, "provider01");
  await otherHand.open(`${stage.origin}/p/p-to-review`, navigation.toReview);
  await otherHand.scans("R9-TOTE-2", "done", order_number);
  await otherHand.scans(mug.barcode, "done", counted(mug.sku, 1, 1));
  await hand.open(`${stage.origin}/p/p-to-review`, navigation.toReview);
  await hand.scans(order_number, "ask", "provider01");
  await key("F3");
  await hand.says("done", order_number);
  // What the other had scanned is there.
  await seesText(hand.page, "1 of 2");
  await key("F6");
  await hand.says("done", review.givenUp.replace("{{order}}", order_number));
  expect((await orderOf(uuid)).status).toBe("picked");
});

test("each scan of a single piece is an order, and its label prints", async () => {
  const { stage } = set;
  const uuids = await scene.pickInto("R9-TOTE-3", "single_piece", [[[mug, 1]], [[mug, 1]]]);
  await hand.open(`${stage.origin}/p/p-single-order-review`, navigation.singleOrderReview);
  const prints = await watchPrints(hand.page);
  for (const uuid of uuids) {
    const { order_number } = await orderOf(uuid);
    await hand.scans(mug.barcode, "done", order_number);
    await seesText(hand.page, order_number);
    const [label] = await renderPdf(await prints.next());
    expect(label?.readBars()).toBe(`${BarcodeFormat.CODE_128} ${order_number}`);
    // Its weight is unknown, so it is packed by hand.
    expect((await orderOf(uuid)).status).toBe("reviewed");
  }
  await hand.scans(pen.barcode, "refused", "single piece");
  await key("F7");
  await hand.says("done", pen.barcode);
  // The piece of the last order is damaged: its order waits for another one.
  const last = uuids.at(-1) ?? "";
  const { order_number: lastNumber } = await orderOf(last);
  await key("F7");
  await hand.says("ask", lastNumber);
  await key("F3");
  await hand.says("done", lastNumber);
  await holds(hand.page, "another mug for the order", async () => (await orderOf(last)).status === "allocated");
});
