import { readFileSync } from "node:fs";
import { read, utils } from "xlsx";

/** A workbook as the other library reads it: header, rows of raw values, and the cells behind them. */
export interface ReadWorkbook {
  sheetNames: string[];
  header: string[];
  rows: (string | number | boolean | Date | null)[][];
  about: (string | number | Date | null)[][];
}

/** Reads an exported workbook with SheetJS, which had no part in writing it. */
export function readWorkbook(path: string): ReadWorkbook {
  const book = read(readFileSync(path), { cellDates: true, UTC: true });
  const [first = "", second = ""] = book.SheetNames;
  const sheet = (name: string) =>
    utils.sheet_to_json<(string | number | boolean | Date | null)[]>(book.Sheets[name] ?? {}, {
      header: 1,
      raw: true,
      defval: null,
      UTC: true,
    });
  const [header = [], ...rows] = sheet(first);
  return { sheetNames: book.SheetNames, header: header.map(String), rows, about: sheet(second) as ReadWorkbook["about"] };
}

/** The values of one column, by its header. */
export function columnOf(book: ReadWorkbook, header: string): ReadWorkbook["rows"][number] {
  const at = book.header.indexOf(header);
  if (at === -1) throw new Error(`no column ${header}: ${book.header.join(", ")}`);
  return book.rows.map((row) => row[at] ?? null);
}
