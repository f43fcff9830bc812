import { describe, expect, test } from "vitest";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import { canDo, receiptEvents, receiptMachine, receiptStatuses, listRolesFor, getNextStatus } from "./receipts.machine.ts";

/** Finds all states reachable from a draft. */
function reachable(): Set<string> {
  const seen = new Set<string>([receiptMachine.initial]);
  for (let before = 0; before < seen.size;) {
    before = seen.size;
    for (const { from, to } of receiptMachine.transitions) if (from.some((status) => seen.has(status))) seen.add(to);
  }
  return seen;
}

describe("the state machine of a receipt", () => {
  test("reaches every status, and contains no unknown one", () => {
    expect([...reachable()].toSorted()).toEqual([...receiptStatuses].toSorted());
  });

  test("has a transition for every event, and at most one for each event in each status", () => {
    for (const event of receiptEvents) {
      const rows = receiptMachine.transitions.filter((row) => row.event === event);
      expect(rows, event).not.toEqual([]);
      const states = rows.flatMap(({ from }) => from);
      expect(new Set(states).size, event).toBe(states.length);
    }
  });

  test("goes from draft to completed through the usual events", () => {
    let status = getNextStatus("draft", "submit");
    for (const event of ["confirm", "arrive", "inspect", "put_away", "complete"] as const)
      status = status === null ? null : getNextStatus(status, event);
    expect(status).toBe("completed");
  });

  test("allows cancelling before anything arrives, and never after", () => {
    const may = receiptStatuses.filter((status) => getNextStatus(status, "cancel") !== null);
    expect(may).toEqual(["draft", "submitted", "confirmed"]);
  });

  test("allows closing short to the provider alone, from the arrival on", () => {
    expect(receiptStatuses.filter((status) => canDo("provider", "close_short", status))).toEqual(["arrived", "inspecting", "putting_away"]);
    expect(listRolesFor("close_short")).toEqual(["provider"]);
  });

  test("lets only the owner withdraw, and only the staff return and confirm", () => {
    expect(listRolesFor("withdraw")).toEqual(["dropShipper"]);
    expect(listRolesFor("return")).toEqual(["provider", "operator"]);
    expect(listRolesFor("confirm")).toEqual(["provider", "operator"]);
  });

  test("lets no role complete a receipt by hand, or do anything to a cancelled one", () => {
    expect(listRolesFor("complete")).toEqual([]);
    for (const role of roleTypes) expect(receiptEvents.filter((event) => canDo(role, event, "cancelled"))).toEqual([]);
  });
});
