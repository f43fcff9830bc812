import { describe, expect, test } from "vitest";
import type { Tab } from "./tabs.rules.ts";
import { beside, closeAll, closeOthers, closeTab, keepVisitable, mostTabs, getNeighbour, openTab, readTabs } from "./tabs.rules.ts";

const home = "/p/home";
const tab = (path: string, seenAt = 0, search = ""): Tab => ({ path, href: path + search, seenAt });
const paths = (tabs: readonly Tab[]) => tabs.map(({ path }) => path);
const three = [tab(home), tab("/p/product"), tab("/p/order")];

describe("opening", () => {
  test("puts a new page last, and keeps the home page first", () => {
    expect(paths(openTab([], tab("/p/order"), home))).toEqual([home, "/p/order"]);
    expect(paths(openTab([], tab(home), home))).toEqual([home]);
  });

  test("reuses the tab of an open page, with the newest address", () => {
    const tabs = openTab(three, tab("/p/product", 5, "?page=3"), home);
    expect(paths(tabs)).toEqual(paths(three));
    expect(tabs[1]).toEqual({ path: "/p/product", href: "/p/product?page=3", seenAt: 5 });
  });

  test("beyond twenty drops the least recently viewed page, but neither the home page nor the new one", () => {
    const many = [tab(home, 0), ...Array.from({ length: mostTabs - 1 }, (_, at) => tab(`/p/${at}`, at === 7 ? 1 : 100 + at))];
    const tabs = openTab(many, tab("/p/new", 0), home);
    expect(tabs).toHaveLength(mostTabs);
    expect(paths(tabs)).not.toContain("/p/7");
    expect(paths(tabs)).toEqual(expect.arrayContaining([home, "/p/new"]));
  });
});

describe("closing", () => {
  test("removes one page, but never the home page", () => {
    expect(paths(closeTab(three, "/p/product", home))).toEqual([home, "/p/order"]);
    expect(closeTab(three, home, home)).toBe(three);
  });

  test("all others keeps one page and the home page", () => {
    expect(paths(closeOthers(three, "/p/order", home))).toEqual([home, "/p/order"]);
    expect(paths(closeOthers(three, home, home))).toEqual([home]);
  });

  test("all keeps the home page", () => {
    expect(paths(closeAll(three, home))).toEqual([home]);
  });

  test("leads to the page on the right, or else to the one on the left", () => {
    expect(getNeighbour(three, "/p/product")?.path).toBe("/p/order");
    expect(getNeighbour(three, "/p/order")?.path).toBe("/p/product");
    expect(getNeighbour(three, "/p/unknown")).toBeNull();
    expect(getNeighbour([tab(home)], home)).toBeNull();
  });
});

test("moving to the neighbouring tab wraps around at both ends", () => {
  expect(beside(three, home, 1)?.path).toBe("/p/product");
  expect(beside(three, "/p/order", 1)?.path).toBe(home);
  expect(beside(three, home, -1)?.path).toBe("/p/order");
  expect(beside(three, "/p/unknown", 1)).toBeNull();
});

test("pages that the user may no longer visit are dropped, and the home page is restored", () => {
  expect(paths(keepVisitable([tab("/p/product"), tab("/p/order")], (path) => path !== "/p/order", home))).toEqual([home, "/p/product"]);
});

describe("reading stored tabs", () => {
  test("returns what was written", () => {
    expect(readTabs(JSON.stringify(three))).toEqual(three);
  });

  test.each([null, "", "{", "7", '{"path":"/p/home"}', "null"])("returns no tabs for %j", (stored) => {
    expect(readTabs(stored)).toEqual([]);
  });

  test("skips entries that are not tabs, or whose address differs from their path", () => {
    const kept = [
      null,
      3,
      {},
      tab(home),
      { ...tab("/p/order"), href: "https://elsewhere.example/" },
      { path: "/p/a", href: "/p/b", seenAt: 1 },
    ];
    expect(readTabs(JSON.stringify(kept))).toEqual([tab(home)]);
  });

  test("returns no more tabs than may be open", () => {
    expect(readTabs(JSON.stringify(Array.from({ length: 50 }, (_, at) => tab(`/p/${at}`))))).toHaveLength(mostTabs);
  });
});
