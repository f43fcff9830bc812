import { ok, refuse } from "#src/kit/lib/result.ts";
import { answerRequest, listRequests, sendRequest } from "#src/pro/support/support.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { addRequest, answerOne, countRequest, isFromMachine, createRequestNumber } from "./support.commands.ts";
import { listRequestRows } from "./support.queries.ts";

export const supportRoutes: readonly Implementation[] = [
  implementSlow(sendRequest, async (input, context) => {
    if (isFromMachine(input)) {
      context.log.info("support: discarded a bot's message");
      // The same response as for a person, so that a bot learns nothing.
      return ok({ number: createRequestNumber() });
    }
    if (!(await countRequest(input, context))) return refuse("support.tooOften");
    return context.act(async (tx) => ok({ number: await addRequest(tx, input, context.now) }));
  }),

  implement(listRequests, (input, { tx }) => listRequestRows(tx, input)),

  implement(answerRequest, async ({ request_uuid, version, answer }, context) => {
    const { userUuid } = requireActor(context);
    const answered = await answerOne(context.tx, { requestUuid: request_uuid, version, answer, byUserUuid: userUuid }, context);
    if (!answered.ok) return answered;
    await writeAudit(context.tx, context, {
      action: "support.answer-request",
      subjectType: "support request",
      subjectUuid: request_uuid,
      detail: { number: answered.value.number },
    });
    return answered;
  }),
];
