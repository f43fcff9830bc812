import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { reportAtReview, reportLoosePiece, reportWrongItem } from "#src/outbound/review/review.contract.ts";
import type { LedgerRefusal } from "#server/warehouse/stock/ledger.commands.ts";
import { findWarehouse } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { openCase, openCases } from "../exceptions/exception-case.commands.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import { markReserved } from "../orders/demand.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { reopen } from "../packing/reopen.commands.ts";
import { reportDamagedPieces } from "../packing/report.commands.ts";
import { setApart } from "../picking/set-apart.commands.ts";
import { planRecount } from "../picking/plan-recount.commands.ts";
import type { NoteRecount } from "../picking/plan-recount.commands.ts";
import { leaveWave } from "../waves/leave-wave.commands.ts";
import { lockWave } from "../waves/locked-waves.commands.ts";
import { lockReviewWithOrder } from "./locked-review.commands.ts";

type ReportRefusal = "notFound" | "review.orderLeft" | "review.tooMany" | LedgerRefusal;

/** Pieces of one of a review's lines. */
interface LinePieces {
  readonly variant_uuid: string;
  readonly lot: string;
  readonly quantity: number;
}

/** Reports damaged pieces of an order whose review has ended, as the packing does. One that the end of its review packed is unpacked first. */
async function reportAfterReview(
  scope: OrderScope,
  { order_uuid, status }: LockedOrder,
  pieces: LinePieces,
): Promise<Result<string, ReportRefusal>> {
  if (status === "packed" && !(await reopen(scope, { order_uuid })).ok) return refuse("review.orderLeft");
  const reported = await reportDamagedPieces(scope, { order_uuid, ...pieces });
  if (reported.ok) return reported;
  switch (reported.problem) {
    case "packing.tooManyPieces":
      return refuse("review.tooMany");
    case "packing.orderLeft":
    case "packing.packedAlready":
      return refuse("review.orderLeft");
    default:
      return refuse(reported.problem);
  }
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
): Promise<Result<string, ReportRefusal>> {
  const { tx, providerUuid } = scope;
  const locked = await lockReviewWithOrder(scope, review_uuid, reason === "damaged" ? ["open", "done"] : ["open"]);
  if (!locked.ok) return locked;
  const { review, order } = locked.value;
  const { rows } = await sql<{ variant_uuid: string; lot: string; quantity: number }>`
    select variant_uuid, lot, quantity from order_review_line
    where provider_uuid = ${providerUuid} and review_uuid = ${review_uuid} and line_number = ${line_number}`.execute(tx);
  const [line] = rows;
  if (line === undefined) return refuse("notFound");
  if (quantity > line.quantity) return refuse("review.tooMany");
  if (review.status === "done") return reportAfterReview(scope, order, { ...line, quantity });
  if (order.status !== "picked" || order.wave_uuid === null) return refuse("review.orderLeft");
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

/** Lists where the goods of a review that has ended came from. */
async function listSources({ tx, providerUuid }: OrderScope, warehouseUuid: string, reviewUuid: string): Promise<string[]> {
  const { rows } = await sql<{ location_uuid: string }>`
    select distinct e.location_uuid from order_review v
      join stock_entry e on e.provider_uuid = v.provider_uuid and e.source_type = 'review' and e.source_uuid = v.review_uuid and e.leg = 1
    where v.provider_uuid = ${providerUuid} and v.review_uuid = ${reviewUuid} and v.warehouse_uuid = ${warehouseUuid} and e.location_uuid is not null
    order by e.location_uuid`.execute(tx);
  return rows.map(({ location_uuid }) => location_uuid);
}

/**
 * Opens an exception for a piece that no open review expects. It is the provider's and of no order: an order that was checked to its last piece does not wait for
 * it. Where the goods of the review before came from is counted: more was there than the ledger says.
 * @returns the exception's number
 */
export async function reportLoose(
  scope: OrderScope,
  { warehouse_uuid, code, review_uuid }: ParsedInputOf<typeof reportLoosePiece>,
  noteRecount: NoteRecount,
): Promise<Result<string, "notFound">> {
  const { tx, providerUuid } = scope;
  if ((await findWarehouse(tx, providerUuid, warehouse_uuid)) === null) return refuse("notFound");
  let remark = "";
  if (review_uuid !== undefined) {
    const locked = await lockReviewWithOrder(scope, review_uuid, ["open", "done", "cancelled"]);
    if (!locked.ok) return refuse("notFound");
    remark = locked.value.order.order_number;
    for (const locationUuid of await listSources(scope, warehouse_uuid, review_uuid))
      await planRecount(scope, noteRecount, warehouse_uuid, { locationUuid, remark });
  }
  const reason = [code, remark].filter((word) => word !== "").join(" · ");
  return ok(await openCase(scope, { type: "wrong_item", warehouse_uuid, reason }));
}
