import { sql } from "kysely";
import { platform } from "#server/platform/db/row-security.ts";
import type { JobQueue } from "#server/platform/jobs/job-queue.ts";
import type { FollowUps } from "#server/platform/services.ts";
import { variantsMerged } from "./merged-variants.commands.ts";
import { allocateJob, liftHoldsJob } from "./orders.job-kinds.ts";

/** What orders do when stock is freed, a retailer can spend more or a delay ends. */
export function orderFollowUps(jobs: JobQueue): Pick<FollowUps, "stockFreed" | "variantsMerged" | "creditRaised" | "ordersDelayed"> {
  return {
    async stockFreed(tx, providerUuid, variantUuids) {
      if (variantUuids.length === 0) return;
      // A scan must not wait for a job's row that nobody needs: most pieces are awaited by no order.
      const { rows } = await sql`
        select from order_demand where provider_uuid = ${providerUuid} and variant_uuid = any (${[...new Set(variantUuids)]}::uuid[]) and not is_reserved
        limit 1`.execute(tx);
      if (rows.length > 0) await jobs.enqueue(tx, allocateJob, platform, { provider_uuid: providerUuid }, { singletonKey: providerUuid });
    },
    variantsMerged,
    async ordersDelayed(tx, providerUuid, until) {
      // One job waits for all delayed orders of a provider: for the next of them. It enqueues the one for those after it.
      const options = { singletonKey: `${providerUuid} delayed`, startAfter: until };
      await jobs.enqueue(tx, allocateJob, platform, { provider_uuid: providerUuid }, options);
    },
    async creditRaised(tx, providerUuid, retailerUuid) {
      await jobs.enqueue(
        tx,
        liftHoldsJob,
        platform,
        { provider_uuid: providerUuid, retailer_uuid: retailerUuid },
        { singletonKey: `${providerUuid} ${retailerUuid}` },
      );
    },
  };
}
