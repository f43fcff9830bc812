import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import {
  answerException,
  askRetailer,
  assignException,
  closeException,
  getException,
  listAssignees,
  listExceptions,
  noteException,
  recallQuestion,
  reopenException,
  resolveException,
} from "#src/outbound/exceptions/exceptions.contract.ts";
import type { ExceptionDetail } from "#src/outbound/exceptions/exceptions.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { getOrderScope } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { answer, ask, assign, close, note, recall, reopen } from "./exception-steps.commands.ts";
import { findException, listExceptionRows, listWorkers } from "./exceptions.queries.ts";
import { resolve } from "./resolve-exception.commands.ts";

/** Handles a call that changes one exception, and answers with the exception. What people wrote is not in the audit log: the exception has it. */
function changes<C extends Call>(
  call: C,
  run: (scope: OrderScope, input: ParsedInputOf<C>) => Promise<Result<string, RefusalName>>,
  listDetail: (input: ParsedInputOf<C>) => Readonly<Record<string, unknown>> = () => ({}),
): (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<ExceptionDetail, RefusalName>> {
  return async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await run(scope, input);
    if (!changed.ok) return changed;
    const { tx, ...request } = context;
    const subject = { subjectType: "exception", subjectUuid: changed.value };
    await writeAudit(tx, request, { action: call.name, ...subject, detail: listDetail(input) });
    const shown = await findException(scope, changed.value);
    if (shown === null) throw new Error("exceptions: an exception that was just changed is missing");
    return ok(shown);
  };
}

export const exceptionsRoutes: readonly Implementation[] = [
  implement(listExceptions, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listExceptionRows(scope, input);
  }),
  implement(getException, async ({ exception_uuid }, context) => {
    const scope = getOrderScope(context);
    const found = scope === null ? null : await findException(scope, exception_uuid);
    return found === null ? refuse("notFound") : ok(found);
  }),
  implement(listAssignees, async ({ exception_uuid }, context) => {
    const scope = getOrderScope(context);
    const result = scope === null ? null : await listWorkers(scope, exception_uuid);
    return result === null ? refuse("notFound") : ok({ result });
  }),
  implement(assignException, changes(assignException, assign)),
  implement(noteException, changes(noteException, note)),
  implement(askRetailer, changes(askRetailer, ask)),
  implement(recallQuestion, changes(recallQuestion, recall)),
  implement(answerException, changes(answerException, answer)),
  implement(
    resolveException,
    changes(resolveException, resolve, ({ resolution }) => ({ resolution })),
  ),
  implement(closeException, changes(closeException, close)),
  implement(reopenException, changes(reopenException, reopen)),
];
