import { platform } from "#server/platform/db/row-security.ts";
import type { Aim, Example } from "./example.ts";
import { addStockRows } from "./rows-stock.ts";
import type { StockStage } from "./stage-stock.ts";
import type { Person } from "./world.ts";

function openStage({ test }: Aim, person: Person): Promise<StockStage> {
  return test.services.database.transaction(platform, (tx) => addStockRows(tx, person));
}

/** Creates an example of a warehouse's report; the foreign one names another's. */
function ofWarehouse(input: object): Example {
  return {
    own: async (aim) => ({ ...input, warehouse_uuid: (await openStage(aim, aim.owner)).warehouseUuid }),
    withForeign: async (aim) => ({ ...input, warehouse_uuid: (await openStage(aim, aim.foreign.person)).warehouseUuid }),
  };
}

const days = () => {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  return { from: day(30), until: day(0) };
};

/** An input for each report call. */
export const reportsExamples: Readonly<Record<string, Example>> = {
  "reports.stock-by-age": ofWarehouse({ by: "sku" }),
  "reports.movements": ofWarehouse(days()),
  "reports.receipts": ofWarehouse(days()),
  "reports.locations": ofWarehouse({ by: "type" }),
};
