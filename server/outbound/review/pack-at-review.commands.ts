import type { Packing } from "#src/outbound/packing/packing.contract.ts";
import type { PackAtReviewRule } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { readWarehouseSettings } from "#server/warehouse/warehouses/warehouses.queries.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { findPacking } from "../packing/get-packing.queries.ts";
import { pack } from "../packing/pack.commands.ts";
import { listParcelsOfOrder } from "../packing/packing.queries.ts";

/** The reviews that an order may be packed by: of a single piece, or piece by piece. */
type ReviewKind = "single" | "piecewise";

function isByRule(rule: PackAtReviewRule, review: ReviewKind): boolean {
  return rule === "always" || (rule === "single" && review === "single");
}

/**
 * Returns the one box that an order is packed in without a look at it: the advised one, or none in a warehouse that has no boxes. Undefined if somebody has to
 * decide, or the weight is not known.
 */
function chooseBox({ items, advice: { reason, boxes } }: Packing): string | null | undefined {
  if (items.length === 0 || items.some(({ weight_grams }) => weight_grams === null)) return undefined;
  if (reason === "noBoxes") return null;
  const [only, more] = boxes;
  return reason === null && more === undefined ? only?.box_uuid : undefined;
}

/**
 * Packs a one-piece order that was just reviewed, if its warehouse's settings say so and one parcel of a known weight is enough. Its waybill is requested with
 * the expected weight. An order without a channel gets no waybill, and is packed at the packing station.
 */
export async function packAtReview(
  scope: OrderScope,
  { order_uuid, kind, channel_uuid, warehouse_uuid }: LockedOrder,
  review: ReviewKind,
): Promise<void> {
  if (kind !== "one_piece" || channel_uuid === null || warehouse_uuid === null) return;
  const { pack_at_review } = await readWarehouseSettings(scope.tx, scope.providerUuid, warehouse_uuid);
  if (!isByRule(pack_at_review, review)) return;
  const packing = await findPacking(scope, order_uuid);
  const box_uuid = packing === null ? undefined : chooseBox(packing);
  if (packing === null || box_uuid === undefined) return;
  const items = packing.items.map(({ variant_uuid, lot, quantity }) => ({ variant_uuid, lot, quantity }));
  const packed = await pack(scope, { order_uuid, parcels: [{ box_uuid, items, consumables: [] }] });
  if (!packed.ok) throw new Error(`review: an order that was just reviewed could not be packed: ${packed.problem}`);
  const parcels = await listParcelsOfOrder(scope, order_uuid);
  await scope.followUps.parcelsNeedWaybills(
    scope,
    parcels.map(({ parcel_uuid, parcel_number }) => ({ parcel_uuid, parcel_number, channel_uuid })),
  );
}
