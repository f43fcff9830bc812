import { describe, expect, test } from "vitest";
import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { applicationPathsOfHomepage, publicPages } from "#src/pro/public-frame/public-pages.rules.ts";
import { later } from "./later.ts";
import { menu } from "./menu.ts";
import type { MenuEntry } from "./menu.ts";
import { mayVisit, findRoute, appRoutes } from "./app-routes.ts";
import { screens } from "./screens.ts";

/** Section 2 of the specification, path by path; who may, by section 6. */
const both: readonly Role[] = ["provider", "operator"];
const provider: readonly Role[] = ["provider"];
const retailer: readonly Role[] = ["dropShipper"];
const specified: Readonly<Record<string, "public" | readonly Role[]>> = {
  "/p/login": "public",
  "/p/home": both,
  "/p/key-information": both,
  "/p/turn-the-table": "public",
  "/p/settings": provider,
  "/p/warehousing-definition": both,
  "/p/addWarehouse": both,
  "/p/outbound": both,
  "/p/p-one-piece-for-shipping": both,
  "/p/p-shipping-notice": both,
  "/p/p-list-of-shipping-orders": both,
  "/p/p-wave-order": both,
  "/p/p-to-review": both,
  "/p/p-batch-weighing": both,
  "/p/p-bagging": both,
  "/p/product": both,
  "/p/order": both,
  "/p/customer": both,
  "/p/mail": both,
  "/p/p-order-info": both,
  "/p/p-product-info": both,
  "/p/p-user-info": both,
  "/p/logistics": provider,
  "/p/warehousing-setting": provider,
  "/ds/login": "public",
  "/ds/home": retailer,
  "/ds/key-information": retailer,
  "/ds/third-part-key-information": "public",
  "/ds/turn-the-table": "public",
  "/ds/erp-login": "public",
  "/ds/settings": retailer,
  "/ds/thirdpart-success-redirect": "public",
  "/ds/ds-order-info": retailer,
  "/ds/warehousing": retailer,
  "/ds/addWarehouse": retailer,
  "/ds/product": retailer,
  "/ds/order": retailer,
  "/ds/ds-product-info": retailer,
  "/ds/ds-user-info": retailer,
  "/ds/mail": retailer,
  "/ds/webhook": retailer,
  "/signup": "public",
  "/tools/config": "public",
  "/404": "public",
};
const inAreas: readonly Role[] = ["provider", "operator", "dropShipper"];

describe("the specified routes", () => {
  test.each(Object.entries(specified))("%s exists for the intended roles", (path, who) => {
    const route = appRoutes.find((one) => one.path === path);
    if (route === undefined) throw new Error(`${path} is missing`);
    expect(route.isPublic === true).toBe(who === "public");
    if (who !== "public") expect(inAreas.filter((role) => mayVisit(route, role, permissions))).toEqual(who);
  });

  test("have the specified names, which are unique", () => {
    expect(findRoute("/p/home")?.name).toBe("p-home");
    expect(findRoute("/ds/home")?.name).toBe("ds-home");
    expect(new Set(appRoutes.map(({ name }) => name)).size).toBe(appRoutes.length);
    expect(new Set(appRoutes.map(({ path }) => path)).size).toBe(appRoutes.length);
  });

  test("of home-page mode are the two that are not rendered at build, and the server knows them", () => {
    const kept = appRoutes.filter(({ isOfHomepage }) => isOfHomepage === true).map(({ path }) => path);
    expect(kept.toSorted()).toEqual(["/ds/thirdpart-success-redirect", "/tools/config"]);
    expect(kept.toSorted()).toEqual(applicationPathsOfHomepage.toSorted());
  });

  test("and the public pages share only the not-found path", () => {
    expect(publicPages.filter(({ path }) => findRoute(path) !== null).map(({ path }) => path)).toEqual(["/404"]);
  });
});

describe("access", () => {
  const work = findRoute("/p/p-wave-order");

  test("an operator needs the permission, a supplier needs none", () => {
    if (work === null) throw new Error("no such route");
    expect(mayVisit(work, "operator", [])).toBe(false);
    expect(mayVisit(work, "operator", ["orders"])).toBe(false);
    expect(mayVisit(work, "operator", ["waves"])).toBe(true);
    expect(mayVisit(work, "provider", [])).toBe(true);
    expect(mayVisit(work, "dropShipper", permissions)).toBe(false);
  });

  test("only the supplier can visit My Account's pages: no permission opens them to an operator", () => {
    for (const path of ["/p/settings", "/p/logistics", "/p/warehousing-setting"]) {
      const route = findRoute(path);
      expect([path, route !== null && mayVisit(route, "operator", permissions)]).toEqual([path, false]);
    }
  });

  test("no role of one area can visit the other", () => {
    const crossed = appRoutes.filter(
      (route) =>
        route.isPublic !== true &&
        ((route.area === "p" && mayVisit(route, "dropShipper", permissions)) ||
          (route.area === "ds" && (mayVisit(route, "provider", permissions) || mayVisit(route, "operator", permissions)))),
    );
    expect(crossed).toEqual([]);
  });
});

describe("finding a route", () => {
  test("accepts a trailing slash", () => {
    expect(findRoute("/p/home/")?.path).toBe("/p/home");
  });

  test("returns null for an unknown path and is case-sensitive", () => {
    for (const path of ["/p", "/p/nothing", "/p/addwarehouse", "/", "/esty-checkout/pro", "/private-policy"])
      expect(findRoute(path)).toBeNull();
  });
});

test("every route either has a screen or is listed for later, never both", () => {
  const same = appRoutes.filter(({ name }) => name in screens === later.includes(name)).map(({ name }) => name);
  expect(same).toEqual([]);
  const names = new Set(appRoutes.map(({ name }) => name));
  expect([...Object.keys(screens), ...later].filter((name) => !names.has(name))).toEqual([]);
});

test("every address of the menu is a route of its area that requires a login", () => {
  const hrefs = (entries: readonly MenuEntry[]): [string, string][] =>
    entries.flatMap(({ p, ds, children = [] }) => [
      ...(p === undefined ? [] : [["p", p] as [string, string]]),
      ...(ds === undefined ? [] : [["ds", ds] as [string, string]]),
      ...hrefs(children),
    ]);
  const wrong = hrefs(menu).filter(([area, href]) => {
    const route = findRoute(href.split("?", 1)[0] ?? "");
    return route?.area !== area || route.isPublic === true;
  });
  expect(wrong).toEqual([]);
});
