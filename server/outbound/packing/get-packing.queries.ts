import type { Packing, PackItem } from "#src/outbound/packing/packing.contract.ts";
import { adviseBoxes } from "#src/outbound/packing/box-advice.rules.ts";
import type { AdvisedBox, AdvisedPiece } from "#src/outbound/packing/box-advice.rules.ts";
import { mostAdvised } from "#src/outbound/packing/box-advice.rules.ts";
import type { Box } from "#src/outbound/packing/boxes.contract.ts";
import type { Placement, Size } from "#src/outbound/packing/fit-in-box.rules.ts";
import type { PackedItem } from "#src/outbound/packing/packing.rules.ts";
import { listActiveBoxes } from "./boxes.queries.ts";
import { listPackItems, listPackRows, listParcelsOfOrder } from "./packing.queries.ts";
import type { PackScope } from "./packing.queries.ts";

type Advice = Packing["advice"];

function toSize({ length_mm, width_mm, height_mm }: Pick<PackItem, "length_mm" | "width_mm" | "height_mm">): Size | null {
  return length_mm === null || width_mm === null || height_mm === null ? null : { length_mm, width_mm, height_mm };
}

/** Counts placed pieces by SKU and lot. */
function countItems(placements: readonly Placement[], items: readonly PackItem[]): PackedItem[] {
  const pieces = Map.groupBy(placements, ({ piece }) => items[piece]);
  return [...pieces].flatMap(([item, placed]) =>
    item === undefined ? [] : [{ variant_uuid: item.variant_uuid, lot: item.lot, quantity: placed.length }],
  );
}

/** Advises boxes for the goods of an order. */
function advise(items: readonly PackItem[], boxes: readonly Box[]): Advice {
  const usable = boxes.flatMap(({ box_uuid, kind, max_weight_grams, ...box }): AdvisedBox[] => {
    const inside = kind === "box" ? toSize(box) : null;
    return inside === null ? [] : [{ box_uuid, max_weight_grams, ...inside }];
  });
  // One more than is advised is enough to say that there are too many.
  const pieces = items
    .flatMap((item) => Array.from({ length: Math.min(item.quantity, mostAdvised + 1) }, () => item))
    .slice(0, mostAdvised + 1);
  const { reason, boxes: advised } = adviseBoxes(
    pieces.map((item): AdvisedPiece => ({ size: toSize(item), weight_grams: item.weight_grams })),
    usable,
  );
  return {
    reason,
    boxes: advised.map(({ box_uuid, placements }) => ({
      box_uuid,
      items: countItems(placements, pieces),
      placements: placements.map(({ piece, ...place }) => ({ variant_uuid: pieces[piece]?.variant_uuid ?? "", ...place })),
    })),
  };
}

/** Returns what is needed to pack an order; null if the caller may not see it, or it is not reviewed. */
export async function findPacking(scope: PackScope, orderUuid: string): Promise<Packing | null> {
  const [order] = await listPackRows(scope, [orderUuid]);
  if (order === undefined) return null;
  const [items, boxes, parcels] = await Promise.all([
    listPackItems(scope, orderUuid),
    listActiveBoxes(scope),
    listParcelsOfOrder(scope, orderUuid),
  ]);
  const { order_uuid, order_number, kind, warehouse_uuid, status, is_held, locations } = order;
  const advice: Advice = status === "reviewed" ? advise(items, boxes) : { reason: null, boxes: [] };
  return { order_uuid, order_number, kind, warehouse_uuid, status, is_held, locations, items, boxes, advice, parcels };
}
