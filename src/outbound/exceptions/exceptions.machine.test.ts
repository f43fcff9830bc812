import { expect, test } from "vitest";
import { canDo, exceptionEvents, exceptionMachine, exceptionStatuses, getNextExceptionStatus, listRolesFor } from "./exceptions.machine.ts";
import type { ExceptionEvent, ExceptionStatus } from "./exceptions.machine.ts";

/** What each event makes of an exception in each state; what is missing is refused. */
const expected: Readonly<Record<ExceptionStatus, Partial<Record<ExceptionEvent, ExceptionStatus>>>> = {
  open: { repeat: "open", assign: "assigned", note: "open", ask: "waiting_retailer", resolve: "resolved" },
  assigned: { repeat: "assigned", assign: "assigned", note: "assigned", ask: "waiting_retailer", resolve: "resolved" },
  waiting_retailer: {
    repeat: "waiting_retailer",
    assign: "waiting_retailer",
    note: "waiting_retailer",
    recall: "assigned",
    answer: "assigned",
    resolve: "resolved",
  },
  resolved: { note: "resolved", close: "closed", reopen: "assigned" },
  closed: { reopen: "assigned" },
};

/** Who may make each event, in a state that allows it. */
const makers: Readonly<Record<ExceptionEvent, readonly string[]>> = {
  repeat: [],
  assign: ["provider", "operator"],
  note: ["provider", "operator", "dropShipper"],
  ask: ["provider", "operator"],
  recall: ["provider", "operator"],
  answer: ["dropShipper"],
  resolve: ["provider", "operator"],
  close: ["provider"],
  reopen: ["provider", "operator"],
};

test.each(exceptionStatuses.flatMap((status) => exceptionEvents.map((event) => [status, event] as const)))(
  "an exception that is %s, on %s",
  (status, event) => {
    const next = expected[status][event] ?? null;
    expect(getNextExceptionStatus(status, event)).toBe(next);
    for (const role of ["provider", "operator", "dropShipper"] as const)
      expect(canDo(role, event, status)).toBe(next !== null && makers[event].includes(role));
    expect(listRolesFor(event)).toEqual(makers[event]);
  },
);

test("every state can be reached, and every transition has one meaning", () => {
  const reached = new Set<ExceptionStatus>([exceptionMachine.initial]);
  for (const status of reached)
    for (const event of exceptionEvents) {
      const next = getNextExceptionStatus(status, event);
      if (next !== null) reached.add(next);
    }
  expect([...reached].toSorted()).toEqual([...exceptionStatuses].toSorted());
  const keys = exceptionMachine.transitions.flatMap(({ from, event }) => from.map((status) => `${status} ${event}`));
  expect(new Set(keys).size).toBe(keys.length);
});
