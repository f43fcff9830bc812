import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { reportAtReview, reportWrongItem } from "#src/outbound/review/review.contract.ts";
import type { ShortAtReview } from "#src/outbound/review/review.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Condition } from "#src/warehouse/stock/stock.rules.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { LedgerRefusal } from "#server/warehouse/stock/ledger.commands.ts";
import { openCases } from "../exceptions/exception-case.commands.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import { markReserved } from "../orders/demand.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { planRecount } from "../picking/plan-recount.commands.ts";
import type { NoteRecount } from "../picking/plan-recount.commands.ts";
import { leaveWave } from "../waves/leave-wave.commands.ts";
import { lockWave } from "../waves/locked-waves.commands.ts";
import { lockReviewWithOrder } from "./locked-review.commands.ts";
import type { LockedReview } from "./locked-review.commands.ts";

/** What becomes of pieces that a review did not find, until they are counted. */
const conditionAfter: Readonly<Record<ShortAtReview, Condition>> = { missing: "quarantined", damaged: "damaged" };

interface ReservedPieces {
  readonly reservation_uuid: string;
  readonly line: number;
  readonly part: number;
  readonly owner_uuid: string;
  readonly location_uuid: string;
  readonly quantity: number;
  /** pieces of it that are missing */
  readonly missing: number;
}

/**
 * Ends the reservations of missing pieces, and reserves again what is there of them. The missing pieces get a condition in which nothing is allocated from them.
 * @returns where the first of them should have been
 */
async function setApart(
  scope: OrderScope,
  { review_uuid, order_uuid, warehouse_uuid }: LockedReview,
  { variant_uuid, lot }: { readonly variant_uuid: string; readonly lot: string },
  { quantity, reason }: { readonly quantity: number; readonly reason: ShortAtReview },
): Promise<Result<string, LedgerRefusal>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { rows } = await sql<Omit<ReservedPieces, "missing">>`
    select reservation_uuid, source_line as line, part, owner_uuid, location_uuid, quantity from reservation
    where provider_uuid = ${providerUuid} and source_type = ${orderSource} and source_uuid = ${order_uuid} and variant_uuid = ${variant_uuid} and lot = ${lot}
      and status = 'open'
    order by reservation_uuid for no key update`.execute(tx);
  const touched: ReservedPieces[] = [];
  let rest = quantity;
  for (const row of rows) {
    const missing = Math.min(rest, row.quantity);
    if (missing > 0) touched.push({ ...row, missing });
    rest -= missing;
  }
  const [first] = touched;
  if (first === undefined || rest > 0) throw new Error("review: fewer pieces are reserved than the review has");
  const [, posted] = await Promise.all([
    sql`update reservation set status = 'released', ended_at = ${now}
      where provider_uuid = ${providerUuid} and reservation_uuid = any (${touched.map((row) => row.reservation_uuid)}::uuid[])`.execute(tx),
    postMovements(
      tx,
      { providerUuid, userUuid, now },
      touched.map(({ owner_uuid, location_uuid, missing }, at) => ({
        source: { type: "review-short", uuid: review_uuid, line: at + 1 },
        variantUuid: variant_uuid,
        ownerUuid: owner_uuid,
        warehouseUuid: warehouse_uuid,
        lot,
        quantity: missing,
        from: { place: "location", locationUuid: location_uuid, condition: "good" },
        to: { place: "location", locationUuid: location_uuid, condition: conditionAfter[reason] },
      })),
    ),
  ]);
  if (!posted.ok) return posted;
  const staying = touched.flatMap((row) => (row.quantity > row.missing ? [{ ...row, id: newId(), left: row.quantity - row.missing }] : []));
  if (staying.length > 0)
    await sql`insert into reservation (provider_uuid, reservation_uuid, source_type, source_uuid, source_line, part, variant_uuid, warehouse_uuid,
        location_uuid, owner_uuid, lot, condition, quantity, created_at)
      select ${providerUuid}::uuid, r.id, ${orderSource}, ${order_uuid}::uuid, r.line, r.part, ${variant_uuid}::uuid, ${warehouse_uuid}::uuid, r.location_uuid,
        r.owner_uuid, ${lot}, 'good', r."left", ${now}
      from jsonb_to_recordset(${JSON.stringify(staying)}::jsonb) as r (id uuid, line integer, part smallint, location_uuid uuid, owner_uuid uuid,
        "left" integer)`.execute(tx);
  return ok(first.location_uuid);
}

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
  const apart = await setApart(scope, review, line, { quantity, reason });
  if (!apart.ok) return apart;
  await leaveWave(scope, wave, [order], {
    event: "pick_short",
    reason,
    missing: { variant_uuid: line.variant_uuid, location_uuid: apart.value, quantity, reason },
  });
  await markReserved(scope, [order.order_uuid], false);
  if (reason === "missing")
    await planRecount(scope, noteRecount, review.warehouse_uuid, { locationUuid: apart.value, remark: order.order_number });
  // Its stock is looked for at once: shelves may have it.
  await scope.followUps.stockFreed(tx, providerUuid, [line.variant_uuid]);
  return ok(order.order_uuid);
}

/** Opens an exception for a piece that does not belong to the order. @returns its number */
export async function reportWrong(
  scope: OrderScope,
  { review_uuid, code }: ParsedInputOf<typeof reportWrongItem>,
): Promise<Result<{ orderUuid: string; exceptionNumber: string }, "notFound" | "review.orderLeft">> {
  const locked = await lockReviewWithOrder(scope, review_uuid);
  if (!locked.ok) return locked;
  const { order_uuid, owner_uuid, warehouse_uuid } = locked.value.order;
  const [exceptionNumber = ""] = await openCases(scope, [
    { type: "wrong_item", order_uuid, owner_uuid, warehouse_uuid, reason: code, byRetailer: false },
  ]);
  return ok({ orderUuid: order_uuid, exceptionNumber });
}
