import { Readable } from "node:stream";
import { writeCsv } from "#src/kit/lib/sheets/csv-table.ts";
import type { Table } from "#src/kit/lib/sheets/table.ts";
import { writeWorkbook } from "#src/kit/lib/sheets/workbook.ts";
import type { Acting } from "#server/platform/db/row-security.ts";
import { storeFile } from "./files.commands.ts";
import type { FileServices, StoredFile, NewFile } from "./files.commands.ts";

export type { Cell, Table } from "#src/kit/lib/sheets/table.ts";

export type TableFormat = "xlsx" | "csv";

/** Produced as it is read, so that the bytes for a client are produced in its company's turns (`slow-work.ts`). */
const inTurns = { highWaterMark: 0 } as const;

/** Returns a table as the bytes of a file. An error of its batches becomes the stream's. */
export function buildTableFile(format: TableFormat, table: Table): Readable {
  return Readable.from(format === "xlsx" ? writeWorkbook([table]) : writeCsv(table), inTurns);
}

/** Returns tables as the sheets of a workbook. An error of their batches becomes the stream's. */
export function buildWorkbookFile(tables: readonly Table[]): Readable {
  return Readable.from(writeWorkbook(tables), inTurns);
}

/** Stores a table as a file; see `keepFile`. */
export function storeTable(
  services: FileServices,
  acting: Acting,
  about: NewFile & { readonly extension: TableFormat },
  table: Table,
): Promise<StoredFile> {
  return storeFile(services, acting, about, buildTableFile(about.extension, table));
}
