import { describe, expect, test } from "vitest";
import { bytesOf, readPdf } from "#tests/server/printed-pdf.ts";
import { answerPdf } from "./pdf-answer.ts";
import { mostDocumentRows, drawTable } from "./table-document.ts";
import type { TableDocument } from "./table-document.ts";

const table: TableDocument = {
  title: "Statement 对账单",
  subtitle: "Mercer",
  facts: [
    ["Period", "March"],
    ["Currency", "USD"],
  ],
  columns: [
    { header: "Day", share: 1 },
    { header: "What", share: 3 },
    { header: "Amount", share: 1, align: "end" },
  ],
  rows: [],
  language: "en_us",
  now: new Date("2026-03-01T12:00:00Z"),
};

function rows(count: number): string[][] {
  return Array.from({ length: count }, (_, index) => ["2026-03-01", `Storage ${index}`, `-${index}.00`]);
}

async function* slowly(all: readonly string[][]): AsyncGenerator<string[]> {
  for (const row of all) yield await Promise.resolve(row);
}

async function printed(over: Partial<TableDocument>) {
  return readPdf(await bytesOf(drawTable({ ...table, ...over }))).pages;
}

/** The words of each page, in the order of drawing; those of one line of one face together. */
function words(page: { readonly texts: readonly { readonly text: string }[] } | undefined): string[] {
  return page?.texts.map(({ text }) => text) ?? [];
}

describe("a printed table", () => {
  test("has its title once, its header and page number on each page, and every row once, in order", async () => {
    const pages = await printed({ rows: slowly(rows(120)), totals: ["", "Total", "-7,140.00"] });
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.map((page) => words(page).includes("Statement 对账单"))).toEqual(pages.map((_, index) => index === 0));
    for (const [index, page] of pages.entries()) {
      expect(words(page)).toEqual(expect.arrayContaining(["Day", "What", "Amount", `Page ${index + 1} of ${pages.length}`]));
      expect(page.width).toBeCloseTo(210);
    }
    const printedRows = pages.flatMap(words).filter((text) => text.startsWith("Storage"));
    expect(printedRows).toEqual(rows(120).map(([, what]) => what));
    expect(pages.map((page) => words(page).includes("-7,140.00"))).toEqual(pages.map((_, index) => index === pages.length - 1));
  });

  test("aligns its numbers at the right", async () => {
    const [page] = await printed({ rows: [...rows(1), ...rows(101).slice(-1)] });
    const [short, long] = ["-0.00", "-100.00"].map((number) => page?.texts.find(({ text }) => text === number));
    // two figures more, each as wide as the others
    expect(short?.x).toBeGreaterThan(long?.x ?? Number.POSITIVE_INFINITY);
    const [day] = page?.texts.filter(({ text }) => text === "2026-03-01") ?? [];
    expect(day?.x).toBeLessThan(20);
  });

  test("wraps a long text onto a second line", async () => {
    const [page] = await printed({
      rows: [["2026-03-01", "Storage of goods in the harbour warehouse for thirty days, each day begun counted as a whole one", "-1.00"]],
    });
    const long = page?.texts.filter(({ text }) => /Storage|whole one/.test(text)) ?? [];
    expect(long).toHaveLength(2);
    expect(long[1]?.y).toBeGreaterThan(long[0]?.y ?? Number.POSITIVE_INFINITY);
  });

  test("never leaves the totals alone on a page", async () => {
    for (const count of [36, 37, 38, 39, 40, 41, 42, 43]) {
      const pages = await printed({ rows: rows(count), totals: ["", "Total", "-1.00"] });
      const last = words(pages.at(-1));
      expect(last).toContain("Total");
      expect(last.some((text) => text.startsWith("Storage"))).toBe(true);
      expect(pages.every(({ texts, height }) => texts.every(({ y }) => y < height - 14))).toBe(true);
    }
  });

  test("says that it is empty, in the language of the document", async () => {
    const [english] = await printed({});
    const [chinese] = await printed({ language: "zh_cn", isLandscape: true });
    expect(words(english)).toContain("There is nothing to list.");
    expect(words(english)).toContain("Printed 2026-03-01 12:00 (UTC)");
    expect(words(chinese)).toEqual(expect.arrayContaining(["没有可列出的内容。", "第 1 页，共 1 页", "打印时间 2026-03-01 12:00（UTC）"]));
    expect(chinese?.width).toBeCloseTo(297);
  });

  test("is identical for the same rows", async () => {
    const [one, other] = await Promise.all([0, 1].map(() => bytesOf(drawTable({ ...table, rows: rows(50) }))));
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
  });

  test("rejects more rows than fit in a document, and passes on an error from reading them", async () => {
    const endless = (function* () {
      for (;;) yield ["2026-03-01", "Storage", "-1.00"];
    })();
    await expect(bytesOf(drawTable({ ...table, rows: endless }))).rejects.toThrow(`a document can have at most ${mostDocumentRows} rows`);
    const broken = (async function* (): AsyncGenerator<string[]> {
      yield* slowly(rows(1));
      throw new Error("the database is gone");
    })();
    await expect(bytesOf(drawTable({ ...table, rows: broken }))).rejects.toThrow("the database is gone");
  });
});

test("a PDF is returned as a file with a safe name", async () => {
  const answer = answerPdf(["Statement", "../2026:03.pdf"], async () => drawTable(table));
  expect(answer).toMatchObject({ contentType: "application/pdf", name: "Statement-_2026_03.pdf", isInline: false, byteSize: null });
  const stream = await answer.open();
  if (stream === null) throw new Error("no stream");
  expect((await bytesOf(stream)).subarray(0, 8).toString()).toBe("%PDF-1.7");
});
