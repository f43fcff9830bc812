import { numberText } from "#src/lib/wording.ts";

/** Where a name leads. */
export interface Way {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

interface TextColumn<R> {
  readonly id: string;
  readonly title: string;
  readonly text: (row: R) => string;
  /** what a file has instead: a day as YYYY-MM-DD, which a spreadsheet takes for one and sorts */
  readonly inFile?: (row: R) => string;
  /** null where it leads nowhere, or nowhere that this person may go */
  readonly way?: (row: R) => Way | null;
  /** a name: no translator touches it */
  readonly isName?: true;
}

interface FigureColumn<T> {
  readonly id: string;
  /** with the unit, where it is no mere count */
  readonly title: string;
  /** null where there is none */
  readonly figure: (of: T) => number | null;
  /** as many decimals always; none where it is not said, or as many as the figure has */
  readonly decimals?: number;
}

/** A column of a report: a text of a row, or a figure of a row and of the sum of all. */
export type ReportColumn<R extends T, T> = TextColumn<R> | FigureColumn<T>;

const made = new Map<string, Intl.NumberFormat>();

/** With so many decimals always, as amounts are written. */
function fixedText(value: number, decimals: number, locale: string): string {
  const key = `${locale} ${decimals}`;
  const formatter = made.get(key) ?? new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  made.set(key, formatter);
  return formatter.format(value);
}

/** A figure as it stands on the page; empty where there is none. */
export function figureShown<T>({ figure, decimals }: FigureColumn<T>, of: T, locale: string): string {
  const value = figure(of);
  if (value === null) return "";
  return decimals === undefined ? numberText(value, locale) : fixedText(value, decimals, locale);
}

/** The same figure as a file has it: a number that a spreadsheet can add up. */
function figureInFile<T>({ figure, decimals }: FigureColumn<T>, of: T): string {
  const value = figure(of);
  if (value === null) return "";
  return decimals === undefined ? String(value) : value.toFixed(decimals);
}

/** A report as the sheet of a file: the columns, the rows and the totals that stand on the page. */
export function sheetOf<R extends T, T>({
  title,
  columns,
  rows,
  total,
  totalText,
}: {
  title: string;
  columns: readonly ReportColumn<R, T>[];
  rows: readonly R[];
  total: T;
  totalText: string;
}) {
  const line = (row: R) => columns.map((column) => ("text" in column ? (column.inFile ?? column.text)(row) : figureInFile(column, row)));
  const last = columns.map((column, at) => ("text" in column ? (at === 0 ? totalText : "") : figureInFile(column, total)));
  return {
    title,
    columns: columns.map((column) => ({ title: column.title, isNumber: !("text" in column) })),
    lines: [...rows.map(line), last],
  };
}
