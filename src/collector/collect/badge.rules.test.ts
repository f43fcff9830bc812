import { expect, test } from "vitest";
import { getBadge } from "./badge.rules.ts";

const at = { tabId: 7, url: "https://www.etsy.com/listing/1" };

test("the badge shows what needs the person before what runs, and nothing where nothing does", () => {
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
