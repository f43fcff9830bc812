import { crc32, deflateRawSync } from "node:zlib";
import { templates } from "#src/kit/files/templates.contract.ts";
import { writeWorkbook } from "#src/kit/lib/sheets/workbook.ts";

/** A file in an archive; may have false directory entries. */
export interface MadeMember {
  path: string;
  bytes: Uint8Array | string;
  /** the inflated size in the directory */
  declaredBytes?: number;
  /** flags in the directory; 1: encrypted */
  flags?: number;
  /** compression level: 1 (fast) to 9 */
  level?: number;
}

/** Builds an archive by hand (PKWARE APPNOTE 6.3), so that it can be wrong in every way. */
export function zipOf(members: readonly MadeMember[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes, declaredBytes, flags = 0, level = 1 } of members) {
    const [name, raw] = [Buffer.from(path), Buffer.from(bytes)];
    const packed = deflateRawSync(raw, { level });
    const facts = Buffer.alloc(22);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(raw), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(declaredBytes ?? raw.length, 18);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(name.length, 0);
    locals.push(Buffer.from("PK\x03\x04"), facts, lengths, name, packed);
    const rest = Buffer.alloc(16);
    rest.writeUInt16LE(name.length, 0);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(offset, 0);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, rest.subarray(0, 14), place, name);
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** Builds the members of a .xlsx with one sheet, from the XML of its rows and what follows them. */
export function xlsxMembers(sheetData: string, after = "", more: readonly MadeMember[] = []): MadeMember[] {
  const rel = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  return [
    { path: "_rels/.rels", bytes: `<?xml version="1.0"?><Relationships>${rel("r1", "officeDocument", "xl/workbook.xml")}</Relationships>` },
    {
      path: "xl/workbook.xml",
      bytes: `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      path: "xl/_rels/workbook.xml.rels",
      bytes: `<Relationships>${rel("r1", "worksheet", "worksheets/sheet1.xml")}${rel("r2", "sharedStrings", "/xl/sharedStrings.xml")}${rel("r3", "styles", "styles.xml")}</Relationships>`,
    },
    { path: "xl/sharedStrings.xml", bytes: `<sst xmlns="${main}"/>` },
    { path: "xl/styles.xml", bytes: `<styleSheet xmlns="${main}"/>` },
    {
      path: "xl/worksheets/sheet1.xml",
      bytes: `<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData>${after}</worksheet>`,
    },
  ].map((member) => more.find(({ path }) => path === member.path) ?? member);
}

/** Builds a sheet row of texts. */
export function textRow(number: number, texts: readonly string[]): string {
  const cells = texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`);
  return `<row r="${String(number)}">${cells.join("")}</row>`;
}

interface ReceiptsWanted {
  rows: number;
  /** rows per receipt */
  linesEach: number;
  warehouse: string;
  /** used in turn */
  skus: readonly string[];
}

/** Builds a workbook of receipts from the English template. */
export async function receiptsWorkbook({ rows, linesEach, warehouse, skus }: ReceiptsWanted): Promise<Buffer> {
  const columns = templates["receipts"]?.columns ?? [];
  const lineOf = (index: number): Readonly<Record<string, string | number>> => ({
    receipt_number: `R-${String(Math.floor(index / linesEach) + 1)}`,
    warehouse,
    expected_on: "2026-06-30",
    box_number: String((index % linesEach) + 1),
    sku: skus[index % skus.length] ?? "",
    expected_quantity: (index % 90) + 1,
    lot: "",
    remark: index % 7 === 0 ? "Handle with care" : "",
  });
  const cellsOf = (index: number) => {
    const line = lineOf(index);
    return columns.map(({ field }) => line[field] ?? "");
  };
  const table = {
    name: "Receipts",
    columns: columns.map(({ header }) => ({ header: header.en_us, width: 18 })),
    batches: [Array.from({ length: rows }, (_, index) => cellsOf(index))],
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of writeWorkbook([table])) pieces.push(piece);
  return Buffer.concat(pieces);
}
