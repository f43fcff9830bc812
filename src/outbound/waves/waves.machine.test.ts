import { expect, test } from "vitest";
import { getNextWaveStatus, waveEvents, waveMachine, waveStatuses } from "./waves.machine.ts";
import type { WaveEvent, WaveStatus } from "./waves.machine.ts";

/** What each event makes of a wave in each state; what is missing is refused. */
const expected: Readonly<Record<WaveStatus, Partial<Record<WaveEvent, WaveStatus>>>> = {
  draft: { plan: "planned", add: "draft", kick: "draft", cancel: "cancelled" },
  planned: { plan: "planned", add: "draft", optimize: "planned", release: "released", kick: "planned", cancel: "cancelled" },
  released: { hold: "held", kick: "released", start: "picking", finish: "picked", cancel: "cancelled" },
  held: { resume: "released", resume_picking: "picking", kick: "held", finish: "picked", cancel: "cancelled" },
  picking: { hold: "held", kick: "picking", finish: "picked", cancel: "cancelled" },
  picked: { kick: "picked", complete: "done", cancel: "cancelled" },
  done: {},
  cancelled: {},
};

test.each(waveStatuses.flatMap((status) => waveEvents.map((event) => [status, event] as const)))(
  "a wave that is %s, on %s",
  (status, event) => {
    expect(getNextWaveStatus(status, event)).toBe(expected[status][event] ?? null);
  },
);

test("every state can be reached from a draft, and every transition has one meaning", () => {
  const reached = new Set<WaveStatus>([waveMachine.initial]);
  for (const status of reached)
    for (const event of waveEvents) {
      const next = getNextWaveStatus(status, event);
      if (next !== null) reached.add(next);
    }
  expect([...reached].toSorted()).toEqual([...waveStatuses].toSorted());
  const keys = waveMachine.transitions.flatMap(({ from, event }) => from.map((status) => `${status} ${event}`));
  expect(new Set(keys).size).toBe(keys.length);
});
