import { platform } from "#server/platform/db/row-security.ts";
import type { Aim, Example } from "./example.ts";
import { addStocktake, addStockRows } from "./rows-stock.ts";
import type { StocktakeRows } from "./rows-stock.ts";
import type { StockStage } from "./stage-stock.ts";
import type { Person } from "./world.ts";

function openStage({ test }: Aim, person: Person): Promise<StockStage> {
  return test.services.database.transaction(platform, (tx) => addStockRows(tx, person));
}
const own = (aim: Aim) => openStage(aim, aim.owner);
const foreign = (aim: Aim) => openStage(aim, aim.foreign.person);
const variantOf = ({ variants }: StockStage) => variants[0]?.variantUuid ?? "";

/** Creates an example about pieces at the stage's first location; the foreign one names another's SKU. */
function about(input: (stage: StockStage) => object): Example {
  return {
    own: async (aim) => {
      const stage = await own(aim);
      return { ...input(stage), variant_uuid: variantOf(stage) };
    },
    withForeign: async (aim) => {
      const [mine, theirs] = [await own(aim), await foreign(aim)];
      return { ...input(mine), variant_uuid: variantOf(theirs) };
    },
  };
}

/** Creates an example of an owner's list; the foreign one names another owner. */
function ofOwner(input: (stage: StockStage) => object): Example {
  return {
    own: async (aim) => input(await own(aim)),
    withForeign: async (aim) => ({ owner_uuid: (await foreign(aim)).variants[0]?.ownerUuid }),
  };
}

type Standing = Parameters<typeof addStocktake>[3];
const differing: Standing = { status: "counting", counted: 3, expected: 5 };

async function stocktakeOf({ test }: Aim, person: Person, standing: Standing): Promise<StocktakeRows & { stage: StockStage }> {
  return test.services.database.transaction(platform, async (tx) => {
    const stage = await addStockRows(tx, person);
    return { stage, ...(await addStocktake(tx, person, stage, standing)) };
  });
}

/** Creates an example about a stocktake in some state; the foreign one names another's. */
function aboutStocktake(standing: Standing, input: (rows: StocktakeRows & { stage: StockStage }) => object = () => ({})): Example {
  const of = (rows: StocktakeRows & { stage: StockStage }, named: StocktakeRows) => ({
    ...input(rows),
    stocktake_uuid: named.stocktakeUuid,
  });
  return {
    own: async (aim) => {
      const rows = await stocktakeOf(aim, aim.owner, standing);
      return of(rows, rows);
    },
    withForeign: async (aim) => of(await stocktakeOf(aim, aim.owner, standing), await stocktakeOf(aim, aim.foreign.person, standing)),
  };
}
const atFirst = ({ stage: { barcodes } }: { stage: StockStage }) => ({ location: barcodes[0] });

/** An input for each stock call. */
export const stockExamples: Readonly<Record<string, Example>> = {
  "stock.move-stock": about(({ barcodes }) => ({ lot: "L1", quantity: 1, from_location: barcodes[0], to_location: barcodes[1] })),
  "stock.change-condition": about(({ barcodes }) => ({ lot: "L1", quantity: 1, location: barcodes[0], to_condition: "damaged" })),
  "stock.adjust-stock": about(({ barcodes }) => ({ lot: "L1", delta: 2, location: barcodes[0], reason: "found" })),
  "stock.upsert-lot": about(() => ({ lot: "L1", expires_on: "2030-06-30" })),
  "stock.list-stock": ofOwner(() => ({})),
  "stock.list-balances": ofOwner((stage) => ({ variant_uuid: variantOf(stage) })),
  "stock.list-movements": ofOwner((stage) => ({ variant_uuid: variantOf(stage) })),
  "stock.stock-at": {
    own: async (aim) => ({ variant_uuid: variantOf(await own(aim)), at: new Date().toISOString() }),
    withForeign: async (aim) => ({ variant_uuid: variantOf(await foreign(aim)), at: new Date().toISOString() }),
  },
  "stock.stock-ages": ofOwner(() => ({})),
  "stock.list-reconciliations": {
    own: async (aim) => {
      await own(aim);
      return {};
    },
  },
  "stock.reconcile": { own: async () => ({}) },
  "stock.set-low-stock": {
    own: async (aim) => ({ variant_uuid: variantOf(await own(aim)), low_stock_quantity: 7, seen: null }),
    withForeign: async (aim) => ({ variant_uuid: variantOf(await foreign(aim)), low_stock_quantity: 7, seen: null }),
  },
  "stock.create-stocktake": {
    own: async (aim) => ({ warehouse_uuid: (await own(aim)).warehouseUuid }),
    withForeign: async (aim) => ({ warehouse_uuid: (await foreign(aim)).warehouseUuid }),
  },
  "stock.start-stocktake": aboutStocktake({ status: "draft", counted: null, expected: null }, () => ({ version: 1 })),
  "stock.recount-stocktake": aboutStocktake(differing, () => ({ version: 1 })),
  "stock.cancel-stocktake": aboutStocktake(differing, () => ({ version: 1 })),
  "stock.approve-stocktake": aboutStocktake({ status: "counting", counted: 5, expected: 5 }, () => ({ version: 1 })),
  "stock.list-stocktakes": {
    own: async (aim) => {
      await own(aim);
      return {};
    },
    withForeign: async (aim) => ({ warehouse_uuid: (await foreign(aim)).warehouseUuid }),
  },
  "stock.get-stocktake": aboutStocktake(differing),
  "stock.list-stocktake-lines": aboutStocktake(differing),
  "stock.stocktake-location": aboutStocktake(differing, atFirst),
  "stock.count-stock": aboutStocktake(differing, ({ stage }) => ({
    ...atFirst({ stage }),
    variant_uuid: variantOf(stage),
    lot: "L1",
    quantity: 2,
  })),
  "stock.undo-count": aboutStocktake(differing, ({ lineUuid }) => ({ line_uuid: lineUuid, after: 3, before: null })),
  "stock.finish-location": aboutStocktake(differing, atFirst),
  "stock.reopen-location": aboutStocktake(differing, ({ stage }) => ({ ...atFirst({ stage }), line_uuids: [] })),
};
