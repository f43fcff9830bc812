import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import {
  claimNextTask,
  claimTask,
  getPickTask,
  leavePickTask,
  listLeftPieces,
  listPickTasks,
  pickLines,
  reportShortPick,
  returnToShelf,
  skipPickLines,
  startPickTask,
} from "#src/outbound/picking/picking.contract.ts";
import type { PickProgress, PickTask } from "#src/outbound/picking/picking.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { note as noteStocktake } from "#server/warehouse/stock/stocktake.commands.ts";
import { getOrderScope } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { claim, claimNext, leave, skip, start } from "./claim.commands.ts";
import { listLeftPage } from "./left-pieces.queries.ts";
import { pickWholeLines } from "./pick-lines.commands.ts";
import { reportShort } from "./report-short.commands.ts";
import { returnPieces } from "./return-to-shelf.commands.ts";
import { findTask, listTaskPage, readProgress } from "./pick-tasks.queries.ts";

async function note(
  { tx, ...context }: CallContext,
  { name }: Call,
  taskUuid: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeAudit(tx, context, { action: name, subjectType: "pick task", subjectUuid: taskUuid, detail });
}

async function getTaskOf(scope: OrderScope, taskUuid: string): Promise<PickTask> {
  const task = await findTask(scope, taskUuid);
  if (task === null) throw new Error("picking: a task that was just changed is missing");
  return task;
}

/** Handles a call that changes one task, and answers with what `show` reads of it afterwards. */
function changes<C extends Call, Shown>(
  call: C,
  run: (scope: OrderScope, input: ParsedInputOf<C>, context: CallContext) => Promise<Result<string, RefusalName>>,
  show: (scope: OrderScope, taskUuid: string) => Promise<Shown>,
  listDetail: (input: ParsedInputOf<C>) => Readonly<Record<string, unknown>> = () => ({}),
): (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<Shown, RefusalName>> {
  return async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await run(scope, input, context);
    if (!changed.ok) return changed;
    const [shown] = await Promise.all([show(scope, changed.value), note(context, call, changed.value, listDetail(input))]);
    return ok(shown);
  };
}

const showProgress = (scope: OrderScope, taskUuid: string): Promise<PickProgress> => readProgress(scope, taskUuid);

export const pickingRoutes: readonly Implementation[] = [
  implement(listPickTasks, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listTaskPage(scope, input);
  }),
  implement(getPickTask, async ({ task_uuid }, context) => {
    const scope = getOrderScope(context);
    const task = scope === null ? null : await findTask(scope, task_uuid);
    return task === null ? refuse("notFound") : ok(task);
  }),
  implement(claimNextTask, changes(claimNextTask, claimNext, getTaskOf)),
  implement(
    claimTask,
    changes(claimTask, claim, getTaskOf, ({ takes_over }) => ({ takes_over })),
  ),
  implement(
    startPickTask,
    changes(startPickTask, start, getTaskOf, ({ tote }) => ({ tote })),
  ),
  implement(skipPickLines, changes(skipPickLines, skip, getTaskOf)),
  implement(pickLines, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const picked = await pickWholeLines(scope, input);
    if (!picked.ok) return picked;
    const { taskUuid, exceptionNumber } = picked.value;
    const [progress] = await Promise.all([
      readProgress(scope, taskUuid),
      note(context, pickLines, taskUuid, { line_numbers: input.line_numbers }),
    ]);
    return ok({ ...progress, exception_number: exceptionNumber });
  }),
  implement(
    reportShortPick,
    changes(
      reportShortPick,
      (scope, input, context) =>
        reportShort(scope, input, (uuid, detail) => noteStocktake(context, "stock.create-stocktake", uuid, detail)),
      showProgress,
      ({ line_number, picked_quantity, reason }) => ({
        line_number,
        picked_quantity,
        reason,
      }),
    ),
  ),
  implement(leavePickTask, changes(leavePickTask, leave, showProgress)),
  implement(listLeftPieces, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listLeftPage(scope, input);
  }),
  implement(returnToShelf, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const returned = await returnPieces(scope, input);
    if (!returned.ok) return returned;
    const { tote_uuid, variant_uuid, quantity, location } = input;
    const { tx, ...rest } = context;
    const detail = { variant_uuid, quantity, location };
    await writeAudit(tx, rest, { action: returnToShelf.name, subjectType: "location", subjectUuid: tote_uuid, detail });
    return returned;
  }),
];
