import type { RefusalName } from "#src/kit/api/codes.ts";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { savedName } from "#src/kit/files/file-names.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import {
  enterBoxNumbers,
  exportShipped,
  getBoxes,
  getLoadPlan,
  printBoxLabels,
  printLoadPlan,
  printPackingList,
} from "#src/outbound/shipping-notices/shipping-notices.contract.ts";
import { mostExported } from "#src/outbound/shipping-notices/shipping-notices.rules.ts";
import { startDownload } from "#server/company/downloads/downloads.commands.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { implement, implementFile, implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { Implementation, RequestContext } from "#server/platform/http/context.ts";
import { getOrderScope } from "../orders/order-scope.ts";
import { enterNumbers } from "./enter-numbers.commands.ts";
import { readLoadPlan } from "./load-plan.queries.ts";
import { findBoxes } from "./notice-boxes.queries.ts";
import { printLabels, printList, printPlan } from "./print-notices.ts";
import { noticePrintTexts } from "./print-texts.ts";
import { countShipped } from "./shipped.queries.ts";
import { exportShippedJob } from "./shipping-notices.job-kinds.ts";

/** Enqueues the export with its download. */
async function startExport(
  tx: Tx,
  { format, language, ...asked }: ParsedInputOf<typeof exportShipped>,
  context: RequestContext,
): Promise<Result<OutputOf<typeof exportShipped>, RefusalName>> {
  const { now, acting, services } = context;
  const { providerUuid, userUuid } = requireActor(context);
  if (providerUuid === null) return refuse("forbidden");
  const total = await countShipped(tx, { ...asked, provider_uuid: providerUuid }, mostExported[format] + 1);
  if (total > mostExported[format]) return refuse("shippingNotices.tooManyRows");
  const name = savedName([`${noticePrintTexts[language].shipped} ${asked.shipped_from} ${asked.shipped_to}`], format);
  const { downloadUuid } = await startDownload(tx, { providerUuid, userUuid }, { kind: exportShippedJob.name, name }, now);
  await services.jobs.enqueue(tx, exportShippedJob, acting, { download_uuid: downloadUuid, name, format, language, total, ...asked });
  await writeAudit(tx, context, {
    action: exportShipped.name,
    subjectType: "download",
    subjectUuid: downloadUuid,
    detail: { format, ...asked },
  });
  return ok({ download_uuid: downloadUuid });
}

export const shippingNoticeRoutes: readonly Implementation[] = [
  implement(getBoxes, async ({ order_uuid }, context) => {
    const scope = getOrderScope(context);
    const boxes = scope === null ? null : await findBoxes(scope, order_uuid);
    return boxes === null ? refuse("notFound") : ok(boxes);
  }),
  implement(enterBoxNumbers, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const entered = await enterNumbers(scope, context.services.jobs, input);
    if (!entered.ok || entered.value.done === 0) return entered;
    const refused = new Set(entered.value.failed.map(({ order_id }) => order_id));
    const { tx, ...rest } = context;
    await writeAudit(tx, rest, {
      action: enterBoxNumbers.name,
      subjectType: "order",
      subjectUuid: input.order_uuid,
      detail: {
        numbers: input.rows.flatMap(({ parcel_uuid, waybill_number }) => (refused.has(parcel_uuid.toLowerCase()) ? [] : [waybill_number])),
      },
    });
    return entered;
  }),
  implementFile(printPackingList, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? refuse("notFound") : printList(scope, input);
  }),
  implementFile(printBoxLabels, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? refuse("notFound") : printLabels(scope, input);
  }),
  implement(getLoadPlan, async (input, context) => {
    const scope = getOrderScope(context);
    return ok(scope === null ? { result: [], channels: [] } : await readLoadPlan(scope, input));
  }),
  implementFile(printLoadPlan, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? refuse("notFound") : ok(await printPlan(scope, input));
  }),
  implementSlow(exportShipped, async (asked, context) => {
    // A full or unreachable store is reported now, and not by an export that fails after its last try.
    await context.services.files.ready();
    return context.act((tx) => startExport(tx, asked, context));
  }),
];
