import { describe, expect, test } from "vitest";
import { canDo, doneStatuses, getNextReturnStatus, listRolesFor, returnEvents, returnMachine, returnStatuses } from "./returns.machine.ts";

describe("the machine of returns", () => {
  test("goes one way, except that an ended return is reopened by taking a scan back", () => {
    const order = [...returnStatuses];
    for (const { from, event, to } of returnMachine.transitions)
      for (const state of from)
        if (event !== "undo") expect(order.indexOf(to), `${state} ${event}`).toBeGreaterThanOrEqual(order.indexOf(state));
    for (const state of doneStatuses) expect(getNextReturnStatus(state, "undo")).toBe("decided");
  });

  test("lets a retailer decide and cancel, and nothing else", () => {
    expect(returnEvents.filter((event) => listRolesFor(event).includes("dropShipper")).toSorted()).toEqual(["cancel", "decide"]);
    expect(canDo("dropShipper", "cancel", "expected")).toBe(true);
    expect(canDo("dropShipper", "cancel", "arrived")).toBe(false);
  });
});
