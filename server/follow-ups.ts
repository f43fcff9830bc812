import { leaveBags } from "./outbound/bagging/leave-bags.commands.ts";
import { followOrders } from "./outbound/exceptions/follow-orders.commands.ts";
import { orderFollowUps } from "./outbound/orders/order-follow-ups.ts";
import { takeBackLeftWork } from "./outbound/orders/order-work.commands.ts";
import { voidLeftParcels } from "./outbound/packing/reopen.commands.ts";
import { endLeftReviews } from "./outbound/review/begin-review.commands.ts";
import { reviewByRule, reviewPickedByRule } from "./outbound/review/review-by-rule.commands.ts";
import { completeWaves } from "./outbound/waves/complete-waves.commands.ts";
import { requestForWeighed } from "./outbound/waybills/request.commands.ts";
import { relabelChanged, voidLeftWaybills } from "./outbound/waybills/void.commands.ts";
import type { JobQueue } from "./platform/jobs/job-queue.ts";
import type { FollowUps } from "./platform/services.ts";

/** Creates what changes of stock, money and orders set off in the groups and slices above them. */
export function openFollowUps(jobs: JobQueue): FollowUps {
  const followUps: FollowUps = {
    ...orderFollowUps(jobs),
    async ordersStepped(scope, steps) {
      await followOrders(scope, steps);
      await endLeftReviews(scope, steps);
      // Before its parcels are void, an order leaves its bags.
      await leaveBags(scope, steps);
      await voidLeftParcels(scope, steps);
      await takeBackLeftWork(scope, steps);
      await voidLeftWaybills(scope, jobs, steps);
      await relabelChanged(scope, jobs, steps);
      await completeWaves(scope, steps);
      await reviewPickedByRule(scope, followUps, steps);
    },
    orderSorted: (scope, orderUuid) => reviewByRule(scope, followUps, [orderUuid]),
    parcelsNeedWaybills: (scope, parcels) => requestForWeighed(scope, jobs, parcels),
  };
  return followUps;
}
