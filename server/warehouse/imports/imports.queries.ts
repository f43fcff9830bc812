import { sql } from "kysely";
import type { Selectable } from "kysely";
import { codes, isCodeName } from "#src/kit/api/codes.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { ImportJob, ImportKindName, ImportRow, ImportRowProblem } from "#src/warehouse/imports/imports.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest } from "#server/platform/db/list.ts";
import type { ImportJob as JobTable } from "#server/platform/db/schema.generated.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { ImportOutcome, PreparedRow } from "./import-kind.ts";

/** Whose imports are meant: a retailer's are its own, and the supplier's staff have theirs in common. */
export interface ImportOwner {
  readonly providerUuid: string;
  readonly retailerUuid: string | null;
}

const jobColumns = [
  "import_uuid",
  "kind",
  "status",
  "file_name",
  "row_count",
  "ready_count",
  "bad_row_count",
  "problem_count",
  "result",
  "created_at",
  "posted_at",
] as const satisfies readonly (keyof JobTable)[];
type JobRow = Pick<Selectable<JobTable>, (typeof jobColumns)[number]>;

/** An import as the wire has it. Its checks hold the words of the contract, and its figures are the kind's own numbers. */
export function toImportJob(row: JobRow): ImportJob {
  const { drafts = [], ...result } = (row.result ?? {}) as ImportOutcome;
  return {
    ...row,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    kind: row.kind as ImportKindName,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    status: row.status as ImportJob["status"],
    result,
    drafts: [...drafts],
    created_at: row.created_at.toISOString(),
    posted_at: row.posted_at?.toISOString() ?? "",
  };
}

function selectImports(tx: Tx, { providerUuid, retailerUuid }: ImportOwner) {
  return (
    tx
      .selectFrom("import_job")
      .where("import_job.provider_uuid", "=", providerUuid)
      // Not "is not distinct from", which no index serves and no statistics describe.
      .where("import_job.retailer_uuid", retailerUuid === null ? "is" : "=", retailerUuid)
  );
}

/** An import; null for none of these people's. @param isForChange locks it until the transaction's end */
export async function findImport(tx: Tx, owner: ImportOwner, importUuid: string, isForChange: boolean): Promise<ImportJob | null> {
  const query = selectImports(tx, owner).select(jobColumns).where("import_uuid", "=", importUuid);
  const row = await (isForChange ? query.forUpdate() : query).executeTakeFirst();
  return row === undefined ? null : toImportJob(row);
}

/** A page of the imports of these kinds, the newest first. */
export function listJobRows(
  tx: Tx,
  owner: ImportOwner,
  { kinds, status, ...wanted }: PageRequest & { kinds: readonly ImportKindName[]; status?: ImportJob["status"] | undefined },
): Promise<Result<Page<ImportJob>, "parameterError">> {
  const all = selectImports(tx, owner).where(sql<boolean>`kind = any (${kinds}::text[])`);
  return listPage(
    tx,
    {
      name: "imports.list-imports",
      table: "import_job",
      base: status === undefined ? all : all.where("status", "=", status),
      keys: [
        { column: sql.ref("import_job.created_at"), type: "timestamptz", direction: "desc" },
        { column: sql.ref("import_job.import_uuid"), type: "uuid", direction: "asc" },
      ],
      select: (page) => page.select(jobColumns),
      show: ({ position: _position, ...row }) => toImportJob(row),
    },
    wanted,
  );
}

/** A row's problem as it is kept. */
export interface StoredProblem {
  readonly field: string | null;
  readonly code: string;
}

/** A problem in the words of today's code table. */
export function toImportProblem(
  rowNumber: number,
  cells: Readonly<Record<string, string>>,
  { field, code }: StoredProblem,
): ImportRowProblem {
  const { code: number, en_us, zh_cn } = codes[isCodeName(code) ? code : "systemError"];
  return {
    row_number: rowNumber,
    field,
    value: field === null ? "" : (cells[field] ?? "").slice(0, 200),
    code: number,
    msg: { en_us, zh_cn },
  };
}

/** A page of an import's rows in the sheet's order. */
export function listRows(
  tx: Tx,
  { providerUuid, importUuid, onlyBad, ...wanted }: PageRequest & { providerUuid: string; importUuid: string; onlyBad: boolean },
): Promise<Result<Page<ImportRow>, "parameterError">> {
  const all = tx.selectFrom("import_row").where("provider_uuid", "=", providerUuid).where("import_uuid", "=", importUuid);
  return listPage(
    tx,
    {
      name: `imports.list-import-rows ${importUuid}`,
      table: "import_row",
      base: onlyBad ? all.where(sql<boolean>`problems <> '[]'`) : all,
      keys: [{ column: sql.ref("import_row.row_number"), type: "bigint", direction: "asc" }],
      select: (page) => page.select(["row_number", "cells", "problems"]),
      show: (row) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the import writes this JSON column
        const cells = row.cells as Record<string, string>;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the import writes this JSON column
        const problems = row.problems as StoredProblem[];
        return { row_number: row.row_number, cells, problems: problems.map((problem) => toImportProblem(row.row_number, cells, problem)) };
      },
    },
    wanted,
  );
}

/** What the check prepared, in the sheet's order. */
export async function readPreparedRows(tx: Tx, providerUuid: string, importUuid: string): Promise<PreparedRow<unknown>[]> {
  const rows = await tx
    .selectFrom("import_row")
    .select(["row_number", "prepared"])
    .where("provider_uuid", "=", providerUuid)
    .where("import_uuid", "=", importUuid)
    .where("prepared", "is not", null)
    .orderBy("row_number")
    .execute();
  return rows.map(({ row_number, prepared }) => ({ number: row_number, row: prepared }));
}

/** Every row that has a problem, with its cells, in the sheet's order. */
export async function readBadRows(
  tx: Tx,
  providerUuid: string,
  importUuid: string,
): Promise<{ number: number; cells: Readonly<Record<string, string>>; problems: readonly StoredProblem[] }[]> {
  const rows = await tx
    .selectFrom("import_row")
    .select(["row_number", "cells", "problems"])
    .where("provider_uuid", "=", providerUuid)
    .where("import_uuid", "=", importUuid)
    .where(sql<boolean>`problems <> '[]'`)
    .orderBy("row_number")
    .execute();
  return rows.map(({ row_number, cells, problems }) => ({
    number: row_number,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the import writes this JSON column
    cells: cells as Record<string, string>,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the import writes this JSON column
    problems: problems as StoredProblem[],
  }));
}
