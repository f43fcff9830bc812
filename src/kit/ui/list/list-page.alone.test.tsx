// @vitest-environment jsdom
import { describe, expect, test, vi } from "vitest";
import {
  act,
  buttonOf,
  entries,
  itemsList,
  openList,
  pick,
  rows,
  see,
  seenNames,
  stage,
  useListStage,
} from "#tests/factories/list-stage.tsx";
import { defineList } from "./list-definition.ts";

const definition = defineList(itemsList);
const open = () => openList(definition);

useListStage();

describe("the page of a list", () => {
  test("requests its rows once, marks a missing picture, and shows rows in two heights", async () => {
    open();
    await see(() => expect(seenNames()[0]).toBe("Item 0"));
    expect(stage.server.asked.map((query) => query.get("cur_page"))).toEqual(["1"]);
    expect(rows()[0]?.querySelector(".list-picture svg"), "a place for the picture").not.toBeNull();
    expect(rows()[1]?.querySelector(".list-picture img")).not.toBeNull();
    const height = () => stage.page.querySelector<HTMLElement>(".list-sheet")?.style.getPropertyValue("--list-row");
    expect(height()).toBe("48px");
    await pick("View", "Dense");
    await see(() => expect(height()).toBe("32px"));
    expect(JSON.parse(localStorage.getItem("views.ann.items.list") ?? "{}")).toMatchObject({ density: "dense" });
  });

  test("has a chip for each added filter, which can be changed and removed", async () => {
    open();
    await see(() => expect(seenNames()[0]).toBe("Item 0"));
    await pick("Filter", "Sorted by");
    const option = () => entries().find(({ textContent }) => textContent === "Comfortable");
    await see(() => expect(option()).toBeDefined());
    await act(() => option()?.click());
    await see(() => expect(seenNames()[0]).toBe("Item 1"));
    expect(stage.address()).toBe("/items?half=odd");
    await pick("Sorted by: Comfortable", "Dense");
    await see(() => expect(seenNames()[1]).toBe("Item 2"));
    await act(() => stage.page.querySelector<HTMLElement>('[aria-label="Remove the filter Sorted by"]')?.click());
    await see(() => expect(stage.address()).toBe("/items"));
    expect(buttonOf("Sorted by: Dense")).toBeUndefined();
  });

  test("shows an error and no rows when it fails to load", async () => {
    stage.server.isBroken = true;
    open();
    await see(() => expect(stage.page.querySelector("[role=alert]")?.textContent).toContain("Could not load the rows"));
    expect(stage.page.querySelector("[role=grid], [role=row]")).toBeNull();
  });

  test("shows brief texts on a narrow screen, and the full text on hover", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
    const columns = itemsList.columns.map((one) =>
      one.id === "number" ? { ...one, text: () => "Nov 21, 2026", brief: () => "Nov 21" } : one,
    );
    openList(defineList({ ...itemsList, columns }));
    await see(() => expect(rows()[1]?.querySelectorAll(".list-line")[1]?.textContent).toBe("Nov 21"));
    expect(rows()[1]?.querySelectorAll(".list-line")[1]?.getAttribute("title")).toBe("Nov 21\nNov 21, 2026");
  });

  test("on a narrow screen has two-line rows, the rest of a row in its menu, and only one button besides search", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
    open();
    await see(() => expect(rows()[1]?.querySelector(".list-line-name")?.textContent).toBe("Item 1"));
    expect(rows()[1]?.querySelectorAll(".list-line")[1]?.textContent).toBe("ID 1");
    expect(rows()[1]?.querySelectorAll(".list-line")[1]?.getAttribute("title")).toBe("ID 1");
    expect(stage.page.querySelectorAll(".list-bar button")).toHaveLength(1);
    await act(() => stage.page.querySelector<HTMLElement>('[data-index="1"] [data-part="menu"]')?.click());
    await see(() => expect(entries()[0]?.textContent).toBe("Details"));
    await act(() => entries()[0]?.click());
    await see(() => expect(document.querySelector(".list-details")?.textContent).toBe("View nameItem 1ID1"));
  });
});
