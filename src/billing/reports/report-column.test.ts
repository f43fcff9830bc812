import { expect, test } from "vitest";
import { formatFigure, toSheet } from "./report-column.ts";
import type { ReportColumn } from "./report-column.ts";

interface Sum {
  readonly pieces: number;
  readonly cents: number;
  readonly minutes: number | null;
}
type Row = Sum & { readonly name: string; readonly day: string };

const columns: readonly ReportColumn<Row, Sum>[] = [
  { id: "name", title: "SKU", text: ({ name }) => name },
  { id: "day", title: "Day", text: ({ day }) => `on ${day}`, inFile: ({ day }) => day },
  { id: "pieces", title: "Pieces", figure: ({ pieces }) => pieces },
  { id: "value", title: "Value (USD)", decimals: 2, figure: ({ cents }) => cents / 100 },
  { id: "median", title: "Median time (h)", figure: ({ minutes }) => minutes },
];
const rows: Row[] = [
  { name: "=SUM(A1)", day: "2026-03-01", pieces: 12_345, cents: 250, minutes: 8.8 },
  { name: "MUG", day: "2026-03-02", pieces: 1, cents: 123_456_789, minutes: null },
];
const total = { pieces: 12_346, cents: 123_457_039, minutes: 8.8 };

test("a figure is grouped on screen and plain in a file, with an amount's decimals; a day is sortable in a file", () => {
  const sheet = toSheet({ title: "Stock", columns, rows, total, totalText: "Total" });
  expect(sheet.columns.map(({ isNumber }) => isNumber)).toEqual([false, false, true, true, true]);
  expect(sheet.lines).toEqual([
    ["=SUM(A1)", "2026-03-01", "12345", "2.50", "8.8"],
    ["MUG", "2026-03-02", "1", "1234567.89", ""],
    ["Total", "", "12346", "1234570.39", "8.8"],
  ]);
  const shown = (of: Sum, locale: string) => columns.flatMap((column) => ("text" in column ? [] : [formatFigure(column, of, locale)]));
  expect(shown(total, "en-US")).toEqual(["12,346", "1,234,570.39", "8.8"]);
  expect(shown({ ...total, minutes: null }, "de-DE")).toEqual(["12.346", "1.234.570,39", ""]);
});
