import Papa from "papaparse";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { guardFormula } from "#src/kit/lib/sheets/safe-cell-text.ts";
import type { ExportLayout } from "./export.contract.ts";
import type { Cell } from "./export.rules.ts";
import { toCell } from "./export.rules.ts";

const newline = "\r\n";

/** A cell in CSV: text that cannot run as a formula, plain numbers, dates in a form that Excel and people read. */
function csvText(cell: Cell, layout: ExportLayout): string {
  switch (cell.kind) {
    case "empty":
      return "";
    case "number":
      return String(cell.value);
    case "notRead":
      return guardFormula(layout.notRead);
    case "boolean":
      return guardFormula(cell.value ? layout.yes : layout.no);
    case "date":
      return cell.date.text;
    case "text":
    case "link":
      return guardFormula(cell.text);
  }
}

/**
 * Writes reviews as CSV (RFC 4180: comma, quotes doubled, CRLF), in UTF-8 with a BOM, without which Excel assumes the system's
 * code page. One batch is in memory at a time.
 * @param batches the reviews, a few hundred at a time
 */
export async function* writeCsv(batches: AsyncIterable<readonly Review[]>, layout: ExportLayout): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  // A single empty cell would be an empty line, which readers skip: then every cell is quoted.
  const options = { newline, header: false, quotes: layout.columns.length === 1 };
  const lines = (rows: string[][]) => encoder.encode(Papa.unparse(rows, options) + newline);

  yield new Uint8Array([0xef, 0xbb, 0xbf]);
  yield lines([layout.columns.map((column) => guardFormula(layout.headers[column]))]);
  for await (const batch of batches) {
    if (batch.length > 0) yield lines(batch.map((review) => layout.columns.map((column) => csvText(toCell(review, column), layout))));
  }
}
