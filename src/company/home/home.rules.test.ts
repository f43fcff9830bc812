import { expect, test } from "vitest";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import { getHomeLinks, getPartOfDay } from "./home.rules.ts";

test("the greeting depends on the user's local time", () => {
  expect([4, 5, 11, 12, 17, 18, 23, 0].map(getPartOfDay)).toEqual([
    "evening",
    "morning",
    "morning",
    "afternoon",
    "afternoon",
    "evening",
    "evening",
    "evening",
  ]);
});

test("the home page links to the menu's pages, except itself and those of the other area", () => {
  const ofMenu = [
    { href: "/p/home", title: "navigation.home" },
    { href: "/p/order", title: "navigation.order" },
    { href: "/ds/order", title: "navigation.order" },
  ] as const;
  expect(getHomeLinks({ area: "p", role: "provider", permissions: [] }, ofMenu)).toEqual([ofMenu[1]]);
});

test("without a menu, an operator gets no links to the supplier's own pages", () => {
  const paths = (permissions: readonly Permission[]) =>
    getHomeLinks({ area: "p", role: "operator", permissions }, []).map(({ href }) => href);
  expect(paths(["goods"])).toEqual(["/p/profile", "/p/downloads"]);
  expect(paths(["goods", "reports"])).toEqual(["/p/profile", "/p/downloads", "/p/audit-log"]);
  expect(getHomeLinks({ area: "ds", role: "dropShipper", permissions: [] }, []).every(({ href }) => href.startsWith("/ds/"))).toBe(true);
});
