import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ImportJob } from "#src/warehouse/imports/imports.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { ImportKind, ImportScope } from "./import-kind.ts";
import { findImport, readPreparedRows } from "./imports.queries.ts";
import type { StoredProblem } from "./imports.queries.ts";
import type { CheckedRows } from "./check-workbook-rows.ts";

/** 50,000 rows go in within 2 s; a statement holds one batch in memory, and its text. */
const batchRows = 5000;

interface SavedRow {
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
  /** not there where the row is not to be posted */
  readonly prepared?: unknown;
  readonly problems: readonly StoredProblem[];
}

function toSavedRow({ problems, prepared }: CheckedRows, { number, values }: CheckedRows["rows"][number]): SavedRow {
  const found = problems.get(number) ?? [];
  const kept = { number, cells: values, problems: found.map(({ field, code }) => ({ field, code })) };
  const row = prepared.get(number);
  return row === undefined ? kept : { ...kept, prepared: row.row };
}

async function saveRows(tx: Tx, { providerUuid, importUuid, retailerUuid }: ImportScope, checked: CheckedRows): Promise<void> {
  for (let from = 0; from < checked.rows.length; from += batchRows) {
    const batch = checked.rows.slice(from, from + batchRows).map((row) => toSavedRow(checked, row));
    await sql`
      insert into import_row (provider_uuid, import_uuid, row_number, retailer_uuid, cells, prepared, problems)
      select ${providerUuid}, ${importUuid}, number, ${retailerUuid}, cells, prepared, problems
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as given (number integer, cells jsonb, prepared jsonb, problems jsonb)`.execute(
      tx,
    );
  }
}

/** Keeps a workbook's rows as they were checked, until they are posted or discarded. @returns the import, which waits */
export async function saveImport(
  tx: Tx,
  scope: ImportScope,
  { kind, fileName }: { kind: ImportKind; fileName: string },
  checked: CheckedRows,
): Promise<ImportJob> {
  const { providerUuid, retailerUuid, userUuid, importUuid, now } = scope;
  await tx
    .insertInto("import_job")
    .values({
      provider_uuid: providerUuid,
      import_uuid: importUuid,
      retailer_uuid: retailerUuid,
      user_uuid: userUuid,
      kind: kind.name,
      status: "CHECKED",
      file_name: fileName,
      row_count: checked.rows.length,
      ready_count: checked.prepared.size,
      problem_count: checked.problemCount,
      bad_row_count: checked.problems.size,
      created_at: now,
    })
    .execute();
  await saveRows(tx, scope, checked);
  const job = await findImport(tx, scope, importUuid, false);
  if (job === null) throw new Error("imports: the saved import is missing");
  return job;
}

/** Why an import cannot be posted; null where it can. */
function unpostable(job: ImportJob, skipsBadRows: boolean): RefusalName | null {
  if (job.status === "DISCARDED") return "imports.discarded";
  if (job.bad_row_count > 0 && !skipsBadRows) return "imports.hasProblems";
  return job.ready_count === 0 ? "imports.nothingToPost" : null;
}

async function dropRows(tx: Tx, { providerUuid, importUuid }: ImportScope): Promise<void> {
  await tx.deleteFrom("import_row").where("provider_uuid", "=", providerUuid).where("import_uuid", "=", importUuid).execute();
}

async function settle(tx: Tx, scope: ImportScope, change: { status: string; result?: string; posted_at?: Date }): Promise<ImportJob> {
  const { providerUuid, importUuid } = scope;
  await tx.updateTable("import_job").set(change).where("provider_uuid", "=", providerUuid).where("import_uuid", "=", importUuid).execute();
  await dropRows(tx, scope);
  const job = await findImport(tx, scope, importUuid, false);
  if (job === null) throw new Error("imports: the locked import is missing");
  return job;
}

/** Posts an import that is locked: everything with it, or a refusal, after which the transaction is taken back. */
export async function postJob(
  tx: Tx,
  scope: ImportScope,
  { kind, job, skipsBadRows }: { kind: ImportKind; job: ImportJob; skipsBadRows: boolean },
): Promise<Result<ImportJob, RefusalName>> {
  const problem = unpostable(job, skipsBadRows);
  if (problem !== null) return refuse(problem);
  const posted = await kind.post(tx, scope, await readPreparedRows(tx, scope.providerUuid, scope.importUuid));
  if (!posted.ok) return posted;
  return ok(await settle(tx, scope, { status: "POSTED", result: JSON.stringify(posted.value), posted_at: scope.now }));
}

/** Throws away an import that is locked, with its rows. */
export async function discardJob(tx: Tx, scope: ImportScope, job: ImportJob): Promise<Result<ImportJob, RefusalName>> {
  if (job.status === "POSTED") return refuse("imports.posted");
  return ok(await settle(tx, scope, { status: "DISCARDED" }));
}
