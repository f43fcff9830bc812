import assert from "node:assert/strict";
import { sql } from "kysely";
import { recordTopUp } from "#src/billing/wallet/wallet.contract.ts";
import { confirmOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { createBox } from "#src/outbound/packing/boxes.contract.ts";
import { getPacking, packOrder, weighParcel } from "#src/outbound/packing/packing.contract.ts";
import { beginReview, finishReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import { enterWaybill, listWaybillsOfOrder } from "#src/outbound/waybills/waybills.contract.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { BagScene } from "./bag-scene.ts";
import { addCard, charge, runCharging } from "./charging-books.ts";
import type { Books, Prices } from "./charging-books.ts";
import { request } from "./client.ts";
import { makeChannel } from "./parcel-scene.ts";
import type { StockStage } from "./stage-stock.ts";
import { orderRecipient } from "./wave-scene.ts";

/** Prices of all work for an order that do not come out in whole cents. */
export const uneven: Prices = {
  picking_order: [[0, 333_333]],
  picking_piece: [[0, 123_456]],
  packing_parcel: [[0, 298_765]],
  box_piece: [[0, 456_789]],
  consumable_piece: [[0, 54_321]],
  label_parcel: [[0, 51_111]],
  weighing_parcel: [[0, 33_333]],
  bagging_parcel: [[0, 27_777]],
  shipped_piece: [[0, 77_777]],
  customer_return_piece: [[0, 600_001]],
};

/** An order whose parcels are weighed and labelled, with its estimate of before it was submitted. */
export interface ReadyOrder {
  readonly order_uuid: string;
  readonly parcels: readonly string[];
  readonly estimated: number;
  readonly byEvent: Readonly<Record<string, number>>;
}

type GivenParcels = InputOf<typeof packOrder>["parcels"];

/** What a ready order is made of. */
interface ReadyWish {
  readonly channelUuid: string;
  /** SKU and pieces of each line */
  readonly lines: readonly (readonly [variant: number, quantity: number])[];
  /** how it is packed instead of as advised */
  readonly packedAs?: (advised: GivenParcels) => GivenParcels;
}

/** The steps of tests about what an order costs, from the estimate to the charges, by real calls. */
export class ChargedScene extends BagScene {
  get books(): Books {
    return {
      providerUuid: this.world.providerA,
      retailers: [this.world.retailerA],
      as: (work) => this.server.services.database.transaction(this.staff(), work),
    };
  }

  /** Charges by these prices from a day on, and gives the retailer something to spend. */
  async openWallet(day: string, prices: Prices): Promise<void> {
    const now = this.server.clock.now();
    await charge(this.books, now, await addCard(this.books, now, { [day]: prices }), day);
    const paid = { amount_cents: 100_000, method: "bank", reference: newId(), received_on: "2026-01-02" } as const;
    const input = { retailer_uuid: this.world.retailerA, ...paid };
    assert.equal((await request(this.server.app, recordTopUp, input, this.asProvider())).code, 200);
  }

  /** A channel without an interface that costs 3.219 to any country, and 1.777 for each started 500 g above 500 g. */
  async addPricedChannel(volumetric_divisor: number | null = null): Promise<string> {
    const { channelUuid: channel_uuid } = await makeChannel(this);
    const key = { provider_uuid: this.world.providerA, channel_uuid, zone_number: 1 };
    const step = { step_from_grams: 500, step_grams: 500, step_micros: 1_777_000 };
    await this.books.as(async (tx) => {
      await sql`update channel set currency = 'USD', volumetric_divisor = ${volumetric_divisor} where channel_uuid = ${channel_uuid}`.execute(
        tx,
      );
      await tx
        .insertInto("channel_zone")
        .values({ ...key, name: "All" })
        .execute();
      await tx
        .insertInto("channel_price")
        .values({ ...key, up_to_grams: 30_000, base_micros: 3_219_000, ...step })
        .execute();
    });
    return channel_uuid;
  }

  /** A box, or a consumable if it has no sides. Returns its uuid. */
  async addBox(name: string, weight_grams: number, sides: readonly [number, number, number] | null): Promise<string> {
    const [length_mm = null, width_mm = null, height_mm = null] = sides ?? [];
    const input = { name, kind: sides === null ? "consumable" : "box", weight_grams, length_mm, width_mm, height_mm } as const;
    const made = await request(this.server.app, createBox, input, this.asProvider());
    assert.equal(made.code, 200, made.text);
    return made.data.box_uuid;
  }

  /** An order that is submitted and confirmed, with its estimate. */
  async #addEstimated(on: StockStage, { channelUuid, lines }: ReadyWish): Promise<Omit<ReadyOrder, "parcels">> {
    const { app } = this.server;
    const draft = {
      country: "US",
      recipient: orderRecipient,
      warehouse_uuid: on.warehouseUuid,
      channel_uuid: channelUuid,
      lines: lines.map(([variant, quantity]) => ({ sku: on.variants[variant]?.sku ?? "", quantity })),
    };
    const { order_uuid } = (await request(app, createOrder, draft, this.asRetailer())).data;
    await request(app, submitOrders, { order_ids: [order_uuid] }, this.asRetailer());
    const { estimate } = await this.order(order_uuid);
    assert.deepEqual(estimate?.missing, []);
    assert.deepEqual((await request(app, confirmOrders, { order_ids: [order_uuid] }, this.asProvider())).data.failed, []);
    const byEvent = Object.fromEntries(estimate.parts.map(({ event, amount_cents }) => [event, amount_cents]));
    return { order_uuid, estimated: estimate.total_cents, byEvent };
  }

  /** Packs a reviewed order, weighs each parcel as expected, and enters the numbers of their waybills. */
  async #packAndLabel(order_uuid: string, packedAs: NonNullable<ReadyWish["packedAs"]>): Promise<string[]> {
    const { app } = this.server;
    const by = this.asProvider();
    const { advice } = (await request(app, getPacking, { order_uuid }, by)).data;
    const parcels = packedAs(advice.boxes.map(({ box_uuid, items }) => ({ box_uuid, items })));
    const packed = await request(app, packOrder, { order_uuid, parcels }, by);
    assert.equal(packed.code, 200, packed.text);
    const uuids: string[] = [];
    for (const { parcel_uuid, expected_grams } of packed.data.parcels) {
      const weighed = await request(app, weighParcel, { parcel_uuid, measured_grams: expected_grams ?? 1 }, by);
      assert.equal(weighed.code, 200, weighed.text);
      uuids.push(parcel_uuid);
    }
    const { waybills } = (await request(app, listWaybillsOfOrder, { order_uuid }, by)).data;
    for (const { waybill_uuid } of waybills) {
      const entered = await request(app, enterWaybill, { waybill_uuid, waybill_number: newId().slice(-12).toUpperCase() }, by);
      assert.equal(entered.code, 200, entered.text);
    }
    return uuids;
  }

  /** Orders that are picked together, reviewed, packed as advised, weighed and labelled. */
  async makeReady(on: StockStage, wishes: readonly ReadyWish[]): Promise<ReadyOrder[]> {
    const { app } = this.server;
    const orders: Omit<ReadyOrder, "parcels">[] = [];
    for (const wish of wishes) orders.push(await this.#addEstimated(on, wish));
    const uuids = orders.map(({ order_uuid }) => order_uuid);
    await this.pickInto(on, await this.buildOf(uuids, "wall"));
    const ready: ReadyOrder[] = [];
    for (const [at, order] of orders.entries()) {
      const { review_uuid, lines } = (await request(app, beginReview, { order_uuid: order.order_uuid }, this.asProvider())).data;
      for (const { line_number, quantity } of lines)
        await request(app, reviewPieces, { review_uuid, line_number, quantity }, this.asProvider());
      assert.equal((await request(app, finishReview, { review_uuid }, this.asProvider())).code, 200);
      const packedAs = wishes[at]?.packedAs ?? ((advised: GivenParcels) => advised);
      ready.push({ ...order, parcels: await this.#packAndLabel(order.order_uuid, packedAs) });
    }
    return ready;
  }

  /** Bags parcels that go by one channel, and hands them over. */
  async shipParcels(on: StockStage, channelUuid: string, parcels: readonly string[]): Promise<void> {
    const bag = await this.openBag(on, { channelUuid, name: "", accountUuid: null });
    assert.deepEqual((await this.put(bag.bag_uuid, parcels)).data.failed, []);
    const { manifest_uuid } = await this.manifest([await this.seal(bag.bag_uuid)]);
    assert.equal((await this.handOver(manifest_uuid)).code, 200);
  }

  /** Charges the days that are due some time later. */
  chargeLater(laterMs: number): Promise<void> {
    const clock = createMovableClock(new Date(this.server.clock.now().getTime() + laterMs));
    return runCharging(this.server, this.books, undefined, clock);
  }

  /** What is charged for an order by event, without its returns. */
  async chargedFor(orderUuid: string): Promise<Record<string, number>> {
    const rows = await this.read(
      sql<{ event: string; cents: number }>`select event, sum(amount_cents)::integer as cents from charge
        where order_uuid = ${orderUuid}::uuid and source_type <> 'return' group by event`,
    );
    return Object.fromEntries(rows.map(({ event, cents }) => [event, cents]));
  }
}
