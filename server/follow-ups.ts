import { followOrders } from "./outbound/exceptions/follow-orders.commands.ts";
import { orderFollowUps } from "./outbound/orders/order-follow-ups.ts";
import { voidLeftParcels } from "./outbound/packing/reopen.commands.ts";
import { endLeftReviews } from "./outbound/review/begin-review.commands.ts";
import { reviewByRule, reviewPickedByRule } from "./outbound/review/review-by-rule.commands.ts";
import type { JobQueue } from "./platform/jobs/job-queue.ts";
import type { FollowUps } from "./platform/services.ts";

/** Creates what changes of stock, money and orders set off in the groups and slices above them. */
export function openFollowUps(jobs: JobQueue): FollowUps {
  const followUps: FollowUps = {
    ...orderFollowUps(jobs),
    async ordersStepped(scope, steps) {
      await followOrders(scope, steps);
      await endLeftReviews(scope, steps);
      await voidLeftParcels(scope, steps);
      await reviewPickedByRule(scope, followUps, steps);
    },
    orderSorted: (scope, orderUuid) => reviewByRule(scope, followUps, [orderUuid]),
  };
  return followUps;
}
