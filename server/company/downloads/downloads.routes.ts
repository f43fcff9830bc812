import type { RefusalName } from "#src/kit/api/codes.ts";
import { deleteDownloads, listDownloads, markDownloadsSeen } from "#src/company/downloads/downloads.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { markSeen, removeDownloads } from "./downloads.commands.ts";
import { pageOfDownloads } from "./downloads.queries.ts";

const list = implement(listDownloads, async (input, context) => {
  const { providerUuid, userUuid } = requireActor(context);
  if (providerUuid === null) return ok({ result: [], total: 0, total_is_exact: true, next_cursor: null });
  return pageOfDownloads(context.tx, { ...input, providerUuid, userUuid, now: context.now });
});

/** Applies an action to own downloads: to all that are named, or to none. */
async function withOwn(
  context: CallContext,
  named: readonly string[],
  action: string,
  work: typeof markSeen,
): Promise<Result<number, RefusalName>> {
  const { providerUuid, userUuid } = requireActor(context);
  if (providerUuid === null) return refuse("notFound");
  const uuids = [...new Set(named)];
  const count = await work(context.tx, { providerUuid, userUuid }, uuids, context.now);
  if (count !== uuids.length) return refuse("notFound");
  await writeAudit(context.tx, context, {
    action,
    subjectType: "download",
    subjectUuid: uuids[0] ?? null,
    detail: { download_uuids: uuids },
  });
  return ok(count);
}

const seen = implement(markDownloadsSeen, async ({ download_uuids }, context) => {
  const marked = await withOwn(context, download_uuids, markDownloadsSeen.name, markSeen);
  return marked.ok ? ok({ seen: marked.value }) : marked;
});

const remove = implement(deleteDownloads, async ({ download_uuids }, context) => {
  const removed = await withOwn(context, download_uuids, deleteDownloads.name, removeDownloads);
  return removed.ok ? ok({ deleted: removed.value }) : removed;
});

export const downloadsRoutes: readonly Implementation[] = [list, seen, remove];
