import Papa from "papaparse";
import { cleanText, guardFormula } from "./safe-cell-text.ts";
import type { Cell, Table } from "./table.ts";

const newline = "\r\n";

function getText(cell: Cell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === "number" ? String(cell) : guardFormula(cleanText(cell));
}

/**
 * Writes a table as CSV (RFC 4180: comma, quotes doubled, CRLF), in UTF-8 with a byte order mark, without which Excel assumes the machine's code page.
 * Texts that a spreadsheet would evaluate as a formula get a leading apostrophe.
 */
export async function* writeCsv({ columns, batches }: Table): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  // In a table with one column, an empty cell would be an empty line, which readers skip.
  const options = { newline, header: false, quotes: columns.length === 1 };
  const lines = (rows: readonly (readonly Cell[])[]) =>
    encoder.encode(
      Papa.unparse(
        rows.map((row) => row.map((cell) => getText(cell))),
        options,
      ) + newline,
    );
  yield new Uint8Array([0xef, 0xbb, 0xbf]);
  yield lines([columns.map(({ header }) => header)]);
  for await (const rows of batches) if (rows.length > 0) yield lines(rows);
}
