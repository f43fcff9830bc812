import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { Language } from "#src/kit/lib/languages.ts";
import { streamPdf } from "./pdf.ts";
import { breakPages, layTable, measureRow } from "./table-layout.ts";
import type { DocumentColumn, MeasuredRow, TableLayout } from "./table-layout.ts";
import { drawTablePages } from "./table-pages.ts";

/** A table to print. All texts are in `language` already, numbers and times written out. */
export interface TableDocument {
  readonly title: string;
  readonly subtitle?: string;
  /** label and value, shown above the table: who, what, from when to when; a dozen at most */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly columns: readonly DocumentColumn[];
  /** a text for each column; at most `mostDocumentRows` rows */
  readonly rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>;
  /** the last row, bold: a text for each column, empty where there is nothing to add up */
  readonly totals?: readonly string[] | null;
  readonly language: Language;
  readonly now: Date;
  readonly isLandscape?: boolean;
  /** whose document it is, for the file's own data: a company's name */
  readonly author?: string;
}

/** The most rows of one document; a longer table is for a workbook. */
export const mostDocumentRows = 20_000;

/** All rows: how many pages there are is known at the end only, and stands on the first. */
async function readRows(rows: TableDocument["rows"]): Promise<(readonly string[])[]> {
  const read: (readonly string[])[] = [];
  for await (const row of rows) {
    if (read.length === mostDocumentRows) throw new RangeError(`a document can have at most ${mostDocumentRows} rows`);
    read.push(row);
  }
  return read;
}

/** Others get their turn after so many rows. */
const rowsAtATime = 100;

async function measureRows(
  rows: readonly (readonly string[])[],
  columns: TableDocument["columns"],
  layout: TableLayout,
): Promise<MeasuredRow[]> {
  const measured: MeasuredRow[] = [];
  for (const row of rows) {
    measured.push(measureRow(row, layout, columns));
    if (measured.length % rowsAtATime === 0) await setImmediate();
  }
  return measured;
}

/**
 * A table as a PDF on A4: a title block, the header on each page, "page k of n".
 * The rows are read to their end before the first byte comes; the stream ends with a RangeError where there are too many of them.
 */
export function drawTable(table: TableDocument): Readable {
  const { title, language, now, author, totals } = table;
  async function* pages() {
    const layout = layTable(table);
    const rows = await measureRows(await readRows(table.rows), table.columns, layout);
    yield* drawTablePages(table, layout, breakPages(layout, rows, (totals ?? null) !== null));
  }
  return streamPdf({ title, language, now, ...(author === undefined ? {} : { author }) }, pages());
}
