import { expect, test } from "vitest";
import { isDue, renewAfterMs } from "./renewal.rules.ts";

const now = Date.UTC(2026, 0, 5, 12);

test("tokens of an hour are left alone, older ones are renewed", () => {
  expect(isDue(now, now)).toBe(false);
  expect(isDue(now - renewAfterMs, now)).toBe(false);
  expect(isDue(now - renewAfterMs - 1, now)).toBe(true);
});

test("tokens of an unknown age, or of a time to come, are renewed", () => {
  expect(isDue(0, now)).toBe(true);
  expect(isDue(now + 1, now)).toBe(true);
});
