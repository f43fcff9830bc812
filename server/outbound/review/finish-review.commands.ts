import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { finishReview, reviewSinglePiece } from "#src/outbound/review/review.contract.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { findFloorLocation, lockLocationByBarcode } from "#server/warehouse/warehouses/locations.queries.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import { lockOrder, saveOrders } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { clearEmptied } from "../sortation/clear-emptied.commands.ts";
import { addReview } from "./begin-review.commands.ts";
import { endReview, lockOpenReview, lockReviewWithOrder, publishReview } from "./locked-review.commands.ts";
import { packAtReview } from "./pack-at-review.commands.ts";
import type { LockedReview } from "./locked-review.commands.ts";
import { selectNamedVariants } from "#server/warehouse/goods/variants.queries.ts";

/** Finds the packing location that goods go to: the one that was scanned, or the warehouse's first. */
async function findPackingLocation(
  { tx, providerUuid }: OrderScope,
  warehouseUuid: string,
  code: string | undefined,
): Promise<Result<string, "review.noPackingPlace">> {
  if (code === undefined) return ok((await findFloorLocation(tx, providerUuid, warehouseUuid, "packing")).location_uuid);
  const place = await lockLocationByBarcode(tx, providerUuid, code);
  const isFit = place?.type === "packing" && place.warehouse_uuid === warehouseUuid && !place.is_blocked;
  return isFit ? ok(place.location_uuid) : refuse("review.noPackingPlace");
}

/** Pieces that are reserved for an order in some place. */
interface ReservedHere {
  readonly reservation_uuid: string;
  readonly variant_uuid: string;
  readonly owner_uuid: string;
  readonly lot: string;
  readonly quantity: number;
  readonly location_uuid: string;
}

/** Moves all that is reserved for an order to a location, with its reservations. What is there already stays. */
async function moveReserved(
  scope: OrderScope,
  { review_uuid, order_uuid, warehouse_uuid }: LockedReview,
  locationUuid: string,
): Promise<void> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { rows } = await sql<ReservedHere>`
    select reservation_uuid, variant_uuid, owner_uuid, lot, quantity, location_uuid from reservation
    where provider_uuid = ${providerUuid} and source_type = ${orderSource} and source_uuid = ${order_uuid} and status = 'open'
      and location_uuid <> ${locationUuid}::uuid
    order by reservation_uuid for no key update`.execute(tx);
  if (rows.length === 0) return;
  const posted = await postMovements(
    tx,
    { providerUuid, userUuid, now },
    rows.map((row, at) => ({
      source: { type: "review", uuid: review_uuid, line: at + 1 },
      variantUuid: row.variant_uuid,
      ownerUuid: row.owner_uuid,
      warehouseUuid: warehouse_uuid,
      lot: row.lot,
      quantity: row.quantity,
      from: { place: "location", locationUuid: row.location_uuid, condition: "good" },
      to: { place: "location", locationUuid, condition: "good" },
      reservationUuid: row.reservation_uuid,
    })),
  );
  if (!posted.ok) throw new Error(`review: the goods of a picked order could not be moved: ${posted.problem}`);
  await clearEmptied(
    scope,
    rows.map(({ location_uuid }) => location_uuid),
  );
}

/** Ends a complete review: its order is reviewed, and the goods stand at the packing location. */
export async function completeReview(scope: OrderScope, review: LockedReview, order: LockedOrder, locationUuid: string): Promise<void> {
  await moveReserved(scope, review, locationUuid);
  await endReview(scope, review, locationUuid);
  await saveOrders(scope, [{ order, event: "finish_review", set: { status: "reviewed" } }]);
  await publishReview(scope, review);
}

/** Ends a review of which every piece was scanned. */
export async function finish(
  scope: OrderScope,
  { review_uuid, location }: ParsedInputOf<typeof finishReview>,
): Promise<Result<string, "notFound" | "review.orderLeft" | "review.held" | "review.notComplete" | "review.noPackingPlace">> {
  const locked = await lockReviewWithOrder(scope, review_uuid);
  if (!locked.ok) return locked;
  const { review, order } = locked.value;
  if (order.status !== "picked") return refuse("review.orderLeft");
  if (order.holds.length > 0) return refuse("review.held");
  if (review.reviewed_pieces < review.piece_count) return refuse("review.notComplete");
  const place = await findPackingLocation(scope, review.warehouse_uuid, location);
  if (!place.ok) return place;
  await completeReview(scope, review, order, place.value);
  await packAtReview(scope, order, "piecewise");
  return ok(review_uuid);
}

/** Counts every piece of a review that was just added as reviewed. */
export async function countAllPieces({ tx, providerUuid }: OrderScope, reviewUuid: string): Promise<void> {
  await sql`update order_review_line set reviewed_quantity = quantity where provider_uuid = ${providerUuid} and review_uuid = ${reviewUuid}`.execute(
    tx,
  );
  await sql`update order_review set reviewed_pieces = piece_count where provider_uuid = ${providerUuid} and review_uuid = ${reviewUuid}`.execute(
    tx,
  );
}

/** How often another order is looked for, if somebody begins to review the one that was found. */
const mostLooks = 20;

/**
 * Locks the oldest picked order of one piece of a product that nobody reviews; null if the warehouse has none. Orders that others lock at the moment are skipped,
 * not waited for.
 * @param lot the piece's; the order's piece is reserved of it then, as when it is sorted or packed. Empty if the code says none
 */
async function lockSinglePiece(scope: OrderScope, warehouseUuid: string, code: string, lot: string): Promise<LockedOrder | null> {
  const { tx, providerUuid } = scope;
  const begun: string[] = [];
  for (let look = 0; look < mostLooks; look += 1) {
    const { rows } = await sql<{ order_uuid: string }>`
      select o.order_uuid from sales_order o
      where o.provider_uuid = ${providerUuid} and o.status = 'picked' and o.demand_pieces = 1 and o.holds = '{}'
        and o.demand_variant_uuid in ${selectNamedVariants(providerUuid, code)}
        and o.warehouse_uuid = ${warehouseUuid} and o.order_uuid <> all (${begun}::uuid[])
        and not exists (select from order_review v where v.provider_uuid = o.provider_uuid and v.order_uuid = o.order_uuid and v.status = 'open')
        and (${lot} = '' or exists (select from reservation r where r.provider_uuid = o.provider_uuid and r.source_type = ${orderSource}
          and r.source_uuid = o.order_uuid and r.status = 'open' and (r.lot = '' or lower(r.lot) = lower(${lot}))))
      order by o.order_uuid limit 1 for no key update of o skip locked`.execute(tx);
    const uuid = rows[0]?.order_uuid;
    if (uuid === undefined) return null;
    // A review that began after the statement did is seen by the next one, now that the order is locked.
    const open =
      await sql`select from order_review where provider_uuid = ${providerUuid} and order_uuid = ${uuid} and status = 'open'`.execute(tx);
    if (open.rows.length === 0) return lockOrder(scope, uuid);
    begun.push(uuid);
  }
  return null;
}

/** Reviews an order of one piece with one scan. */
export async function reviewSingle(
  scope: OrderScope,
  { code, warehouse_uuid, lot = "", location }: ParsedInputOf<typeof reviewSinglePiece>,
): Promise<Result<string, "review.noSinglePiece" | "review.noPackingPlace">> {
  const order = await lockSinglePiece(scope, warehouse_uuid, code, lot);
  if (order === null) return refuse("review.noSinglePiece");
  const reviewUuid = await addReview(scope, order);
  const review = await lockOpenReview(scope, reviewUuid);
  if (!review.ok) throw new Error("review: a review that was just added is missing");
  const to = await findPackingLocation(scope, review.value.warehouse_uuid, location);
  if (!to.ok) return to;
  await countAllPieces(scope, reviewUuid);
  await completeReview(scope, review.value, order, to.value);
  await packAtReview(scope, order, "single");
  return ok(reviewUuid);
}
