import { expect, test } from "vitest";
import { templates } from "#src/kit/files/templates.contract.ts";
import type { Template } from "#src/kit/files/templates.contract.ts";
import { receiptsWorkbook, textRow, xlsxMembers, zipOf } from "#tests/factories/workbooks.ts";
import { RequesterGone } from "#server/platform/runtime/fair-limiter.ts";
import { readWorkbookRows } from "./read-workbook-in-process.ts";

const template: Template = {
  title: { en_us: "Test", zh_cn: "测试" },
  columns: [{ field: "sku", header: { en_us: "SKU", zh_cn: "商品编码" }, isRequired: true, example: "", note: { en_us: "", zh_cn: "" } }],
};
const receipts = templates["receipts"];

/** A sheet of so many rows, small when it is packed. */
function longSheet(rows: number): Buffer {
  const parts = [textRow(1, ["SKU"])];
  for (let number = 2; number <= rows + 1; number += 1) parts.push(`<row r="${String(number)}"><c><v>1</v></c></row>`);
  return zipOf(xlsxMembers(parts.join("")));
}

test("a workbook is read in a separate process, each row with its number and all fields", async () => {
  if (receipts === undefined) throw new Error("no template");
  const bytes = await receiptsWorkbook({ rows: 4500, linesEach: 10, warehouse: "East 1", skus: ["MUG-1", "MUG-2"] });
  const read = await readWorkbookRows(bytes, receipts);
  if (!read.ok) throw new Error(read.problem.code);
  expect(read.value).toHaveLength(4500);
  expect(read.value[4499]).toEqual({
    number: 4501,
    values: {
      receipt_number: "R-450",
      warehouse: "East 1",
      expected_on: "2026-06-30",
      box_number: "10",
      sku: "MUG-2",
      expected_quantity: "90",
      lot: "",
      expires_on: "",
      remark: "",
    },
  });
});

test("two million rows are refused as soon as too many are read", async () => {
  const read = await readWorkbookRows(longSheet(2_000_000), template);
  expect(read).toMatchObject({ ok: false, problem: { code: "imports.tooManyRows", sheet: "Data" } });
});

test("a workbook that takes too long or too much memory is aborted and refused, and the next one is read", async () => {
  const long = longSheet(60_000);
  expect(await readWorkbookRows(long, template, { timeoutMs: 20 })).toMatchObject({ ok: false, problem: { code: "imports.tooHeavy" } });
  const strings = `<sst>${Array.from({ length: 400_000 }, (_, index) => `<si><t>text ${String(index)} of many</t></si>`).join("")}</sst>`;
  const greedy = zipOf(xlsxMembers(textRow(1, ["SKU"]), "", [{ path: "xl/sharedStrings.xml", bytes: strings }]));
  expect(await readWorkbookRows(greedy, template, { heapMb: 16 })).toMatchObject({ ok: false, problem: { code: "imports.tooHeavy" } });
  const all = await Promise.all([longSheet(10), longSheet(20), longSheet(30)].map((bytes) => readWorkbookRows(bytes, template)));
  expect(all.map((read) => (read.ok ? read.value.length : read.problem.code))).toEqual([10, 20, 30]);
});

test("reading stops when the requester disconnects", async () => {
  const requester = new AbortController();
  const reading = readWorkbookRows(longSheet(60_000), template, { signal: requester.signal });
  requester.abort();
  await expect(reading).rejects.toBeInstanceOf(RequesterGone);
});
