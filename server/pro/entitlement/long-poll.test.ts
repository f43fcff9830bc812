import { afterEach, expect, it } from "vitest";
import { endWaits, pollUntil } from "./long-poll.ts";

afterEach(endWaits);

const isThree = (seen: number) => seen === 3;
const waiter = { waitMs: 20_000, requester: "device", network: "192.0.2.1" };

/** Returns a poll that counts its calls. */
function counting(): () => Promise<number> {
  let looks = 0;
  return async () => (looks += 1);
}

/** Waits for a result that never comes; `answered` is the number of polls when the wait has ended. */
function waitInVain(requester: string, network: string): { answered: number | null; done: Promise<void> } {
  const wait: { answered: number | null; done: Promise<void> } = { answered: null, done: Promise.resolve() };
  const ask = async () => {
    wait.answered = await pollUntil(counting(), () => false, { waitMs: 60_000, requester, network });
  };
  wait.done = ask();
  return wait;
}

/** Resolves when everything that needs no time has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("polls until there is a result", async () => {
  expect(await pollUntil(counting(), isThree, waiter)).toBe(3);
});

it("polls once without a wait, and again at the end of a wait", async () => {
  expect(await pollUntil(counting(), () => false, { ...waiter, waitMs: 0 })).toBe(1);
  expect(await pollUntil(counting(), () => false, { ...waiter, waitMs: 50 })).toBeGreaterThan(1);
});

it("a failed poll throws, and frees its place among those waiting", async () => {
  let looks = 0;
  const failing = async () => {
    looks += 1;
    if (looks === 2) throw new Error("the database is gone");
    return looks;
  };
  for (let at = 0; at < 3; at += 1) {
    looks = 0;
    await expect(pollUntil(failing, () => false, waiter)).rejects.toThrow("the database is gone");
  }
});

it("all waits are answered when the server is about to stop, and later ones wait again", async () => {
  const waiting = Array.from({ length: 40 }, (_none, at) => waitInVain(`device ${at}`, `192.0.2.${at}`));
  await settled();
  expect(waiting.every(({ answered }) => answered === null)).toBe(true);
  endWaits();
  await Promise.all(waiting.map(({ done }) => done));
  expect(await pollUntil(counting(), isThree, waiter)).toBe(3);
});

it("at most two waits per device: the oldest is answered at once", async () => {
  const [first, second] = [waitInVain("one", "192.0.2.1"), waitInVain("one", "192.0.2.2")];
  await settled();
  const third = waitInVain("one", "192.0.2.3");
  await first.done;
  expect([second.answered, third.answered]).toEqual([null, null]);
});

it("at most twenty waits per network: the next is answered at once, and other networks are not affected", async () => {
  const waiting = Array.from({ length: 20 }, (_none, at) => waitInVain(`device ${at}`, "192.0.2.1"));
  await settled();
  const next = waitInVain("next", "192.0.2.1");
  await next.done;
  expect(next.answered).toBe(1);
  const other = waitInVain("next", "192.0.2.2");
  // one of the devices, from another network, waits as well
  waitInVain("device 0", "192.0.2.2");
  await settled();
  expect([other.answered, ...waiting.map(({ answered }) => answered)].every((answered) => answered === null)).toBe(true);
});

it("at most 500 waits per process", async () => {
  const waiting = Array.from({ length: 500 }, (_none, at) => waitInVain(`device ${at}`, `network ${at}`));
  await settled();
  const next = waitInVain("next", "network");
  await next.done;
  expect(next.answered).toBe(1);
  expect(waiting.every(({ answered }) => answered === null)).toBe(true);
});
