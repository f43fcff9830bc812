import { numberFormat, formatNumber } from "#src/kit/lib/formats.ts";

/** The target of a name's link. */
export interface RowLink {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

interface TextColumn<R> {
  readonly id: string;
  readonly title: string;
  readonly text: (row: R) => string;
  /** the value in a file: a day as YYYY-MM-DD, which spreadsheets recognize and sort */
  readonly inFile?: (row: R) => string;
  /** null if there is no target, or the user may not go there */
  readonly link?: (row: R) => RowLink | null;
  /** a proper name, which machine translation must not touch */
  readonly isName?: true;
}

interface FigureColumn<T> {
  readonly id: string;
  /** with the unit, unless it is a count */
  readonly title: string;
  /** null if there is none */
  readonly figure: (of: T) => number | null;
  /** fixed number of decimals; if omitted none, or as many as the figure has */
  readonly decimals?: number;
}

/** A column of a report: a text of a row, or a figure of a row and of the total. */
export type ReportColumn<R extends T, T> = TextColumn<R> | FigureColumn<T>;

/** Formats a number with fixed decimals, as amounts are. */
function formatFixed(value: number, decimals: number, locale: string): string {
  return numberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
}

/** Formats a figure for the page; empty if there is none. */
export function formatFigure<T>({ figure, decimals }: FigureColumn<T>, of: T, locale: string): string {
  const value = figure(of);
  if (value === null) return "";
  return decimals === undefined ? formatNumber(value, locale) : formatFixed(value, decimals, locale);
}

/** Formats a figure for a file: a number that spreadsheets can add up. */
function toFileFigure<T>({ figure, decimals }: FigureColumn<T>, of: T): string {
  const value = figure(of);
  if (value === null) return "";
  return decimals === undefined ? String(value) : value.toFixed(decimals);
}

/** Builds the sheet of a report's file: the same columns, rows and totals as on the page. */
export function toSheet<R extends T, T>({
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
  const line = (row: R) => columns.map((column) => ("text" in column ? (column.inFile ?? column.text)(row) : toFileFigure(column, row)));
  const last = columns.map((column, at) => ("text" in column ? (at === 0 ? totalText : "") : toFileFigure(column, total)));
  return {
    title,
    columns: columns.map((column) => ({ title: column.title, isNumber: !("text" in column) })),
    lines: [...rows.map(line), last],
  };
}
