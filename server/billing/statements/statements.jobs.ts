import { sql } from "kysely";
import { z } from "zod";
import { addMonths, getMonthAt } from "#src/billing/statements/months.rules.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import { attemptEach, workOn } from "#server/platform/jobs/worker.ts";
import type { JobContext, JobWorker } from "#server/platform/jobs/worker.ts";
import { readBillingSettings } from "#server/billing/rate-cards/cards.queries.ts";
import { listChargingProviders } from "#server/billing/wallet/charging-days.queries.ts";
import { issueMonth, findMonthRefusal, statementsAtOnce } from "./issue-statements.commands.ts";

/** Issues the statements of finished months for every provider that charges automatically; scheduled every hour (jobs/queue-schedules.ts). */
const issueJob = defineJob({ name: "statements.issue", input: z.strictObject({}) });

/** Time left for corrections at the end of a month. */
const restMs = 6 * 3_600_000;

/**
 * Lists a provider's finished months for which a retailer has no statement yet, oldest first; a month with uncharged days is issued once they are charged.
 * Begins with the first month that is charged automatically.
 */
async function listOpenMonths(tx: Tx, providerUuid: string, now: Date): Promise<string[]> {
  const { time_zone, charges_from } = await readBillingSettings(tx, providerUuid);
  if (charges_from === "") return [];
  const last = addMonths(getMonthAt(now, time_zone), -1);
  const { rows } = await sql<{ month: string }>`
    select to_char(m, 'YYYY-MM') as month
    from generate_series(date_trunc('month', ${charges_from}::timestamp), ${`${last}-01`}::timestamp, interval '1 month') m
    where exists (
      select from wallet_account a
      where a.provider_uuid = ${providerUuid} and a.account = 'balance'
        and not exists (
          select from statement s where s.provider_uuid = a.provider_uuid and s.retailer_uuid = a.retailer_uuid and s.month = m::date)
        and (select e.at from wallet_entry e
          where e.provider_uuid = a.provider_uuid and e.retailer_uuid = a.retailer_uuid and e.leg = 1 order by e.transaction_uuid limit 1)
          < (m + interval '1 month') at time zone ${time_zone}
    )
    order by m`.execute(tx);
  return rows.map(({ month }) => month);
}

/**
 * Issues some of a provider's statements of a month.
 * @returns how many; 0 if it is too early
 */
async function issueSome(tx: Tx, providerUuid: string, month: string, now: Date): Promise<number> {
  if ((await findMonthRefusal(tx, providerUuid, month, { now, sinceMs: restMs })) !== null) return 0;
  const wanted = { month, retailerUuids: null, most: statementsAtOnce };
  const done = await issueMonth(tx, providerUuid, wanted, { actor: null, now, address: "" });
  return done.ok ? done.value.issued : 0;
}

/** Issues a provider's due statements, month by month, in batches. */
async function issueForProvider({ services, signal }: JobContext, providerUuid: string): Promise<void> {
  const { database, clock, log } = services;
  const acting = { ...platform, providerUuid };
  for (const month of await database.transaction(acting, (tx) => listOpenMonths(tx, providerUuid, clock.now()))) {
    let issued = 0;
    for (;;) {
      signal.throwIfAborted();
      const some = await database.transaction(acting, (tx) => issueSome(tx, providerUuid, month, clock.now()));
      issued += some;
      if (some < statementsAtOnce) break;
    }
    if (issued > 0) log.info({ providerUuid, month, issued }, "statements: issued");
  }
}

const issueWorker = workOn(issueJob, async (_input, context) => {
  const { services, signal, finish } = context;
  const failures = await attemptEach(
    await services.database.transaction(platform, listChargingProviders),
    signal,
    (providerUuid) => issueForProvider(context, providerUuid),
    (error, providerUuid) => services.log.error({ err: error, providerUuid }, "statements: issuing a provider's statements failed"),
  );
  if (failures.length > 0) throw new AggregateError(failures, "statements: issuing failed for some providers");
  await finish(async () => undefined);
});

export const statementJobs: readonly JobWorker[] = [issueWorker];
