import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { frameKeys } from "./frame-keys.ts";

test("each key of the frame does one thing, and the guide lists exactly these keys", () => {
  const keys = Object.values(frameKeys);
  expect(new Set(keys).size).toBe(keys.length);
  const guide = readFileSync("docs/guide/hand-held.md", "utf8");
  const listed = [...guide.matchAll(/^\| (F\d+|Escape) \|/gm)].map(([, key]) => key);
  expect(listed.toSorted()).toEqual(keys.toSorted());
});
