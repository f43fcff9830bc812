import { defaultParseSearch, defaultStringifySearch } from "@tanstack/react-router";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLocalDay, buildInput, toMoment, getNextSort, readUrl, getSortState, writeUrl } from "./list-url.rules.ts";

const fields = ["username", "status", "from"];
const sorts = ["username", "at"];
const read = (search: Record<string, unknown>) => readUrl(search, fields, sorts);

describe("a list's part of the URL", () => {
  test("is read back as written, through the router's own serialization", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 }).map((one) => one.toWellFormed().trim());
    const filters = fc.dictionary(
      fc.constantFrom(...fields),
      fc.oneof(text, fc.constantFrom("123", "1e3", "true", "null", "{}", '"a"', "007")),
    );
    const urls = fc.record({
      filters: filters.map((set) => Object.fromEntries(Object.entries(set).filter(([, value]) => value !== ""))),
      sort: fc.constantFrom("", "username", "-username", "at", "-at"),
      page: fc.integer({ min: 1, max: 10_000_000 }),
    });
    fc.assert(
      fc.property(urls, (url) => {
        const address = defaultStringifySearch(writeUrl({}, fields, url));
        expect(read(defaultParseSearch(address))).toEqual(url);
      }),
    );
  });

  test("is human-readable", () => {
    const search = writeUrl({}, fields, { filters: { username: "123", status: "active" }, sort: "-username", page: 7 });
    expect(defaultStringifySearch(search)).toBe("?username=123&status=active&sort=-username&page=7");
  });

  test("omits what is not set, and leaves other parameters alone", () => {
    expect(writeUrl({ tab: "x", page: 3, username: "a" }, fields, { filters: {}, sort: "", page: 1 })).toEqual({ tab: "x" });
  });

  test("ignores an invalid page, sort or filter, and unknown parameters", () => {
    expect(read({ page: -1, sort: "password", username: { a: 1 }, other: "x" })).toEqual({ filters: {}, sort: "", page: 1 });
    expect(read({ page: "two" }).page).toBe(1);
    expect(read({ page: "12" }).page).toBe(12);
  });

  test("drops an invalid page or sort on the next change", () => {
    const old = { page: "abc", sort: "password", tab: "x" };
    expect(writeUrl(old, fields, { ...read(old), filters: { username: "ann" } })).toEqual({ tab: "x", username: "ann" });
  });
});

describe("a press on a header", () => {
  test("sorts ascending, then descending, then not at all", () => {
    expect(getNextSort("", "at")).toBe("at");
    expect(getNextSort("at", "at")).toBe("-at");
    expect(getNextSort("-at", "at")).toBe("");
    expect(getNextSort("-username", "at")).toBe("at");
  });

  test("is reported to screen readers", () => {
    expect(["at", "-at", "username"].map((sort) => getSortState(sort, "at"))).toEqual(["ascending", "descending", "none"]);
    expect(getSortState("", undefined)).toBe("none");
  });
});

describe("a chosen day", () => {
  test("is queried from its start or to its end in the user's time zone", () => {
    expect(new Date(toMoment("2026-03-01", "start")).getHours()).toBe(0);
    const length = Date.parse(toMoment("2026-03-02", "end")) - Date.parse(toMoment("2026-03-02", "start"));
    expect(length).toBe(24 * 60 * 60 * 1000 - 1);
  });

  test("is recovered from the instant", () => {
    expect(readLocalDay(toMoment("2026-03-01", "start"))).toBe("2026-03-01");
    expect(readLocalDay(toMoment("2026-03-01", "end"))).toBe("2026-03-01");
    expect(readLocalDay("2026-03-01")).toBe("2026-03-01");
    expect(readLocalDay("yesterday")).toBe("");
  });

  test("goes into the call's input, with the fixed parts and the sort", () => {
    const filters = [
      { field: "username", label: "list.retry", kind: "text" },
      { field: "from", label: "list.retry", kind: "day", edge: "start" },
    ] as const;
    expect(buildInput({ input: { kind: "own" }, filters }, { username: "ann", from: "2026-03-01" }, "-at")).toEqual({
      kind: "own",
      username: "ann",
      from: toMoment("2026-03-01", "start"),
      sort: "-at",
    });
    expect(buildInput({}, { username: "ann" }, "")).toEqual({});
  });
});
