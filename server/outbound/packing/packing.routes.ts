import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { createBox, listBoxes, printBoxLabels, updateBox } from "#src/outbound/packing/boxes.contract.ts";
import type { Box } from "#src/outbound/packing/boxes.contract.ts";
import {
  findToPack,
  getPacking,
  listToPack,
  listToWeigh,
  packOrder,
  printParcelLabels,
  reopenPacking,
  reportDamaged,
  reportWeight,
  weighParcel,
  weighParcels,
} from "#src/outbound/packing/packing.contract.ts";
import type { Packing } from "#src/outbound/packing/packing.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import { implement, implementBatch, implementFile } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { getOrderScope } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { changeBox, insertBox } from "./boxes.commands.ts";
import { listBoxPage } from "./boxes.queries.ts";
import { findPacking } from "./get-packing.queries.ts";
import { pack } from "./pack.commands.ts";
import { findByCode, findParcel, listToPackPage, listToWeighPage } from "./packing.queries.ts";
import { countParcels } from "./packing.queries.ts";
import { printBoxes } from "./print-boxes.ts";
import { printLabels } from "./print-parcels.ts";
import { reopen } from "./reopen.commands.ts";
import { reportDamagedPieces, reportWeightOff } from "./report.commands.ts";
import { weigh } from "./weigh.commands.ts";
import type { Weight } from "./weigh.commands.ts";

/** Parcels of a batch's set, which is one transaction. */
const parcelsInSet = 100;

async function note(
  { tx, ...context }: CallContext,
  { name }: Call,
  subject: { readonly type: "order" | "parcel" | "box"; readonly uuid: string },
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeAudit(tx, context, { action: name, subjectType: subject.type, subjectUuid: subject.uuid, detail });
}

/** Handles a call that packs or unpacks an order, and answers with the order afterwards. */
function changes<C extends Call>(
  call: C,
  run: (scope: OrderScope, input: ParsedInputOf<C>) => Promise<Result<string, RefusalName>>,
  listDetail: (input: ParsedInputOf<C>) => Readonly<Record<string, unknown>> = () => ({}),
): (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<Packing, RefusalName>> {
  return async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await run(scope, input);
    if (!changed.ok) return changed;
    const packing = await findPacking(scope, changed.value);
    if (packing === null) throw new Error("packing: an order that was just packed is missing");
    await note(context, call, { type: "order", uuid: changed.value }, listDetail(input));
    return ok(packing);
  };
}

/** Handles a call that changes a box. */
function changesBox<C extends Call>(
  call: C,
  run: (scope: OrderScope, input: ParsedInputOf<C>) => Promise<Result<Box, RefusalName>>,
): (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<Box, RefusalName>> {
  return async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await run(scope, input);
    if (changed.ok) await note(context, call, { type: "box", uuid: changed.value.box_uuid }, { name: changed.value.name });
    return changed;
  };
}

export const packingRoutes: readonly Implementation[] = [
  implement(listToPack, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listToPackPage(scope, input);
  }),
  implement(listToWeigh, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listToWeighPage(scope, input);
  }),
  implement(findToPack, async (input, context) => {
    const scope = getOrderScope(context);
    return ok(scope === null ? { kind: "unknown", orders: [], parcels: [] } : await findByCode(scope, input));
  }),
  implement(getPacking, async ({ order_uuid }, context) => {
    const scope = getOrderScope(context);
    const packing = scope === null ? null : await findPacking(scope, order_uuid);
    return packing === null ? refuse("notFound") : ok(packing);
  }),
  implement(
    packOrder,
    changes(packOrder, pack, ({ parcels }) => ({ parcels: parcels.length })),
  ),
  implementFile(printParcelLabels, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? refuse("notFound") : printLabels(scope, input);
  }),
  implement(reopenPacking, changes(reopenPacking, reopen)),
  implement(reportDamaged, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const reported = await reportDamagedPieces(scope, input);
    if (!reported.ok) return reported;
    const { order_uuid: uuid, ...detail } = input;
    await note(context, reportDamaged, { type: "order", uuid }, detail);
    return ok({ order_uuid: reported.value });
  }),
  implement(reportWeight, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const reported = await reportWeightOff(scope, input);
    if (!reported.ok) return reported;
    const { orderUuid: uuid, exceptionNumber } = reported.value;
    await note(context, reportWeight, { type: "order", uuid }, { measured_grams: input.measured_grams });
    return ok({ exception_number: exceptionNumber });
  }),
  implement(weighParcel, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const [refused] = await weigh(scope, [input]);
    if (refused !== undefined) return refuse(refused.refusal);
    const { parcel_uuid: uuid, measured_grams, reason } = input;
    const parcel = await findParcel(scope, uuid);
    if (parcel === null) throw new Error("packing: a parcel that was just weighed is missing");
    await note(context, weighParcel, { type: "parcel", uuid }, { measured_grams, ...(reason === "" ? {} : { reason }) });
    return ok(parcel);
  }),
  implementBatch<typeof weighParcels, Weight>(weighParcels, {
    setSize: parcelsInSet,
    plan: async ({ parcels }, context) => {
      const scope = getOrderScope(context);
      const uuids = new Set(parcels.map(({ parcel_uuid }) => parcel_uuid.toLowerCase()));
      return scope !== null && (await countParcels(scope, [...uuids])) === uuids.size ? ok(parcels) : refuse("notFound");
    },
    runSet: async (weights, _input, context) => {
      const scope = getOrderScope(context);
      if (scope === null) throw new Error("packing: a batch without a provider");
      const refused = await weigh(scope, weights);
      const done = weights.filter((one) => !refused.some(({ weight }) => weight === one));
      const { tx, ...request } = context;
      if (done.length > 0)
        await writeAudit(tx, request, {
          action: weighParcels.name,
          subjectType: "parcel",
          detail: { parcels: done.map(({ parcel_uuid }) => parcel_uuid) },
        });
      return refused.map(({ weight, refusal }) => toRefusedRow(weight.parcel_uuid, refusal));
    },
  }),
  implement(listBoxes, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listBoxPage(scope, input);
  }),
  implementFile(printBoxLabels, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? refuse("notFound") : printBoxes(scope, input);
  }),
  implement(createBox, changesBox(createBox, insertBox)),
  implement(updateBox, changesBox(updateBox, changeBox)),
];
