import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import {
  addReturnPhotos,
  arriveReturn,
  assignReturn,
  disposeReturned,
  findReturn,
  finishInspection,
  inspectReturned,
  printReturnLabel,
  receiveParcel,
  restockReturned,
  suggestReturnLocations,
  undoReturnScan,
} from "#src/outbound/returns/returns-work.contract.ts";
import {
  announceReturn,
  cancelReturn,
  decideReturn,
  decideReturns,
  getReturn,
  getReturnable,
  getReturnRule,
  listReturns,
  saveReturnRule,
} from "#src/outbound/returns/returns.contract.ts";
import type { ReturnDetail } from "#src/outbound/returns/returns.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import { implement, implementBatch, implementFile } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { suggestLocations } from "#server/warehouse/receipts/put-away/suggested-locations.queries.ts";
import { asPlatform, getOrderScope } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { announce, receive } from "./announce-return.commands.ts";
import { arrive, assign, cancel, photograph } from "./arrive-return.commands.ts";
import { dispose, restock, undo } from "./carry-out.commands.ts";
import { decide, decideWhole, readRule, saveRule } from "./decide-return.commands.ts";
import { finish, inspect } from "./inspect-return.commands.ts";
import { printReturn } from "./print-return.ts";
import { hasLeft, listReturnable } from "./returnable.queries.ts";
import { findReturnDetail } from "./return-detail.queries.ts";
import { countReturns, findByScan, listReturnRows } from "./returns.queries.ts";

/** Returns of a batch's set, which is one transaction. */
const returnsInSet = 50;

async function note({ tx, ...request }: CallContext, { name }: Call, subjectUuid: string): Promise<void> {
  await writeAudit(tx, request, { action: name, subjectType: "return", subjectUuid });
}

/** Reads a return that this transaction changed. */
async function show(scope: OrderScope, returnUuid: string): Promise<ReturnDetail> {
  const found = await findReturnDetail(scope, returnUuid);
  if (found === null) throw new Error("returns: a return that was just changed is missing");
  return found;
}

/** Handles a call that changes one return, and answers with the return. */
function changes<C extends Call>(
  call: C,
  run: (scope: OrderScope, input: ParsedInputOf<C>) => Promise<Result<string, RefusalName>>,
): (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<ReturnDetail, RefusalName>> {
  return async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await run(scope, input);
    if (!changed.ok) return changed;
    await note(context, call, changed.value);
    return ok(await show(scope, changed.value));
  };
}

/** Handles a scan that carries a decision out. */
function carriesOut<C extends typeof restockReturned | typeof disposeReturned>(
  call: C,
  run: (scope: OrderScope, input: ParsedInputOf<C>) => ReturnType<typeof restock>,
) {
  return async (
    input: ParsedInputOf<C>,
    context: CallContext,
  ): Promise<Result<{ scan_uuid: string; return: ReturnDetail }, RefusalName>> => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const done = await run(scope, input);
    if (!done.ok) return done;
    const { returnUuid, scanUuid } = done.value;
    await note(context, call, returnUuid);
    return ok({ scan_uuid: scanUuid, return: await show(scope, returnUuid) });
  };
}

export const returnsRoutes: readonly Implementation[] = [
  implement(listReturns, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listReturnRows(scope, input);
  }),
  implement(getReturn, async ({ return_uuid }, context) => {
    const scope = getOrderScope(context);
    const found = scope === null ? null : await findReturnDetail(scope, return_uuid);
    return found === null ? refuse("notFound") : ok(found);
  }),
  implement(getReturnable, async ({ order_uuid }, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const { tx, providerUuid, retailerUuid } = scope;
    const order = await tx
      .selectFrom("sales_order")
      .select(["order_uuid", "order_number", "status"])
      .where("provider_uuid", "=", providerUuid)
      .where("order_uuid", "=", order_uuid)
      .$if(retailerUuid !== null, (rows) => rows.where("owner_uuid", "=", retailerUuid ?? ""))
      .executeTakeFirst();
    if (order === undefined) return refuse("notFound");
    if (!(await hasLeft(scope, order))) return refuse("returns.notShipped");
    const lines = await asPlatform(scope, (acting) => listReturnable(acting, order_uuid));
    return ok({ order_uuid: order.order_uuid, order_number: order.order_number, lines });
  }),
  implement(announceReturn, changes(announceReturn, announce)),
  implement(cancelReturn, changes(cancelReturn, cancel)),
  implement(decideReturn, changes(decideReturn, decide)),
  implementBatch<typeof decideReturns, string>(decideReturns, {
    setSize: returnsInSet,
    plan: async ({ return_uuids }, context) => {
      const scope = getOrderScope(context);
      const uuids = [...new Set(return_uuids.map((uuid) => uuid.toLowerCase()))].toSorted();
      return scope !== null && (await countReturns(scope, uuids)) === uuids.length ? ok(uuids) : refuse("notFound");
    },
    runSet: async (uuids, input, context) => {
      const scope = getOrderScope(context);
      if (scope === null) throw new Error("returns: a batch without a provider");
      const refused = [];
      for (const uuid of uuids) {
        const refusal = await decideWhole(scope, uuid, input);
        if (refusal === null) await note(context, decideReturns, uuid);
        else refused.push(toRefusedRow(uuid, refusal));
      }
      return refused;
    },
  }),
  implement(getReturnRule, async (_input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? refuse("notFound") : ok(await readRule(scope));
  }),
  implement(saveReturnRule, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const saved = await saveRule(scope, input);
    const { tx, ...request } = context;
    if (saved.ok) await writeAudit(tx, request, { action: saveReturnRule.name, subjectType: "return", detail: { ...saved.value } });
    return saved;
  }),
  implement(findReturn, async (input, context) => {
    const scope = getOrderScope(context);
    return ok(scope === null ? { returns: [], orders: [] } : await findByScan(scope, input));
  }),
  implement(arriveReturn, changes(arriveReturn, arrive)),
  implement(receiveParcel, changes(receiveParcel, receive)),
  implement(assignReturn, changes(assignReturn, assign)),
  implement(inspectReturned, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const inspected = await inspect(scope, input);
    if (!inspected.ok) return inspected;
    const { returnUuid, scanUuid, lineUuid, quantity, choices } = inspected.value;
    if (scanUuid !== null) await note(context, inspectReturned, returnUuid);
    return ok({ scan_uuid: scanUuid, line_uuid: lineUuid, quantity, choices: [...choices], return: await show(scope, returnUuid) });
  }),
  implement(finishInspection, changes(finishInspection, finish)),
  implement(suggestReturnLocations, async ({ return_uuid, line_uuid }, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const line = await scope.tx
      .selectFrom("return_line")
      .select(["return_uuid", "line_uuid", "warehouse_uuid", "variant_uuid", "lot", "stock_owner_uuid as owner_uuid"])
      .where("provider_uuid", "=", scope.providerUuid)
      .where("return_uuid", "=", return_uuid)
      .where("line_uuid", "=", line_uuid)
      .executeTakeFirst();
    if (line === undefined) return refuse("notFound");
    const found = await suggestLocations(scope, { ...line, receipt_uuid: line.return_uuid }, line);
    return ok({ result: found.map(({ location_uuid, barcode, fits_pieces }) => ({ location_uuid, barcode, fits_pieces })) });
  }),
  implement(restockReturned, carriesOut(restockReturned, restock)),
  implement(disposeReturned, carriesOut(disposeReturned, dispose)),
  implement(undoReturnScan, changes(undoReturnScan, undo)),
  implement(addReturnPhotos, changes(addReturnPhotos, photograph)),
  implementFile(printReturnLabel, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? refuse("notFound") : printReturn(scope, input);
  }),
];
