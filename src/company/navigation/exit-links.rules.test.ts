import { expect, test } from "vitest";
import { getExitLinks } from "./exit-links.rules.ts";

const paths = (given: Parameters<typeof getExitLinks>[0]) => getExitLinks(given).map(({ href }) => href);

test("who is signed in is led home, to each area where that is so", () => {
  expect(paths({ signedIn: ["ds"], hasAreas: true })).toEqual(["/ds/home"]);
  expect(paths({ signedIn: ["p", "ds"], hasAreas: true })).toEqual(["/p/home", "/ds/home"]);
});

test("who is not signed in may log in to either area", () => {
  expect(paths({ signedIn: [], hasAreas: true })).toEqual(["/ds/login", "/p/login"]);
});

test("the home page knows no area and leads to its main page alone", () => {
  expect(paths({ signedIn: ["p"], hasAreas: false })).toEqual(["/"]);
});
