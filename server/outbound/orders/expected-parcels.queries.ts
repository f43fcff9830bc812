import { sql } from "kysely";
import { adviseForItems, mostEffort } from "#src/outbound/packing/box-advice.rules.ts";
import type { AdvisedItem } from "#src/outbound/packing/box-advice.rules.ts";
import type { Box } from "#src/outbound/packing/boxes.contract.ts";
import type { Estimate } from "#src/outbound/orders/orders.contract.ts";
import { listActiveBoxes } from "../packing/boxes.queries.ts";
import { selectMeasures } from "../packing/packing.queries.ts";
import type { OrderScope } from "./order-scope.ts";

interface GoodsRow {
  order_uuid: string;
  /** as announced; null if they were not */
  weight_grams: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  pieces: number;
  /** pieces of claimed lines, a bundle as one: they are charged by the line */
  goods_pieces: number;
  goods_cents: number | null;
  goods_currency: string | null;
  /** whether cash is collected from the recipient */
  collects: boolean;
  items: AdvisedItem[];
}

/**
 * Reads each order's goods, in the order of their SKUs as packing lists them, the parcel as announced, and the agreed prices, which are fixed at submit.
 */
async function readGoods({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<GoodsRow[]> {
  const { rows } = await sql<GoodsRow>`
    with part as materialized (
      select l.order_uuid, p.variant_uuid, l.quantity * p.pieces as pieces,
        case when p.rank = 1 and l.claim_uuid is not null then l.quantity else 0 end as goods_pieces,
        coalesce(case when o.status <> 'draft' then nullif(l.agreed_currency, '') end, cv.agreed_currency) as agreed_currency,
        case when p.rank = 1 then l.quantity * coalesce(case when o.status <> 'draft' then l.agreed_price_cents end, cv.agreed_price_cents) end as goods_cents
      from sales_order o
        join order_line l on l.provider_uuid = o.provider_uuid and l.order_uuid = o.order_uuid
        join variant v on v.provider_uuid = l.provider_uuid and v.variant_uuid = l.variant_uuid
        left join claim_variant cv on cv.provider_uuid = l.provider_uuid and cv.claim_uuid = l.claim_uuid and cv.variant_uuid = l.variant_uuid
        cross join lateral (
          select v.variant_uuid, 1 as pieces, 1 as rank where not v.is_bundle
          union all
          select c.component_uuid, c.quantity, row_number() over (order by c.component_uuid) from bundle_component c
            where v.is_bundle and c.provider_uuid = v.provider_uuid and c.bundle_uuid = v.variant_uuid
        ) p
      where o.provider_uuid = ${providerUuid} and o.order_uuid = any (${[...orderUuids]}::uuid[])
    ), item as (
      select k.order_uuid, v.sku, k.quantity, ${selectMeasures}
      from (select order_uuid, variant_uuid, sum(pieces)::integer as quantity from part group by 1, 2) k
        join variant v on v.provider_uuid = ${providerUuid} and v.variant_uuid = k.variant_uuid
    )
    select o.order_uuid, o.weight_grams, o.length_mm, o.width_mm, o.height_mm, coalesce(s.pieces, 0) as pieces, coalesce(s.goods_pieces, 0) as goods_pieces, s.goods_cents, s.goods_currency,
      o.cod_type <> 'none' as collects,
      coalesce((select json_agg(json_build_object('quantity', i.quantity, 'weight_grams', i.weight_grams, 'length_mm', i.length_mm, 'width_mm', i.width_mm,
        'height_mm', i.height_mm) order by i.sku) from item i where i.order_uuid = o.order_uuid), '[]') as items
    from sales_order o
      left join (
        select order_uuid, sum(pieces)::bigint as pieces, sum(goods_pieces)::bigint as goods_pieces, sum(goods_cents)::bigint as goods_cents, max(agreed_currency) as goods_currency
        from part group by 1
      ) s on s.order_uuid = o.order_uuid
    where o.provider_uuid = ${providerUuid} and o.order_uuid = any (${[...orderUuids]}::uuid[])`.execute(tx);
  return rows;
}

/** A parcel that an order is expected to be shipped in. */
export type ExpectedParcel = Estimate["parcels"][number];

/** What an order is priced by. */
export interface ExpectedOrder extends Pick<
  GoodsRow,
  "order_uuid" | "pieces" | "goods_pieces" | "goods_cents" | "goods_currency" | "collects"
> {
  readonly parcels: readonly [ExpectedParcel, ...ExpectedParcel[]];
  /** how many boxes are charged */
  readonly boxes: number;
}

/** Adds up the weights that are known. */
function sumKnown(items: readonly Pick<AdvisedItem, "quantity" | "weight_grams">[]): number {
  return items.reduce((sum, { quantity, weight_grams }) => sum + quantity * (weight_grams ?? 0), 0);
}

/**
 * Expects an order to be packed as the packing station will be advised, each box with its weight and size. Without an advice it is one parcel of the announced
 * size and weight, in a box of which nothing is known if the provider has any. The weight of the pieces takes the place of an announced one if all are known.
 */
function expectParcels({ weight_grams, length_mm, width_mm, height_mm, items }: GoodsRow, advised: readonly ExpectedParcel[]) {
  const isWeighed = items.every((item) => item.weight_grams !== null);
  const [first, ...others] = advised;
  if (first === undefined)
    return [{ box_name: "", weight_grams: weight_grams ?? sumKnown(items), length_mm, width_mm, height_mm }] as const;
  if (others.length === 0 && !isWeighed && weight_grams !== null) return [{ ...first, weight_grams }] as const;
  return [first, ...others] as const;
}

/** The searches for boxes of one call may cost as much as the longest ten together, about a second; more orders have no advice. */
const mostSearches = 10;

/** Advises boxes for the goods of orders; the same goods are searched for once. */
function createAdviser(boxes: readonly Box[]): (items: readonly AdvisedItem[]) => readonly ExpectedParcel[] {
  const budget = { left: mostSearches * mostEffort };
  const known = new Map<string, readonly ExpectedParcel[]>();
  const boxOf = new Map(boxes.map((box) => [box.box_uuid, box]));
  return (items) => {
    const key = JSON.stringify(items);
    const before = known.get(key);
    if (before !== undefined) return before;
    const { boxes: advised, pieces } = adviseForItems(items, boxes, budget);
    const parcels = advised.flatMap(({ box_uuid, placements }): ExpectedParcel[] => {
      const box = boxOf.get(box_uuid);
      if (box === undefined) return [];
      const goods = placements.flatMap(({ piece }) => ({ quantity: 1, weight_grams: pieces[piece]?.weight_grams ?? null }));
      const { name: box_name, length_mm, width_mm, height_mm } = box;
      return [{ box_name, weight_grams: box.weight_grams + sumKnown(goods), length_mm, width_mm, height_mm }];
    });
    known.set(key, parcels);
    return parcels;
  };
}

/** Expects in which parcels orders will be shipped, by order. The transaction acts as staff or the platform. */
export async function expectOrders(scope: OrderScope, orderUuids: readonly string[]): Promise<Map<string, ExpectedOrder>> {
  const [goods, boxes] = await Promise.all([readGoods(scope, orderUuids), listActiveBoxes(scope)]);
  const advise = createAdviser(boxes);
  const hasBoxes = boxes.some(({ kind }) => kind === "box");
  return new Map(
    goods.map((row) => {
      const { order_uuid, pieces, goods_pieces, goods_cents, goods_currency, collects } = row;
      const parcels = expectParcels(row, advise(row.items));
      return [
        order_uuid,
        { order_uuid, pieces, goods_pieces, goods_cents, goods_currency, collects, parcels, boxes: hasBoxes ? parcels.length : 0 },
      ];
    }),
  );
}
