import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import { changeChannel, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { enterWaybill, listWaybills, printWaybills, relabelWaybills, retryWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { saveSender } from "#src/warehouse/warehouses/warehouse-sender.contract.ts";
import { headersOf } from "#tests/server/client.ts";
import { makeChannel, makeParcels, weigh } from "#tests/server/parcel-scene.ts";
import type { ChannelOf } from "#tests/server/parcel-scene.ts";
import { code, useWaybillScene } from "#tests/server/waybill-scene.ts";
import { renderPdf } from "#tests/server/rendered-pdf.ts";

const set = useWaybillScene();
const { ask, runJob } = set;
let byHand: ChannelOf;
beforeAll(async () => {
  byHand = await makeChannel(set.scene);
});
afterEach(() => set.scene.expectSound());

const change = (statement: RawBuilder<unknown>) =>
  set.scene.server.services.database.transaction(set.scene.staff(), (tx) => statement.execute(tx));
const waybillOf = async (number: string) => (await ask(listWaybills, { number })).data.result[0];
const countCreates = async () => (await set.sandbox.control.requests()).filter(({ operation }) => operation === "create").length;
const exceptionOf = async (orderUuid: string) => (await ask(listExceptions, { order_uuid: orderUuid })).data.result[0];

/** A parcel whose order is changed before it is weighed. */
async function weighChanged(of: ChannelOf, alter: (orderUuid: string) => RawBuilder<unknown>) {
  const [parcel] = await makeParcels(set.scene, set.on, { count: 1, channelUuid: of.channelUuid, isWeighed: false });
  if (parcel === undefined) throw new Error("no parcel");
  await change(alter(parcel.orderUuid));
  await weigh(set.scene, parcel.parcelUuid);
  return parcel;
}
const collect = (orderUuid: string) =>
  sql`update sales_order set cod_type = 'cash', cod_cents = 4990, cod_currency = 'USD' where order_uuid = ${orderUuid}`;
const declareInEuros = (orderUuid: string) =>
  sql`update order_line set declared_value_cents = 900, declared_currency = 'EUR' where order_uuid = ${orderUuid} and line_number = 1`;

async function readLabel(waybillUuid: string): Promise<string> {
  const printed = await ask(printWaybills, { waybill_uuids: [waybillUuid] });
  const url = (printed.data.files[0]?.link ?? "").replace(/^https?:\/\/[^/]+/, "");
  const file = await set.scene.server.app.inject({ method: "GET", url, headers: headersOf(set.scene.asProvider()) });
  const [page] = await renderPdf(file.rawPayload);
  return (page?.text ?? "").replaceAll(/\s/g, "");
}

describe("cash on delivery", () => {
  test("is not asked of a carrier's interface: the waybill fails, says so, and is an exception of its order", async () => {
    const { parcelNumber, orderUuid } = await weighChanged(set.channel, collect);
    await runJob();
    expect(await waybillOf(parcelNumber)).toMatchObject({ status: "failed", problem: { kind: "cannotCollect", text: "49.90 USD" } });
    expect(await countCreates()).toBe(0);
    expect(await exceptionOf(orderUuid)).toMatchObject({
      type: "channel_refused",
      reason: `${parcelNumber}: The carrier cannot collect cash on delivery: 49.90 USD`,
    });
  });

  test("is printed on the label of a channel by hand, which such a parcel can be relabelled to", async () => {
    const { parcelNumber } = await weighChanged(set.channel, collect);
    await runJob();
    const failed = (await waybillOf(parcelNumber))?.waybill_uuid ?? "";
    expect((await ask(relabelWaybills, { waybill_uuids: [failed], channel_uuid: byHand.channelUuid })).data.done).toBe(1);
    const waybill_uuid = (await waybillOf(parcelNumber))?.waybill_uuid ?? "";
    expect((await ask(enterWaybill, { waybill_uuid, waybill_number: "COD-1" })).code).toBe(200);
    expect(await readLabel(waybill_uuid)).toContain("Cashondelivery:49.90USD");
  });

  test("is refused when the order is submitted or gets another channel, where the channel has an interface", async () => {
    const cash = { cod_type: "cash" as const, cod_cents: 4990, cod_currency: "USD" };
    const draft = {
      country: "US",
      recipient: {
        consignee: "Alex Example",
        address: "1 Example Street",
        city: "Springfield",
        state: "IL",
        zip: "62701",
        phone: "+1 217 555 0100",
      },
      warehouse_uuid: set.on.warehouseUuid,
      lines: [{ sku: set.on.variants[0]?.sku ?? "", quantity: 1 }],
      ...cash,
    };
    const make = async (channelUuid: string) =>
      (await ask(createOrder, { ...draft, channel_uuid: channelUuid }, set.scene.asRetailer())).data.order_uuid;
    const refused = await ask(submitOrders, { order_ids: [await make(set.channel.channelUuid)] }, set.scene.asRetailer());
    expect(refused.data.failed).toMatchObject([{ code: code("orders.cannotCollect") }]);
    const order = await make(byHand.channelUuid);
    expect((await ask(submitOrders, { order_ids: [order] }, set.scene.asRetailer())).data.failed).toEqual([]);
    const changed = await ask(changeChannel, { order_ids: [order], channel_id: set.channel.channelUuid });
    expect(changed.data.failed).toMatchObject([{ code: code("orders.cannotCollect") }]);
  });
});

describe("a declaration in several currencies", () => {
  test("is not sent to a carrier, which would sum them as one; the waybill is retried once it has one", async () => {
    const { parcelNumber, orderUuid } = await weighChanged(set.channel, declareInEuros);
    await runJob();
    const failed = await waybillOf(parcelNumber);
    expect(failed).toMatchObject({ status: "failed", problem: { kind: "mixedCurrencies", text: "EUR, USD" } });
    expect(await countCreates()).toBe(0);
    expect(await exceptionOf(orderUuid)).toMatchObject({ type: "label_failed" });
    await change(sql`update order_line set declared_value_cents = 900, declared_currency = 'EUR' where order_uuid = ${orderUuid}`);
    await ask(retryWaybills, { waybill_uuids: [failed?.waybill_uuid ?? ""] });
    await runJob();
    expect(await waybillOf(parcelNumber)).toMatchObject({ status: "issued" });
    const [created] = (await set.sandbox.control.requests()).filter(({ operation }) => operation === "create");
    expect(created?.body).toContain('"parcel_value":18,"currency":"EUR"');
    expect(await exceptionOf(orderUuid)).toMatchObject({ status: "resolved" });
  });

  test("is written on our own label with a value in each", async () => {
    const sender = {
      name: "Chen Wei",
      phone: "+86 755 5550 0100",
      country: "CN",
      city: "Shenzhen",
      postcode: "518000",
      street: "1 Example Road",
    };
    await ask(saveSender, { warehouse_uuid: set.on.warehouseUuid, version: 0, ...sender });
    const { parcelNumber } = await weighChanged(byHand, declareInEuros);
    const waybill_uuid = (await waybillOf(parcelNumber))?.waybill_uuid ?? "";
    await ask(enterWaybill, { waybill_uuid, waybill_number: "MIXED-1" });
    expect(await readLabel(waybill_uuid)).toContain("9.00EUR+12.50USD");
  });
});

test("the number of the recipient's identity document reaches a carrier that has a field for it", async () => {
  await weighChanged(set.channel, (orderUuid) => sql`update order_recipient set id_number = 'X0000000' where order_uuid = ${orderUuid}`);
  await runJob();
  const [created] = (await set.sandbox.control.requests()).filter(({ operation }) => operation === "create");
  expect(created?.body).toContain('"certificate_info":{"certificate_type":"ID","certificate_no":"X0000000"}');
});
