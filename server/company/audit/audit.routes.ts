import { exportAuditLog, retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startDownload } from "#server/company/downloads/downloads.commands.ts";
import { savedName } from "#src/kit/files/file-names.rules.ts";
import { implement, implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { Actor, Implementation, RequestContext } from "#server/platform/http/context.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { exportName, mostRows } from "./audit-export.ts";
import { exportJob } from "./audit-export-job.ts";
import type { AuditFilter } from "./audit-filters.ts";
import { auditPage, countAudit } from "./audit.queries.ts";

type Filters = Pick<ParsedInputOf<typeof retrieveAuditLog>, "action" | "user_uuid" | "subject_uuid" | "from" | "until">;

function toFilter({ retailerUuid, userUuid, warehouseUuids }: Actor, providerUuid: string, asked: Filters): AuditFilter {
  return {
    providerUuid,
    retailerUuid,
    action: asked.action,
    userUuid: asked.user_uuid,
    ownUserUuid: warehouseUuids.length > 0 ? userUuid : undefined,
    subjectUuid: asked.subject_uuid,
    from: asked.from === undefined ? undefined : new Date(asked.from),
    until: asked.until === undefined ? undefined : new Date(asked.until),
  };
}

const retrieve = implement(retrieveAuditLog, async ({ cur_page, page_size, cursor, ...filters }, context) => {
  const actor = requireActor(context);
  if (actor.providerUuid === null) return ok({ result: [], total: 0, total_is_exact: true, next_cursor: null });
  return auditPage(context.tx, toFilter(actor, actor.providerUuid, filters), { cur_page, page_size, cursor });
});

/** Enqueues the export with its download. */
async function startExport(
  tx: Tx,
  { format, language, ...asked }: ParsedInputOf<typeof exportAuditLog>,
  context: RequestContext,
): Promise<Result<OutputOf<typeof exportAuditLog>, RefusalName>> {
  const { now, acting, services } = context;
  const actor = requireActor(context);
  const { providerUuid, userUuid } = actor;
  // A retailer without a provider has no log.
  if (providerUuid === null) return refuse("forbidden");
  // Later rows are not included: the export's length is fixed, however long the job waits.
  const until = asked.until === undefined || new Date(asked.until) > now ? now : new Date(asked.until);
  const total = await countAudit(tx, { ...toFilter(actor, providerUuid, asked), until }, mostRows + 1);
  if (total > mostRows) return refuse("audit.tooManyRows");
  const name = savedName([exportName(language, now)], format);
  const { downloadUuid } = await startDownload(tx, { providerUuid, userUuid }, { kind: exportJob.name, name }, now);
  const from = asked.from === undefined ? {} : { from: new Date(asked.from).toISOString() };
  const { action, user_uuid, subject_uuid } = asked;
  const order = {
    download_uuid: downloadUuid,
    name,
    format,
    language,
    total,
    ...(action === undefined ? {} : { action }),
    ...(user_uuid === undefined ? {} : { user_uuid }),
    ...(subject_uuid === undefined ? {} : { subject_uuid }),
    ...from,
    until: until.toISOString(),
  };
  await services.jobs.enqueue(tx, exportJob, acting, order);
  await writeAudit(tx, context, {
    action: exportAuditLog.name,
    subjectType: "download",
    subjectUuid: downloadUuid,
    detail: { format, ...asked },
  });
  return ok({ download_uuid: downloadUuid });
}

const exportLog = implementSlow(exportAuditLog, async (asked, context) => {
  // A full or unreachable store is reported now, and not by an export that fails after its last try.
  await context.services.files.ready();
  return context.act((tx) => startExport(tx, asked, context));
});

export const auditRoutes: readonly Implementation[] = [retrieve, exportLog];
