import {
  confirmTopUpRequest,
  declineTopUpRequest,
  listTopUpRequests,
  requestTopUp,
  withdrawTopUpRequest,
} from "#src/billing/wallet/top-up-requests.contract.ts";
import { ok } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { implementInScope, implementList } from "./scoped-calls.ts";
import { closeTopUpRequest, confirmRequest, insertTopUpRequest } from "./top-up-requests.commands.ts";
import type { Decided } from "./top-up-requests.commands.ts";
import { listTopUpRequestRows } from "./top-up-requests.queries.ts";

/** Writes an audit entry about a request. */
function audit(context: CallContext, action: string, { request }: Pick<Decided, "request">, more: object = {}): Promise<void> {
  const { request_uuid, retailer_uuid, amount_cents, currency } = request;
  const detail = { retailer_uuid, amount_cents, currency, ...more };
  return writeAudit(context.tx, context, { action, subjectType: "top-up request", subjectUuid: request_uuid, detail });
}

export const topUpRequestRoutes: readonly Implementation[] = [
  implementList(listTopUpRequests, listTopUpRequestRows),

  implementInScope(requestTopUp, async (scope, { provider_uuid: _checked, ...input }, context) => {
    const made = await insertTopUpRequest(scope, input);
    if (!made.ok) return made;
    const { request_uuid, currency } = made.value;
    const detail = { retailer_uuid: scope.retailerUuid, amount_cents: input.amount_cents, currency, sent_on: input.sent_on };
    await writeAudit(scope.tx, context, { action: requestTopUp.name, subjectType: "top-up request", subjectUuid: request_uuid, detail });
    return made;
  }),

  implementInScope(withdrawTopUpRequest, async (scope, { request_uuid }, context) => {
    const closed = await closeTopUpRequest(scope, request_uuid, { event: "withdraw", note: "" });
    if (!closed.ok) return closed;
    await audit(context, withdrawTopUpRequest.name, closed.value);
    return ok({ request_uuid: closed.value.request.request_uuid, status: closed.value.status });
  }),

  implementInScope(declineTopUpRequest, async (scope, { request_uuid, reason }, context) => {
    const closed = await closeTopUpRequest(scope, request_uuid, { event: "decline", note: reason });
    if (!closed.ok) return closed;
    await audit(context, declineTopUpRequest.name, closed.value, { reason });
    return ok({ request_uuid: closed.value.request.request_uuid, status: closed.value.status });
  }),

  implementInScope(confirmTopUpRequest, async (scope, { provider_uuid: _checked, ...input }, context) => {
    const confirmed = await confirmRequest(scope, input);
    if (!confirmed.ok) return confirmed;
    const { request, ...answer } = confirmed.value;
    await audit(context, confirmTopUpRequest.name, { request }, { received_cents: input.amount_cents, top_up_uuid: answer.top_up_uuid });
    await context.services.followUps.creditRaised(scope.tx, scope.providerUuid, request.retailer_uuid);
    return ok(answer);
  }),
];
