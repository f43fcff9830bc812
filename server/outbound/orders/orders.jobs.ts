import { platform } from "#server/platform/db/row-security.ts";
import { workOn } from "#server/platform/jobs/worker.ts";
import type { JobWorker } from "#server/platform/jobs/worker.ts";
import { allocate, listWaiting } from "./allocate.commands.ts";
import { liftPaymentHolds } from "./credit.commands.ts";
import { lockOrders } from "./locked-orders.commands.ts";
import { getSystemScope } from "./order-scope.ts";
import { allocateJob, liftHoldsJob } from "./orders.job-kinds.ts";

/** Orders of one transaction of the job. */
const ordersInSet = 500;

/**
 * Offers stock to waiting orders, the most urgent first, set by set. A killed worker leaves whole sets behind: the next run finds the others still
 * waiting.
 */
const allocateWorker = workOn(allocateJob, async ({ provider_uuid }, { services, signal, finish }) => {
  const { database } = services;
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
  await finish(async () => undefined);
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
