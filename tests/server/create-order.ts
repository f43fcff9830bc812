import assert from "node:assert/strict";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import type { StockStage } from "./stage-stock.ts";
import type { Person } from "./world.ts";

/**
 * Creates a draft of one piece of a stage's first SKU, from its warehouse.
 * @param more fields that are added or replaced
 * @returns its uuid; empty if it is refused
 */
export async function createDraft({ app }: TestApp, on: StockStage, { token }: Person, more: object = {}): Promise<string> {
  const draft = {
    country: "US",
    recipient: { consignee: "Alex Example", address: "1 Example Street", city: "Springfield" },
    warehouse_uuid: on.warehouseUuid,
    lines: [{ sku: on.variants[0]?.sku ?? "", quantity: 1 }],
    ...more,
  };
  return (await request(app, createOrder, draft, { token })).data.order_uuid;
}

/** Creates such a draft and submits it. @throws AssertionError if that is refused */
export async function createSubmittedOrder(server: TestApp, on: StockStage, person: Person, more: object = {}): Promise<string> {
  const order_uuid = await createDraft(server, on, person, more);
  const { data } = await request(server.app, submitOrders, { order_ids: [order_uuid] }, { token: person.token });
  assert.deepEqual(data.failed, []);
  return order_uuid;
}
