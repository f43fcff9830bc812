import { sql } from "kysely";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { reviewProgressed } from "#src/outbound/review/review.contract.ts";
import type { ReviewStatus } from "#src/outbound/review/review.rules.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { lockOrder } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** A review that this transaction has locked. Where its order changes too, that is locked before it. */
export interface LockedReview {
  readonly review_uuid: string;
  readonly order_uuid: string;
  readonly warehouse_uuid: string;
  readonly status: ReviewStatus;
  readonly piece_count: number;
  readonly reviewed_pieces: number;
}

/** Locks an open review, or one in other states. A scan locks it alone; whatever ends it locks its order first. */
export async function lockOpenReview(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  reviewUuid: string,
  statuses: readonly ReviewStatus[] = ["open"],
): Promise<Result<LockedReview, "notFound" | "review.orderLeft">> {
  const { rows } = await sql<LockedReview>`
    select review_uuid, order_uuid, warehouse_uuid, status, piece_count, reviewed_pieces from order_review
    where provider_uuid = ${providerUuid} and review_uuid = ${reviewUuid} for no key update`.execute(tx);
  const [review] = rows;
  if (review === undefined) return refuse("notFound");
  return statuses.includes(review.status) ? ok(review) : refuse("review.orderLeft");
}

/** Locks an open review after its order, or one in other states. */
export async function lockReviewWithOrder(
  scope: OrderScope,
  reviewUuid: string,
  statuses: readonly ReviewStatus[] = ["open"],
): Promise<Result<{ review: LockedReview; order: LockedOrder }, "notFound" | "review.orderLeft">> {
  const { tx, providerUuid } = scope;
  const { rows } = await sql<{ order_uuid: string }>`
    select order_uuid from order_review where provider_uuid = ${providerUuid} and review_uuid = ${reviewUuid}`.execute(tx);
  const order = rows[0] === undefined ? null : await lockOrder(scope, rows[0].order_uuid);
  if (order === null) return refuse("notFound");
  const review = await lockOpenReview(scope, reviewUuid, statuses);
  return review.ok ? ok({ review: review.value, order }) : review;
}

/** Ends an open review that is locked. @param locationUuid where the goods went; null if it was given up */
export async function endReview(
  { tx, providerUuid, now }: Pick<OrderScope, "tx" | "providerUuid" | "now">,
  { review_uuid }: LockedReview,
  locationUuid: string | null,
): Promise<void> {
  await sql`update order_review set status = ${locationUuid === null ? "cancelled" : "done"}, location_uuid = ${locationUuid}::uuid, ended_at = ${now},
      version = version + 1
    where provider_uuid = ${providerUuid} and review_uuid = ${review_uuid}`.execute(tx);
}

/** Tells whoever watches the queue or the order. */
export async function publishReview(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  { review_uuid, order_uuid, warehouse_uuid }: Pick<LockedReview, "review_uuid" | "order_uuid" | "warehouse_uuid">,
): Promise<void> {
  await publishEvent(tx, reviewProgressed, { providerUuid, warehouseUuid: warehouse_uuid }, { order_uuid, review_uuid });
}
