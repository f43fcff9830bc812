import type { Page } from "puppeteer";
import { beforeAll, expect, test } from "vitest";
import { texts as english } from "#web/texts/en_us.ts";
import { listChannels } from "#src/carriers/channels/channels.contract.ts";
import { getException, listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder, listOrders } from "#src/outbound/orders/orders.contract.ts";
import { createProduct } from "#src/warehouse/goods/goods.contract.ts";
import { listStock } from "#src/warehouse/stock/stock.contract.ts";
import type { Elsewhere } from "./web-acts.ts";
import {
  atHeading,
  choose,
  chooseAt,
  chooseOf,
  fill,
  hearToasts,
  heardToast,
  holds,
  press,
  pressAt,
  pressText,
  seesText,
  signInElsewhere,
} from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const { orders, exceptions, navigation, countries, list } = english;
const set = useWebStage();

/** A SKU of the retailer without any stock. */
const missing = "ORDERS-NONE";

let provider: Elsewhere;
let retailer: Elsewhere;
/** of the supplier, and of the retailer */
let desk: Page;
let shop: Page;
let deskToasts: readonly string[];
let shopToasts: readonly string[];
/** a SKU of the retailer with stock */
let stocked: string;

const orderWith = async (reference: string) => {
  const { result } = await retailer.client.call(listOrders, { search: reference });
  const [row] = result;
  if (row === undefined || result.length > 1) throw new Error(`${result.length} orders have the reference ${reference}`);
  return retailer.client.call(getOrder, { order_uuid: row.order_uuid });
};

const place = (reference: string, sku: string, address = "1 Example Street") =>
  retailer.client.call(createOrder, {
    reference,
    country: "DE",
    recipient: { consignee: "Karl Weber", address, city: "Berlin", zip: "10115" },
    lines: [{ sku, quantity: 1 }],
  });

/** Waits until the row with a text shows another. */
async function seesRow(page: Page, about: string, words: string): Promise<void> {
  await holds(page, `a row ${about} with "${words}"`, () =>
    page.$$eval(
      ".list-row[data-index]",
      (rows, [own, wanted]) => rows.some(({ textContent }) => textContent?.includes(own ?? "") && textContent.includes(wanted ?? "")),
      [about, words],
    ),
  );
}

/** Selects the rows with these texts. */
async function selectRows(page: Page, ...about: readonly string[]): Promise<void> {
  for (const words of about) {
    await seesRow(page, words, words);
    const index = await page.$$eval(
      ".list-row[data-index]",
      (rows, own) => rows.find(({ textContent }) => textContent?.includes(own))?.getAttribute("data-index"),
      words,
    );
    await pressAt(page, `.list-row[data-index="${index}"]:not(.list-place) input`);
  }
}

/** The menu of what else can be done with the selected rows. */
const moreOfSelection = `.list-selection button[aria-label="${list.action.more}"]`;

/** Confirms the question before a list's action. */
const answer = (page: Page) => pressAt(page, ".dialog .dialog-actions > button:last-of-type");

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  retailer = await signInElsewhere(stage.origin, "ds", "retailer01");
  await retailer.client.call(createProduct, { title: "Nothing of it", variants: [{ sku: missing }] });
  const { result } = await retailer.client.call(listStock, { page_size: 50 });
  stocked = result.find(({ available }) => available >= 20)?.sku ?? "";
  if (stocked === "") throw new Error("the demo has no SKU with enough stock");
  [desk, shop] = await Promise.all([stage.page(await stage.visitor()), stage.page(await stage.visitor())]);
  [deskToasts, shopToasts] = await Promise.all([hearToasts(desk), hearToasts(shop)]);
  await Promise.all([stage.signIn(desk, "p", "provider01"), stage.signIn(shop, "ds", "retailer01")]);
});

test("a retailer types an order, which names what is missing, and submits it; the supplier confirms it and it has its stock", async () => {
  await shop.goto(`${set.stage.origin}/ds/order`);
  await atHeading(shop, navigation.order);
  await press(shop, "button", orders.step.create);
  await atHeading(shop, orders.draft.titleNew);
  await fill(shop, orders.field.reference, "TYPED-1");
  await fill(shop, orders.line.sku, stocked);
  await fill(shop, orders.line.quantity, "two");
  await press(shop, "button", orders.step.submit);
  await seesText(shop, orders.draft.mend);
  await seesText(shop, orders.wrong.whole);
  await fill(shop, orders.line.quantity, "2");
  await press(shop, "button", orders.step.submit);
  await seesText(shop, orders.draft.mendAddress);
  expect((await retailer.client.call(listOrders, { search: "TYPED-1" })).result).toEqual([]);

  await fill(shop, countries.address.name, "Karl Weber");
  await choose(shop, countries.address.country, "Germany", "Germany (DE)");
  await fill(shop, countries.address.address, "Invalidenstraße 1");
  await fill(shop, countries.address.city, "Berlin");
  await fill(shop, countries.address.zip, "10115");
  await press(shop, "button", orders.step.submit);
  const saved = await holds(shop, "the saved order", async () => (await orderWith("TYPED-1")).status === "submitted").then(() =>
    orderWith("TYPED-1"),
  );
  const number = saved.order_number;
  await heardToast(shopToasts, orders.did.submit.replace("{{number}}", number));
  await atHeading(shop, number);
  expect(saved).toMatchObject({ country: "DE", piece_count: 2, recipient: { consignee: "Karl Weber", city: "Berlin", zip: "10115" } });

  await desk.goto(`${set.stage.origin}/p/home`);
  await press(desk, "link", english.home.todo.confirmOrdersGo);
  await atHeading(desk, navigation.onePieceForShipping);
  await selectRows(desk, number);
  await press(desk, "button", orders.step.confirm);
  await answer(desk);
  await holds(desk, "an allocated order", async () => (await orderWith("TYPED-1")).status === "allocated");
  // The retailer watches it happen.
  await seesText(shop, orders.status.allocated);
});

test("an order without stock waits for it, and is cancelled with a reason that both sides see", async () => {
  await place("SHORT-1", missing);
  await shop.goto(`${set.stage.origin}/ds/order?tab=draft`);
  await selectRows(shop, "SHORT-1");
  await press(shop, "button", orders.step.submit);
  await answer(shop);
  await holds(shop, "a submitted order", async () => (await orderWith("SHORT-1")).status === "submitted");
  const { order_uuid, order_number } = await orderWith("SHORT-1");

  await desk.goto(`${set.stage.origin}/p/p-one-piece-for-shipping?order=${order_uuid}`);
  await atHeading(desk, order_number);
  await press(desk, "button", orders.step.confirm);
  await seesText(desk, orders.status.short);
  await seesText(desk, orders.line.notReserved);
  await chooseOf(desk, orders.page.more, orders.step.cancel);
  await fill(desk, orders.reason, "No longer made");
  await pressAt(desk, ".dialog button[type=submit]");
  await heardToast(deskToasts, orders.did.cancel.replace("{{number}}", order_number));
  await seesText(desk, "No longer made");
  expect(await orderWith("SHORT-1")).toMatchObject({ status: "cancelled", reason: "No longer made" });
  await shop.goto(`${set.stage.origin}/ds/order?order=${order_uuid}`);
  await seesText(shop, "No longer made");
});

test("of several submitted orders the one without a street is refused by name, and stays selected", async () => {
  await place("BATCH-1", stocked);
  const refused = await place("BATCH-2", stocked, "");
  await place("BATCH-3", stocked);
  await shop.goto(`${set.stage.origin}/ds/order?tab=draft`);
  await selectRows(shop, "BATCH-1", "BATCH-2", "BATCH-3");
  await press(shop, "button", orders.step.submit);
  await answer(shop);
  await seesText(shop, list.batch.failed_one.replace("{{count, number}}", "1"));
  await seesText(shop, "The recipient needs a name, a country, an address and a city");
  const shown = await shop.$eval(".list-panel", (panel) => panel.textContent);
  expect(shown).toContain(refused.order_number);
  const statuses = await Promise.all(["BATCH-1", "BATCH-2", "BATCH-3"].map(async (reference) => (await orderWith(reference)).status));
  expect(statuses).toEqual(["submitted", "draft", "submitted"]);
  await seesText(shop, list.selection.count_one.replace("{{count, number}}", "1"));
});

test("the supplier declares two orders to customs at once, and changes their channel: what a channel cannot ship is named", async () => {
  // The supplier's lists show the orders' own numbers.
  const numbers = await Promise.all(["BATCH-1", "BATCH-3"].map(async (reference) => (await orderWith(reference)).order_number));
  await desk.goto(`${set.stage.origin}/p/p-one-piece-for-shipping?tab=submitted`);
  await selectRows(desk, ...numbers);
  await chooseAt(desk, moreOfSelection, orders.step.declare);
  await seesText(desk, orders.declare.text_other.replace("{{count, number}}", "2"));
  await fill(desk, orders.line.hsCode, "12");
  await pressAt(desk, ".dialog button[type=submit]");
  await seesText(desk, orders.wrong.hsCode);
  await fill(desk, orders.line.hsCode, "940550");
  await fill(desk, orders.line.declaredName, "Reading lamp");
  await pressAt(desk, ".dialog button[type=submit]");
  await holds(desk, "a declared order", async () => (await orderWith("BATCH-3")).lines[0]?.hs_code === "940550");
  expect((await orderWith("BATCH-1")).lines[0]).toMatchObject({ hs_code: "940550", declared_name: "Reading lamp" });

  const channels = await provider.client.call(listChannels, { is_enabled: true, page_size: 50 });
  const current = (await orderWith("BATCH-1")).channel_uuid;
  const others = channels.result.filter(({ channel_uuid }) => channel_uuid !== current);
  const ships = others.find(({ include_countries, exclude_countries }) =>
    include_countries.length === 0 ? !exclude_countries.includes("DE") : include_countries.includes("DE"),
  );
  const refuses = others.find(({ include_countries }) => include_countries.length > 0 && !include_countries.includes("DE"));
  if (ships === undefined || refuses === undefined) throw new Error("the demo has too few channels");
  for (const { name } of [ships, refuses]) {
    await desk.goto(`${set.stage.origin}/p/p-one-piece-for-shipping?tab=submitted`);
    await selectRows(desk, ...numbers);
    await chooseAt(desk, moreOfSelection, orders.step.change_channel);
    await choose(desk, orders.column.channel, name, name);
    await pressAt(desk, ".dialog button[type=submit]");
    if (name === refuses.name) await seesText(desk, list.batch.failed_other.replace("{{count, number}}", "2"));
    else await holds(desk, "another channel", async () => (await orderWith("BATCH-3")).channel_name === ships.name);
  }
  expect(await orderWith("BATCH-1")).toMatchObject({ channel_name: ships.name });
});

test("for an order that is short the supplier proposes another product, the retailer agrees, and it is shipped instead", async () => {
  const { result } = await provider.client.call(listExceptions, { type: ["short"], status: ["open"] });
  const exception_uuid = result[0]?.exception_uuid ?? "";
  const { lines, events, order_uuid: found, exception_number } = await provider.client.call(getException, { exception_uuid });
  const order_uuid = found ?? "";
  const notFound = events.find(({ pieces }) => pieces !== null)?.pieces?.sku;
  const line = lines.find(({ sku }) => sku === notFound);
  await desk.goto(`${set.stage.origin}/p/p-exception?exception=${exception_uuid}`);
  await atHeading(desk, exception_number);
  await press(desk, "button", exceptions.step.ask);
  await fill(desk, exceptions.message, "May we ship this one instead?");
  await choose(desk, exceptions.substitute.line, line?.sku ?? "", `${line?.sku} · ${line?.title}`);
  await fill(desk, exceptions.substitute.sku, "NO-SUCH-SKU");
  await pressAt(desk, ".dialog button[type=submit]");
  await seesText(desk, "nor claimed");
  await fill(desk, exceptions.substitute.sku, stocked);
  await pressAt(desk, ".dialog button[type=submit]");
  await seesText(desk, exceptions.substitute.consent.asked);

  await shop.goto(`${set.stage.origin}/ds/order?exception=${exception_uuid}`);
  await atHeading(shop, exception_number);
  await seesText(shop, stocked);
  await press(shop, "button", exceptions.step.answer);
  await pressText(shop, exceptions.substitute.agrees, ".dialog");
  await pressAt(shop, ".dialog button[type=submit]");
  await seesText(desk, exceptions.substitute.consent.agreed);
  await press(desk, "button", exceptions.step.resolve);
  await pressText(desk, exceptions.choose.substituted, ".dialog");
  await pressAt(desk, ".dialog button[type=submit]");
  await seesText(desk, exceptions.resolution.substituted);
  const shipped = await provider.client.call(getOrder, { order_uuid });
  expect(shipped.status).toBe("allocated");
  expect(shipped.lines.map(({ sku }) => sku)).toContain(stocked);
});

test("the overview counts held orders, and each number leads to the orders that it counts", async () => {
  const { order_uuid, order_number } = await orderWith("BATCH-1");
  await desk.goto(`${set.stage.origin}/p/p-one-piece-for-shipping?order=${order_uuid}`);
  await atHeading(desk, order_number);
  await press(desk, "button", orders.step.hold);
  await fill(desk, orders.reason, "Ask for the house number");
  await pressAt(desk, ".dialog button[type=submit]");
  await heardToast(deskToasts, orders.did.hold.replace("{{number}}", order_number));
  const { total } = await provider.client.call(listOrders, { to_do: "held" });
  expect(total).toBeGreaterThan(0);
  await desk.goto(`${set.stage.origin}/p/outbound`);
  await press(desk, "link", `${orders.toDo.held}: ${total}`);
  await atHeading(desk, navigation.listOfShippingOrders);
  await seesRow(desk, order_number, orders.hold.operator);
  // Rows outside the view are not drawn, so the list's own count is read.
  await seesText(desk, list.shown.replace(/.*\{\{last, number\}\}(.*)\{\{total, number\}\}.*/, `$1${total}`));
});
