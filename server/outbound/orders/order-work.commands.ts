import { sql } from "kysely";
import { priceShipping } from "#src/carriers/channels/channel-choice.rules.ts";
import type { Parcel } from "#src/carriers/channels/channel-choice.rules.ts";
import type { PricedChannel } from "#src/carriers/channels/channels.contract.ts";
import { maxPageSize } from "#src/kit/api/list.ts";
import { listPricedChannels } from "#server/carriers/channels/channels.queries.ts";
import type { StepScope, TakenStep } from "#server/platform/services.ts";
import { recordWork, takeBackWork } from "#server/warehouse/work/work.commands.ts";
import type { NewWork, WorkScope } from "#server/warehouse/work/work.commands.ts";
import { asPlatform } from "./order-scope.ts";

/** A parcel as its shipping is priced. */
export interface ShippedParcel {
  readonly parcel_uuid: string;
  readonly order_uuid: string;
  readonly owner_uuid: string;
  readonly warehouse_uuid: string;
  /** of its waybill, which may differ from that of the order */
  readonly channel_uuid: string | null;
  readonly country: string;
  readonly weight_grams: number;
  readonly length_mm: number | null;
  readonly width_mm: number | null;
  readonly height_mm: number | null;
  /** whether cash is collected on its delivery: of an order's parcels, the first collects */
  readonly collects: boolean;
}

/**
 * Reads parcels as their shipping is priced: by the measured weight and size, else the size of the box. Without a box, the announced size is that of the
 * order's only parcel.
 */
export async function readShippedParcels(
  { tx, providerUuid }: Pick<WorkScope, "tx" | "providerUuid">,
  parcelUuids: readonly string[],
): Promise<ShippedParcel[]> {
  const { rows } = await sql<ShippedParcel>`
    select p.parcel_uuid, o.order_uuid, o.owner_uuid, p.warehouse_uuid, coalesce(w.channel_uuid, o.channel_uuid) as channel_uuid, o.country,
      coalesce(p.measured_grams, p.expected_grams, 0) as weight_grams, s.length_mm, s.width_mm, s.height_mm,
      o.cod_cents is not null and not exists (select from parcel other where other.provider_uuid = p.provider_uuid and other.order_uuid = p.order_uuid
        and other.status <> 'voided' and other.parcel_uuid < p.parcel_uuid) as collects
    from parcel p
      join sales_order o on o.provider_uuid = p.provider_uuid and o.order_uuid = p.order_uuid
      left join waybill w on w.provider_uuid = p.provider_uuid and w.parcel_uuid = p.parcel_uuid and w.status <> 'voided'
      left join lateral (
        select p.length_mm, p.width_mm, p.height_mm where p.length_mm is not null
        union all
        select b.length_mm, b.width_mm, b.height_mm from box_type b
        where b.provider_uuid = p.provider_uuid and b.box_uuid = p.box_uuid and p.length_mm is null
        union all
        select o.length_mm, o.width_mm, o.height_mm where p.box_uuid is null and p.length_mm is null and not exists (select from parcel other
          where other.provider_uuid = p.provider_uuid and other.order_uuid = p.order_uuid and other.parcel_uuid <> p.parcel_uuid and other.status <> 'voided')
      ) s on true
    where p.provider_uuid = ${providerUuid} and p.parcel_uuid = any (${[...parcelUuids]}::uuid[]) order by p.parcel_uuid`.execute(tx);
  return rows;
}

/** Returns a parcel as channels are judged for it. */
export function toParcel({
  country,
  weight_grams,
  length_mm,
  width_mm,
  height_mm,
}: Pick<ShippedParcel, "country" | "weight_grams" | "length_mm" | "width_mm" | "height_mm">): Parcel {
  const sizeMm =
    length_mm === null || width_mm === null || height_mm === null ? null : { length: length_mm, width: width_mm, height: height_mm };
  return { countryCode: country, weightGrams: weight_grams, sizeMm };
}

/** Returns the channel's price of a parcel; null if the channel has none for it. */
function getAgreed(channel: PricedChannel | undefined, parcel: ShippedParcel): NonNullable<NewWork["agreed"]> | null {
  if (channel === undefined) return null;
  const price = priceShipping(channel, toParcel(parcel));
  return price.ok ? price.value : null;
}

/** Lists the claimed goods of orders, at the prices that were fixed at submit. */
async function listGoodsWork(
  { tx, providerUuid }: WorkScope,
  orders: ReadonlyMap<string, Pick<ShippedParcel, "owner_uuid" | "warehouse_uuid">>,
): Promise<NewWork[]> {
  const { rows } = await sql<{
    order_uuid: string;
    line_number: number;
    quantity: number;
    agreed_price_cents: number | null;
    agreed_currency: string;
  }>`
    select order_uuid, line_number, quantity, agreed_price_cents, agreed_currency from order_line
    where provider_uuid = ${providerUuid} and order_uuid = any (${[...orders.keys()]}::uuid[]) and claim_uuid is not null
    order by order_uuid, line_number`.execute(tx);
  return rows.flatMap(({ order_uuid, line_number, quantity, agreed_price_cents, agreed_currency }): NewWork[] => {
    const order = orders.get(order_uuid);
    if (order === undefined) return [];
    const { owner_uuid, warehouse_uuid } = order;
    const agreed =
      agreed_price_cents === null || agreed_currency === ""
        ? null
        : { amountCents: agreed_price_cents * quantity, currency: agreed_currency };
    const source = { type: "order", uuid: order_uuid, line: line_number };
    return [{ kind: "goods_piece", order_uuid, owner_uuid, warehouse_uuid, quantity, agreed, source }];
  });
}

/**
 * Records that parcels were handed over to a carrier: each at the price that its channel has at this moment for its country, weight and size; and with the
 * first parcel of an order the claimed goods, at the price that was fixed at submit. What has no price is recorded without one, and is not charged.
 * @param scope acts for staff or the platform
 */
export async function recordShipping(scope: WorkScope, parcelUuids: readonly string[]): Promise<void> {
  if (parcelUuids.length === 0) return;
  const parcels = await readShippedParcels(scope, parcelUuids);
  const named = [...new Set(parcels.flatMap(({ channel_uuid }) => channel_uuid ?? []))];
  const page =
    named.length === 0
      ? null
      : await listPricedChannels(scope.tx, scope.providerUuid, named, { cur_page: 1, page_size: maxPageSize }, true);
  const channels = new Map((page?.ok === true ? page.value.result : []).map((channel) => [channel.channel_uuid, channel]));
  const shipping = parcels.map((parcel): NewWork => {
    const { parcel_uuid, order_uuid, owner_uuid, warehouse_uuid, channel_uuid } = parcel;
    const agreed = getAgreed(channels.get(channel_uuid ?? ""), parcel);
    const source = { type: "parcel", uuid: parcel_uuid, line: 1 };
    return { kind: "shipping_parcel", order_uuid, owner_uuid, warehouse_uuid, parcel_uuid, quantity: 1, agreed, source };
  });
  const goods = await listGoodsWork(scope, new Map(parcels.map((parcel) => [parcel.order_uuid, parcel])));
  await recordWork(scope, [...shipping, ...goods]);
}

/**
 * Takes the work back on orders that left their wave without the retailer's wish: kicked, or short. What was done for an order that the retailer cancelled
 * stays recorded.
 */
export async function takeBackLeftWork(scope: StepScope, steps: readonly TakenStep[]): Promise<void> {
  const left = steps.filter(({ event }) => event === "leave_wave" || event === "pick_short");
  if (left.length === 0) return;
  await asPlatform(scope, () =>
    takeBackWork(
      scope,
      left.map(({ order_uuid }) => order_uuid),
    ),
  );
}
