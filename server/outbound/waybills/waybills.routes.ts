import type { Call } from "#src/kit/api/define-call.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { batchOutput } from "#src/kit/api/batch.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import {
  enterWaybill,
  getPrintFile,
  listChoices,
  listParcelsWithout,
  listWaybills,
  listWaybillsOfOrder,
  printWaybills,
  recordTracks,
  relabelWaybills,
  requestWaybills,
  retryWaybills,
  voidWaybills,
} from "#src/outbound/waybills/waybills.contract.ts";
import type { z } from "zod";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import { implement, implementBatch, implementFile } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { findLinkSite } from "#server/platform/http/sites.queries.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { JobQueue } from "#server/platform/jobs/job-queue.ts";
import { getOrderScope } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { countParcels } from "../packing/packing.queries.ts";
import { enter, retry } from "./change.commands.ts";
import { listParcelsWithoutPage } from "./parcels-without.queries.ts";
import { answerPrintFile } from "./print-file.ts";
import { print } from "./print.commands.ts";
import { recordTracks as recordTracksOf } from "./record-track.commands.ts";
import { request } from "./request.commands.ts";
import { checkChannel, voidChosen } from "./void.commands.ts";
import type { RefusedWaybill } from "./void.commands.ts";
import { countWaybills, findWaybill, listFilterChoices, listOfOrder, listWaybillPage } from "./waybills.queries.ts";

/** Rows of a batch's set, which is one transaction. */
const rowsInSet = 200;
/** Origin of links in a database without any site. Clients use only the path and query of a link. */
const withoutSite = "http://localhost";

type OverRows = Call<z.ZodType, typeof batchOutput>;

interface RowsHandler<C extends OverRows> {
  readonly subjectType: "parcel" | "waybill";
  listUuids(input: ParsedInputOf<C>): readonly string[];
  /** Refuses the whole call. */
  check?(scope: OrderScope, input: ParsedInputOf<C>): Promise<RefusalName | null>;
  run(scope: OrderScope, jobs: JobQueue, uuids: readonly string[], input: ParsedInputOf<C>): Promise<readonly RefusedWaybill[]>;
  listDetail?(input: ParsedInputOf<C>): Readonly<Record<string, unknown>>;
}

/** Implements a call over many waybills or parcels. Each set writes one row of the audit log. */
function overRows<C extends OverRows>(call: C, { subjectType, listUuids, check, run, listDetail }: RowsHandler<C>): Implementation {
  return implementBatch<C, string>(call, {
    setSize: rowsInSet,
    plan: async (input, context) => {
      const scope = getOrderScope(context);
      if (scope === null) return refuse("notFound");
      const uuids = [...new Set(listUuids(input).map((uuid) => uuid.toLowerCase()))];
      const count = await (subjectType === "parcel" ? countParcels(scope, uuids) : countWaybills(scope, uuids));
      const refusal = count === uuids.length ? ((await check?.(scope, input)) ?? null) : "notFound";
      return refusal === null ? ok(uuids) : refuse(refusal);
    },
    runSet: async (uuids, input, context) => {
      const scope = getOrderScope(context);
      if (scope === null) throw new Error("waybills: a batch without a provider");
      const refused = await run(scope, context.services.jobs, uuids, input);
      const done = uuids.filter((uuid) => !refused.some((row) => row.uuid === uuid));
      const [only] = done;
      const { tx, ...rest } = context;
      if (done.length > 0)
        await writeAudit(tx, rest, {
          action: call.name,
          subjectType,
          ...(done.length === 1 && only !== undefined ? { subjectUuid: only } : {}),
          detail: { ...(done.length === 1 ? {} : { [`${subjectType}s`]: done }), ...listDetail?.(input) },
        });
      return refused.map(({ uuid, refusal, message }) => {
        const row = toRefusedRow(uuid, refusal);
        return message === undefined ? row : { ...row, message };
      });
    },
  });
}

async function note(
  { tx, ...context }: CallContext,
  { name }: Call,
  waybillUuids: readonly string[],
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const [only] = waybillUuids;
  await writeAudit(tx, context, {
    action: name,
    subjectType: "waybill",
    ...(waybillUuids.length === 1 && only !== undefined ? { subjectUuid: only } : {}),
    detail: { ...(waybillUuids.length === 1 ? {} : { waybills: waybillUuids }), ...detail },
  });
}

export const waybillsRoutes: readonly Implementation[] = [
  implement(listWaybills, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listWaybillPage(scope, input);
  }),
  implement(listParcelsWithout, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listParcelsWithoutPage(scope, input);
  }),
  implement(listChoices, async (input, context) => {
    const scope = getOrderScope(context);
    return ok(scope === null ? { channels: [], waves: [], locations: [] } : await listFilterChoices(scope, input));
  }),
  implement(listWaybillsOfOrder, async ({ order_uuid }, context) => {
    const scope = getOrderScope(context);
    const found = scope === null ? null : await listOfOrder(scope, order_uuid);
    return found === null ? refuse("notFound") : ok(found);
  }),
  overRows(requestWaybills, {
    subjectType: "parcel",
    listUuids: ({ parcel_uuids }) => parcel_uuids,
    run: request,
  }),
  implement(printWaybills, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const origin = (await findLinkSite(context.tx, context.host))?.origin ?? withoutSite;
    const printed = await print(scope, origin, input);
    if (!printed.ok) return printed;
    const { waybillUuids, ...answer } = printed.value;
    if (waybillUuids.length > 0) await note(context, printWaybills, waybillUuids, input.reason === "" ? {} : { reason: input.reason });
    return ok(answer);
  }),
  implementFile(getPrintFile, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? refuse("notFound") : answerPrintFile(scope, context.services.database, input);
  }),
  overRows(retryWaybills, {
    subjectType: "waybill",
    listUuids: ({ waybill_uuids }) => waybill_uuids,
    run: retry,
  }),
  overRows(voidWaybills, {
    subjectType: "waybill",
    listUuids: ({ waybill_uuids }) => waybill_uuids,
    run: (scope, jobs, uuids, { reason }) => voidChosen(scope, jobs, uuids, { reason }),
    listDetail: ({ reason }) => ({ reason }),
  }),
  overRows(relabelWaybills, {
    subjectType: "waybill",
    listUuids: ({ waybill_uuids }) => waybill_uuids,
    check: async (scope, { channel_uuid }) => {
      const checked = await checkChannel(scope, channel_uuid);
      return checked.ok ? null : checked.problem;
    },
    run: (scope, jobs, uuids, { channel_uuid }) =>
      voidChosen(scope, jobs, uuids, { reason: "relabel", channelUuid: channel_uuid.toLowerCase() }),
    listDetail: ({ channel_uuid }) => ({ channel_uuid }),
  }),
  overRows(recordTracks, {
    subjectType: "waybill",
    listUuids: ({ waybill_uuids }) => waybill_uuids,
    run: (scope, _jobs, uuids, { waybill_uuids: _uuids, on = null, ...track }) =>
      recordTracksOf(
        scope,
        uuids.map((waybill_uuid) => ({ waybill_uuid, on, ...track })),
      ),
    listDetail: ({ waybill_uuids: _uuids, ...track }) => track,
  }),
  implement(enterWaybill, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const entered = await enter(scope, input);
    if (!entered.ok) return entered;
    const waybill = await findWaybill(scope, entered.value);
    if (waybill === null) throw new Error("waybills: a waybill that was just entered is missing");
    await note(context, enterWaybill, [entered.value], { waybill_number: input.waybill_number });
    return ok(waybill);
  }),
];
