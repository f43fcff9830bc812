import type { Tx } from "#server/platform/db/row-security.ts";
import type { ImportKind, ImportScope, PreparedRow, RowProblem, SheetRow } from "./import-kind.ts";

/** The rows of a workbook after the check. */
export interface CheckedRows {
  readonly rows: readonly SheetRow[];
  /** by row, each row's in the order of the template's columns */
  readonly problems: ReadonlyMap<number, readonly RowProblem[]>;
  readonly problemCount: number;
  /** of rows that are posted, by row */
  readonly warnings: readonly RowProblem[];
  /** what would be posted without the rows that have problems, by row */
  readonly prepared: ReadonlyMap<number, PreparedRow<unknown>>;
}

function lacking({ template }: ImportKind, rows: readonly SheetRow[]): RowProblem[] {
  const required = template.columns.filter(({ isRequired }) => isRequired).map(({ field }) => field);
  return rows.flatMap(({ number, values }) =>
    required.filter((field) => values[field] === "").map((field) => ({ number, field, code: "imports.cellRequired" as const })),
  );
}

function byRow({ template }: ImportKind, problems: readonly RowProblem[]): Map<number, RowProblem[]> {
  const places = new Map<string | null, number>(template.columns.map(({ field }, index) => [field, index]));
  const formatPosition = ({ field }: RowProblem) => places.get(field) ?? -1;
  const found = new Map<number, RowProblem[]>();
  for (const problem of problems) {
    const others = found.get(problem.number);
    if (others === undefined) found.set(problem.number, [problem]);
    else others.push(problem);
  }
  for (const several of found.values()) several.sort((a, b) => formatPosition(a) - formatPosition(b));
  return found;
}

/** Returns what the rows of one group have in common, without regard to case. */
function getGroup(together: string, { values }: SheetRow): string {
  return (values[together] ?? "").toLowerCase();
}

/** What rows that stand and fall together have in common, for those of them that have a problem. */
function badGroups({ together }: ImportKind, rows: readonly SheetRow[], bad: ReadonlyMap<number, unknown>): ReadonlySet<string> {
  if (together === null) return new Set();
  return new Set(rows.filter(({ number }) => bad.has(number)).map((row) => getGroup(together, row)));
}

/**
 * Checks the rows of a workbook: that what is required is there, and then all that the kind knows. Nothing is written.
 * @param tx acts for who imports
 */
export async function checkRows(tx: Tx, scope: ImportScope, kind: ImportKind, rows: readonly SheetRow[]): Promise<CheckedRows> {
  const lacks = lacking(kind, rows);
  const incomplete = new Set(lacks.map(({ number }) => number));
  const checked = await kind.check(
    tx,
    scope,
    rows.filter(({ number }) => !incomplete.has(number)),
  );
  const all = [...lacks, ...checked.problems];
  const problems = byRow(kind, all);
  const groups = badGroups(kind, rows, problems);
  const { together } = kind;
  const groupByNumber = new Map(together === null ? [] : rows.map((row) => [row.number, getGroup(together, row)]));
  const stands = ({ number }: PreparedRow<unknown>) => !problems.has(number) && !groups.has(groupByNumber.get(number) ?? "\0");
  const prepared = new Map(checked.prepared.filter(stands).map((row) => [row.number, row]));
  const warnings = (checked.warnings ?? []).filter(({ number }) => prepared.has(number)).toSorted((a, b) => a.number - b.number);
  return { rows, problems, problemCount: all.length, warnings, prepared };
}
