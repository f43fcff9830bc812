import { expect, test } from "vitest";
import { getExitLinks } from "./exit-links.rules.ts";

const paths = (given: Parameters<typeof getExitLinks>[0]) => getExitLinks(given).map(({ href }) => href);

test("a signed-in user gets a link to the home page of each area with a session", () => {
  expect(paths({ signedIn: ["ds"], hasAreas: true })).toEqual(["/ds/home"]);
  expect(paths({ signedIn: ["p", "ds"], hasAreas: true })).toEqual(["/p/home", "/ds/home"]);
});

test("an anonymous user gets a login link for either area", () => {
  expect(paths({ signedIn: [], hasAreas: true })).toEqual(["/ds/login", "/p/login"]);
});

test("a site without areas links only to its main page", () => {
  expect(paths({ signedIn: ["p"], hasAreas: false })).toEqual(["/"]);
});
