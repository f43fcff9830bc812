import { sql } from "kysely";
import { getReviewShare, isReviewNeeded } from "#src/outbound/review/review.rules.ts";
import type { FollowUps, StepScope, TakenStep } from "#server/platform/services.ts";
import { parseSettings } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { lockOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { addReview } from "./begin-review.commands.ts";
import { completeReview, countAllPieces } from "./finish-review.commands.ts";
import { lockOpenReview } from "./locked-review.commands.ts";

interface Candidate {
  readonly order_uuid: string;
  readonly settings: unknown;
  readonly location_uuid: string;
  /** at a sort wall, which scanned every piece for its order */
  readonly is_sorted: boolean;
}

/**
 * Lists which of some orders may be reviewed by rule: picked, without holds, in a warehouse with a rule and with a packing location. An order of a sort wall is
 * complete once nothing of it is outside of its slot.
 */
async function listCandidates({ tx, providerUuid }: StepScope, orderUuids: readonly string[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select o.order_uuid, h.settings, p.location_uuid, w.kind = 'wall' as is_sorted from sales_order o
      join wave w on w.provider_uuid = o.provider_uuid and w.wave_uuid = o.wave_uuid
      join warehouse h on h.provider_uuid = o.provider_uuid and h.warehouse_uuid = o.warehouse_uuid
      cross join lateral (
        select l.location_uuid from location l
        where l.provider_uuid = o.provider_uuid and l.warehouse_uuid = o.warehouse_uuid and l.type = 'packing' and not l.is_blocked
        order by l.pick_sequence, l.location_uuid limit 1
      ) p
    where o.provider_uuid = ${providerUuid} and o.order_uuid = any (${[...orderUuids]}::uuid[]) and o.status = 'picked' and o.holds = '{}'
      and (h.settings ->> 'review_rule' in ('sample', 'never') or (w.kind = 'wall' and h.settings ->> 'wall_review_rule' in ('sample', 'never')))
      and (w.kind <> 'wall' or not exists (
        select from reservation r join location l on l.provider_uuid = r.provider_uuid and l.location_uuid = r.location_uuid
        where r.provider_uuid = o.provider_uuid and r.source_type = 'order' and r.source_uuid = o.order_uuid and r.status = 'open' and l.type <> 'slot'))
      and not exists (select from order_review v where v.provider_uuid = o.provider_uuid and v.order_uuid = o.order_uuid and v.status = 'open')
    order by o.order_uuid`.execute(tx);
  return rows;
}

/** Reviews orders that need no review by their warehouse's rule. Their goods move to the packing location as they do after a review by scans. */
export async function reviewByRule(stepScope: StepScope, followUps: FollowUps, orderUuids: readonly string[]): Promise<void> {
  const scope: OrderScope = { ...stepScope, role: "system", seesRecipients: false, followUps };
  for (const { order_uuid, settings, location_uuid, is_sorted } of await listCandidates(scope, orderUuids)) {
    if (isReviewNeeded(getReviewShare(parseSettings(settings), is_sorted), order_uuid)) continue;
    const order = await lockOrder(scope, order_uuid);
    if (order?.status !== "picked") continue;
    const reviewUuid = await addReview(scope, order, { isByRule: true });
    await countAllPieces(scope, reviewUuid);
    const review = await lockOpenReview(scope, reviewUuid);
    if (!review.ok) throw new Error("review: a review that was just added is missing");
    await completeReview(scope, review.value, order, location_uuid);
  }
}

/** Reviews by rule what steps have just picked, and what was picked before and is no longer held. */
export async function reviewPickedByRule(scope: StepScope, followUps: FollowUps, steps: readonly TakenStep[]): Promise<void> {
  const picked = steps
    .filter(
      ({ event, status, holdsBefore, holds }) =>
        status === "picked" && holds.length === 0 && (event === "finish_picking" || holdsBefore.length > 0),
    )
    .map(({ order_uuid }) => order_uuid);
  if (picked.length > 0 && scope.userUuid !== null) await reviewByRule(scope, followUps, picked);
}
