import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { beginReview, cancelReview } from "#src/outbound/review/review.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { StepScope, TakenStep } from "#server/platform/services.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import { lockOrder } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { asPlatform } from "../orders/order-scope.ts";
import { endReview, lockReviewWithOrder, publishReview } from "./locked-review.commands.ts";

/** Writes a review of a locked order, with a line for each SKU and lot that is reserved for it. Returns its uuid. */
export async function addReview(
  { tx, providerUuid, userUuid, now }: OrderScope,
  { order_uuid, warehouse_uuid }: Pick<LockedOrder, "order_uuid" | "warehouse_uuid">,
  { isByRule = false }: { readonly isByRule?: boolean } = {},
): Promise<string> {
  const reviewUuid = newId();
  const { rows } = await sql`
    with goods as (
      select row_number() over (order by variant_uuid, lot)::integer as n, variant_uuid, lot, sum(quantity)::integer as quantity from reservation
      where provider_uuid = ${providerUuid} and source_type = ${orderSource} and source_uuid = ${order_uuid} and status = 'open' group by variant_uuid, lot
    ), added as (
      insert into order_review (provider_uuid, review_uuid, order_uuid, warehouse_uuid, user_uuid, is_by_rule, piece_count, started_at)
      select ${providerUuid}::uuid, ${reviewUuid}::uuid, ${order_uuid}::uuid, ${warehouse_uuid}::uuid, ${userUuid}::uuid, ${isByRule}, sum(quantity), ${now}
      from goods having count(*) > 0 returning review_uuid
    )
    insert into order_review_line (provider_uuid, review_uuid, line_number, warehouse_uuid, variant_uuid, lot, quantity)
    select ${providerUuid}::uuid, added.review_uuid, n, ${warehouse_uuid}::uuid, variant_uuid, lot, quantity from goods cross join added
    returning line_number`.execute(tx);
  if (rows.length === 0) throw new Error("review: a picked order has no reservations");
  return reviewUuid;
}

/** Begins the review of an order, or returns the one that is open: one's own, or with `takes_over` somebody else's. */
export async function begin(
  scope: OrderScope,
  { order_uuid, takes_over }: ParsedInputOf<typeof beginReview>,
): Promise<Result<string, "notFound" | "review.orderLeft" | "review.held" | "review.takenBySomebody">> {
  const { tx, providerUuid, userUuid } = scope;
  const order = await lockOrder(scope, order_uuid);
  if (order === null) return refuse("notFound");
  if (order.status !== "picked") return refuse("review.orderLeft");
  if (order.holds.length > 0) return refuse("review.held");
  const { rows } = await sql<{ review_uuid: string; user_uuid: string }>`
    select review_uuid, user_uuid from order_review
    where provider_uuid = ${providerUuid} and order_uuid = ${order_uuid} and status = 'open' for no key update`.execute(tx);
  const [open] = rows;
  if (open !== undefined && open.user_uuid !== userUuid && !takes_over) return refuse("review.takenBySomebody");
  if (open !== undefined && open.user_uuid !== userUuid)
    await sql`update order_review set user_uuid = ${userUuid}::uuid, version = version + 1
      where provider_uuid = ${providerUuid} and review_uuid = ${open.review_uuid}`.execute(tx);
  const review_uuid = open?.review_uuid ?? (await addReview(scope, order));
  await publishReview(scope, { review_uuid, order_uuid, warehouse_uuid: order.warehouse_uuid ?? "" });
  return ok(review_uuid);
}

/** Gives an open review up. */
export async function giveUp(
  scope: OrderScope,
  { review_uuid }: ParsedInputOf<typeof cancelReview>,
): Promise<Result<string, "notFound" | "review.orderLeft">> {
  const locked = await lockReviewWithOrder(scope, review_uuid);
  if (!locked.ok) return locked;
  await endReview(scope, locked.value.review, null);
  await publishReview(scope, locked.value.review);
  return ok(review_uuid);
}

/** Gives up the reviews of orders that steps took out of the state in which they are reviewed: kicked, cancelled or short. */
export async function endLeftReviews(scope: StepScope, steps: readonly TakenStep[]): Promise<void> {
  const { tx, providerUuid, now } = scope;
  const left = steps.filter(({ event }) => event === "leave_wave" || event === "accept_cancel" || event === "pick_short");
  if (left.length === 0) return;
  const uuids = left.map(({ order_uuid }) => order_uuid);
  await asPlatform(scope, async () => {
    const { rows } = await sql<{ review_uuid: string; order_uuid: string; warehouse_uuid: string }>`
      update order_review set status = 'cancelled', ended_at = ${now}, version = version + 1
      where provider_uuid = ${providerUuid} and order_uuid = any (${uuids}::uuid[]) and status = 'open'
      returning review_uuid, order_uuid, warehouse_uuid`.execute(tx);
    for (const review of rows) await publishReview({ tx, providerUuid }, review);
  });
}
