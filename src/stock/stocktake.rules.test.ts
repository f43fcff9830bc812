import { describe, expect, test } from "vitest";
import type { StocktakeEvent } from "./stocktake.machine.ts";
import { stocktakeStatuses } from "./stocktake.machine.ts";
import { getStepRefusal, hidesFirstCount } from "./stocktake.rules.ts";

const steps: readonly StocktakeEvent[] = ["start", "recount", "approve", "cancel"];
const getSteps = (status: (typeof stocktakeStatuses)[number], recount_count: number) =>
  steps.filter((step) => getStepRefusal({ status, recount_count }, step) === null);

describe("the steps of a stocktake", () => {
  test("while a recount is due, approval is not among them", () => {
    expect(getSteps("counting", 2)).toEqual(["recount", "cancel"]);
    expect(getSteps("recount", 2)).toEqual(["cancel"]);
    expect(getStepRefusal({ status: "counting", recount_count: 2 }, "approve")).toBe("stock.recountFirst");
  });

  test("once nothing is due, approval is offered and a recount is not", () => {
    expect(getSteps("counting", 0)).toEqual(["approve", "cancel"]);
    expect(getSteps("recount", 0)).toEqual(["approve", "cancel"]);
    expect(getStepRefusal({ status: "counting", recount_count: 0 }, "recount")).toBe("stock.nothingDiffers");
  });

  test("a draft can be started or cancelled, and what is over takes none", () => {
    expect(getSteps("draft", 0)).toEqual(["start", "cancel"]);
    for (const status of ["approved", "cancelled"] as const) expect(getSteps(status, 0)).toEqual([]);
  });

  test("only the recount of a blind stocktake hides the first count", () => {
    const hiding = stocktakeStatuses.filter((status) => hidesFirstCount({ is_blind: true, status }));
    expect(hiding).toEqual(["recount"]);
    expect(hidesFirstCount({ is_blind: false, status: "recount" })).toBe(false);
  });
});
