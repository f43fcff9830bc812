import assert from "node:assert/strict";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { changeChannel, confirmOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import type { OrderKind } from "#src/outbound/orders/orders.rules.ts";
import { getPacking, packOrder, weighParcel } from "#src/outbound/packing/packing.contract.ts";
import { claimTask, getPickTask, pickLines, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import { beginReview, finishReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import { buildWaveOf, getWave, releaseWave } from "#src/outbound/waves/waves.contract.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { createProduct, listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { adjustStock } from "#src/warehouse/stock/stock.contract.ts";
import { createLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import type { GivenType } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { until } from "./until.ts";
import type { Elsewhere } from "./web-acts.ts";
import { signInElsewhere } from "./web-acts.ts";
import type { WebStage } from "./web-browser.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useHandHeld } from "./web-scanning.ts";

/** Goods with a barcode, and their measures where a test needs them. */
export interface FloorGoods {
  readonly sku: string;
  readonly barcode: string;
  readonly weight_grams?: number;
  readonly length_mm?: number;
  readonly width_mm?: number;
  readonly height_mm?: number;
  /** what carriers tell customs */
  readonly declared_name?: string;
  readonly declared_name_zh?: string;
}

/** The goods of an order and their pieces. */
export type OrderedGoods = readonly (readonly [goods: { readonly sku: string }, quantity: number])[];

/** A warehouse of the demo's provider with goods of its retailer on one shelf, for tests of the work after picking. */
export class FloorScene {
  readonly provider: Elsewhere;
  readonly retailer: Elsewhere;
  readonly warehouseUuid: string;

  private constructor(provider: Elsewhere, retailer: Elsewhere, warehouseUuid: string) {
    this.provider = provider;
    this.retailer = retailer;
    this.warehouseUuid = warehouseUuid;
  }

  /** Creates the warehouse. @param code also the beginning of its shelf's barcode, `<code>-01-01` */
  static async create({ origin }: WebStage, code: string, goods: readonly FloorGoods[]): Promise<FloorScene> {
    const [provider, retailer] = [await signInElsewhere(origin, "p", "provider01"), await signInElsewhere(origin, "ds", "retailer01")];
    const { warehouse_uuid } = await provider.client.call(createWarehouse, { name: `Floor ${code}`, code });
    const scene = new FloorScene(provider, retailer, warehouse_uuid);
    const location = `${code}-01-01`;
    await scene.addLocation(location, "pick");
    for (const { sku, barcode, ...measures } of goods) {
      await retailer.client.call(createProduct, { title: `Goods ${sku}`, variants: [{ sku, barcodes: [barcode], ...measures }] });
      const { result } = await provider.client.call(listVariants, { search: sku });
      await provider.client.call(adjustStock, { variant_uuid: result[0]?.variant_uuid ?? "", location, delta: 30, reason: "found" });
    }
    return scene;
  }

  async addLocation(barcode: string, type: GivenType): Promise<void> {
    const none = {
      shelf_uuid: null,
      x_mm: 0,
      y_mm: 0,
      level: 0,
      capacity_ml: null,
      capacity_grams: null,
      pick_sequence: 9,
      put_sequence: 9,
    };
    await this.provider.client.call(createLocation, { ...none, warehouse_uuid: this.warehouseUuid, barcode, type });
  }

  /** Places orders of the retailer, which are confirmed and have their stock. Returns their uuids. */
  async placeOrders(
    wanted: readonly OrderedGoods[],
    { channel_uuid = null, kind = "one_piece" }: { readonly channel_uuid?: string | null; readonly kind?: OrderKind } = {},
  ): Promise<string[]> {
    const order_ids: string[] = [];
    for (const goods of wanted) {
      const lines = goods.map(([{ sku }, quantity]) => ({ sku, quantity }));
      const recipient = { consignee: "Karl Weber", address: "Invalidenstraße 1", city: "Berlin", zip: "10115" };
      const draft = { kind, warehouse_uuid: this.warehouseUuid, country: "DE", recipient, lines, channel_uuid };
      order_ids.push((await this.retailer.client.call(createOrder, draft)).order_uuid);
    }
    assert.deepEqual((await this.retailer.client.call(submitOrders, { order_ids })).failed, []);
    assert.deepEqual((await this.provider.client.call(confirmOrders, { order_ids })).failed, []);
    return order_ids;
  }

  /** Builds a wave of orders, and releases it once it is planned. */
  async releaseWave(kind: WaveKind, order_ids: string[]): Promise<OutputOf<typeof releaseWave>> {
    const { client } = this.provider;
    const { wave_uuid, failed } = await client.call(buildWaveOf, { order_ids, kind });
    assert.deepEqual(failed, []);
    const readWave = () => client.call(getWave, { wave_uuid });
    await until(async () => ((await readWave()).status === "planned" ? true : null), "a planned wave");
    return client.call(releaseWave, { wave_uuid, version: (await readWave()).version });
  }

  /** Places orders of the retailer and picks them as one wave into a new tote. Returns the orders' uuids. @param orderKind of all of them */
  async pickInto(tote: string, kind: WaveKind, wanted: readonly OrderedGoods[], orderKind: OrderKind = "one_piece"): Promise<string[]> {
    const { client } = this.provider;
    await this.addLocation(tote, "tote");
    const order_ids = await this.placeOrders(wanted, { kind: orderKind });
    const { tasks } = await this.releaseWave(kind, order_ids);
    for (const { task_uuid } of tasks) {
      await client.call(claimTask, { task_uuid });
      await client.call(startPickTask, { task_uuid, tote });
      for (const { line_number, location_uuid } of (await client.call(getPickTask, { task_uuid })).lines)
        await client.call(pickLines, { task_uuid, line_numbers: [line_number], location_uuid });
    }
    return order_ids;
  }

  /** Has a picked order reviewed, packed in one parcel and weighed, to be sent by a channel. Returns the parcel's number. */
  async weighOrder(order_uuid: string, channel_id: string, measured_grams: number): Promise<string> {
    const { client } = this.provider;
    assert.deepEqual((await client.call(changeChannel, { order_ids: [order_uuid], channel_id })).failed, []);
    const { review_uuid, lines } = await client.call(beginReview, { order_uuid });
    for (const { line_number, quantity } of lines) await client.call(reviewPieces, { review_uuid, line_number, quantity });
    await client.call(finishReview, { review_uuid });
    const { items } = await client.call(getPacking, { order_uuid });
    const whole = items.map(({ variant_uuid, lot, quantity }) => ({ variant_uuid, lot, quantity }));
    const { parcels } = await client.call(packOrder, { order_uuid, parcels: [{ box_uuid: null, items: whole }] });
    const [parcel] = parcels;
    await client.call(weighParcel, { parcel_uuid: parcel?.parcel_uuid ?? "", measured_grams });
    return parcel?.parcel_number ?? "";
  }

  getOrder(order_uuid: string): Promise<OutputOf<typeof getOrder>> {
    return this.provider.client.call(getOrder, { order_uuid });
  }
}

/** Opens the browser of a person who scans, at a hand-held's width. */
export async function openHandHeld(stage: WebStage, username: "operator01" | "provider01"): Promise<HandHeld> {
  const page = await stage.page(await stage.visitor(), { width: 390 });
  await page.setViewport({ width: 390, height: 844 });
  await stage.signIn(page, "p", username);
  return useHandHeld(page);
}
