import type { RefusalName } from "#src/kit/api/codes.ts";
import { codes } from "#src/kit/api/codes.ts";
import {
  discardImport,
  getImportProblems,
  listImportRows,
  listImports,
  postImport,
  uploadImport,
} from "#src/warehouse/imports/imports.contract.ts";
import type { ImportJob, ImportKindName, ImportPreview, WorkbookProblem } from "#src/warehouse/imports/imports.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Actor, CallContext, Implementation, RequestContext, Upload } from "#server/platform/http/context.ts";
import { implement, implementFile, implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { ImportKind, ImportScope } from "./import-kind.ts";
import { discardJob, saveImport, postJob } from "./imports.commands.ts";
import { readBadRows, findImport, listJobRows, listRows, toImportProblem } from "./imports.queries.ts";
import { buildProblemsFile } from "./problems-file.ts";
import { checkRows } from "./check-workbook-rows.ts";
import type { CheckedRows } from "./check-workbook-rows.ts";
import { readWorkbookRows } from "./read-workbook-in-process.ts";
import type { WorkbookFault } from "./workbook-refusal.ts";

const workbookField = "workbook";
const [shownRows, shownProblems] = [20, 200];

function mayImport({ role, permissions }: Actor, kind: ImportKind): boolean {
  return kind.roles.includes(role) && (role !== "operator" || permissions.includes(kind.permission));
}

/** Whose import it is; null where a retailer has no supplier that lets it in. */
function getScope(context: RequestContext, importUuid: string): ImportScope | null {
  const { providerUuid, retailerUuid, userUuid } = requireActor(context);
  return providerUuid === null ? null : { ...context, importUuid, userUuid, providerUuid, retailerUuid };
}

function toWorkbookProblem({ code, ...where }: WorkbookFault): WorkbookProblem {
  const { code: number, en_us, zh_cn } = codes[code];
  return { code: number, msg: { en_us, zh_cn }, ...where, missing: [...where.missing], unknown: [...where.unknown] };
}

function makePreview(job: ImportJob, { rows, problems, warnings }: CheckedRows): ImportPreview {
  const valuesByNumber = new Map(rows.map(({ number, values }) => [number, values]));
  const found = ({ number, values }: CheckedRows["rows"][number]) =>
    (problems.get(number) ?? []).map((problem) => toImportProblem(number, values, problem));
  const bad = rows.filter(({ number }) => problems.has(number)).slice(0, shownProblems);
  return {
    problem: null,
    job,
    rows: rows.slice(0, shownRows).map((row) => ({ row_number: row.number, cells: row.values, problems: found(row) })),
    problems: bad.flatMap(found).slice(0, shownProblems),
    warnings: warnings
      .slice(0, shownProblems)
      .map((warning) => toImportProblem(warning.number, valuesByNumber.get(warning.number) ?? {}, warning)),
    warning_count: warnings.length,
  };
}

async function note(
  tx: Tx,
  scope: ImportScope,
  action: `imports.${string}`,
  { kind, row_count, ready_count, result }: ImportJob,
): Promise<void> {
  await writeAudit(tx, scope, {
    action,
    subjectType: "import",
    subjectUuid: scope.importUuid,
    detail: { kind, row_count, ready_count, ...result },
  });
}

function theWorkbook(uploads: readonly Upload[]): Upload | null {
  const [upload, ...others] = uploads;
  return upload === undefined || others.length > 0 || upload.field !== workbookField ? null : upload;
}

const nothing = { result: [], total: 0, total_is_exact: true, next_cursor: null };

/** The calls of imports. @param kinds what can be imported; `server/import-kinds.ts` has the list */
export function importsRoutes(kinds: readonly ImportKind[]): readonly Implementation[] {
  const findKind = (name: ImportKindName): ImportKind | null => kinds.find((kind) => kind.name === name) ?? null;

  /** Reads, checks and stores a workbook; an import of the same company waits meanwhile. */
  const importsUploadImport = implementSlow(
    uploadImport,
    async (input, context) => {
      const [kind, scope] = [findKind(input.kind), getScope(context, newId())];
      if (kind === null || scope === null || !mayImport(requireActor(context), kind)) return refuse("forbidden");
      const upload = theWorkbook(context.uploads);
      if (upload === null) return refuse("imports.oneFile");
      const read = await readWorkbookRows(upload.bytes, kind.template, { signal: context.signal });
      if (!read.ok)
        return ok({ problem: toWorkbookProblem(read.problem), job: null, rows: [], problems: [], warnings: [], warning_count: 0 });
      return context.act(async (tx) => {
        const checked = await checkRows(tx, scope, kind, read.value);
        const fileName = upload.name.toWellFormed().replaceAll("\0", "");
        const job = await saveImport(tx, scope, { kind, fileName }, checked);
        await note(tx, scope, "imports.upload-import", job);
        return ok(makePreview(job, checked));
      });
    },
    { slowWork: "import" },
  );

  /** An import that the actor may change, locked, with its kind. */
  async function toChange(
    context: CallContext,
    importUuid: string,
  ): Promise<Result<{ scope: ImportScope; job: ImportJob; kind: ImportKind }, RefusalName>> {
    const scope = getScope(context, importUuid.toLowerCase());
    const job = scope === null ? null : await findImport(context.tx, scope, scope.importUuid, true);
    const kind = job === null ? null : findKind(job.kind);
    if (scope === null || job === null || kind === null) return refuse("notFound");
    return mayImport(requireActor(context), kind) ? ok({ scope, job, kind }) : refuse("forbidden");
  }

  const importsPostImport = implement(
    postImport,
    async ({ import_uuid, skip_bad_rows }, context) => {
      const found = await toChange(context, import_uuid);
      if (!found.ok) return found;
      const { scope, job, kind } = found.value;
      // A second press, or another window: what it came to stands already.
      if (job.status === "POSTED") return ok(job);
      const posted = await postJob(context.tx, scope, { kind, job, skipsBadRows: skip_bad_rows });
      if (posted.ok) await note(context.tx, scope, "imports.post-import", posted.value);
      return posted;
    },
    { slowWork: "import" },
  );

  const importsDiscardImport = implement(discardImport, async ({ import_uuid }, context) => {
    const found = await toChange(context, import_uuid);
    if (!found.ok) return found;
    const { scope, job } = found.value;
    if (job.status === "DISCARDED") return ok(job);
    const discarded = await discardJob(context.tx, scope, job);
    if (discarded.ok) await note(context.tx, scope, "imports.discard-import", discarded.value);
    return discarded;
  });

  const importsListImports = implement(listImports, async ({ kind, ...wanted }, context) => {
    const scope = getScope(context, "");
    const actor = requireActor(context);
    const names = kinds.filter((each) => mayImport(actor, each) && (kind === undefined || each.name === kind)).map(({ name }) => name);
    if (scope === null || names.length === 0) return ok(nothing);
    return listJobRows(context.tx, scope, { ...wanted, kinds: names });
  });

  /** An import that the actor may look at; null for none. */
  async function toLookAt(context: CallContext, importUuid: string): Promise<{ scope: ImportScope; kind: ImportKind } | null> {
    const scope = getScope(context, importUuid.toLowerCase());
    const job = scope === null ? null : await findImport(context.tx, scope, scope.importUuid, false);
    const kind = job === null ? null : findKind(job.kind);
    return scope === null || kind === null || !mayImport(requireActor(context), kind) ? null : { scope, kind };
  }

  const importsListImportRows = implement(listImportRows, async ({ import_uuid, only_bad, ...wanted }, context) => {
    const scope = getScope(context, import_uuid.toLowerCase());
    if (scope === null) return refuse("notFound");
    const { providerUuid, importUuid } = scope;
    const [page, found] = await Promise.all([
      listRows(context.tx, { ...wanted, providerUuid, importUuid, onlyBad: only_bad }),
      toLookAt(context, import_uuid),
    ]);
    return found === null ? refuse("notFound") : page;
  });

  const importsGetImportProblems = implementFile(getImportProblems, async ({ import_uuid, lang }, context) => {
    const found = await toLookAt(context, import_uuid);
    if (found === null) return refuse("notFound");
    const { providerUuid, importUuid } = found.scope;
    const rows = await readBadRows(context.tx, providerUuid, importUuid);
    return ok(buildProblemsFile(found.kind.template, rows, lang));
  });

  return [
    importsUploadImport,
    importsPostImport,
    importsDiscardImport,
    importsListImports,
    importsListImportRows,
    importsGetImportProblems,
  ];
}
