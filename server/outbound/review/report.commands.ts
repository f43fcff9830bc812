import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { reportAtReview, reportWrongItem } from "#src/outbound/review/review.contract.ts";
import type { LedgerRefusal } from "#server/warehouse/stock/ledger.commands.ts";
import { openCases } from "../exceptions/exception-case.commands.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import { markReserved } from "../orders/demand.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { setApart } from "../picking/set-apart.commands.ts";
import { planRecount } from "../picking/plan-recount.commands.ts";
import type { NoteRecount } from "../picking/plan-recount.commands.ts";
import { leaveWave } from "../waves/leave-wave.commands.ts";
import { lockWave } from "../waves/locked-waves.commands.ts";
import { lockReviewWithOrder } from "./locked-review.commands.ts";

/**
 * Reports that pieces of a line are not there, or are damaged. The review ends, and the order leaves its wave like after a short pick: what else it has stays
 * its own, and it waits for the rest. A place where pieces are missing is counted.
 * @returns the order's uuid
 */
export async function reportMissing(
  scope: OrderScope,
  { review_uuid, line_number, quantity, reason }: ParsedInputOf<typeof reportAtReview>,
  noteRecount: NoteRecount,
): Promise<Result<string, "notFound" | "review.orderLeft" | "review.tooMany" | LedgerRefusal>> {
  const { tx, providerUuid } = scope;
  const locked = await lockReviewWithOrder(scope, review_uuid);
  if (!locked.ok) return locked;
  const { review, order } = locked.value;
  if (order.status !== "picked" || order.wave_uuid === null) return refuse("review.orderLeft");
  const { rows } = await sql<{ variant_uuid: string; lot: string; quantity: number }>`
    select variant_uuid, lot, quantity from order_review_line
    where provider_uuid = ${providerUuid} and review_uuid = ${review_uuid} and line_number = ${line_number}`.execute(tx);
  const [line] = rows;
  if (line === undefined) return refuse("notFound");
  if (quantity > line.quantity) return refuse("review.tooMany");
  const wave = await lockWave(scope, order.wave_uuid);
  if (wave === null) throw new Error("review: the wave of an order is missing");
  const source = { type: "review-short", uuid: review_uuid } as const;
  const apart = await setApart(scope, order, source, { ...line, quantity, reason });
  if (!apart.ok) return apart;
  await leaveWave(scope, wave, [order], {
    event: "pick_short",
    reason,
    missing: { variant_uuid: line.variant_uuid, location_uuid: apart.value, quantity, reason },
  });
  await markReserved(scope, [order.order_uuid], false);
  if (reason === "missing")
    await planRecount(scope, noteRecount, review.warehouse_uuid, { locationUuid: apart.value, remark: order.order_number });
  // Stock is allocated at once: other locations may have it.
  await scope.followUps.stockFreed(tx, providerUuid, [line.variant_uuid]);
  return ok(order.order_uuid);
}

/** Lists where the pieces that are reserved for an order are: its totes, or its slots at a wall. */
async function listPlaces({ tx, providerUuid }: OrderScope, orderUuid: string): Promise<string[]> {
  const { rows } = await sql<{ location_uuid: string }>`
    select distinct location_uuid from reservation
    where provider_uuid = ${providerUuid} and source_type = ${orderSource} and source_uuid = ${orderUuid} and status = 'open'
    order by location_uuid`.execute(tx);
  return rows.map(({ location_uuid }) => location_uuid);
}

/**
 * Opens an exception for a piece that does not belong to the order. Where the order's pieces are is counted: what is there is not what the ledger says.
 * @returns the exception's number
 */
export async function reportWrong(
  scope: OrderScope,
  { review_uuid, code }: ParsedInputOf<typeof reportWrongItem>,
  noteRecount: NoteRecount,
): Promise<Result<{ orderUuid: string; exceptionNumber: string }, "notFound" | "review.orderLeft">> {
  const locked = await lockReviewWithOrder(scope, review_uuid);
  if (!locked.ok) return locked;
  const { order_uuid, order_number, owner_uuid, warehouse_uuid } = locked.value.order;
  const [exceptionNumber = ""] = await openCases(scope, [
    { type: "wrong_item", order_uuid, owner_uuid, warehouse_uuid, reason: code, byRetailer: false },
  ]);
  for (const locationUuid of await listPlaces(scope, order_uuid))
    await planRecount(scope, noteRecount, locked.value.review.warehouse_uuid, { locationUuid, remark: order_number });
  return ok({ orderUuid: order_uuid, exceptionNumber });
}
