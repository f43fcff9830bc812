import { expect, test } from "vitest";
import { getBadge } from "./badge.rules.ts";

const at = { tabId: 7, url: "https://www.etsy.com/listing/1" };

test("the badge shows jobs that need the user before running jobs, and is empty when there are neither", () => {
  expect(getBadge([]).text).toBe("");
  expect(
    getBadge([
      { ...at, status: "done" },
      { ...at, status: "paused" },
      { ...at, status: "cancelled" },
    ]).text,
  ).toBe("");
  expect(
    getBadge([
      { ...at, status: "running" },
      { ...at, status: "running" },
      { ...at, status: "done" },
    ]).text,
  ).toBe("2");
  expect(
    getBadge([
      { ...at, status: "running" },
      { ...at, status: "blocked" },
    ]).text,
  ).toBe("!");
  expect(getBadge([{ ...at, status: "interrupted" }]).text).toBe("!");
  expect(getBadge([{ ...at, tabId: null, status: "running" }]).text).toBe("!");
});
