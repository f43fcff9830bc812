import { isDateFormat, isDateFormatId } from "./excel-cell-values.ts";
import { WorkbookRefusal } from "./workbook-refusal.ts";
import { readPrefixedAttribute, scanXml } from "./xml-scan.ts";
import type { XmlHandler } from "./xml-scan.ts";
import { readMember } from "./zip-members.ts";
import type { ZipMember } from "./zip-members.ts";

/** An archive whose members are read by their path. */
export interface Archive {
  readonly bytes: Buffer;
  readonly members: ReadonlyMap<string, ZipMember>;
}

/** What a workbook says before its sheets are read. */
export interface XlsxParts {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly strings: readonly string[];
  /** for each style of a cell, whether its number is a moment */
  readonly isDateStyle: readonly boolean[];
  readonly is1904: boolean;
}

/** The workbook's own parts are small; its shared texts have to be held in memory. */
const [maxPartBytes, maxStringsBytes] = [16 * 1024 * 1024, 96 * 1024 * 1024];

const ignore = (): void => undefined;

async function scanPart(archive: Archive, path: string, maxBytes: number, handler: Partial<XmlHandler>): Promise<void> {
  const member = archive.members.get(path.toLowerCase());
  if (member === undefined) throw new WorkbookRefusal("imports.damaged");
  await scanXml(readMember(archive.bytes, member, maxBytes), { open: ignore, close: ignore, text: ignore, ...handler });
}

/** A target as a path in the archive: relative to the part's folder, or from the root. */
function resolved(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const steps: string[] = [];
  for (const step of `${folder}${target}`.split("/"))
    if (step === "..") steps.pop();
    else if (step !== ".") steps.push(step);
  return steps.join("/");
}

interface Relation {
  readonly id: string;
  /** the last word of its type: `worksheet`, whichever edition of the standard names it */
  readonly type: string;
  readonly path: string;
}

/** What a part refers to (ECMA-376 part 2, 9.3). @param path of the part; "" for the archive itself */
async function readRelations(archive: Archive, path: string): Promise<Relation[]> {
  const slash = path.lastIndexOf("/") + 1;
  const [folder, name] = [path.slice(0, slash), path.slice(slash)];
  const relations: Relation[] = [];
  await scanPart(archive, `${folder}_rels/${name}.rels`, maxPartBytes, {
    open(tag, attributes) {
      if (tag !== "Relationship") return;
      const type = attributes["Type"] ?? "";
      const target = attributes["Target"] ?? "";
      relations.push({
        id: attributes["Id"] ?? "",
        type: type.slice(type.lastIndexOf("/") + 1),
        path: resolved(folder, target),
      });
    },
  });
  return relations;
}

interface SheetList {
  readonly sheets: { name: string; id: string }[];
  is1904: boolean;
}

async function sheetList(archive: Archive, path: string): Promise<SheetList> {
  const list: SheetList = { sheets: [], is1904: false };
  await scanPart(archive, path, maxPartBytes, {
    open(tag, attributes) {
      if (tag === "workbookPr") list.is1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
      if (tag === "sheet") list.sheets.push({ name: attributes["name"] ?? "", id: readPrefixedAttribute(attributes, "id") ?? "" });
    },
  });
  return list;
}

/** The shared texts; of a rich one all runs together, without the readings that stand above Japanese characters. */
async function sharedStrings(archive: Archive, path: string): Promise<string[]> {
  const strings: string[] = [];
  let gathered = "";
  let isText = false;
  let isReading = false;
  await scanPart(archive, path, maxStringsBytes, {
    open(tag) {
      if (tag === "si") gathered = "";
      else if (tag === "t") isText = true;
      else if (tag === "rPh") isReading = true;
    },
    text(text) {
      if (isText && !isReading) gathered += text;
    },
    close(tag) {
      if (tag === "si") strings.push(unescapeCell(gathered));
      else if (tag === "t") isText = false;
      else if (tag === "rPh") isReading = false;
    },
  });
  return strings;
}

/** `_x000D_`: how a workbook writes a character that XML cannot (ECMA-376 22.9.2.19). */
export function unescapeCell(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

async function dateStyles(archive: Archive, path: string): Promise<boolean[]> {
  const patterns = new Map<number, string>();
  const styles: boolean[] = [];
  let isCell = false;
  await scanPart(archive, path, maxPartBytes, {
    open(tag, attributes) {
      if (tag === "numFmt") patterns.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
      else if (tag === "cellXfs") isCell = true;
      else if (tag === "xf" && isCell) {
        const id = Number(attributes["numFmtId"] ?? 0);
        const pattern = patterns.get(id);
        styles.push(pattern === undefined ? isDateFormatId(id) : isDateFormat(pattern));
      }
    },
    close(tag) {
      if (tag === "cellXfs") isCell = false;
    },
  });
  return styles;
}

/**
 * Reads what a .xlsx workbook says of itself: its sheets in their order, shared texts, and which styles are dates.
 * @throws WorkbookRefusal where parts are missing or broken, or it is an archive of another kind
 */
export async function readXlsxParts(archive: Archive): Promise<XlsxParts> {
  const book = (await readRelations(archive, "")).find(({ type }) => type === "officeDocument");
  // Other documents of the family lie in other folders, and the binary workbook has another ending.
  if (book === undefined || !/\.xml$/i.test(book.path) || !/(^|\/)xl\//i.test(book.path)) throw new WorkbookRefusal("imports.notAWorkbook");
  const relations = await readRelations(archive, book.path);
  const { sheets, is1904 } = await sheetList(archive, book.path);
  const findPath = (type: string) => relations.find((relation) => relation.type === type)?.path;
  const [strings, styles] = [findPath("sharedStrings"), findPath("styles")];
  return {
    is1904,
    sheets: sheets.flatMap(({ name, id }) => {
      const path = relations.find((relation) => relation.id === id && relation.type === "worksheet")?.path;
      return path === undefined ? [] : [{ name, path }];
    }),
    strings: strings === undefined ? [] : await sharedStrings(archive, strings),
    isDateStyle: styles === undefined ? [] : await dateStyles(archive, styles),
  };
}
