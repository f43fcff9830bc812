import { expect, test } from "vitest";
import { badgeOf } from "./badge.rules.ts";

test("the badge shows what needs the person before what runs, and nothing where nothing does", () => {
  expect(badgeOf([]).text).toBe("");
  expect(badgeOf([{ status: "done" }, { status: "paused" }, { status: "cancelled" }]).text).toBe("");
  expect(badgeOf([{ status: "running" }, { status: "running" }, { status: "done" }]).text).toBe("2");
  expect(badgeOf([{ status: "running" }, { status: "blocked" }]).text).toBe("!");
  expect(badgeOf([{ status: "interrupted" }]).text).toBe("!");
});
