import { describe, expect, test } from "vitest";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { parseShops } from "#src/kit/session/session.rules.ts";
import type { MenuViewer, ShownEntry } from "./menu.ts";
import { later } from "./later.ts";
import { listLeaves, menu, buildMenu as menuNow, buildTrailHere } from "./menu.ts";
import { findRoute } from "./app-routes.ts";
import { icons } from "./shell/menu-icons.tsx";

/** The menu with everything that the specification names, built or not. */
const menuFor = (viewer: MenuViewer) => menuNow(viewer, menu, []);
const provider: MenuViewer = { area: "p", role: "provider", permissions: [], hasShops: false };
const operator = (granted: readonly string[]): MenuViewer => ({ area: "p", role: "operator", permissions: granted, hasShops: false });
const retailer = (hasShops: boolean): MenuViewer => ({ area: "ds", role: "dropShipper", permissions: [], hasShops });

const hrefs = (viewer: MenuViewer) => listLeaves(menuFor(viewer)).map(({ href }) => href);
const groups = (entries: readonly ShownEntry[]): string[] =>
  entries.flatMap((entry) => (entry.href === null ? [entry.id, ...groups(entry.children)] : []));

test("each top-level menu entry has its own icon, which identifies it in the narrow menu", () => {
  expect(new Set(menu.map(({ id }) => icons[id])).size).toBe(menu.length);
  expect(menu.filter(({ id }) => icons[id] === undefined)).toEqual([]);
});

test("pages that are not built yet are in nobody's menu, and built ones stay", () => {
  for (const viewer of [provider, operator(permissions), retailer(true)]) {
    const shown = listLeaves(menuNow(viewer)).map(({ href }) => href);
    const nameAt = (href: string) => findRoute(href.split("?", 1)[0] ?? "")?.name ?? "";
    expect(shown.filter((href) => later.includes(nameAt(href)))).toEqual([]);
    expect(shown).toEqual(hrefs(viewer).filter((href) => !later.includes(nameAt(href))));
  }
});

describe("the menu of a supplier", () => {
  test("has every group and stays in its own area", () => {
    expect(groups(menuFor(provider))).toEqual(["inventory", "warehousing-services", "storage-in", "storage-out", "stores", "account"]);
    expect(hrefs(provider).filter((href) => !href.startsWith("/p/"))).toEqual([]);
  });

  test("shows store management whatever the list of shops, because that rule applies to retailers", () => {
    expect(hrefs(provider)).toContain("/p/p-order-info");
  });
});

describe("the menu of an operator", () => {
  test("has no supplier-only page, whatever the permissions", () => {
    const own = ["/p/settings", "/p/logistics", "/p/warehousing-setting", "/p/webhook"];
    expect(hrefs(provider)).toEqual(expect.arrayContaining(own));
    expect(hrefs(operator(permissions)).filter((href) => own.includes(href))).toEqual([]);
  });

  test("has the permitted work and no empty group", () => {
    const entries = menuFor(operator(["waves"]));
    expect(listLeaves(entries).map(({ href }) => href)).toEqual([
      "/p/home",
      "/p/p-wave-order",
      "/p/p-print-orders",
      "/p/key-information",
      "/p/mail",
      "/p/p-alarm",
      "/p/downloads",
    ]);
    expect(groups(entries)).toEqual(["inventory", "storage-out", "account"]);
  });

  test("without permissions contains only home and a few account pages", () => {
    expect(groups(menuFor(operator([])))).toEqual(["account"]);
  });
});

describe("the menu of a retailer", () => {
  test.each([
    ["nothing", null],
    ["an empty list", "[]"],
    ["no list", '{"shop_uuid":"a"}'],
    ["no JSON", "[{"],
    ["a list of something else", "[1,null]"],
  ])("hides store management while %s is saved", (_what, saved) => {
    expect(groups(menuFor(retailer(parseShops(saved).length > 0)))).not.toContain("stores");
  });

  test("shows store management once a shop is saved", () => {
    const saved = JSON.stringify([{ shop_uuid: "1", name: "Demo", provider_uuid: "2" }]);
    expect(groups(menuFor(retailer(parseShops(saved).length > 0)))).toContain("stores");
    expect(hrefs(retailer(true))).toEqual(expect.arrayContaining(["/ds/ds-order-info", "/ds/ds-user-info?tab=user"]));
  });

  test("has no supplier pages", () => {
    expect(hrefs(retailer(true)).filter((href) => !href.startsWith("/ds/"))).toEqual([]);
  });
});

describe("the trail to a page", () => {
  const entries = menuFor(provider);
  const ids = (href: string) => buildTrailHere({ href, pathname: href.split("?", 1)[0] ?? "" }, entries).map(({ id }) => id);

  test("includes its groups", () => {
    expect(ids("/p/p-wave-order")).toEqual(["inventory", "storage-out", "waves"]);
  });

  test("ignores filters, but recognises an entry with its own search", () => {
    expect(ids("/p/p-wave-order?page=2")).toEqual(["inventory", "storage-out", "waves"]);
    expect(ids("/p/p-user-info?tab=user").at(-1)).toBe("user-info");
    expect(ids("/p/p-user-info").at(-1)).toBe("store-settings");
  });

  test("is empty if no entry leads there", () => {
    expect(ids("/p/profile")).toEqual([]);
  });
});
