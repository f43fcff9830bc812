import { expect, test } from "vitest";
import type { QueuedCall } from "./scan-queue.rules.ts";
import { isKeyExpired, shouldRetry, getRetryDelayMs, listWaitingOthers } from "./scan-queue.rules.ts";

const kept = (username: string, providerUuid = "p"): QueuedCall => ({
  id: username,
  idempotencyKey: "k",
  maker: { username, providerUuid, name: username.toUpperCase() },
  madeAt: "2026-01-01T00:00:00.000Z",
  call: { name: "some.call", method: "POST", path: "/some" },
  input: {},
  label: "",
  state: "waiting",
  sentAt: null,
  refusal: null,
});

test("a scan is resent until the server has accepted or refused it", () => {
  expect(shouldRetry({ kind: "network", status: 0, codeName: null })).toBe(true);
  expect(shouldRetry({ kind: "timeout", status: 0, codeName: null })).toBe(true);
  expect(shouldRetry({ kind: "http", status: 502, codeName: null })).toBe(true);
  expect(shouldRetry({ kind: "http", status: 429, codeName: "tooMany" })).toBe(true);
  expect(shouldRetry({ kind: "refusal", status: 200, codeName: "loginExpired" })).toBe(true);
  expect(shouldRetry({ kind: "refusal", status: 200, codeName: "changedMeanwhile" })).toBe(false);
  expect(shouldRetry({ kind: "http", status: 403, codeName: "forbidden" })).toBe(false);
  expect(shouldRetry({ kind: "http", status: 400, codeName: "parameterError" })).toBe(false);
});

test("a scan sent long ago without an answer is not resent automatically", () => {
  const hour = 3_600_000;
  expect(isKeyExpired({ sentAt: null }, 100 * hour)).toBe(false);
  expect(isKeyExpired({ sentAt: 0 }, 22 * hour)).toBe(false);
  expect(isKeyExpired({ sentAt: 0 }, 24 * hour)).toBe(true);
});

test("the waiting scans of other users are counted by user", () => {
  const calls = [kept("ann"), kept("bob"), kept("bob"), kept("ann", "q")];
  expect(
    listWaitingOthers(calls, { username: "ann", providerUuid: "p" }).map(({ maker, count }) => [maker.name, maker.providerUuid, count]),
  ).toEqual([
    ["BOB", "p", 2],
    ["ANN", "q", 1],
  ]);
});

test("the retry delay grows up to 15 seconds", () => {
  expect([0, 1, 2, 3, 9].map(getRetryDelayMs)).toEqual([2000, 4000, 8000, 15_000, 15_000]);
});
