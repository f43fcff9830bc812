import { expect, test } from "vitest";
import { badgeOf } from "./badge.rules.ts";

const at = { tabId: 7, url: "https://www.etsy.com/listing/1" };

test("the badge shows what needs the person before what runs, and nothing where nothing does", () => {
  expect(badgeOf([]).text).toBe("");
  expect(
    badgeOf([
      { ...at, status: "done" },
      { ...at, status: "paused" },
      { ...at, status: "cancelled" },
    ]).text,
  ).toBe("");
  expect(
    badgeOf([
      { ...at, status: "running" },
      { ...at, status: "running" },
      { ...at, status: "done" },
    ]).text,
  ).toBe("2");
  expect(
    badgeOf([
      { ...at, status: "running" },
      { ...at, status: "blocked" },
    ]).text,
  ).toBe("!");
  expect(badgeOf([{ ...at, status: "interrupted" }]).text).toBe("!");
  expect(badgeOf([{ ...at, tabId: null, status: "running" }]).text).toBe("!");
});
