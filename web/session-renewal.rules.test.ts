import { expect, test } from "vitest";
import { isDue, renewAfterMs } from "./session-renewal.rules.ts";

const now = Date.UTC(2026, 0, 5, 12);

test("tokens up to an hour old are left alone, older ones are renewed", () => {
  expect(isDue(now, now)).toBe(false);
  expect(isDue(now - renewAfterMs, now)).toBe(false);
  expect(isDue(now - renewAfterMs - 1, now)).toBe(true);
});

test("tokens of unknown age or with a future date are renewed", () => {
  expect(isDue(0, now)).toBe(true);
  expect(isDue(now + 1, now)).toBe(true);
});
