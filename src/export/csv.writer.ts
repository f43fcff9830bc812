import Papa from "papaparse";
import type { Review } from "#src/reviews/reviews.contract.ts";
import { guardFormula } from "#src/lib/sheets/cell-text.ts";
import type { ExportPlan } from "./export.contract.ts";
import type { Cell } from "./export.rules.ts";
import { cellOf } from "./export.rules.ts";

const newline = "\r\n";

/** A cell as CSV has it: text guarded against being run as a formula, numbers plain, dates as Excel and people read them. */
function csvText(cell: Cell, plan: ExportPlan): string {
  switch (cell.kind) {
    case "empty":
      return "";
    case "number":
      return String(cell.value);
    case "notRead":
      return guardFormula(plan.notRead);
    case "boolean":
      return guardFormula(cell.value ? plan.yes : plan.no);
    case "date":
      return cell.date.text;
    case "text":
    case "link":
      return guardFormula(cell.text);
  }
}

/**
 * Writes reviews as CSV (RFC 4180: comma, quotes doubled, CRLF), in UTF-8 with a BOM, without which Excel takes it for the
 * machine's own code page. One batch is in memory at a time.
 * @param batches the reviews, some hundreds at a time
 */
export async function* writeCsv(batches: AsyncIterable<readonly Review[]>, plan: ExportPlan): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  // A single empty cell would be an empty line, which readers skip: then every cell is quoted.
  const options = { newline, header: false, quotes: plan.columns.length === 1 };
  const lines = (rows: string[][]) => encoder.encode(Papa.unparse(rows, options) + newline);

  yield new Uint8Array([0xef, 0xbb, 0xbf]);
  yield lines([plan.columns.map((column) => guardFormula(plan.headers[column]))]);
  for await (const batch of batches) {
    if (batch.length > 0) yield lines(batch.map((review) => plan.columns.map((column) => csvText(cellOf(review, column), plan))));
  }
}
