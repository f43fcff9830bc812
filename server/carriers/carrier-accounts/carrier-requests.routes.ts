import { listCarrierErrors, syncChannels, testCarrierAccount } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import type { CarrierProblemAnswer } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import type { CarrierOperation } from "#src/carriers/carrier-accounts/carrier-problem.rules.ts";
import { ok } from "#src/kit/lib/result.ts";
import { addMissingChannels } from "#server/carriers/channels/sync-channels.commands.ts";
import type { CarrierProblem } from "#server/integrations/carriers/carrier.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { Implementation, RequestContext } from "#server/platform/http/context.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { recordCarrierError } from "./carrier-errors.commands.ts";
import { listErrorPage } from "./carrier-errors.queries.ts";
import { openAccount } from "./open-account.queries.ts";

/** Somebody waits for the answer. YunExpress takes two requests, and all together must end before the request does. */
const timeoutMs = 15_000;

/** @throws Error for a session without a provider: the calls are only for staff */
function getProvider(context: RequestContext): string {
  const { providerUuid } = requireActor(context);
  if (providerUuid === null) throw new Error("a staff session has no provider");
  return providerUuid;
}

function open(context: RequestContext, accountUuid: string) {
  const { acting, services, signal } = context;
  return openAccount(services, { acting, providerUuid: getProvider(context), accountUuid, signal, timeoutMs });
}

/** Adds a problem to the error log. @returns it as calls answer it */
async function logProblem(
  tx: Tx,
  context: RequestContext,
  accountUuid: string,
  operation: CarrierOperation,
  problem: CarrierProblem,
): Promise<CarrierProblemAnswer> {
  await recordCarrierError(tx, { providerUuid: getProvider(context), accountUuid, operation, problem, reference: "" }, context.now);
  const { kind, code, text } = problem;
  return { kind, code, text };
}

/** The calls that make requests to a carrier, each between two transactions, and the log of those that failed. */
export const carrierRequestsRoutes: readonly Implementation[] = [
  implementSlow(testCarrierAccount, async ({ carrier_account_uuid: accountUuid }, context) => {
    const carrier = await open(context, accountUuid);
    if (!carrier.ok) return context.act(async () => carrier);
    const tested = await carrier.value.testAccount();
    return context.act(async (tx) => {
      const problem = tested.ok ? null : await logProblem(tx, context, accountUuid, "testAccount", tested.problem);
      const detail = { succeeded: tested.ok };
      await writeAudit(tx, context, { action: testCarrierAccount.name, subjectType: "carrier account", subjectUuid: accountUuid, detail });
      return ok({ channel_count: tested.ok ? tested.value.channelCount : null, problem });
    });
  }),

  implementSlow(syncChannels, async ({ carrier_account_uuid: accountUuid, language }, context) => {
    const carrier = await open(context, accountUuid);
    if (!carrier.ok) return context.act(async () => carrier);
    const listed = await carrier.value.listChannels();
    return context.act(async (tx) => {
      if (!listed.ok)
        return ok({ added: 0, existing: 0, problem: await logProblem(tx, context, accountUuid, "listChannels", listed.problem) });
      const channelContext = { tx, providerUuid: getProvider(context), now: context.now };
      const synced = await addMissingChannels(channelContext, { accountUuid, language }, listed.value);
      if (!synced.ok) return synced;
      const { added, existing } = synced.value;
      const detail = { added: added.length, names: added.map(({ name }) => name) };
      await writeAudit(tx, context, { action: syncChannels.name, subjectType: "carrier account", subjectUuid: accountUuid, detail });
      return ok({ added: added.length, existing, problem: null });
    });
  }),

  implement(listCarrierErrors, (input, context) => listErrorPage(context.tx, getProvider(context), input)),
];
