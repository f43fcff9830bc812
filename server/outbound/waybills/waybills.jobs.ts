import { attemptEach, workOn } from "#server/platform/jobs/worker.ts";
import type { JobWorker } from "#server/platform/jobs/worker.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Services } from "#server/platform/services.ts";
import { getSystemScope } from "../orders/order-scope.ts";
import { askCarrier } from "./ask-carrier.ts";
import { findNextDue, putOffUnopened } from "./due.commands.ts";
import { openAsking } from "./open-asking.ts";
import { enqueueAsking } from "./publish-waybills.ts";
import { listDueAccounts, trackAccount } from "./track.commands.ts";
import { askCarrierJob, trackParcelsJob } from "./waybills.job-kinds.ts";

/** After this time the tracking job starts no further account, long before it would expire. */
const longestTrackingMs = 300_000;
/** Says of an account's waybills that it cannot be opened. @returns when they are tried again; null if none waits */
async function putOffAll(services: Services, providerUuid: string, accountUuid: string): Promise<Date | null> {
  return services.database.transaction({ kind: "provider", providerUuid }, async (tx) => {
    const scope = getSystemScope(tx, providerUuid, services);
    await putOffUnopened(scope, accountUuid);
    return findNextDue(scope, accountUuid);
  });
}

const askWorker = workOn(
  askCarrierJob,
  async ({ provider_uuid: providerUuid, carrier_account_uuid: accountUuid }, { services, signal, finish }) => {
    const { jobs } = services;
    const asking = await openAsking(services, { providerUuid, accountUuid, signal });
    const next = asking === null ? await putOffAll(services, providerUuid, accountUuid) : await askCarrier(asking);
    signal.throwIfAborted();
    await finish(async (tx) => {
      if (next !== null) await enqueueAsking(tx, jobs, providerUuid, [{ carrier_account_uuid: accountUuid }], next);
    });
  },
);

const trackWorker = workOn(trackParcelsJob, async (_input, { services, signal, finish }) => {
  const { database, clock, jobs, log } = services;
  const { toTrack, toAsk } = await database.transaction(platform, (tx) => listDueAccounts(tx, clock.now()));
  // Work that an abandoned job left behind.
  await database.transaction(platform, async (tx) => {
    for (const { provider_uuid, carrier_account_uuid } of toAsk) await enqueueAsking(tx, jobs, provider_uuid, [{ carrier_account_uuid }]);
  });
  const until = new Date(clock.now().getTime() + longestTrackingMs);
  const failures = await attemptEach(
    toTrack,
    signal,
    async ({ provider_uuid: providerUuid, carrier_account_uuid: accountUuid }) => {
      // The others are still due in the next run.
      if (clock.now() >= until) return;
      const asking = await openAsking(services, { providerUuid, accountUuid, signal });
      if (asking !== null) await trackAccount(asking);
    },
    (error, { carrier_account_uuid }) => log.error({ err: error, account: carrier_account_uuid }, "tracking parcels failed"),
  );
  if (failures.length > 0) throw new Error(`waybills: ${failures.length} of ${toTrack.length} accounts failed`, { cause: failures[0] });
  await finish(async () => undefined);
});

export const waybillsJobs: readonly JobWorker[] = [askWorker, trackWorker];
