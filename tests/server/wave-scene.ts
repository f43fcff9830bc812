import type { sql } from "kysely";
import assert from "node:assert/strict";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { confirmOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { claimTask, getPickTask, pickLines, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import { buildWaveOf, getWave, listWaveOrders, releaseWave } from "#src/outbound/waves/waves.contract.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { inSystemScope } from "#server/outbound/waves/in-scope.ts";
import { searchTours, storeTours } from "#server/outbound/waves/plan-wave.commands.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import { listPickingFaults } from "./picking-truths.ts";
import { putStock, stageStock } from "./stage-stock.ts";
import type { StockStage } from "./stage-stock.ts";
import type { World } from "./world.ts";

export const orderRecipient = { consignee: "Alex Example", address: "1 Example Street", city: "Springfield", state: "IL", zip: "62701" };

/** The steps of tests about waves, on a server with its people. */
export class WaveScene {
  readonly server: TestApp;
  readonly world: World;

  constructor(server: TestApp, world: World) {
    this.server = server;
    this.world = world;
  }

  asRetailer() {
    return { token: this.world.retailer.token };
  }
  asProvider() {
    return { token: this.world.provider.token };
  }
  asStranger() {
    return { token: this.world.foreignProvider.token };
  }
  staff() {
    return { kind: "provider", providerUuid: this.world.providerA } as const;
  }

  /** A warehouse with pieces of each SKU in the given places: SKU, place, pieces. */
  async stage(puts: readonly (readonly [variant: number, location: number, quantity: number])[], variants = 3): Promise<StockStage> {
    const { database } = this.server.services;
    const on = await database.transaction(platform, (tx) =>
      stageStock(tx, { providerUuid: this.world.providerA, ownerUuid: this.world.retailerA, shelves: 8, variants }),
    );
    await database.transaction(this.staff(), async (tx) => {
      for (const [variant, location, quantity] of puts) await putStock(tx, on, { variant, location, quantity });
    });
    return on;
  }

  /** An allocated order: SKU and pieces of each line. */
  async addOrder(on: StockStage, lines: readonly (readonly [number, number])[]): Promise<string> {
    const { app } = this.server;
    const draft = {
      country: "US",
      recipient: orderRecipient,
      warehouse_uuid: on.warehouseUuid,
      lines: lines.map(([variant, quantity]) => ({ sku: on.variants[variant]?.sku ?? "", quantity })),
    };
    const { data } = await request(app, createOrder, draft, this.asRetailer());
    await request(app, submitOrders, { order_ids: [data.order_uuid] }, this.asRetailer());
    const confirmed = await request(app, confirmOrders, { order_ids: [data.order_uuid] }, this.asProvider());
    assert.deepEqual(confirmed.data.failed, []);
    return data.order_uuid;
  }

  /** A location on the floor of a warehouse. Returns its barcode. */
  async addLocation({ warehouseUuid: warehouse_uuid }: StockStage, type: "tote" | "packing"): Promise<string> {
    const barcode = `${type}-${newId().slice(-10)}`.toUpperCase();
    const location = { provider_uuid: this.world.providerA, location_uuid: newId(), warehouse_uuid, barcode, type };
    await this.server.services.database.transaction(this.staff(), (tx) => tx.insertInto("location").values(location).execute());
    return barcode;
  }
  /** An empty tote of a warehouse. Returns its barcode. */
  addTote(on: StockStage): Promise<string> {
    return this.addLocation(on, "tote");
  }

  async order(uuid: string): Promise<OutputOf<typeof getOrder>> {
    return (await request(this.server.app, getOrder, { order_uuid: uuid }, this.asProvider())).data;
  }
  async wave(uuid: string): Promise<OutputOf<typeof getWave>> {
    return (await request(this.server.app, getWave, { wave_uuid: uuid }, this.asProvider())).data;
  }
  async members(uuid: string): Promise<OutputOf<typeof listWaveOrders>["result"]> {
    return (await request(this.server.app, listWaveOrders, { wave_uuid: uuid }, this.asProvider())).data.result;
  }
  async read<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return (await this.server.services.database.transaction(platform, (tx) => query.execute(tx))).rows;
  }

  /** Plans a wave as its job does, unless a worker has just done so. */
  async plan(uuid: string): Promise<void> {
    const inScope = inSystemScope(this.server.services, this.world.providerA);
    const found = await searchTours(inScope, uuid, "plan", { seconds: 0.05 });
    const stored = found.ok ? await inScope((scope) => storeTours(scope, uuid, "plan", found.value)) : found;
    if (!stored.ok && (await this.wave(uuid)).status !== "planned") throw new Error(stored.problem);
  }

  /** A planned wave of some orders. */
  async buildOf(orders: readonly string[], kind: WaveKind): Promise<string> {
    const { data } = await request(this.server.app, buildWaveOf, { order_ids: [...orders], kind }, this.asProvider());
    assert.deepEqual(data.failed, []);
    await this.plan(data.wave_uuid);
    return data.wave_uuid;
  }

  async release(uuid: string): Promise<OutputOf<typeof getWave>> {
    const { version } = await this.wave(uuid);
    return (await request(this.server.app, releaseWave, { wave_uuid: uuid, version }, this.asProvider())).data;
  }

  /** Picks all tasks of a planned wave into one tote. Returns its barcode. */
  async pickInto(on: StockStage, uuid: string): Promise<string> {
    const { app } = this.server;
    const { tasks } = await this.release(uuid);
    const tote = await this.addTote(on);
    for (const { task_uuid } of tasks) {
      await request(app, claimTask, { task_uuid }, this.asProvider());
      await request(app, startPickTask, { task_uuid, tote }, this.asProvider());
      const { lines } = (await request(app, getPickTask, { task_uuid }, this.asProvider())).data;
      for (const { line_number, location_uuid } of lines) {
        const picked = await request(app, pickLines, { task_uuid, line_numbers: [line_number], location_uuid }, this.asProvider());
        assert.equal(picked.code, 200);
      }
    }
    return tote;
  }

  /** The ledger agrees with itself, and orders, reservations, waves, tasks and lines with it and each other. */
  async expectSound(): Promise<void> {
    const faults = await this.server.services.database.transaction(platform, (tx) => listPickingFaults(tx, this.world.providerA));
    assert.deepEqual(faults, []);
  }
}
