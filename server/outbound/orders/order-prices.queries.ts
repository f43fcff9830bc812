import { sql } from "kysely";
import { estimateCharges } from "#server/billing/rate-cards/estimate.queries.ts";
import { getBillingDay } from "#server/billing/rate-cards/rate-cards.queries.ts";
import { readBalances } from "#server/billing/wallet/accounts.queries.ts";
import { listPricedChannels } from "#server/carriers/channels/channels.queries.ts";
import type { EventQuantity, OrderEstimate as WorkEstimate } from "#src/billing/rate-cards/estimate.rules.ts";
import { chooseChannels } from "#src/carriers/channels/channel-choice.rules.ts";
import type { PricedChannel } from "#src/carriers/channels/channels.contract.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { maxPageSize } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Estimate } from "#src/outbound/orders/orders.contract.ts";
import type { OrderScope } from "./order-scope.ts";

/** What an order is priced by. */
export interface PricedOrder {
  readonly order_uuid: string;
  readonly owner_uuid: string;
  readonly warehouse_uuid: string | null;
  readonly channel_uuid: string | null;
  readonly country: string;
}

interface ParcelRow {
  order_uuid: string;
  weight_grams: number;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  pieces: number;
  goods_cents: number | null;
  goods_currency: string | null;
  /** whether the provider packs in boxes */
  has_boxes: boolean;
}

/**
 * Reads each order's parcel and goods: the announced weight, else the sum of its pieces' measured or declared weights; and the agreed prices, which are fixed
 * at submit.
 */
async function readParcels({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<Map<string, ParcelRow>> {
  const { rows } = await sql<ParcelRow>`
    select o.order_uuid, coalesce(o.weight_grams, l.grams, 0) as weight_grams, o.length_mm, o.width_mm, o.height_mm, coalesce(l.pieces, 0) as pieces,
      l.goods_cents, l.goods_currency, exists (select from box_type b where b.provider_uuid = o.provider_uuid and b.kind = 'box' and b.is_active) as has_boxes
    from sales_order o
      left join lateral (
        select sum(l.quantity * part.pieces)::bigint as pieces, sum(l.quantity * part.pieces * coalesce(part.grams, 0))::bigint as grams,
          (sum(l.quantity * coalesce(case when o.status <> 'draft' then l.agreed_price_cents end, cv.agreed_price_cents))
            filter (where part.rank = 1))::bigint as goods_cents, max(cv.agreed_currency) as goods_currency
        from order_line l
          join variant v on v.provider_uuid = l.provider_uuid and v.variant_uuid = l.variant_uuid
          left join claim_variant cv on cv.provider_uuid = l.provider_uuid and cv.claim_uuid = l.claim_uuid and cv.variant_uuid = l.variant_uuid
          cross join lateral (
            select 1 as pieces, coalesce(v.measured_weight_grams, v.weight_grams) as grams, 1 as rank where not v.is_bundle
            union all
            select c.quantity, coalesce(p.measured_weight_grams, p.weight_grams), row_number() over (order by c.component_uuid)
              from bundle_component c join variant p on p.provider_uuid = c.provider_uuid and p.variant_uuid = c.component_uuid
              where v.is_bundle and c.provider_uuid = v.provider_uuid and c.bundle_uuid = v.variant_uuid
          ) part
        where l.provider_uuid = o.provider_uuid and l.order_uuid = o.order_uuid
      ) l on true
    where o.provider_uuid = ${providerUuid} and o.order_uuid = any (${[...orderUuids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.order_uuid, row]));
}

/**
 * The work for an order of one parcel, as charging counts it. A box is assumed if the provider keeps any, although goods may be sent in their own packaging:
 * which one fits is known when packing. No consumables are assumed.
 */
function listWork({ pieces, has_boxes }: ParcelRow): EventQuantity[] {
  return [
    { event: "picking_order", quantity: 1 },
    { event: "picking_piece", quantity: pieces },
    { event: "packing_parcel", quantity: 1 },
    { event: "box_piece", quantity: has_boxes ? 1 : 0 },
    { event: "label_parcel", quantity: 1 },
    { event: "weighing_parcel", quantity: 1 },
    { event: "bagging_parcel", quantity: 1 },
    { event: "shipped_piece", quantity: pieces },
  ];
}

interface Shipping {
  readonly channel_uuid: string | null;
  /** null if the parcel has no price: there is no channel, or it is made by hand without prices */
  readonly amount_cents: number | null;
}

/**
 * Returns how an order is shipped: by the channel that it names, if that can ship it; else by the cheapest that can. A provider without channels has
 * nothing to choose from, and ships by hand.
 */
function findShipping(
  channels: readonly PricedChannel[],
  order: PricedOrder,
  { weight_grams, length_mm, width_mm, height_mm }: ParcelRow,
  currency: string | null,
): Result<Shipping, RefusalName> {
  const sizeMm =
    length_mm === null || width_mm === null || height_mm === null ? null : { length: length_mm, width: width_mm, height: height_mm };
  const request = { countryCode: order.country, weightGrams: weight_grams, sizeMm, warehouseUuid: order.warehouse_uuid, currency };
  const isNamed = order.channel_uuid !== null;
  const candidates = isNamed
    ? channels.filter(({ channel_uuid }) => channel_uuid === order.channel_uuid)
    : channels.filter(({ is_enabled }) => is_enabled);
  if (candidates.length === 0) return isNamed ? refuse("orders.channelUnfit") : ok({ channel_uuid: null, amount_cents: null });
  const [best] = chooseChannels(candidates, request);
  if (best?.price.ok === true) return ok({ channel_uuid: best.channel.channel_uuid, amount_cents: best.price.value.amountCents });
  // A channel made by hand has no prices: it ships what it is named for.
  const hasNoPrices = isNamed && best?.price.ok === false && best.price.problem === "noPrice" && best.channel.zones.length === 0;
  if (hasNoPrices) return ok({ channel_uuid: order.channel_uuid, amount_cents: null });
  return refuse(isNamed ? "orders.channelUnfit" : "orders.noChannel");
}

function toEstimate(parcel: ParcelRow, shipping: Shipping, work: WorkEstimate | null, currency: string): Estimate {
  const parts: Estimate["parts"] = [];
  const missing: Estimate["missing"] = [];
  if (parcel.goods_cents !== null) {
    if (parcel.goods_currency === currency) parts.push({ event: "goods_piece", quantity: parcel.pieces, amount_cents: parcel.goods_cents });
    else missing.push("goods");
  }
  for (const { event, quantity_milli, amount_cents } of work?.charges ?? [])
    parts.push({ event, quantity: Math.round(quantity_milli / 1000), amount_cents });
  if (shipping.amount_cents === null) missing.push("shipping");
  else parts.push({ event: "shipping_parcel", quantity: 1, amount_cents: shipping.amount_cents });
  return { currency, total_cents: parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0), parts, missing };
}

/** How an order is shipped, and what it will cost its owner. */
export interface OrderPrice {
  readonly channel_uuid: string | null;
  /** null for the provider's own orders, which cost nobody anything */
  readonly estimate: Estimate | null;
}

/** Lists the provider's channels with their prices, as the caller may see them. */
async function listChannels({ tx, providerUuid, retailerUuid }: OrderScope): Promise<readonly PricedChannel[]> {
  const page = await listPricedChannels(tx, providerUuid, [], { cur_page: 1, page_size: maxPageSize }, retailerUuid === null);
  return page.ok ? page.value.result : [];
}

/**
 * Chooses the channel of orders and estimates what they will cost: goods at the agreed prices, the work at the owner's rate card with the tiers of the
 * month, shipping by the channel's price. Orders of one owner are estimated in the given order.
 * @returns by order the price, or why it cannot be shipped
 */
export async function priceOrders(
  scope: OrderScope,
  orders: readonly PricedOrder[],
  asStaff: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<Map<string, Result<OrderPrice, RefusalName>>> {
  const { tx, providerUuid, now } = scope;
  const channels = await listChannels(scope);
  const prices = new Map<string, Result<OrderPrice, RefusalName>>();
  await asStaff(async () => {
    const parcels = await readParcels(
      scope,
      orders.map(({ order_uuid }) => order_uuid),
    );
    const day = await getBillingDay(tx, providerUuid, now);
    const balances = await readBalances(
      tx,
      providerUuid,
      orders.map(({ owner_uuid }) => owner_uuid).filter((uuid) => uuid !== providerUuid),
    );
    for (const [ownerUuid, own] of Map.groupBy(orders, ({ owner_uuid }) => owner_uuid)) {
      const isProvider = ownerUuid === providerUuid;
      const currency = isProvider ? null : (balances.get(ownerUuid)?.currency ?? "USD");
      const shippable = own.flatMap((order) => {
        const parcel = parcels.get(order.order_uuid);
        if (parcel === undefined) return [];
        const shipping = findShipping(channels, order, parcel, currency);
        if (shipping.ok) return [{ order, parcel, shipping: shipping.value }];
        prices.set(order.order_uuid, shipping);
        return [];
      });
      const work = isProvider
        ? null
        : await estimateCharges(
            tx,
            providerUuid,
            ownerUuid,
            day,
            shippable.map(({ parcel }) => listWork(parcel)),
          );
      for (const [at, { order, parcel, shipping }] of shippable.entries()) {
        const estimate =
          currency === null ? null : toEstimate(parcel, shipping, work?.ok === true ? (work.value?.orders[at] ?? null) : null, currency);
        if (estimate !== null && work?.ok === false) estimate.missing.push("handling");
        prices.set(order.order_uuid, ok({ channel_uuid: shipping.channel_uuid, estimate }));
      }
    }
  });
  return prices;
}
