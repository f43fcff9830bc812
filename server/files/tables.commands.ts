import { Readable } from "node:stream";
import { writeCsv } from "#src/lib/sheets/csv-table.ts";
import type { Table } from "#src/lib/sheets/table.ts";
import { writeWorkbook } from "#src/lib/sheets/workbook.ts";
import type { Acting } from "#server/db/acting.ts";
import { keepFile } from "./files.commands.ts";
import type { FileServices, KeptFile, NewFile } from "./files.commands.ts";

export type { Cell, Table } from "#src/lib/sheets/table.ts";

export type TableFormat = "xlsx" | "csv";

/** Made as it is read: what is sent to a client is then made in its company's turns (`slow-work.ts`). */
const inTurns = { highWaterMark: 0 } as const;

/** A table as the bytes of a file. An error of its batches is the stream's. */
export function tableFile(format: TableFormat, table: Table): Readable {
  return Readable.from(format === "xlsx" ? writeWorkbook([table]) : writeCsv(table), inTurns);
}

/** Tables as the sheets of a workbook. An error of their batches is the stream's. */
export function workbookFile(tables: readonly Table[]): Readable {
  return Readable.from(writeWorkbook(tables), inTurns);
}

/** Writes a table into a file of its own; see `keepFile`. */
export function keepTable(
  services: FileServices,
  acting: Acting,
  about: NewFile & { readonly extension: TableFormat },
  table: Table,
): Promise<KeptFile> {
  return keepFile(services, acting, about, tableFile(about.extension, table));
}
