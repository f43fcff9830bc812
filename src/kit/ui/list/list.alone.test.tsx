// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { buildQueryKey } from "#src/kit/api/query.ts";
import type { Item } from "#tests/factories/list-server.ts";
import { itemsOf, listItems } from "#tests/factories/list-server.ts";
import {
  act,
  buttonOf,
  choose,
  count,
  entries,
  grid,
  itemsList,
  key,
  openList,
  pick,
  press,
  rows,
  see,
  seenNames,
  stage,
  toasts,
  useListStage,
} from "#tests/factories/list-stage.tsx";
import { defineList } from "./list-definition.ts";

const done: string[][] = [];
let finish: (() => void) | null = null;

const names = ({ rows: chosen }: { rows: readonly Item[] }) => chosen.map(({ name }) => name);
const definition = defineList({
  ...itemsList,
  actions: [
    { id: "add", label: "list.views.save", needs: "none", perform: () => undefined },
    { id: "rename", label: "list.views.rename", needs: "one", perform: (tools) => void done.push(names(tools)) },
    {
      id: "slow",
      label: "list.views.makeDefault",
      needs: "some",
      shortcut: "d",
      perform: (tools) =>
        new Promise((resolve) => {
          done.push(names(tools));
          finish = () => resolve();
        }),
    },
    {
      id: "remove",
      label: "list.views.delete",
      needs: "some",
      isDangerous: true,
      confirm: "list.selection.count",
      rule: { calls: [], check: ({ number }: Item) => (number === 5 ? { code: "notFound" } : null) },
      perform: async (tools) => ({
        done: 1,
        failed: tools.rows.slice(1).map(({ number, name }) => ({
          id: String(number),
          label: name,
          message: { en_us: "It is in use.", zh_cn: "正在使用。" },
        })),
      }),
    },
    {
      id: "open",
      label: "list.views.title",
      needs: "some",
      shortcut: "o",
      rule: {
        calls: [],
        check: ({ number }: Item) => {
          if (number === 2) return { code: "changedMeanwhile" };
          return number === 3 ? { code: "notFound", isHidden: true } : null;
        },
      },
      perform: (tools) => void done.push(names(tools)),
    },
    {
      id: "hidden",
      label: "list.views.manage",
      needs: "some",
      rule: { calls: [{ ...listItems, roles: ["siteAdmin"] }] },
      perform: () => undefined,
    },
  ],
});
const open = (path?: string) => openList(definition, path);

useListStage();
beforeEach(() => {
  done.length = 0;
});

describe("a list", () => {
  test("shows the rows of its first page and their total", async () => {
    open();
    await see(() => expect(seenNames().slice(0, 2)).toEqual(["Item 0", "Item 1"]));
    expect(stage.page.textContent).toContain("Rows 1 to 13 of 250");
    expect(grid().getAttribute("aria-rowcount")).toBe("251");
    expect(rows().length).toBeLessThan(60);
  });

  test("opens with the filters, the sort and the page of its URL", async () => {
    open("/items?sort=-number&page=2");
    await see(() => expect(stage.page.textContent).toContain("Rows 101 to 113 of 250"));
    expect(stage.page.querySelector("[aria-sort=descending]")?.textContent).toContain("ID");
    expect(stage.server.asked.every((query) => query.get("sort") === "-number")).toBe(true);
  });

  test("sorts by a press on a column title, and writes the sort to the URL", async () => {
    open();
    await see(() => expect(rows().length).toBeGreaterThan(0));
    await press("ID");
    await see(() => expect(stage.address()).toBe("/items?sort=number"));
    await press("ID");
    await see(() => expect(seenNames()[0]).toBe("Item 249"));
    expect(stage.address()).toBe("/items?sort=-number");
  });

  test("says when nothing matches the filters, and clears them", async () => {
    open("/items?name=nothing");
    await see(() => expect(stage.page.textContent).toContain("Nothing matches these filters."));
    await press("Clear filters");
    await see(() => expect(seenNames()[0]).toBe("Item 0"));
    expect(stage.address()).toBe("/items");
  });

  test("says what the search finds when it found nothing", async () => {
    openList({ ...itemsList, empty: { text: "list.views.empty", searched: "list.columns.explain" } }, "/items?name=nothing");
    await see(() => expect(stage.page.textContent).toContain("Choose columns and their order."));
    stage.server.items = [];
    await press("Clear filters");
    await see(() => expect(stage.page.textContent).toContain("No saved views."));
    expect(stage.page.textContent).not.toContain("Choose columns and their order.");
  });

  test("suggests what to do when it has no rows", async () => {
    stage.server.items = [];
    open();
    await see(() => expect(stage.page.textContent).toContain("No saved views."));
    expect([...stage.page.querySelectorAll(".empty button")].map((one) => one.textContent)).toEqual(["Save this view…"]);
  });

  test("shows in place why it failed to load, without a toast, and retries", async () => {
    stage.server.isBroken = true;
    open();
    await see(() => expect(stage.page.textContent).toContain("Could not load the rows: System error, try again later"));
    expect(toasts()).toEqual([]);
    stage.server.isBroken = false;
    await press("Try again");
    await see(() => expect(seenNames()[0]).toBe("Item 0"));
  });

  test("reloads the visible rows when its call is invalidated", async () => {
    open();
    await see(() => expect(seenNames()[0]).toBe("Item 0"));
    stage.server.items = [...itemsOf(1, 900), ...stage.server.items];
    await act(() => stage.queries.invalidateQueries({ queryKey: buildQueryKey({ username: "ann", providerUuid: "p" }, listItems) }));
    await see(() => expect(seenNames().slice(0, 2)).toEqual(["Item 900", "Item 0"]));
  });

  test("disables an action that needs another number of rows, and deselects those of one that says itself what it did", async () => {
    const pair = {
      id: "pair",
      label: "list.views.submit",
      needs: "some",
      shortcut: "p",
      refuseTogether: ({ length }: readonly Item[]) => (length === 2 ? null : "Two are needed"),
      perform: (tools: { rows: readonly Item[]; deselect: () => void }) => {
        done.push(names(tools));
        tools.deselect();
      },
    } as const;
    openList({ ...itemsList, name: "items.pairs", actions: [pair] }, "/items?sort=-number");
    await see(() => expect(seenNames()[0]).toBe("Item 249"));
    await choose(0);
    expect(document.querySelector(".blocked-reason")?.textContent).toBe("Two are needed");
    await key(document, { key: "p", code: "KeyP", altKey: true });
    expect(toasts()).toEqual(["Two are needed"]);
    expect(done).toEqual([]);
    await choose(4);
    await key(document, { key: "p", code: "KeyP", altKey: true });
    expect(done).toEqual([["Item 245", "Item 249"]]);
    await see(() => expect(count()).toBe(""));
  });
});

describe("the selected rows", () => {
  beforeEach(async () => {
    open();
    await vi.waitUntil(() => rows().length > 5, { timeout: 60_000, interval: 10 });
  });

  test("must be at least one for an action that needs some", async () => {
    await key(document, { key: "d", code: "KeyD", altKey: true });
    expect(toasts()).toEqual(["At least one record must be selected"]);
    expect(done).toEqual([]);
  });

  test("show the action bar, and hide it when deselected", async () => {
    expect(buttonOf("Delete")).toBeUndefined();
    await choose(0);
    expect(buttonOf("Delete")).toBeDefined();
    await choose(0);
    expect(buttonOf("Delete")).toBeUndefined();
  });

  test("must be only one for an action that needs one", async () => {
    await choose(0, 1);
    await press("Rename");
    expect(toasts()).toEqual(["Only one record can be selected"]);
    expect(done).toEqual([]);
    await choose(0);
    await press("Rename");
    expect(done).toEqual([["Item 1"]]);
  });

  test("stay selected when a filter hides them", async () => {
    await choose(0, 3);
    expect(count()).toBe("2 selected");
    const field = stage.page.querySelector<HTMLInputElement>("input[type=search]");
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    await act(() => {
      write?.call(field, "Item 24");
      field?.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await see(() => expect(seenNames()[0]).toBe("Item 24"));
    expect(stage.address()).toBe("/items?name=Item%2024".replace("%20", "+"));
    await see(() => expect(stage.page.textContent).toContain("Rows 1 to 11 of 11"));
    expect(count()).toBe("2 selected, 2 not shown");
    await choose(0);
    expect(count()).toBe("3 selected, 2 not shown");
    await act(() => {
      write?.call(field, "nothing");
      field?.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await see(() => expect(stage.page.textContent).toContain("Nothing matches these filters."));
    expect(count()).toBe("3 selected, 3 not shown");
    await act(() => stage.page.querySelector<HTMLElement>("[aria-label=Clear]")?.click());
    expect(count() ?? "").toBe("");
  });

  test("are changed by keyboard: Space, Shift with the arrows, and Ctrl+A", async () => {
    for (const init of [{ key: "Home" }, { key: "ArrowDown" }, { key: " " }]) await key(grid(), init);
    expect(stage.page.querySelector("[aria-selected=true]")?.textContent).toContain("Item 1");
    await key(grid(), { key: "ArrowDown", shiftKey: true });
    await key(grid(), { key: "ArrowDown", shiftKey: true });
    expect(count()).toBe("3 selected");
    await key(grid(), { key: "ArrowUp", shiftKey: true });
    expect(count()).toBe("2 selected");
    await key(grid(), { key: "a", ctrlKey: true });
    await see(() => expect(count()).toMatch(/^[12]00 selected$/));
  });

  test("are confirmed with their number before a dangerous action", async () => {
    await choose(0, 1, 2);
    await press("Delete");
    expect(document.querySelector(".dialog")?.textContent).toContain("3 selected");
    await press("Cancel");
    expect(document.querySelector(".dialog")).toBeNull();
    expect(count()).toBe("3 selected");
    await choose(0, 1);
    await press("Delete");
    expect(document.querySelector(".dialog")?.textContent, "a single one by its name").toContain("Item 2");
    await press("Cancel");
  });

  test("that failed in a batch are listed with the reason, and stay selected", async () => {
    await choose(0, 1, 2);
    await press("Delete");
    await press("Delete");
    await see(() => expect(stage.page.querySelector(".list-panel")?.textContent).toContain("1 done"));
    const cells = [...stage.page.querySelectorAll(".list-panel tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells).toEqual([
      ["Item 1", "1", "It is in use."],
      ["Item 2", "2", "It is in use."],
    ]);
    expect(count()).toBe("2 selected");
  });

  test("are not processed twice by a double press, or by the shortcut of a running action", async () => {
    await choose(4);
    await press("Open first");
    await press("Open first");
    await key(document, { key: "d", code: "KeyD", altKey: true });
    expect(done).toEqual([["Item 4"]]);
    await act(() => finish?.());
    await key(document, { key: "d", code: "KeyD", altKey: true });
    expect(done).toEqual([["Item 4"], ["Item 4"]]);
  });

  test("disable actions they do not allow, with the reason available to pointer, keyboard and screen reader", async () => {
    await choose(2);
    const button = buttonOf("Views");
    expect(button?.getAttribute("aria-disabled")).toBe("true");
    expect(button?.disabled, "stays in the keyboard's order").toBe(false);
    const reason = document.getElementById(button?.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toBe("Someone else changed this: reload and try again");
    await press("Views");
    await key(document, { key: "o", code: "KeyO", altKey: true });
    expect(done).toEqual([]);
    expect(toasts()).toEqual(["Someone else changed this: reload and try again"]);
    await choose(3);
    expect(document.querySelector(".blocked-reason")?.textContent).toBe(
      "2 of the selected records do not allow this: Someone else changed this: reload and try again",
    );
    await choose(2);
    expect(stage.page.querySelector(".list-selection")?.textContent).not.toContain("Views");
  });

  test("are processed where they allow an action, and the others are named and stay selected", async () => {
    await choose(1, 2);
    expect(buttonOf("Views")?.getAttribute("aria-disabled")).toBeNull();
    await press("Views");
    expect(done).toEqual([["Item 1"]]);
    expect(toasts()).toEqual(["1 of the selected records does not allow this: Someone else changed this: reload and try again"]);
    await choose(1, 2, 4, 5);
    await press("Delete");
    expect(document.querySelector(".dialog")?.textContent).toContain("1 of the selected records does not allow this: Not found");
    await press("Delete");
    await see(() => expect(stage.page.querySelector(".list-panel")?.textContent).toContain("1 done"));
    const cells = [...stage.page.querySelectorAll(".list-panel tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells).toEqual([["Item 5", "5", "Not found"]]);
    expect(count()).toBe("1 selected");
  });

  test("list blocked actions with the reason in their menu, and leave out those that do not apply", async () => {
    const openMenu = (index: number) =>
      act(() => stage.page.querySelector<HTMLElement>(`[data-index="${index}"] [data-part="menu"]`)?.click());
    const items = () => entries().map((item) => item.textContent);
    await openMenu(2);
    await see(() => expect(items()).toContain("ViewsSomeone else changed this: reload and try againAlt+O"));
    const blocked = entries().find((item) => item.textContent.startsWith("Views"));
    expect(blocked?.getAttribute("aria-disabled")).toBe("true");
    await act(() => blocked?.click());
    expect(done).toEqual([]);
    await key(document.activeElement ?? document, { key: "Escape" });
    await openMenu(3);
    await see(() => expect(items()).toContain("Delete"));
    expect(items().some((item) => item.startsWith("Views"))).toBe(false);
  });

  test("have no button for an action that the user is not permitted", () => expect(buttonOf("Manage views…")).toBeUndefined());
});

describe("a saved view", () => {
  test("has the filters and the sort, and opens the list when it is the default", async () => {
    const view = { name: "Late", filters: { name: "Item 24" }, sort: "-number", columns: ["number", "name"] };
    localStorage.setItem("views.ann.items.list", JSON.stringify({ views: [view], first: "Late", columns: null }));
    open();
    await see(() => expect(stage.page.textContent).toContain("Rows 1 to 11 of 11"));
    expect(buttonOf("View: Late")).toBeDefined();
    expect(stage.page.querySelectorAll("[role=columnheader]")[1]?.textContent).toContain("ID");
    await pick("View: Late", "Standard");
    await see(() => expect(stage.page.textContent).toContain("Rows 1 to 13 of 250"));
    expect(stage.address()).toBe("/items");
  });
});
