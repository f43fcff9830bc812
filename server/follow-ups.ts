import { orderFollowUps } from "./outbound/orders/order-follow-ups.ts";
import type { JobQueue } from "./platform/jobs/job-queue.ts";
import type { FollowUps } from "./platform/services.ts";

/** Creates what changes of stock and money set off in the groups above them. */
export function openFollowUps(jobs: JobQueue): FollowUps {
  return orderFollowUps(jobs);
}
