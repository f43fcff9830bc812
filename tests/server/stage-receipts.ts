import type { OutputOf } from "#src/kit/api/define-call.ts";
import { addStorage, confirmReceipt } from "#src/warehouse/receipts/receipts.contract.ts";
import type { ReceiptRow } from "#src/warehouse/receipts/receipts.contract.ts";
import { arriveReceipt } from "#src/warehouse/receipts/receiving.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import { stageStock } from "./stage-stock.ts";
import type { StockStage } from "./stage-stock.ts";
import type { World } from "./world.ts";

/** A warehouse, and goods of provider A's first retailer. */
export interface ReceiptStage extends StockStage {
  /** without lots, with its own barcode and one of a carton of 12 */
  mug: Staged;
  /** shares the mug's second barcode */
  cup: Staged;
  /** tracks lots and expiry */
  cream: Staged;
  /** not announced unless a test does */
  spare: Staged;
  shared: string;
  carton: string;
}

interface Staged {
  variantUuid: string;
  sku: string;
  barcode: string;
}

/** Creates the stage of one test with unique SKUs, barcodes and locations, so that tests do not interfere. */
export async function stageReceipts(test: TestApp, world: World, options: { shelves?: number } = {}): Promise<ReceiptStage> {
  const { providerA, retailerA } = world;
  const acting = { kind: "provider", providerUuid: providerA, userUuid: world.provider.userUuid } as const;
  return test.services.database.transaction(acting, async (tx) => {
    const stage = await stageStock(tx, { providerUuid: providerA, ownerUuid: retailerA, variants: 4, ...options });
    const tag = newId().slice(-8);
    const staged = stage.variants.map(({ variantUuid, sku }, at) => ({ variantUuid, sku, barcode: `BC-${tag}-${at}` }));
    const [mug, cup, cream, spare] = staged;
    if (mug === undefined || cup === undefined || cream === undefined || spare === undefined) throw new Error("four were asked for");
    const shared = `SHARED-${tag}`;
    const carton = `CARTON-${tag}`;
    const common = { provider_uuid: providerA, owner_uuid: retailerA };
    await tx
      .insertInto("sku_barcode")
      .values([
        ...staged.map(({ variantUuid, barcode }) => ({ ...common, variant_uuid: variantUuid, barcode })),
        { ...common, variant_uuid: mug.variantUuid, barcode: shared },
        { ...common, variant_uuid: cup.variantUuid, barcode: shared },
        { ...common, variant_uuid: mug.variantUuid, barcode: carton, pieces: 12 },
      ])
      .execute();
    await tx
      .updateTable("variant")
      .set({ keeps_lots: true, keeps_expiry: true })
      .where("provider_uuid", "=", providerA)
      .where("variant_uuid", "=", cream.variantUuid)
      .execute();
    return { ...stage, mug, cup, cream, spare, shared, carton };
  });
}

interface Announced {
  variant: Staged;
  expected: number;
  box?: number;
  lot?: string;
  day?: string;
}

/** Creates a receipt submitted by the retailer. */
export async function submitted({ app }: TestApp, world: World, stage: ReceiptStage, lines: readonly Announced[]): Promise<ReceiptRow> {
  const announced = lines.map(({ variant, expected, box = null, lot = "", day = null }) => ({
    sku: variant.sku,
    expected,
    box_number: box,
    lot,
    expires_on: day,
  }));
  const input = { warehouse_uuid: stage.warehouseUuid, reference: `PO-${newId().slice(-6)}`, lines: announced, submit: true };
  const reply = await request(app, addStorage, input, { token: world.retailer.token });
  if (reply.code !== 200) throw new Error(reply.text);
  return reply.data;
}

/** Creates a receipt that the operator has confirmed and whose boxes have all arrived. */
export async function arrived(
  test: TestApp,
  world: World,
  stage: ReceiptStage,
  lines: readonly Announced[],
): Promise<OutputOf<typeof arriveReceipt>> {
  const { receipt_uuid, version } = await submitted(test, world, stage, lines);
  const { token } = world.operator;
  const confirmed = await request(test.app, confirmReceipt, { receipt_uuid, version }, { token });
  if (confirmed.code !== 200) throw new Error(confirmed.text);
  const reply = await request(test.app, arriveReceipt, { receipt_uuid }, { token });
  if (reply.code !== 200) throw new Error(reply.text);
  return reply.data;
}
