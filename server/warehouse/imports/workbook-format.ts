import { WorkbookRefusal } from "./workbook-refusal.ts";

/** What a file is by its bytes; its name says nothing. `zip` is a .xlsx or .ods, or neither. */
export type FileFormat = "zip" | "xls" | "text";

const zipMark = Buffer.from("504b0304", "hex");
/** A compound file (MS-CFB 2.2): a workbook of before 2007, or a newer one within its encryption. */
const compoundMark = Buffer.from("d0cf11e0a1b11ae1", "hex");
/** Workbooks without a compound file, from before 1995 (MS-XLS, BOF): two bytes that no text begins with. */
const oldSheetMarks = [Buffer.from("0900", "hex"), Buffer.from("0902", "hex"), Buffer.from("0904", "hex")];

/** Names in a compound file's directory are UTF-16. */
function names(bytes: Buffer, name: string): boolean {
  return bytes.includes(Buffer.from(name, "utf16le"));
}

function compoundFormat(bytes: Buffer): "xls" {
  if (names(bytes, "EncryptedPackage") || names(bytes, "EncryptionInfo")) throw new WorkbookRefusal("imports.encrypted");
  // "Workbook" since 1997, "Book" before; a letter or a presentation has neither.
  if (names(bytes, "Workbook") || names(bytes, "Book")) return "xls";
  throw new WorkbookRefusal("imports.notAWorkbook");
}

/** Programs and pages are text, too, or nearly: a table does not begin like this. */
const noTable = /^\s*(<|\{|%PDF|%!PS|\{\\rtf|ID;P)/;
const headChars = 1000;

/**
 * What a file is, by how it begins.
 * @throws WorkbookRefusal for what is no workbook by its first bytes, and for one that is encrypted
 */
export function detectFormat(bytes: Buffer): FileFormat {
  if (bytes.length === 0) throw new WorkbookRefusal("imports.noRows");
  if (bytes.subarray(0, 4).equals(zipMark)) return "zip";
  if (bytes.subarray(0, 8).equals(compoundMark)) return compoundFormat(bytes);
  if (oldSheetMarks.some((mark) => bytes.subarray(0, 2).equals(mark))) return "xls";
  return "text";
}

/**
 * The text of a CSV file: UTF-8, UTF-16 with its mark, or what Excel in Chinese writes (GB 18030).
 * @throws WorkbookRefusal for bytes that are no text
 */
export function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!isUtf16 && bytes.includes(0)) throw new WorkbookRefusal("imports.notAWorkbook");
  const labels = isUtf16 ? [first === 0xff ? "utf-16le" : "utf-16be"] : ["utf-8", "gb18030"];
  for (const label of labels) {
    const text = decoded(bytes, label);
    if (text === null) continue;
    const head = text.slice(0, headChars);
    if (noTable.test(head) || /[\p{Cc}--[\t\r\n]]/v.test(head)) break;
    return text;
  }
  throw new WorkbookRefusal("imports.notAWorkbook");
}

function decoded(bytes: Buffer, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    // Not in this encoding.
    return null;
  }
}
