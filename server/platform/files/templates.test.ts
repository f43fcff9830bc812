import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import { templates } from "#src/kit/files/templates.contract.ts";
import { buildTemplateFile } from "./templates.ts";

const names = ["orders", "receipts", "locations", "products", "opening-stock", "tracks"];

async function sheetsOf(name: string, language: "en_us" | "zh_cn"): Promise<unknown[][][]> {
  const template = buildTemplateFile(name, language);
  if (template === null) throw new Error(`no template ${name}`);
  const book = XLSX.read(await buffer(Readable.from(template.bytes())));
  return Object.values(book.Sheets).map((sheet) => XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1 }));
}

describe("the import templates", () => {
  test("are exactly the five in the specification, and that of tracks", () => {
    expect(Object.keys(templates).toSorted()).toEqual(names.toSorted());
    for (const name of ["", "order", "Orders", "constructor", "__proto__", "../orders"])
      expect(buildTemplateFile(name, "en_us")).toBeNull();
  });

  test.each(names.flatMap((name) => (["en_us", "zh_cn"] as const).map((language) => [name, language] as const)))(
    "%s in %s has a header, an example that fills every column, and a note for each",
    async (name, language) => {
      const columns = templates[name]?.columns ?? [];
      const [rows, notes] = await sheetsOf(name, language);
      expect(rows).toEqual([columns.map(({ header }) => header[language]), columns.map(({ example }) => example)]);
      expect(notes?.slice(1).map((row) => [row[0], row[2]])).toEqual(columns.map(({ header, note }) => [header[language], note[language]]));
    },
  );

  test.each(names)("%s has unique column names and states which columns are required", async (name) => {
    const columns = templates[name]?.columns ?? [];
    const columnNames = [
      columns.map(({ field }) => field),
      columns.map(({ header }) => header.en_us),
      columns.map(({ header }) => header.zh_cn),
    ];
    for (const each of columnNames) expect(new Set(each).size).toBe(columns.length);
    const [, notes] = await sheetsOf(name, "en_us");
    expect(notes?.slice(1).map((row) => row[1])).toEqual(columns.map(({ isRequired }) => (isRequired ? "yes" : "no")));
    expect(columns.some(({ isRequired }) => isRequired)).toBe(true);
  });

  test("have an expiry column for receipts", async () => {
    for (const [language, title] of [
      ["en_us", "Expires on"],
      ["zh_cn", "有效期至"],
    ] as const)
      expect((await sheetsOf("receipts", language))[0]?.[0]).toContain(title);
  });

  test("have a file name in the requested language", () => {
    expect(buildTemplateFile("opening-stock", "en_us")?.name).toBe("Opening stock-template.xlsx");
    expect(buildTemplateFile("orders", "zh_cn")?.name).toBe("订单-导入模板.xlsx");
  });
});
