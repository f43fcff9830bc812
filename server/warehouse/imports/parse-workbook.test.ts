import { utils, write } from "xlsx";
import type { WorkBook } from "xlsx";
import { describe, expect, test } from "vitest";
import { templates } from "#src/kit/files/templates.contract.ts";
import type { Template, TemplateColumn } from "#src/kit/files/templates.contract.ts";
import { buildTemplateFile } from "#server/platform/files/templates.ts";
import { makePng } from "#tests/factories/images.ts";
import { textRow, xlsxMembers, zipOf } from "#tests/factories/workbooks.ts";
import { normalizeHeader } from "./sheet-table.ts";
import type { ReadRow } from "./sheet-table.ts";
import { readWorkbook } from "./parse-workbook.ts";
import { WorkbookRefusal } from "./workbook-refusal.ts";
import type { WorkbookFault } from "./workbook-refusal.ts";

function column(field: string, en_us: string, zh_cn: string, isRequired = true): TemplateColumn {
  return { field, header: { en_us, zh_cn }, isRequired, example: "", note: { en_us: "", zh_cn: "" } };
}

const columns = [
  column("sku", "SKU", "商品编码"),
  column("quantity", "Quantity", "数量"),
  column("day", "Expected on", "预计到达日期", false),
  column("remark", "Remark", "备注", false),
];
const headers = ["SKU", "Quantity", "Expected on", "Remark"];

async function rowsOf(bytes: Buffer, maxRows = 1000, wanted: readonly TemplateColumn[] = columns): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  await readWorkbook({ bytes, columns: wanted, maxRows }, (row) => rows.push(row));
  return rows;
}

async function faultOf(bytes: Buffer, maxRows = 1000): Promise<WorkbookFault> {
  try {
    const rows = await rowsOf(bytes, maxRows);
    throw new Error(`it was read: ${JSON.stringify(rows)}`);
  } catch (error) {
    if (error instanceof WorkbookRefusal) return error.fault;
    throw error;
  }
}

const codeOf = async (bytes: Buffer, maxRows = 1000): Promise<string> => (await faultOf(bytes, maxRows)).code;

function bookOf(sheets: Readonly<Record<string, readonly (readonly unknown[])[]>>): WorkBook {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  return book;
}

type Format = "xlsx" | "biff8" | "ods" | "csv";
const bytesOf = (book: WorkBook, bookType: Format, bookSST = false): Buffer =>
  write(book, { type: "buffer", bookType, bookSST, compression: true }) as Buffer;

const data = [
  headers,
  ["MUG-BLUE-01", 12, new Date(Date.UTC(2026, 5, 30)), "  with space  "],
  ["", "", "", ""],
  ["00501", 6_901_234_567_890, "2026-06-30", "多行\n备注 & <signs>"],
  [" x", 8.3, "", true],
];
const read = [
  [2, "MUG-BLUE-01", "12", "2026-06-30", "with space"],
  [4, "00501", "6901234567890", "2026-06-30", "多行\n备注 & <signs>"],
  [5, "x", "8.3", "", "TRUE"],
];

describe("a valid workbook", () => {
  const formats: [string, Format, boolean][] = [
    [".xlsx", "xlsx", false],
    [".xlsx with shared texts", "xlsx", true],
    [".xls", "biff8", false],
    [".ods", "ods", false],
  ];
  test.each(formats)("is read as %s, with dates, long numbers and texts as typed", async (_name, format, shares) => {
    expect(await rowsOf(bytesOf(bookOf({ Data: data }), format, shares))).toEqual(read);
  });

  test("is read as CSV literally: nothing becomes a number or a date", async () => {
    const csv = 'SKU,Quantity,Expected on,Remark\r\n00501,6901234567890,30/6/2026,"a, b"\r\n';
    const expected = [[2, "00501", "6901234567890", "30/6/2026", "a, b"]];
    expect(await rowsOf(Buffer.from(csv))).toEqual(expected);
    expect(await rowsOf(Buffer.from(`\ufeff${csv}`))).toEqual(expected);
    expect(await rowsOf(Buffer.from(`\ufeff${csv}`, "utf16le"))).toEqual(expected);
    expect(await rowsOf(Buffer.from(csv.replaceAll(",", ";").replace('"a; b"', '"a, b"')))).toEqual(expected);
  });

  test("is read as CSV without the usual markers that keep a value as text", async () => {
    expect(await rowsOf(Buffer.from(`SKU,Quantity,Remark\n"=""00501""",1,'=not a formula\n`))).toEqual([
      [2, "00501", "1", "", "=not a formula"],
    ]);
  });

  test("is read as CSV in the encoding of Chinese Excel", async () => {
    // SKU,数量 / MUG,2 in GB 18030
    const bytes = Buffer.concat([Buffer.from("SKU,"), Buffer.from("cafdc1bf", "hex"), Buffer.from("\r\nMUG,2\r\n")]);
    expect(await rowsOf(bytes)).toEqual([[2, "MUG", "2", "", ""]]);
  });

  test("may have headers in either language, in any order, with punctuation and full-width characters", async () => {
    const book = bookOf({
      Data: [
        ["备注", " quantity *", "ＳＫＵ", "Expected-On"],
        ["a", 1, "MUG", "2026-01-02"],
      ],
    });
    expect(await rowsOf(bytesOf(book, "xlsx"))).toEqual([[2, "MUG", "1", "2026-01-02", "a"]]);
  });

  test("may have other sheets and empty rows before its header", async () => {
    const book = bookOf({
      Notes: [
        ["Column", "Required"],
        ["SKU", "yes"],
      ],
      Data: [[], [], headers, ["MUG", 1]],
      More: data,
    });
    expect(await rowsOf(bytesOf(book, "xlsx"))).toEqual([[4, "MUG", "1", "", ""]]);
  });

  test("recognizes a date by its format, however it is written, also in the 1904 date system", async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/><numFmt numFmtId="171" formatCode="[Red]0 &quot;days&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="22"/></cellXfs></styleSheet>';
    const day = (row: number, style: number, value: number) =>
      `<row r="${String(row)}"><c t="inlineStr"><is><t>a</t></is></c><c><v>1</v></c><c s="${String(style)}"><v>${String(value)}</v></c></row>`;
    const rows = textRow(1, headers) + day(2, 1, 46_203) + day(3, 2, 46_203) + day(4, 3, 46_203) + day(5, 4, 46_203.75) + day(6, 0, 46_203);
    const days = async (book: string) => {
      const more = [{ path: "xl/styles.xml", bytes: styles }, ...(book === "" ? [] : [{ path: "xl/workbook.xml", bytes: book }])];
      return (await rowsOf(zipOf(xlsxMembers(rows, "", more)))).map((row) => row[3]);
    };
    expect(await days("")).toEqual(["2026-06-30", "2026-06-30", "46203", "2026-06-30T18:00:00", "46203"]);
    const from1904 = '<workbook><workbookPr date1904="1"/><sheets><sheet name="Data" r:id="r1"/></sheets></workbook>';
    expect(await days(from1904)).toEqual(["2030-07-01", "2030-07-01", "46203", "2030-07-01T18:00:00", "46203"]);
  });

  test.each(Object.keys(templates))("can be our own template of %s, as downloaded in either language", async (name) => {
    const template: Template | undefined = templates[name];
    if (template === undefined) throw new Error(name);
    for (const language of ["en_us", "zh_cn"] as const) {
      const pieces: Uint8Array[] = [];
      for await (const piece of buildTemplateFile(name, language)?.bytes() ?? []) pieces.push(piece);
      const [row, ...others] = await rowsOf(Buffer.concat(pieces), 10, template.columns);
      expect(others).toEqual([]);
      expect(row).toEqual([2, ...template.columns.map(({ example }) => String(example))]);
    }
    const names = template.columns.flatMap(({ header }) => [...new Set([normalizeHeader(header.en_us), normalizeHeader(header.zh_cn)])]);
    expect(new Set(names).size).toBe(names.length);
  });

  test("may contain rich texts, phonetic readings, escapes and another namespace prefix", async () => {
    const strings =
      '<x:sst xmlns:x="m"><x:si><x:r><x:t>Mug</x:t></x:r><x:r><x:t xml:space="preserve"> blue</x:t></x:r><x:rPh><x:t>reading</x:t></x:rPh></x:si>' +
      "<x:si><x:t>a_x000D_&#10;<![CDATA[<b>]]>&amp;&#x4E2D;</x:t></x:si></x:sst>";
    const rows = `${textRow(1, headers)}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><v>1.2E3</v></c><c r="D2" t="s"><v>1</v></c></row>`;
    const bytes = zipOf(xlsxMembers(rows, "", [{ path: "xl/sharedStrings.xml", bytes: strings }]));
    expect(await rowsOf(bytes)).toEqual([[2, "Mug blue", "1200", "", "a\n<b>&中"]]);
  });
});

describe("a file that is not a valid workbook", () => {
  const cases: [string, Buffer][] = [
    ["a picture", Buffer.from(makePng(3, 3))],
    ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj\n")],
    ["a page", Buffer.from("<!doctype html><table><tr><td>SKU</td></tr></table>")],
    ["an archive of something else", zipOf([{ path: "word/document.xml", bytes: "<a/>" }])],
    ["a letter", zipOf(xlsxMembers("").map((member) => ({ ...member, bytes: String(member.bytes).replaceAll("xl/", "word/") })))],
    ["bytes", Buffer.from([1, 2, 3, 0, 255])],
    ["a compound file without a workbook", Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("WordDocument", "utf16le")])],
  ];
  test.each(cases)("is refused: %s", async (_name, bytes) => {
    expect(await codeOf(bytes)).toBe("imports.notAWorkbook");
  });

  test("is refused with a password, however it is encrypted", async () => {
    const compound = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("EncryptedPackage", "utf16le")]);
    expect(await codeOf(compound)).toBe("imports.encrypted");
    expect(await codeOf(zipOf(xlsxMembers(textRow(1, headers)).map((member) => ({ ...member, flags: 1 }))))).toBe("imports.encrypted");
  });

  test("is refused if it is truncated or corrupt", async () => {
    const whole = bytesOf(bookOf({ Data: data }), "xlsx");
    expect(await codeOf(whole.subarray(0, whole.length - 30))).toBe("imports.damaged");
    expect(await codeOf(zipOf(xlsxMembers(`${textRow(1, headers)}<row><c r="A2"`)))).toBe("imports.damaged");
    const members = xlsxMembers(textRow(1, headers));
    expect(await codeOf(zipOf(members.slice(0, 3)))).toBe("imports.damaged");
    expect(await codeOf(zipOf([...members, ...members.slice(4)]))).toBe("imports.damaged");
    expect(await codeOf(bytesOf(bookOf({ Data: data }), "biff8").subarray(0, 3000))).toBe("imports.damaged");
  });

  test("is refused if it defines entities", async () => {
    const bomb = '<!DOCTYPE sst [<!ENTITY a "aaaa">]><sst><si><t>&a;</t></si></sst>';
    const bytes = zipOf(xlsxMembers(textRow(1, headers), "", [{ path: "xl/sharedStrings.xml", bytes: bomb }]));
    expect(await codeOf(bytes)).toBe("imports.damaged");
  });
});

describe("a workbook that is too large when decompressed", () => {
  test("is refused by the sizes in its directory", async () => {
    const zeros = zipOf([...xlsxMembers(textRow(1, headers)), { path: "xl/media/x", bytes: Buffer.alloc(20 * 1024 * 1024), level: 9 }]);
    expect(zeros.length).toBeLessThan(200_000);
    expect(await codeOf(zeros)).toBe("imports.unpacksTooLarge");
    const vast = xlsxMembers(textRow(1, headers)).map((member) => ({ ...member, declaredBytes: 400_000_000 }));
    expect(await codeOf(zipOf(vast))).toBe("imports.unpacksTooLarge");
  });

  test("is refused if its directory understates them", async () => {
    const rows = textRow(1, headers) + textRow(2, ["a".repeat(100_000), "1"]);
    const members = xlsxMembers(rows).map((member) => (member.path.includes("sheet1") ? { ...member, declaredBytes: 5000 } : member));
    expect(await codeOf(zipOf(members))).toBe("imports.unpacksTooLarge");
  });

  test("is refused for having thousands of entries", async () => {
    const many = Array.from({ length: 5001 }, (_, index) => ({ path: `a${String(index)}`, bytes: "" }));
    expect(await codeOf(zipOf(many))).toBe("imports.unpacksTooLarge");
  });

  test("is refused as an .ods too", async () => {
    const type = { path: "mimetype", bytes: "application/vnd.oasis.opendocument.spreadsheet" };
    expect(await codeOf(zipOf([type, { path: "content.xml", bytes: Buffer.alloc(3_000_000), declaredBytes: 10 }]))).toBe(
      "imports.unpacksTooLarge",
    );
  });

  test("is refused if one shared text expands into thousands of cells", async () => {
    const strings = `<sst><si><t>${"长".repeat(30_000)}</t></si></sst>`;
    const rows = Array.from({ length: 2000 }, (_, index) => `<row r="${String(index + 2)}"><c t="s"><v>0</v></c><c><v>1</v></c></row>`);
    const bytes = zipOf(xlsxMembers(textRow(1, headers) + rows.join(""), "", [{ path: "xl/sharedStrings.xml", bytes: strings }]));
    expect(await codeOf(bytes, 10_000)).toBe("imports.unpacksTooLarge");
  });
});

describe("a table that does not match the template", () => {
  test("is refused for having more rows than allowed, in each format", async () => {
    const book = bookOf({ Data: [headers, ["a", 1], ["b", 2], ["c", 3]] });
    for (const format of ["xlsx", "biff8", "ods", "csv"] as const) {
      expect(await rowsOf(bytesOf(book, format), 3)).toHaveLength(3);
      expect(await codeOf(bytesOf(book, format), 2)).toBe("imports.tooManyRows");
    }
  });

  test("is refused without rows", async () => {
    expect(await codeOf(Buffer.alloc(0))).toBe("imports.noRows");
    for (const format of ["xlsx", "biff8", "ods", "csv"] as const)
      expect(await codeOf(bytesOf(bookOf({ Data: [headers] }), format))).toBe("imports.noRows");
    expect(await codeOf(bytesOf(bookOf({ Data: [[]] }), "xlsx"))).toBe("imports.noRows");
  });

  test("is refused for wrong columns, which are named, from the closest matching sheet", async () => {
    const book = bookOf({
      Notes: [["Column"]],
      Data: [
        ["SKU", "Colour", "SKU", "Size"],
        ["a", "b", "c", "d"],
      ],
    });
    expect(await faultOf(bytesOf(book, "xlsx"))).toEqual({
      code: "imports.wrongColumns",
      sheet: "Data",
      place: "",
      missing: ["quantity"],
      unknown: ["Colour", "SKU", "Size"],
    });
  });

  test("is refused for a cell without a header", async () => {
    const bytes = bytesOf(
      bookOf({
        Data: [
          ["SKU", "Quantity"],
          ["a", 1],
          ["b", 2, "", "lost"],
        ],
      }),
      "xlsx",
    );
    expect(await faultOf(bytes)).toMatchObject({ code: "imports.cellWithoutHeader", place: "D3" });
  });

  test("is refused for a formula, naming the first", async () => {
    const book = bookOf({ Data: [headers, ["a", 1], ["b", 2]] });
    const sheet = book.Sheets["Data"];
    if (sheet === undefined) throw new Error("no sheet");
    sheet["B3"] = { t: "n", v: 3, f: "1+2" };
    // SheetJS writes no formulas into an .xls.
    for (const format of ["xlsx", "ods"] as const)
      expect(await faultOf(bytesOf(book, format)), format).toMatchObject({ code: "imports.formula", sheet: "Data", place: "B3" });
    expect(await faultOf(Buffer.from("SKU,Quantity\na,=1+2\n"))).toMatchObject({ code: "imports.formula", place: "B2" });
  });

  test("is refused for an error in a cell", async () => {
    const rows = `${textRow(1, headers)}<row r="2"><c t="inlineStr"><is><t>a</t></is></c><c t="e"><v>#N/A</v></c></row>`;
    expect(await faultOf(zipOf(xlsxMembers(rows)))).toMatchObject({ code: "imports.errorCell", place: "B2" });
  });

  test("is refused for merged cells among the rows, but not for those beside them", async () => {
    const book = bookOf({ Data: [headers, ["a", 1], ["b", 2]] });
    const sheet = book.Sheets["Data"];
    if (sheet === undefined) throw new Error("no sheet");
    sheet["!merges"] = [utils.decode_range("A2:A3")];
    for (const format of ["xlsx", "biff8", "ods"] as const)
      expect(await faultOf(bytesOf(book, format)), format).toMatchObject({ code: "imports.mergedCells", sheet: "Data", place: "A2:A3" });
    sheet["!merges"] = [utils.decode_range("H2:I9")];
    expect(await rowsOf(bytesOf(book, "xlsx"))).toHaveLength(2);
  });

  test("is refused if its rows or cells are out of order", async () => {
    const second = textRow(3, ["a", "1"]);
    expect(await codeOf(zipOf(xlsxMembers(textRow(1, headers) + second + second)))).toBe("imports.damaged");
    const backwards = '<row r="2"><c r="B2"><v>1</v></c><c r="A2"><v>2</v></c></row>';
    expect(await codeOf(zipOf(xlsxMembers(textRow(1, headers) + backwards)))).toBe("imports.damaged");
  });
});
