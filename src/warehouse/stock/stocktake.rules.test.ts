import { describe, expect, test } from "vitest";
import type { StocktakeEvent } from "./stocktake.machine.ts";
import { stocktakeStatuses } from "./stocktake.machine.ts";
import { getObstacle } from "#src/kit/ui/action/action.ts";
import { stocktakeActions } from "./stocktake.actions.ts";
import { getStepRefusal, hidesFirstCount } from "./stocktake.rules.ts";

const steps: readonly StocktakeEvent[] = ["start", "recount", "approve", "cancel"];
const getSteps = (status: (typeof stocktakeStatuses)[number], recount_count: number) =>
  steps.filter((step) => getStepRefusal({ status, recount_count }, step) === null);

describe("the steps of a stocktake", () => {
  test("exclude approval while a recount is due", () => {
    expect(getSteps("counting", 2)).toEqual(["recount", "cancel"]);
    expect(getSteps("recount", 2)).toEqual(["cancel"]);
    expect(getStepRefusal({ status: "counting", recount_count: 2 }, "approve")).toBe("stock.recountFirst");
  });

  test("include approval, and no recount, once no recount is due", () => {
    expect(getSteps("counting", 0)).toEqual(["approve", "cancel"]);
    expect(getSteps("recount", 0)).toEqual(["approve", "cancel"]);
    expect(getStepRefusal({ status: "counting", recount_count: 0 }, "recount")).toBe("stock.nothingDiffers");
  });

  test("are start and cancel for a draft, and none after the end", () => {
    expect(getSteps("draft", 0)).toEqual(["start", "cancel"]);
    for (const status of ["approved", "cancelled"] as const) expect(getSteps(status, 0)).toEqual([]);
  });

  test("are shown as actions exactly when the rule allows them, and counting while it is in progress", () => {
    const viewer = { role: "provider", permissions: [], isReadOnly: false, scope: { providerUuid: "" } } as never;
    for (const status of stocktakeStatuses)
      for (const recount_count of [0, 2]) {
        const subject = { status, recount_count };
        const obstacles = steps.map((step) => getObstacle(stocktakeActions[step as "start"], subject, viewer));
        const refusals = steps.map((step) => getStepRefusal(subject, step));
        expect(obstacles).toEqual(refusals.map((code) => (code === null ? null : { code, isHidden: true })));
        const isCounted = status === "counting" || status === "recount";
        expect(getObstacle(stocktakeActions.count, subject, viewer)).toEqual(
          isCounted ? null : { code: "stock.notCounting", isHidden: true },
        );
      }
  });

  test("hide the first count only in the recount of a blind stocktake", () => {
    const hiding = stocktakeStatuses.filter((status) => hidesFirstCount({ is_blind: true, status }));
    expect(hiding).toEqual(["recount"]);
    expect(hidesFirstCount({ is_blind: false, status: "recount" })).toBe(false);
  });
});
