// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { View } from "./views.storage.ts";
import { noViews, readViews, withName, withoutView, withView, writeViews } from "./views.storage.ts";

const late: View = { name: "Late", filters: { status: "late" }, sort: "-at", columns: ["name"] };
const own: View = { name: "Mine", filters: {}, sort: "", columns: null };

beforeEach(() => localStorage.clear());

describe("saved views", () => {
  test("are read back as saved, by the user who saved them", () => {
    const kept = withView(withView(noViews, late, true), own, false);
    expect(writeViews("ann", "audit.log", kept)).toBe(true);
    expect(readViews("ann", "audit.log")).toEqual(kept);
    expect(readViews("bob", "audit.log")).toEqual(noViews);
    expect(readViews("ann", "operators.list")).toEqual(noViews);
    expect(localStorage.getItem("views.ann.audit.log")).not.toBeNull();
  });

  test("replace a view with the same name", () => {
    const kept = withView(withView(noViews, late, true), { ...late, sort: "at" }, false);
    expect(kept.views).toEqual([{ ...late, sort: "at" }]);
    expect(kept.first).toBeNull();
  });

  test("can be renamed, and a default view stays the default", () => {
    const kept = withName(withView(withView(noViews, late, true), own, false), "Late", "Overdue");
    expect(kept.views.map(({ name }) => name)).toEqual(["Overdue", "Mine"]);
    expect(kept.first).toBe("Overdue");
    expect(withName(kept, "Mine", "Overdue").views).toEqual([{ ...own, name: "Overdue" }]);
  });

  test("can be deleted, and the list opens with the standard view again", () => {
    expect(withoutView(withView(noViews, late, true), "Late")).toEqual(noViews);
  });

  test.each([
    "",
    "{",
    "null",
    "7",
    "[]",
    '{"views":7,"first":{}}',
    '{"views":[null,7,{},{"name":""},{"name":5}],"columns":"x"}',
    '{"first":"gone","columns":[1]}',
  ])("are empty when %j is stored", (text) => {
    localStorage.setItem("views.ann.audit.log", text);
    expect(readViews("ann", "audit.log")).toEqual(noViews);
  });

  test("keep the readable parts of a broken view", () => {
    localStorage.setItem("views.ann.audit.log", '{"views":[{"name":"Half","filters":{"a":"x","b":5},"sort":9}],"first":"Half"}');
    expect(readViews("ann", "audit.log")).toEqual({
      views: [{ name: "Half", filters: { a: "x" }, sort: "", columns: null }],
      first: "Half",
      density: null,
      columns: null,
    });
  });

  test("are empty and cannot be saved when the browser blocks storage", () => {
    const closed = vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new Error("closed");
    });
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    expect(readViews("ann", "audit.log")).toEqual(noViews);
    expect(writeViews("ann", "audit.log", noViews)).toBe(false);
    closed.mockRestore();
    full.mockRestore();
  });
});
