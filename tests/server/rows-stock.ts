import type { Tx } from "#server/platform/db/row-security.ts";
import { reconcileLedger } from "#server/warehouse/stock/reconciliation.commands.ts";
import { reserveStock } from "#server/warehouse/stock/reservations.commands.ts";
import { platform, actAs } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { markerOf } from "./rows.ts";
import { putStock, staffOf, stageStock } from "./stage-stock.ts";
import type { StockStage } from "./stage-stock.ts";
import type { Person } from "./world.ts";

/** A stage's stocktake. */
export interface StocktakeRows {
  stocktakeUuid: string;
  lineUuid: string;
}

/** Adds a stocktake of the stage's first SKU with one line in a given state. The transaction acts for the provider's staff. */
export async function addStocktake(
  tx: Tx,
  person: Person,
  { providerUuid, warehouseUuid, locations, variants }: StockStage,
  { status, counted, expected }: { status: string; counted: number | null; expected: number | null },
): Promise<StocktakeRows> {
  const [stocktakeUuid, lineUuid] = [newId(), newId()];
  await tx
    .insertInto("stocktake")
    .values({
      provider_uuid: providerUuid,
      stocktake_uuid: stocktakeUuid,
      stocktake_number: `C-${stocktakeUuid}`,
      warehouse_uuid: warehouseUuid,
      status,
      remark: markerOf(person),
      created_by: person.userUuid,
      created_at: new Date(),
    })
    .execute();
  await tx
    .insertInto("stocktake_line")
    .values({
      provider_uuid: providerUuid,
      stocktake_uuid: stocktakeUuid,
      line_uuid: lineUuid,
      location_uuid: locations[0] ?? "",
      variant_uuid: variants[0]?.variantUuid ?? "",
      owner_uuid: variants[0]?.ownerUuid ?? "",
      lot: "L1",
      condition: "good",
      counted,
      expected,
      counted_by: counted === null ? null : person.userUuid,
      counted_at: counted === null ? null : new Date(),
    })
    .execute();
  return { stocktakeUuid, lineUuid };
}

/**
 * Gives a person's company stock: balances, entries, a reservation, a reconciliation, a stocktake. Afterwards the transaction has no specific
 * identity.
 */
export async function addStockRows(tx: Tx, person: Person): Promise<StockStage> {
  const providerUuid = person.providerUuid ?? "";
  const ownerUuid = person.retailerUuid ?? providerUuid;
  const stage = await stageStock(tx, { providerUuid, ownerUuid, variants: 1, keepsLots: true, marker: markerOf(person) });
  await putStock(tx, stage, { quantity: 5, lot: "L1" });
  const [variant] = stage.variants;
  const want = { line: 1, variantUuid: variant?.variantUuid ?? "", ownerUuid, warehouseUuid: stage.warehouseUuid, quantity: 1, lot: null };
  await reserveStock(tx, providerUuid, { type: "order", uuid: newId() }, [want], new Date());
  actAs(tx, platform);
  await reconcileLedger(tx, providerUuid, new Date());
  actAs(tx, staffOf(providerUuid));
  await addStocktake(tx, person, stage, { status: "counting", counted: 3, expected: 5 });
  return stage;
}
