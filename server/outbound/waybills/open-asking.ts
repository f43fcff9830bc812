import { openAccount } from "#server/carriers/carrier-accounts/open-account.queries.ts";
import type { Services } from "#server/platform/services.ts";
import { getSystemScope } from "../orders/order-scope.ts";
import type { Asking } from "./ask-carrier.ts";
import { createGatherer } from "./gather.ts";
import { createPace, createRefusalCount } from "./pace.ts";
import type { Pace, RefusalCount } from "./pace.ts";
import { createTakenProblem, settleFailed, settleIssued, settleLabels } from "./settle.commands.ts";
import type { FetchedLabel, IssuedWaybill } from "./settle.commands.ts";

/** How long a job works on an account before it leaves the rest to the next, long before the job would expire. */
const longestRunMs = 300_000;
/** Timeout of one request: only the job waits for it. */
const timeoutMs = 30_000;
/** Shorter than the delay until another job starts. */
const shortWaitMs = 6000;

interface AccountPace {
  readonly pace: Pace;
  readonly refusals: RefusalCount;
}

/** Each account's pace, for the lifetime of the process. */
const paces = new Map<string, AccountPace>();

function getPace(accountUuid: string): AccountPace {
  const known = paces.get(accountUuid) ?? { pace: createPace(), refusals: createRefusalCount() };
  paces.set(accountUuid, known);
  return known;
}

/** Opens an account for a job that asks its carrier; null if no request can be made with it. */
export async function openAsking(
  services: Services,
  { providerUuid, accountUuid, signal }: { readonly providerUuid: string; readonly accountUuid: string; readonly signal: AbortSignal },
): Promise<Asking | null> {
  const { database, clock, jobs, log } = services;
  const acting = { kind: "provider", providerUuid } as const;
  const opened = await openAccount(services, { acting, providerUuid, accountUuid, signal, timeoutMs });
  if (!opened.ok) {
    log.warn({ accountUuid, problem: opened.problem }, "waybills: an account cannot be opened");
    return null;
  }
  const inScope: Asking["inScope"] = (work) =>
    database.transaction(acting, (tx) => work({ ...getSystemScope(tx, providerUuid, services), acting, jobs, accountUuid }));
  return {
    carrier: opened.value,
    accountUuid,
    ...getPace(accountUuid),
    signal,
    clock,
    log,
    until: new Date(clock.now().getTime() + longestRunMs),
    shortWaitMs,
    inScope,
    saveIssued: createGatherer<IssuedWaybill>(async (issued) => {
      const taken = await inScope((scope) => settleIssued(scope, issued));
      for (const { uuid, found } of taken) await inScope((scope) => settleFailed(scope, uuid, createTakenProblem(found)));
    }),
    saveLabel: createGatherer<FetchedLabel>((fetched) => inScope((scope) => settleLabels(scope, fetched))),
  };
}
