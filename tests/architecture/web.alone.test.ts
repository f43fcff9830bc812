import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { signIn } from "#src/company/accounts/accounts.contract.ts";
import { permissions, roles } from "#src/kit/api/roles-and-permissions.ts";
import { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { listOperators } from "#src/company/operators/operators.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { texts as chinese } from "#web/texts/zh_cn.ts";
import { publicPages } from "#src/pro/public-frame/public-pages.rules.ts";
import { implementations } from "#server/calls.ts";
import { later } from "#web/later.ts";
import type { MenuViewer } from "#web/menu.ts";
import { menu, buildMenu } from "#web/menu.ts";
import type { AppRoute } from "#web/app-routes.ts";
import { mayVisit, findRoute, appRoutes } from "#web/app-routes.ts";
import { screens } from "#web/screens.ts";
import type { UsedCall } from "./web-checks.ts";
import {
  allEntries,
  callFaults,
  differences,
  homelessPlaces,
  pathsOf,
  requestsIn,
  strayEntries,
  textAt,
  unreachable,
  untitled,
} from "./web-checks.ts";
import { homepagePaths, ownPaths, providerOnlyPaths, publicPaths, specifiedPaths, workPaths } from "./web-paths.ts";
import { callsOf, filesOf, importsOf, innerScreensOf, moduleOf } from "./web-screens.ts";

const names = appRoutes.map(({ name }) => name);
/** The paths of the prerendered pages, as the specification writes them. */
const drawnPaths = publicPages.map(({ path }) => path.replace("/pro", "/$planId")).filter((path) => path !== "/404");
const paths = [...appRoutes.map(({ path }) => path), ...drawnPaths];
const pathsThat = (fits: (place: AppRoute) => boolean) => appRoutes.filter(fits).map(({ path }) => path);

describe("the routes", () => {
  test("have exactly the paths of the specification, domain.md and the issue", () => {
    expect(differences("path", paths, [...specifiedPaths, ...workPaths, ...ownPaths])).toEqual([]);
    expect(differences("path", ["/p/Home", "/404", "/404"], ["/p/home", "/404"])).toHaveLength(3);
  });

  test("have unique names, and the home pages have the specification's", () => {
    expect(new Set(names).size).toBe(names.length);
    expect([findRoute("/p/home")?.name, findRoute("/ds/home")?.name]).toEqual(["p-home", "ds-home"]);
  });

  test("are found by their path, with or without a trailing slash", () => {
    for (const place of appRoutes) expect(findRoute(place.path)).toBe(place);
    expect(findRoute("/p/home/")?.name).toBe("p-home");
    expect([findRoute("/p/Home"), findRoute("/esty-checkout"), findRoute("/esty-checkout/pro/more"), findRoute("/nowhere")]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test("serve exactly the specification's list in home-page mode, and skip the login exactly where it says so", () => {
    expect(differences("home page", [...pathsThat(({ isOfHomepage }) => isOfHomepage === true), ...drawnPaths], homepagePaths)).toEqual([]);
    expect(differences("public", [...pathsThat(({ isPublic }) => isPublic === true), ...drawnPaths], publicPaths)).toEqual([]);
  });

  test("admit only a provider to the provider-only pages", () => {
    const open = providerOnlyPaths.flatMap((path) =>
      roles
        .filter((role) => {
          const place = findRoute(path);
          return place !== null && mayVisit(place, role, permissions);
        })
        .map((role) => `${path} ${role}`),
    );
    expect(open).toEqual(providerOnlyPaths.map((path) => `${path} provider`));
  });

  test("require each work screen's permission of an operator, and none opens without it", () => {
    const asking = appRoutes.filter(({ permission }) => permission !== undefined);
    expect(asking.length).toBeGreaterThan(20);
    for (const place of asking) {
      expect(mayVisit(place, "operator", []), place.path).toBe(false);
      expect(mayVisit(place, "operator", permissions), place.path).toBe(true);
      expect(mayVisit(place, "provider", []), place.path).toBe(true);
    }
  });

  test("either have a screen or are listed as coming later", () => {
    expect(homelessPlaces(names, Object.keys(screens), later)).toEqual([]);
    expect(homelessPlaces(["a", "b", "c"], ["b", "x"], ["b", "c", "c", "y"])).toHaveLength(5);
  });

  test("have a title in both languages, and so do the menu's entries", () => {
    const keys = [...appRoutes, ...allEntries(menu)].map(({ title }) => title);
    for (const catalogue of [english, chinese]) expect(untitled(keys, catalogue)).toEqual([]);
    expect(untitled(["navigation.home", "navigation.nowhere", "navigation.menu"], english)).toEqual([
      "navigation.nowhere",
      "navigation.menu",
    ]);
    expect(textAt(chinese, "navigation.home")).not.toBe(textAt(english, "navigation.home"));
  });
});

const reachedElsewhere: Readonly<Record<string, string>> = {
  "/p/profile": "in the avatar menu",
  "/ds/profile": "in the avatar menu",
};

/** Every kind of viewer that can be signed in at an area, each with all rights of its role. */
const viewers: readonly MenuViewer[] = [
  { area: "p", role: "provider", permissions: [], hasShops: false },
  { area: "p", role: "operator", permissions, hasShops: false },
  { area: "p", role: "operator", permissions: [], hasShops: false },
  { area: "p", role: "siteAdmin", permissions: [], hasShops: false },
  { area: "ds", role: "dropShipper", permissions: [], hasShops: true },
  { area: "ds", role: "siteAdmin", permissions: [], hasShops: true },
];

describe("the menu", () => {
  test("leads to routes of its area, and every entry is a group or a route", () => {
    expect(strayEntries(menu, appRoutes)).toEqual([]);
    const broken = [
      { id: "a", title: "navigation.home", p: "/p/nowhere" },
      { id: "a", title: "navigation.home", ds: "/p/home" },
      { id: "c", title: "navigation.login", p: "/p/login" },
      { id: "d", title: "navigation.home", children: [] },
    ] as const;
    expect(strayEntries(broken, appRoutes)).toHaveLength(5);
  });

  test("shows each role every route of its area that it may visit, unless the avatar menu does", () => {
    for (const viewer of viewers) {
      const { area, role, permissions: granted } = viewer;
      const may = pathsThat((place) => place.area === area && place.isPublic !== true && mayVisit(place, role, granted));
      expect(may.length, role).toBeGreaterThan(0);
      expect(unreachable(pathsOf(buildMenu(viewer, menu, [])), may, Object.keys(reachedElsewhere)), `${role} on /${area}`).toEqual([]);
    }
    expect(unreachable(["/a", "/b"], ["/b", "/c", "/d"], ["/d"])).toEqual([
      "/c is in no menu",
      "/a is in the menu of somebody who may not go there",
    ]);
  });

  test("shows a retailer the stores only with a shop, and an operator nothing that is for the provider only", () => {
    const shown = (viewer: MenuViewer) => pathsOf(buildMenu(viewer, menu, []));
    const retailer: MenuViewer = { area: "ds", role: "dropShipper", permissions: [], hasShops: false };
    expect(shown(retailer).filter((path) => path.startsWith("/ds/ds-"))).toEqual([]);
    expect(new Set(shown({ ...retailer, hasShops: true }).filter((path) => path.startsWith("/ds/ds-"))).size).toBe(3);
    const operator = shown({ area: "p", role: "operator", permissions, hasShops: false });
    expect(operator.filter((path) => providerOnlyPaths.includes(path))).toEqual([]);
    // No group is empty.
    const groups = JSON.stringify(buildMenu({ area: "p", role: "siteAdmin", permissions: [], hasShops: false }, menu, []));
    expect(groups).not.toContain('"href":null,"children":[]');
  });
});

describe("the screens' calls", () => {
  const known = implementations.map(({ call }) => call);
  const outer = [...new Set(Object.values(screens).map(moduleOf))];
  const inner = new Map(outer.map((module) => [module, innerScreensOf(module)]));
  const modules = [...new Set([...outer, ...[...inner.values()].flat()])];
  /** The places of a screen; an inner screen appears at some of its parents' places. */
  const placesOf = (module: string) =>
    appRoutes.filter(({ name }) => {
      const shown = screens[name] === undefined ? null : moduleOf(screens[name]);
      return shown !== null && (shown === module || inner.get(shown)?.includes(module) === true);
    });

  test("are known to the server, and permitted to everyone who may visit the screen", async () => {
    const faults: string[] = [];
    const all: UsedCall[] = [];
    for (const module of modules) {
      const used = await callsOf(module);
      all.push(...used);
      faults.push(...callFaults(module, placesOf(module), used, known, roles));
    }
    expect(faults).toEqual([]);
    // Checks that the import scan works: it finds signing in, the audit log and the operators.
    expect(all.map(({ call }) => call.name)).toEqual(
      expect.arrayContaining([signIn, retrieveAuditLog, listOperators].map(({ name }) => name)),
    );
  });

  test("are reported when they are unknown, not allowed, or need another permission", () => {
    const file = "src/some/some.screen.tsx";
    const operators: readonly AppRoute[] = [
      { path: "/p/some", name: "p-some", title: "navigation.home", area: "p", roles: ["provider", "operator"] },
    ];
    const retailers: readonly AppRoute[] = [
      { path: "/ds/some", name: "ds-some", title: "navigation.home", area: "ds", roles: ["dropShipper"] },
    ];
    const using = (isAsked: boolean): UsedCall[] => [{ call: retrieveAuditLog, file, isAsked }];
    const judged = (at: readonly AppRoute[], used: readonly UsedCall[], calls = known) => callFaults("some", at, used, calls, roles);
    expect(judged(operators, using(false), [])).toEqual([expect.stringContaining("not in server/calls.ts")]);
    expect(judged(retailers, [{ call: listOperators, file, isAsked: false }])).toEqual([
      expect.stringContaining("nobody who may go there"),
    ]);
    expect(judged(operators, using(false))).toEqual([expect.stringContaining("wants the permission reports")]);
    expect(judged(operators, using(true))).toEqual([]);
    expect(judged([{ path: "/p/some", name: "p-some", title: "navigation.home", area: "p", permission: "reports" }], using(false))).toEqual(
      [],
    );
  });

  test("are read from every form of import", () => {
    const source = [
      'import { type A, b as c, d } from "#src/x/x.contract.ts";',
      'import type { E } from "./e.ts";',
      'import "./f.css";',
      'const g = () => import("../g/g.screen.tsx");',
      'import {\n  h,\n  i,\n} from "./h.ts";',
      'import j from "react";',
    ].join("\n");
    expect(importsOf(source, "src/y/y.tsx")).toEqual([
      { path: "src/x/x.contract.ts", names: ["b", "d"], isLazy: false },
      { path: "src/y/f.css", names: [], isLazy: false },
      { path: "src/y/h.ts", names: ["h", "i"], isLazy: false },
      { path: "src/g/g.screen.tsx", names: [], isLazy: true },
    ]);
    expect([...filesOf("src/company/audit/audit-log.screen.tsx").keys()]).toContain("src/company/audit/audit.contract.ts");
  });
});

/** Files that may make requests themselves, with the reason. */
const requesters: Readonly<Record<string, string>> = {
  "src/kit/api/client.ts": "the client itself",
  "src/kit/api/socket-client.ts": "the socket itself",
  "src/company/sites/connection-check.ts": "/tools/config tries whether a websocket opens at all",
  "web/start-up.ts": "the initial configuration, before there is a client",
  "web/area-clients.ts": "makes the clients of the areas",
  "web/public-pages/customer-caller.tsx": "makes the client of the public pages' customers",
  "src/pro/entitlement/device-server.ts": "the extension's background asks by its device's key, and reads the server's clock",
  "src/collector/collect/tab-runner.ts": "the collector asks the marketplace, in its page",
  "src/collector/collect/observer.ts": "the collector watches the marketplace's own requests",
  "src/collector/marketplaces/etsy/request.adapter.ts": "names the header of the marketplace's own requests",
};

describe("no screen", () => {
  const sources = globSync("{src,web}/**/*.{ts,tsx}").filter((file) => !/[.]test[.]tsx?$/.test(file));

  test("sends requests by itself", () => {
    expect(sources.length).toBeGreaterThan(100);
    const faults = sources.flatMap((file) =>
      requesters[file] === undefined ? requestsIn(readFileSync(file, "utf8")).map((request) => `${file}: ${request}`) : [],
    );
    expect(faults).toEqual([]);
    expect(
      requestsIn(
        'void fetch("/v1/home/");\nnew WebSocket(url);\nimport axios from "axios";\ncreateClient({});\n// fetch(this)\n/* new XMLHttpRequest() */',
      ),
    ).toEqual(["fetch(", "new WebSocket", "axios", "axios", "createClient("]);
  });

  test("is listed as an exception without sending requests", () => {
    const idle = Object.keys(requesters).filter((file) => requestsIn(readFileSync(file, "utf8")).length === 0);
    expect(idle).toEqual([]);
  });
});
