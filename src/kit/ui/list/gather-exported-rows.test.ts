import Papa from "papaparse";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { read, utils } from "xlsx";
import type { Item, ListServer } from "#tests/factories/list-server.ts";
import { listItems, startListServer } from "#tests/factories/list-server.ts";
import { buildFileName, gather } from "./gather-exported-rows.ts";
import { writeSheet } from "./write-list-file.ts";

let server: ListServer;
beforeEach(async () => {
  server = await startListServer(1050);
});
afterEach(() => server.close());

const line = (row: unknown) => [String((row as Item).number), (row as Item).name];
const gathering = (more: { most?: number; firstOnly?: boolean; signal?: AbortSignal; input?: Record<string, unknown> } = {}) => {
  const progress: number[] = [];
  const work = gather({
    client: server.client,
    call: listItems,
    input: {},
    line,
    signal: new AbortController().signal,
    firstOnly: false,
    onProgress: ({ done }) => progress.push(done),
    ...more,
  });
  return { work, progress };
};

describe("gathering the rows for a file", () => {
  test("reads all pages by cursor, each row once, and reports its progress", async () => {
    const { work, progress } = gathering();
    const got = await work;
    expect("lines" in got && got.lines.map(([number]) => Number(number))).toEqual(server.items.map(({ number }) => number));
    expect(progress).toEqual([200, 400, 600, 800, 1000, 1050]);
    expect(server.asked.filter((query) => query.has("cursor"))).toHaveLength(5);
  });

  test("applies the filters and the sort", async () => {
    const got = await gathering({ input: { name: "Item 104", sort: "-number" } }).work;
    expect("lines" in got && got.lines.map(([number]) => number).slice(0, 3)).toEqual(["1049", "1048", "1047"]);
    expect("lines" in got && got.lines).toHaveLength(11);
  });

  test("reports too many rows, and takes only the first ones on request", async () => {
    expect(await gathering({ most: 1000 }).work).toEqual({ tooMany: 1050 });
    const first = await gathering({ most: 1000, firstOnly: true }).work;
    expect("lines" in first && first.lines).toHaveLength(1000);
  });

  test("stops when it is aborted", async () => {
    const controller = new AbortController();
    const { work } = gathering({ signal: controller.signal });
    controller.abort();
    await expect(work).rejects.toThrow("aborted");
  });

  test("rejects when a page fails", async () => {
    server.isBroken = true;
    await expect(gathering().work).rejects.toMatchObject({ code: 500 });
  });
});

describe("an exported list", () => {
  const sheet = {
    title: "Items",
    columns: [
      { title: "Name", isNumber: false },
      { title: "Pieces", isNumber: true },
    ],
    lines: [
      ["=1+1", "12"],
      ['He said "no", twice\nand left', "-3.5"],
      ["@SUM(A1)", "1,200"],
      ["", "0"],
    ],
  };

  test("reads back from CSV, and none of its cells runs as a formula", async () => {
    const text = await (await writeSheet(sheet, "csv")).text();
    const { data } = Papa.parse<string[]>(text.trimEnd());
    expect(data).toEqual([
      ["Name", "Pieces"],
      ["'=1+1", "12"],
      ['He said "no", twice\nand left', "-3.5"],
      ["'@SUM(A1)", "1,200"],
      ["", "0"],
    ]);
  });

  test("reads back from a workbook, with texts as texts and numbers as numbers", async () => {
    const book = read(await (await writeSheet(sheet, "xlsx")).arrayBuffer());
    expect(book.SheetNames).toEqual(["Items"]);
    const cells = book.Sheets["Items"];
    expect(cells?.["A2"]).toMatchObject({ t: "s", v: "=1+1" });
    expect(cells?.["A2"]).not.toHaveProperty("f");
    expect(cells?.["B2"]).toMatchObject({ t: "n", v: 12 });
    expect(cells?.["B4"]).toMatchObject({ t: "s", v: "1,200" });
    expect(utils.sheet_to_json(cells ?? {}, { header: 1 })).toHaveLength(5);
  });

  test("is named after the list and the day", () => {
    expect(buildFileName("Items: all/some", new Date(2026, 2, 7), "csv")).toBe("Items all some 2026-03-07.csv");
    expect(buildFileName("操作员", new Date(2026, 10, 21), "xlsx")).toBe("操作员 2026-11-21.xlsx");
  });
});
