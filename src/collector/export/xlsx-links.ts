import { escapeXml } from "#src/kit/lib/sheets/cells.ts";

/** With more links than this in one sheet, Excel reports the file as damaged. */
export const excelLinkLimit = 65_530;

interface Run {
  column: string;
  firstRow: number;
  lastRow: number;
  relation: number;
}

/**
 * The links of one sheet. Consecutive rows with the same address in a column are one link over a range, so that the listing's
 * own address, on every row, uses one of the 65,530. Memory is bounded by that number.
 */
export class SheetLinks {
  readonly #limit: number;
  readonly #runs: Run[] = [];
  readonly #open = new Map<string, { run: Run; url: string }>();
  readonly #relations = new Map<string, number>();

  constructor(limit: number = excelLinkLimit) {
    this.#limit = limit;
  }

  /** Whether the sheet has any link. */
  get any(): boolean {
    return this.#runs.length > 0;
  }

  /** Makes a cell a link. @returns false if the sheet has no room for another: the cell then stays plain text */
  add(column: string, row: number, url: string): boolean {
    const before = this.#open.get(column);
    if (before !== undefined && before.url === url && before.run.lastRow === row - 1) {
      before.run.lastRow = row;
      return true;
    }
    if (this.#runs.length >= this.#limit) return false;
    const relation = this.#relations.get(url) ?? this.#relations.size + 1;
    this.#relations.set(url, relation);
    const run: Run = { column, firstRow: row, lastRow: row, relation };
    this.#runs.push(run);
    this.#open.set(column, { run, url });
    return true;
  }

  /** The sheet's `hyperlinks` element in pieces; nothing if there is no link. */
  *sheetXml(): Generator<string> {
    if (!this.any) return;
    yield "<hyperlinks>";
    for (const { column, firstRow, lastRow, relation } of this.#runs) {
      const reference = firstRow === lastRow ? `${column}${firstRow}` : `${column}${firstRow}:${column}${lastRow}`;
      yield `<hyperlink ref="${reference}" r:id="rId${relation}"/>`;
    }
    yield "</hyperlinks>";
  }

  /** The sheet's relationship part in pieces. */
  *relationsXml(): Generator<string> {
    yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">';
    for (const [url, relation] of this.#relations) {
      yield `<Relationship Id="rId${relation}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${escapeXml(url)}" TargetMode="External"/>`;
    }
    yield "</Relationships>";
  }
}
