import { platform } from "#server/platform/db/row-security.ts";
import { workOn } from "#server/platform/jobs/worker.ts";
import type { JobWorker } from "#server/platform/jobs/worker.ts";
import { allocate, findNextDelayEnd, listWaiting } from "./allocate.commands.ts";
import { liftPaymentHolds } from "./credit.commands.ts";
import { lockOrders } from "./locked-orders.commands.ts";
import { getSystemScope } from "./order-scope.ts";
import { allocateJob, liftHoldsJob } from "./orders.job-kinds.ts";

/** Orders of one transaction of the job. */
const ordersInSet = 500;

/**
 * Offers stock to waiting orders, the most urgent first, set by set. A killed worker leaves whole sets behind: the next run finds the others still
 * waiting. The end of the next delay is the next run.
 */
const allocateWorker = workOn(allocateJob, async ({ provider_uuid }, { services, signal, finish }) => {
  const { database, clock } = services;
  // A delay that ends during this run may come too late for its set: it is the next run's.
  const startedAt = clock.now();
  let after: { priority: number; order_uuid: string } | null = null;
  for (;;) {
    signal.throwIfAborted();
    const last: typeof after = after;
    const waiting: { priority: number; order_uuid: string }[] = await database.transaction(platform, async (tx) => {
      const scope = getSystemScope(tx, provider_uuid, services);
      const rows = await listWaiting(scope, { limit: ordersInSet, after: last });
      await allocate(
        scope,
        await lockOrders(
          scope,
          rows.map(({ order_uuid }) => order_uuid),
        ),
      );
      return rows;
    });
    after = waiting.at(-1) ?? null;
    if (waiting.length < ordersInSet) break;
  }
  await finish(async (tx) => {
    const scope = getSystemScope(tx, provider_uuid, services);
    const until = await findNextDelayEnd(scope, startedAt);
    if (until !== null) await scope.followUps.ordersDelayed(tx, provider_uuid, until);
  });
});

const liftHoldsWorker = workOn(liftHoldsJob, async ({ provider_uuid, retailer_uuid }, { services, signal, finish }) => {
  const { database } = services;
  let hasMore = true;
  while (hasMore) {
    signal.throwIfAborted();
    hasMore = await database.transaction(platform, (tx) => liftPaymentHolds(getSystemScope(tx, provider_uuid, services), retailer_uuid));
  }
  await finish(async () => undefined);
});

export const ordersJobs: readonly JobWorker[] = [allocateWorker, liftHoldsWorker];
