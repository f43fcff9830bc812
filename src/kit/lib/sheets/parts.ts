import { escapeXml } from "./cells.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The package's first entry, which points to the workbook. First, because programs recognise an .xlsx by it. */
export const rootRelationsXml = `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

// In the order of `cellStyles`: plain, bold, day, instant, link, quoted, id ("@": stays text when edited).
export const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><u/><sz val="11"/><color rgb="FF0B63B6"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Lists the sheets in the order of their tabs: `sheet1.xml` and so on. */
export function workbookXml(sheetNames: readonly string[]): string {
  const sheets = sheetNames.map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join("")}</sheets></workbook>`;
}

export function workbookRelationsXml(sheets: number): string {
  const relations = Array.from(
    { length: sheets },
    (_, index) => `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  relations.push(`<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/>`);
  return `${declaration}<Relationships xmlns="${packaged}/relationships">${relations.join("")}</Relationships>`;
}

export function contentTypesXml(sheets: number): string {
  const parts = Array.from(
    { length: sheets },
    (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${sheetType}.worksheet+xml"/>`,
  );
  return `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${parts.join("")}</Types>`;
}

/** Writes a sheet up to its rows: column widths in characters, and a frozen first row if wanted. */
export function sheetHeadXml(widths: readonly number[], frozen: boolean): string {
  const pane =
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>';
  const columns = widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`);
  return `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetViews><sheetView workbookViewId="0">${frozen ? pane : ""}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join("")}</cols><sheetData>`;
}

/** Writes the end of a sheet, after its links. Suppresses Excel's green corners on ids, which are digits stored as text on purpose. */
export function sheetFootXml(idColumns: readonly string[], lastRow: number): string {
  if (idColumns.length === 0) return "</worksheet>";
  const ranges = idColumns.map((column) => `${column}1:${column}${lastRow}`).join(" ");
  return `<ignoredErrors><ignoredError sqref="${ranges}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

/** Returns a sheet name that Excel accepts: 1 to 31 characters without []:*?/\, no apostrophe at either end, not in `taken`. */
export function toSheetName(wanted: string, taken: readonly string[]): string {
  const name = wanted
    .toWellFormed()
    .replace(/[[\]:*?/\\\p{Cc}]+/gu, " ")
    .replace(/^['\s]+|['\s]+$/g, "");
  const used = new Set(taken.map((other) => other.toLowerCase()));
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? "" : ` ${count}`;
    const candidate = `${(name === "" ? "Sheet" : name).slice(0, 31 - suffix.length).toWellFormed()}${suffix}`;
    if (!used.has(candidate.toLowerCase())) return candidate;
  }
}
