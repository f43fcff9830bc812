import { cellStyles } from "#src/kit/lib/sheets/cells.ts";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import Papa from "papaparse";
import * as XLSX from "xlsx";
import { buildTableFile } from "./table-files.commands.ts";
import type { Cell, Table } from "./table-files.commands.ts";

// SheetJS and Papa Parse read what we wrote.
const columns = [
  { header: "When", width: 20 },
  { header: "What & <why>", width: 30 },
  { header: "How many", width: 10 },
];

function tableOf(rows: readonly Cell[][], batchSize = 7): Table {
  const batches: Cell[][][] = [];
  for (let at = 0; at < rows.length; at += batchSize) batches.push(rows.slice(at, at + batchSize));
  return { name: "Sheet & one", columns, batches };
}

async function workbookOf(table: Table): Promise<XLSX.WorkBook> {
  return XLSX.read(await buffer(buildTableFile("xlsx", table)), { cellStyles: true, cellNF: true });
}

function sheetOf(book: XLSX.WorkBook): XLSX.WorkSheet {
  const sheet = book.Sheets["Sheet & one"];
  if (sheet === undefined) throw new Error(`only ${book.SheetNames.join()}`);
  return sheet;
}

const texts = ["plain", 'a "quote" & <tag> ]]>', "漂亮", "שלום", "👨‍👩‍👧 two\nlines", " spaced  twice ", "_x0041_ literal", "tab\there"];
const formulas = ['=HYPERLINK("http://evil.example")', "+1", "-1", "@SUM(A1)", "\t=1", "＝1", "  =1"];
const moment = new Date("2026-05-03T13:26:43.000Z");

describe("a workbook", () => {
  test("reads back row for row, in every script and across batches", async () => {
    const rows = Array.from({ length: 100 }, (_, index): Cell[] => [null, texts[index % texts.length] ?? "", index]);
    const read = XLSX.utils.sheet_to_json<unknown[]>(sheetOf(await workbookOf(tableOf(rows))), { header: 1, defval: null });
    expect(read).toEqual([columns.map(({ header }) => header), ...rows]);
  });

  test("has real numbers and dates, a frozen header and column widths", async () => {
    const book = await workbookOf(tableOf([[moment, "x", 2.5]]));
    const sheet = sheetOf(book);
    expect(sheet["A2"]).toMatchObject({ t: "n", w: "2026-05-03 13:26:43" });
    expect(sheet["C2"]).toMatchObject({ t: "n", v: 2.5 });
    expect(sheet["!cols"]?.map(({ width }) => width)).toEqual([20, 30, 10]);
    const bytes = await buffer(buildTableFile("xlsx", tableOf([])));
    const part = XLSX.CFB.find(XLSX.CFB.read(bytes, { type: "buffer" }), "/xl/worksheets/sheet1.xml");
    expect(Buffer.from(part?.content as Uint8Array).toString("utf8")).toContain('state="frozen"');
  });

  test("never contains a formula, even after a cell is edited", async () => {
    const bytes = await buffer(buildTableFile("xlsx", tableOf(formulas.map((text) => [null, text, null]))));
    const sheet = sheetOf(XLSX.read(bytes));
    for (const [index, text] of formulas.entries()) {
      expect(sheet[`B${index + 2}`]).toMatchObject({ t: "s", v: text });
      expect((sheet[`B${index + 2}`] as XLSX.CellObject).f).toBeUndefined();
    }
    const part = XLSX.CFB.find(XLSX.CFB.read(bytes, { type: "buffer" }), "/xl/worksheets/sheet1.xml");
    // the style with quotePrefix
    expect(
      Buffer.from(part?.content as Uint8Array)
        .toString("utf8")
        .match(new RegExp(` s="${cellStyles.quoted}"`, "g")),
    ).toHaveLength(formulas.length);
  });

  test("drops characters invalid in XML and truncates texts too long for Excel", async () => {
    const sheet = sheetOf(await workbookOf(tableOf([["a\u0000b\ud83dc", "é&".repeat(30_000), null]])));
    expect(sheet["A2"]).toMatchObject({ v: "ab\ufffdc" });
    expect(String((sheet["B2"] as XLSX.CellObject).v)).toHaveLength(32_767);
  });

  test("fails as a whole if its rows fail halfway", async () => {
    const failing = (async function* () {
      yield [["a"]];
      throw new Error("the database went away");
    })();
    await expect(buffer(buildTableFile("xlsx", { ...tableOf([]), batches: failing }))).rejects.toThrow("the database went away");
  });

  test("requests rows only as it is read, and stops when the reader does", async () => {
    let asked = 0;
    let isOver = false;
    const endless = (async function* () {
      try {
        for (;;) {
          asked += 1;
          yield Array.from({ length: 500 }, (_, index) => [moment, String(Math.random()), index]);
        }
      } finally {
        isOver = true;
      }
    })();
    const stream = buildTableFile("xlsx", { ...tableOf([]), batches: endless });
    let read = 0;
    for await (const chunk of stream) {
      read += (chunk as Buffer).length;
      if (read > 500_000) break;
    }
    expect(asked).toBeLessThan(500);
    await expect.poll(() => isOver).toBe(true);
  });
});

describe("a CSV", () => {
  test("reads back row for row, after a byte order mark", async () => {
    const bytes = await buffer(buildTableFile("csv", tableOf(texts.map((text, index) => [moment, text, index]))));
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const { data } = Papa.parse<string[]>(bytes.subarray(3).toString("utf8"), { skipEmptyLines: true });
    expect(data).toEqual([columns.map(({ header }) => header), ...texts.map((text, index) => [moment.toISOString(), text, String(index)])]);
  });

  test("contains nothing that a spreadsheet would execute", async () => {
    const bytes = await buffer(buildTableFile("csv", tableOf(formulas.map((text) => [null, text, null]))));
    const { data } = Papa.parse<string[]>(bytes.toString("utf8"), { skipEmptyLines: true });
    expect(data.slice(1).map((row) => row[1])).toEqual(formulas.map((text) => `'${text}`));
  });
});
