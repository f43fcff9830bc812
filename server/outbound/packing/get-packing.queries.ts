import type { Packing, PackItem } from "#src/outbound/packing/packing.contract.ts";
import { adviseForItems } from "#src/outbound/packing/box-advice.rules.ts";
import type { Box } from "#src/outbound/packing/boxes.contract.ts";
import type { Placement } from "#src/outbound/packing/fit-in-box.rules.ts";
import type { PackedItem } from "#src/outbound/packing/packing.rules.ts";
import { listActiveBoxes } from "./boxes.queries.ts";
import { listPackItems, listPackRows, listParcelsOfOrder } from "./packing.queries.ts";
import type { PackScope } from "./packing.queries.ts";

type Advice = Packing["advice"];

/** Counts placed pieces by SKU and lot. */
function countItems(placements: readonly Placement[], items: readonly PackItem[]): PackedItem[] {
  const pieces = Map.groupBy(placements, ({ piece }) => items[piece]);
  return [...pieces].flatMap(([item, placed]) =>
    item === undefined ? [] : [{ variant_uuid: item.variant_uuid, lot: item.lot, quantity: placed.length }],
  );
}

/** Advises boxes for the goods of an order. */
function advise(items: readonly PackItem[], boxes: readonly Box[]): Advice {
  const { reason, boxes: advised, pieces } = adviseForItems(items, boxes);
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
