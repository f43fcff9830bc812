import { describe, expect, test } from "vitest";
import { listAllowedEvents, getNextState } from "#src/kit/lib/machine.ts";
import { jobEvents, jobMachine } from "./jobs.machine.ts";

describe("the job machine", () => {
  test("reaches every state from the initial one, and uses exactly the known states and events", () => {
    const reached = new Set([jobMachine.initial]);
    for (const _round of jobMachine.states) {
      for (const row of jobMachine.transitions) if (row.from.some((state) => reached.has(state))) reached.add(row.to);
    }
    expect([...reached].toSorted()).toEqual([...jobMachine.states].toSorted());
    expect(new Set(jobMachine.transitions.map(({ event }) => event))).toEqual(new Set(jobEvents));
  });

  test("has at most one target for each state and event", () => {
    for (const state of jobMachine.states) {
      for (const event of jobEvents) {
        const rows = jobMachine.transitions.filter((row) => row.event === event && row.from.includes(state));
        expect(rows.length, `${state} ${event}`).toBeLessThanOrEqual(1);
        expect(getNextState(jobMachine, state, event)).toBe(rows[0]?.to ?? null);
      }
    }
  });

  test("allows at least one event in every state", () => {
    for (const state of jobMachine.states) expect(listAllowedEvents(jobMachine, state).length, state).toBeGreaterThan(0);
  });
});
