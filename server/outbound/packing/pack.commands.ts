import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { packOrder } from "#src/outbound/packing/packing.contract.ts";
import { packingChanged } from "#src/outbound/packing/packing.contract.ts";
import { areAllPacked, areMarksUnique, fillMarks, sumGrams } from "#src/outbound/packing/packing.rules.ts";
import type { BoxKind } from "#src/outbound/packing/packing.rules.ts";
import { takeNextNumbers } from "#server/platform/db/document-number.commands.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { recordWork } from "#server/warehouse/work/work.commands.ts";
import type { NewWork, OrderOfWork } from "#server/warehouse/work/work.commands.ts";
import { lockOrder, saveOrders } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { listGoods } from "./packing.queries.ts";
import type { WeighedItem } from "./packing.queries.ts";

type GivenParcel = ParsedInputOf<typeof packOrder>["parcels"][number];
/** A parcel to pack. Mark and size are optional; a box without a mark gets its number. */
type NewParcel = Omit<GivenParcel, "box_mark" | "size"> & Partial<Pick<GivenParcel, "box_mark" | "size">>;
type PackRefusal =
  | "notFound"
  | "packing.orderLeft"
  | "packing.packedAlready"
  | "packing.held"
  | "packing.notAllPieces"
  | "packing.noBox"
  | "packing.markTaken";

/** Tells whoever watches the queue, the order or its parcels. */
export async function publishPacking(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  { order_uuid, warehouse_uuid }: Pick<LockedOrder, "order_uuid" | "warehouse_uuid">,
): Promise<void> {
  await publishEvent(tx, packingChanged, { providerUuid, warehouseUuid: warehouse_uuid ?? "" }, { order_uuid });
}

/** Returns the weights of the boxes and consumables that parcels name; null if one is not in use, or of the other kind. */
async function findBoxes({ tx, providerUuid }: OrderScope, parcels: readonly NewParcel[]): Promise<Map<string, number> | null> {
  const wanted = new Map<string, BoxKind>();
  for (const { box_uuid, consumables } of parcels) {
    if (box_uuid !== null) wanted.set(box_uuid.toLowerCase(), "box");
    for (const one of consumables) wanted.set(one.box_uuid.toLowerCase(), "consumable");
  }
  if (wanted.size === 0) return new Map();
  const rows = await tx
    .selectFrom("box_type")
    .select(["box_uuid", "kind", "weight_grams"])
    .where("provider_uuid", "=", providerUuid)
    .where("is_active", "=", true)
    .where(sql<boolean>`box_uuid = any (${[...wanted.keys()]}::uuid[])`)
    .execute();
  const isFit = rows.length === wanted.size && rows.every(({ box_uuid, kind }) => wanted.get(box_uuid) === kind);
  return isFit ? new Map(rows.map(({ box_uuid, weight_grams }) => [box_uuid, weight_grams])) : null;
}

/** Returns what a parcel should weigh: pieces, box and consumables; null if the weight of a piece is not known. */
function getExpectedGrams(
  { box_uuid, items, consumables }: NewParcel,
  goods: readonly WeighedItem[],
  boxes: Map<string, number>,
): number | null {
  const gramsOf = new Map(goods.map((one) => [one.variant_uuid, one.weight_grams]));
  const grams = sumGrams([
    ...items.map(({ variant_uuid, quantity }) => ({ weight_grams: gramsOf.get(variant_uuid.toLowerCase()) ?? null, quantity })),
    ...consumables.map((one) => ({ weight_grams: boxes.get(one.box_uuid.toLowerCase()) ?? 0, quantity: one.quantity })),
    { weight_grams: box_uuid === null ? 0 : (boxes.get(box_uuid.toLowerCase()) ?? 0), quantity: 1 },
  ]);
  // Nothing that a scale shows is heavier; the column holds no more either.
  return grams === null || grams > 2_000_000_000 ? null : grams;
}

/** Joins entries of the same consumable. */
function sumConsumables(consumables: NewParcel["consumables"]): { box_uuid: string; quantity: number }[] {
  return [...Map.groupBy(consumables, ({ box_uuid }) => box_uuid.toLowerCase())].map(([box_uuid, same]) => ({
    box_uuid,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
}

/** What a parcel was packed with. */
interface PackedParcel {
  readonly parcel_uuid: string;
  readonly box_uuid: string | null;
  readonly consumables: readonly { readonly quantity: number }[];
}

/** Lists the work of packing a parcel: itself, its box and each kind of its consumables. */
function listPackingWork(order: OrderOfWork, { parcel_uuid, box_uuid, consumables }: PackedParcel): NewWork[] {
  const { order_uuid, owner_uuid, warehouse_uuid } = order;
  const of = { order_uuid, owner_uuid, warehouse_uuid, parcel_uuid };
  const source = { type: "parcel", uuid: parcel_uuid, line: 1 };
  return [
    { ...of, kind: "packing_parcel", quantity: 1, source },
    ...(box_uuid === null ? [] : [{ ...of, kind: "box_piece" as const, quantity: 1, source }]),
    ...consumables.map(({ quantity }, at) => ({
      ...of,
      kind: "consumable_piece" as const,
      quantity,
      source: { ...source, line: at + 1 },
    })),
  ];
}

/** Writes parcels with their items and consumables in one statement, and records the work. */
async function insertParcels(
  scope: OrderScope,
  order: LockedOrder & OrderOfWork,
  parcels: readonly (NewParcel & { readonly expected_grams: number | null })[],
): Promise<void> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { order_uuid, warehouse_uuid, kind } = order;
  const numbers = await takeNextNumbers(tx, providerUuid, "parcel", now, parcels.length);
  const rows = parcels.map(({ box_uuid, box_mark, size, expected_grams, items, consumables }, at) => ({
    parcel_uuid: newId(),
    box_mark: kind === "shipping_notice" ? box_mark : "",
    ...size,
    parcel_number: numbers[at] ?? "",
    box_uuid,
    expected_grams,
    piece_count: items.reduce((sum, { quantity }) => sum + quantity, 0),
    items: items.map((item, index) => ({ ...item, line_number: index + 1 })),
    consumables: sumConsumables(consumables),
  }));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (parcel_uuid uuid, parcel_number text, box_uuid uuid, box_mark text, length_mm integer,
        width_mm integer, height_mm integer, expected_grams integer, piece_count integer, items jsonb, consumables jsonb)
    ), added as (
      insert into parcel (provider_uuid, parcel_uuid, parcel_number, order_uuid, warehouse_uuid, box_uuid, box_mark, length_mm, width_mm, height_mm,
        piece_count, expected_grams, packed_by, packed_at)
      select ${providerUuid}::uuid, parcel_uuid, parcel_number, ${order_uuid}::uuid, ${warehouse_uuid}::uuid, box_uuid, box_mark, length_mm, width_mm,
        height_mm, piece_count, expected_grams, ${userUuid}::uuid, ${now} from given
    ), goods as (
      insert into parcel_item (provider_uuid, parcel_uuid, line_number, warehouse_uuid, variant_uuid, lot, quantity)
      select ${providerUuid}::uuid, given.parcel_uuid, i.line_number, ${warehouse_uuid}::uuid, i.variant_uuid, i.lot, i.quantity
      from given cross join jsonb_to_recordset(given.items) as i (line_number integer, variant_uuid uuid, lot text, quantity integer)
    )
    insert into parcel_consumable (provider_uuid, parcel_uuid, box_uuid, warehouse_uuid, quantity)
    select ${providerUuid}::uuid, given.parcel_uuid, c.box_uuid, ${warehouse_uuid}::uuid, c.quantity
    from given cross join jsonb_to_recordset(given.consumables) as c (box_uuid uuid, quantity integer)`.execute(tx);
  await recordWork(
    scope,
    rows.flatMap((parcel) => listPackingWork(order, parcel)),
  );
}

/** Packs a reviewed order into parcels. */
export async function pack(
  scope: OrderScope,
  { order_uuid, parcels }: { readonly order_uuid: string; readonly parcels: readonly NewParcel[] },
): Promise<Result<string, PackRefusal>> {
  const order = await lockOrder(scope, order_uuid);
  if (order === null) return refuse("notFound");
  if (order.status === "packed" || order.status === "weighed" || order.status === "bagged") return refuse("packing.packedAlready");
  if (order.status !== "reviewed") return refuse("packing.orderLeft");
  if (order.holds.length > 0) return refuse("packing.held");
  const { warehouse_uuid } = order;
  if (warehouse_uuid === null) throw new Error("packing: a reviewed order has no warehouse");
  const [goods, boxes] = [await listGoods(scope.tx, scope.providerUuid, order.order_uuid), await findBoxes(scope, parcels)];
  if (boxes === null) return refuse("packing.noBox");
  const isComplete = areAllPacked(
    goods,
    parcels.map(({ items }) => items),
  );
  if (!isComplete) return refuse("packing.notAllPieces");
  const marks = fillMarks(parcels.map(({ box_mark = "" }) => box_mark));
  if (order.kind === "shipping_notice" && !areMarksUnique(marks)) return refuse("packing.markTaken");
  await insertParcels(
    scope,
    { ...order, warehouse_uuid },
    parcels.map((parcel, at) => ({ ...parcel, box_mark: marks[at] ?? "", expected_grams: getExpectedGrams(parcel, goods, boxes) })),
  );
  await saveOrders(scope, [{ order, event: "finish_packing", set: { status: "packed" } }]);
  await publishPacking(scope, order);
  return ok(order.order_uuid);
}
