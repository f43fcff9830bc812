import type { OutputOf } from "#src/kit/api/define-call.ts";
import { addStorage, confirmReceipt, returnReceipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { arriveReceipt, inspect, putAway } from "#src/warehouse/receipts/receiving.contract.ts";
import { addCharge } from "#src/billing/wallet/charges.contract.ts";
import { requestTopUp } from "#src/billing/wallet/top-up-requests.contract.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { orderKinds } from "#src/outbound/orders/orders.rules.ts";
import type { OrderKind } from "#src/outbound/orders/orders.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import { addExceptionRows } from "./rows-exceptions.ts";
import { addReturnRows } from "./rows-returns.ts";
import { addOrderRows } from "./rows-orders.ts";
import { addWaybillRows } from "./rows-waybills.ts";
import { addStocktake } from "./rows-stock.ts";
import { arrived, stageReceipts, submitted } from "./stage-receipts.ts";
import type { ReceiptStage } from "./stage-receipts.ts";
import { stageStock, staffOf } from "./stage-stock.ts";
import type { StockStage } from "./stage-stock.ts";
import type { World } from "./world.ts";

/** A supplier and a retailer with one of every to-do, and some of nobody's. */
export interface ToDoScene {
  readonly world: World;
  readonly stage: ReceiptStage;
  readonly own: StockStage;
}

async function good<T>(reply: Promise<{ code: number; data: T; text: string }>): Promise<T> {
  const { code, data, text } = await reply;
  if (code !== 200) throw new Error(text);
  return data;
}

type Arrived = OutputOf<typeof arriveReceipt>;

/** Adds a receipt of the provider's own goods with one unqualified piece. */
async function addOwnReceipt({ app }: TestApp, { provider, providerA }: World, { warehouseUuid, variants }: StockStage): Promise<void> {
  const by = { token: provider.token };
  const sku = variants[0]?.sku ?? "";
  const lines = [{ sku, expected: 1 }];
  const added = await good(request(app, addStorage, { owner_uuid: providerA, warehouse_uuid: warehouseUuid, lines, submit: true }, by));
  const { receipt_uuid } = added;
  await good(request(app, confirmReceipt, { receipt_uuid, version: added.version }, by));
  await good(request(app, arriveReceipt, { receipt_uuid }, by));
  await good(request(app, inspect, { receipt_uuid, code: sku, unqualified_quantity: 1, qualified_quantity: 0, reason: "broken" }, by));
}

/**
 * Adds receipts of the retailer: one to confirm, one returned, one to receive with pieces to put away and to decide about, and one only to decide
 * about.
 */
async function addReceipts(test: TestApp, world: World, stage: ReceiptStage): Promise<void> {
  const by = { token: world.operator.token };
  const { mug, cup } = stage;
  await submitted(test, world, stage, [{ variant: mug, expected: 4 }]);
  const back = await submitted(test, world, stage, [{ variant: mug, expected: 5 }]);
  const { receipt_uuid, version } = back;
  await good(request(test.app, returnReceipt, { receipt_uuid, version, reason: "The box count is missing" }, by));
  const count = ({ receipt_uuid: uuid }: Arrived, code: string, qualified_quantity: number, unqualified_quantity: number) =>
    good(request(test.app, inspect, { receipt_uuid: uuid, code, qualified_quantity, unqualified_quantity, reason: "chipped" }, by));
  await count(await arrived(test, world, stage, [{ variant: mug, expected: 10 }]), mug.barcode, 3, 2);
  // In putaway with nothing left to put away: only the owner's decision is missing.
  const undecided = await arrived(test, world, stage, [{ variant: cup, expected: 3 }]);
  const { line } = await count(undecided, cup.barcode, 1, 2);
  const put = { receipt_uuid: undecided.receipt_uuid, line_uuid: line?.line_uuid ?? "", location: stage.barcodes[0] ?? "" };
  await good(request(test.app, putAway, put, by));
}

/** Adds orders of the retailer: of each kind one to confirm, one that is late, one short of stock and one on hold, and one that was returned. */
async function addOrders(test: TestApp, { providerA, retailer }: World, stage: StockStage): Promise<void> {
  await test.services.database.transaction(staffOf(providerA), async (tx) => {
    const add = async (status: OrderStatus, set: { kind?: OrderKind; holds?: string[]; reason?: string; due_at?: Date }) => {
      const { orderUuid } = await addOrderRows(tx, retailer, status, stage);
      await tx.updateTable("sales_order").set(set).where("provider_uuid", "=", providerA).where("order_uuid", "=", orderUuid).execute();
    };
    for (const kind of orderKinds) {
      await add("submitted", { kind });
      await add("short", { kind });
      await add("confirmed", { kind, due_at: new Date(test.services.clock.now().getTime() - 60_000) });
      // Late too, but the warehouse cannot help it.
      await add("confirmed", { kind, holds: ["address"], due_at: new Date(0) });
    }
    await add("draft", { reason: "The street is missing" });
    // Nobody's to-do.
    await add("draft", { holds: [] });
  });
}

/** Adds an exception for the supplier, of the work inside the warehouse, and one that waits for the retailer's answer. */
async function addExceptions(test: TestApp, { providerA, provider, retailer }: World, stage: StockStage): Promise<void> {
  await test.services.database.transaction(staffOf(providerA), async (tx) => {
    await addExceptionRows(tx, retailer, "open", "late_pick", stage);
    const { exceptionUuid } = await addExceptionRows(tx, retailer, "waiting_retailer", "late_pick", stage, provider.userUuid);
    await tx
      .updateTable("exception_case")
      .set({ type: "short" })
      .where("provider_uuid", "=", providerA)
      .where("exception_uuid", "=", exceptionUuid)
      .execute();
  });
}

/** Adds returns of the retailer in each state that waits for somebody, and one with goods of the provider that waits for it. */
async function addReturns(test: TestApp, { providerA, provider, retailer }: World, stage: StockStage, own: StockStage): Promise<void> {
  await test.services.database.transaction(staffOf(providerA), async (tx) => {
    for (const of of ["expected", "unknown", "arrived", "inspected", "decided"] as const) await addReturnRows(tx, retailer, of, stage);
    await addReturnRows(tx, provider, "inspected", own);
  });
}

/** Adds a weighed parcel without a waybill. Its channel is disabled, so that other orders are shipped without one. */
async function addParcel(test: TestApp, { providerA, retailerA, retailer }: World): Promise<void> {
  await test.services.database.transaction(staffOf(providerA), async (tx) => {
    const stage = await stageStock(tx, { providerUuid: providerA, ownerUuid: retailerA, variants: 1 });
    await addWaybillRows(tx, retailer, { isWithout: true, stage });
    await tx.updateTable("channel").set({ is_enabled: false }).where("provider_uuid", "=", providerA).execute();
  });
}

/** Creates a new world with the scene. */
export async function setToDoScene(test: TestApp, world: World): Promise<ToDoScene> {
  const { providerA, retailerA, provider, retailer } = world;
  const stage = await stageReceipts(test, world);
  const own = await test.services.database.transaction(staffOf(providerA), async (tx) => {
    const staged = await stageStock(tx, { providerUuid: providerA, ownerUuid: providerA, variants: 1 });
    for (const standing of [
      { status: "draft", counted: null, expected: null },
      { status: "counting", counted: null, expected: null },
      { status: "counting", counted: 3, expected: 5 },
      { status: "counting", counted: 5, expected: 5 },
      { status: "approved", counted: 5, expected: 5 },
    ])
      await addStocktake(tx, provider, staged, standing);
    const low = [stage.mug.variantUuid, staged.variants[0]?.variantUuid ?? newId()];
    await tx
      .updateTable("variant")
      .set({ low_stock_quantity: 5 })
      .where("provider_uuid", "=", providerA)
      .where("variant_uuid", "in", low)
      .execute();
    return staged;
  });
  await addParcel(test, world);
  await addReceipts(test, world, stage);
  await addOrders(test, world, stage);
  await addExceptions(test, world, stage);
  await addReturns(test, world, stage, own);
  await addOwnReceipt(test, world, own);
  const charge = { retailer_uuid: retailerA, kind: "other", amount_cents: 1250, remark: "Relabelling" } as const;
  const day = test.services.clock.now().toISOString().slice(0, 10);
  await good(request(test.app, addCharge, { ...charge, day }, { token: provider.token }));
  const sent = { amount_cents: 1000, reference: "TT 1", sent_on: day };
  await good(request(test.app, requestTopUp, sent, { token: retailer.token }));
  return { world, stage, own };
}
