import { expect, test } from "vitest";
import { createIdempotencyKeys } from "./idempotency-keys.ts";

test.each(["last", "all"] as const)("a repeated attempt gets the same key until its response arrives (%s)", (remembers) => {
  const keys = createIdempotencyKeys(remembers);
  const first = keys.getKey("save 1", false);
  expect(keys.getKey("save 1", false)).toBe(first);
  keys.forget("save 1");
  expect(keys.getKey("save 1", false)).not.toBe(first);
});

test("another attempt replaces the previous one, or is remembered beside it", () => {
  const last = createIdempotencyKeys("last");
  const all = createIdempotencyKeys("all");
  const before = [last.getKey("save 1", false), all.getKey("save 1", false)];
  last.getKey("save 2", false);
  all.getKey("save 2", false);
  expect(last.getKey("save 1", false)).not.toBe(before[0]);
  expect(all.getKey("save 1", false)).toBe(before[1]);
});

test("a call with files always gets a new key", () => {
  const keys = createIdempotencyKeys("last");
  expect(keys.getKey("upload 1", true)).not.toBe(keys.getKey("upload 1", true));
});
