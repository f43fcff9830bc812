import type { TemplateColumn } from "#src/kit/files/templates.contract.ts";
import { detectFormat, decodeText } from "./workbook-format.ts";
import { WorkbookRefusal } from "./workbook-refusal.ts";
import type { WorkbookFault } from "./workbook-refusal.ts";
import { SheetTable } from "./sheet-table.ts";
import type { ReadRow } from "./sheet-table.ts";
import { readBySheetJs } from "./sheetjs-reader.ts";
import { readXlsx } from "./xlsx-reader.ts";
import type { Archive } from "./xlsx-parts.ts";
import { readMember, readMembers } from "./zip-members.ts";

/** A workbook to be read. */
export interface ReadingOrder {
  readonly bytes: Buffer;
  readonly columns: readonly TemplateColumn[];
  readonly maxRows: number;
}

/** Of all cells together; with it the server's own memory is bounded, whatever the workbook does. */
const maxChars = 24 * 1024 * 1024;
/** SheetJS inflates an .ods as a whole. */
const maxOdsBytes = 128 * 1024 * 1024;
const odsType = "application/vnd.oasis.opendocument.spreadsheet";

/** Whether an archive is an .ods: its first member says so (OpenDocument 1.3 part 2, 3.3). */
async function isOds(archive: Archive): Promise<boolean> {
  const member = archive.members.get("mimetype");
  if (member === undefined || member.bytes > 200) return false;
  const pieces: Buffer[] = [];
  for await (const piece of readMember(archive.bytes, member, 200)) pieces.push(piece);
  return Buffer.concat(pieces).toString("latin1").startsWith(odsType);
}

/** Inflates everything once and keeps nothing, so that what another library inflates after it is known to be as the directory says. */
async function refuseLargeOds(archive: Archive): Promise<void> {
  let left = maxOdsBytes;
  for (const member of archive.members.values()) for await (const piece of readMember(archive.bytes, member, left)) left -= piece.length;
}

async function readTables({ bytes, maxRows }: ReadingOrder, tableOf: (sheet: string) => SheetTable): Promise<SheetTable[]> {
  const format = detectFormat(bytes);
  if (format === "text") return readBySheetJs(decodeText(bytes), maxRows, tableOf);
  if (format === "xls") return readBySheetJs(bytes, maxRows, tableOf);
  const archive = { bytes, members: readMembers(bytes) };
  if (await isOds(archive)) {
    await refuseLargeOds(archive);
    return readBySheetJs(bytes, maxRows, tableOf);
  }
  if (!archive.members.has("_rels/.rels")) throw new WorkbookRefusal("imports.notAWorkbook");
  return readXlsx(archive, tableOf);
}

/** Of several sheets that do not fit, how the one differs that is nearest: the notes of a template have none of its columns. */
function nearest(tables: readonly SheetTable[]): WorkbookFault | null {
  const misfits = tables.filter(({ misfit }) => misfit !== null).toSorted((a, b) => b.known - a.known);
  return misfits[0]?.misfit ?? null;
}

/**
 * Reads a workbook by a template: the first sheet that has its headers, in either language, in any order.
 * @param keep is given each row of data as it is read; where the workbook is refused after that, they count for nothing
 * @throws WorkbookRefusal
 */
export async function readWorkbook(order: ReadingOrder, keep: (row: ReadRow) => void): Promise<void> {
  const limits = { maxRows: order.maxRows, maxChars };
  const tables = await readTables(order, (sheet) => new SheetTable(sheet, order.columns, limits, keep));
  const fitting = tables.find(({ hasHeaders }) => hasHeaders);
  if (fitting !== undefined && fitting.rowCount > 0) return;
  const fault = fitting === undefined ? nearest(tables) : null;
  throw fault === null ? new WorkbookRefusal("imports.noRows") : new WorkbookRefusal(fault.code, fault);
}
