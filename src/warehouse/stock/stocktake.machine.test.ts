import { expect, test } from "vitest";
import { getNextStocktakeStatus, stocktakeStatuses } from "./stocktake.machine.ts";
import type { StocktakeEvent } from "./stocktake.machine.ts";

const events: readonly StocktakeEvent[] = ["start", "count", "recount", "approve", "cancel"];

test("each event of a stocktake leads to one next status, or is not allowed", () => {
  const table = stocktakeStatuses.map((status) => [status, ...events.map((event) => getNextStocktakeStatus(status, event))]);
  expect(table).toEqual([
    ["draft", "counting", null, null, null, "cancelled"],
    ["counting", null, "counting", "recount", "approved", "cancelled"],
    ["recount", null, "recount", null, "approved", "cancelled"],
    ["approved", null, null, null, null, null],
    ["cancelled", null, null, null, null, null],
  ]);
});
