import { sql } from "kysely";
import { estimateCharges } from "#server/billing/rate-cards/estimate.queries.ts";
import { getBillingDay } from "#server/billing/rate-cards/rate-cards.queries.ts";
import { readBalances } from "#server/billing/wallet/accounts.queries.ts";
import { listPricedChannels } from "#server/carriers/channels/channels.queries.ts";
import { actingFor, platform } from "#server/platform/db/row-security.ts";
import type { EventQuantity, OrderEstimate as WorkEstimate } from "#src/billing/rate-cards/estimate.rules.ts";
import { chooseChannels } from "#src/carriers/channels/channel-choice.rules.ts";
import type { ShippingRequest } from "#src/carriers/channels/channel-choice.rules.ts";
import type { PricedChannel } from "#src/carriers/channels/channels.contract.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { maxPageSize } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Estimate } from "#src/outbound/orders/orders.contract.ts";
import { expectOrders } from "./expected-parcels.queries.ts";
import type { ExpectedOrder, ExpectedParcel } from "./expected-parcels.queries.ts";
import type { OrderScope } from "./order-scope.ts";

/** What an order is priced by. */
export interface PricedOrder {
  readonly order_uuid: string;
  readonly owner_uuid: string;
  readonly warehouse_uuid: string | null;
  readonly channel_uuid: string | null;
  readonly country: string;
  /** an order without a channel gets none: it was submitted when there was nothing to choose from, and is shipped by hand */
  readonly keepsChannel?: boolean;
}

/**
 * The work for an order, as charging counts it. A box is assumed if the provider keeps any, although goods may be sent in their own packaging. No consumables
 * are assumed: no advice names them.
 */
function listWork({ pieces, parcels, boxes }: ExpectedOrder): EventQuantity[] {
  const count = parcels.length;
  return [
    { event: "picking_order", quantity: 1 },
    { event: "picking_piece", quantity: pieces },
    { event: "packing_parcel", quantity: count },
    { event: "box_piece", quantity: boxes },
    { event: "label_parcel", quantity: count },
    { event: "weighing_parcel", quantity: count },
    { event: "bagging_parcel", quantity: count },
    { event: "shipped_piece", quantity: pieces },
  ];
}

interface Shipping {
  readonly channel_uuid: string | null;
  /** of all parcels; null if there is no price: there is no channel, or it is made by hand without prices */
  readonly amount_cents: number | null;
}

/**
 * Returns how an order is shipped: by the channel that it names, if that can ship it; else by the cheapest that can. A provider without channels has
 * nothing to choose from, and ships by hand.
 */
function findShipping(
  channels: readonly PricedChannel[],
  order: PricedOrder,
  { parcels: [first, ...others], collects }: ExpectedOrder,
  { currency, notCollecting }: { readonly currency: string | null; readonly notCollecting: ReadonlySet<string> },
): Result<Shipping, RefusalName> {
  const toRequest = ({ weight_grams, length_mm, width_mm, height_mm }: ExpectedParcel): ShippingRequest => {
    const sizeMm =
      length_mm === null || width_mm === null || height_mm === null ? null : { length: length_mm, width: width_mm, height: height_mm };
    return { countryCode: order.country, weightGrams: weight_grams, sizeMm, warehouseUuid: order.warehouse_uuid, currency };
  };
  const isNamed = order.channel_uuid !== null;
  if (!isNamed && order.keepsChannel === true) return ok({ channel_uuid: null, amount_cents: null });
  if (collects && order.channel_uuid !== null && notCollecting.has(order.channel_uuid)) return refuse("orders.cannotCollect");
  const candidates = isNamed
    ? channels.filter(({ channel_uuid }) => channel_uuid === order.channel_uuid)
    : channels.filter(({ channel_uuid, is_enabled }) => is_enabled && !(collects && notCollecting.has(channel_uuid)));
  if (candidates.length === 0 && collects && channels.some(({ is_enabled }) => is_enabled)) return refuse("orders.cannotCollect");
  if (candidates.length === 0) return isNamed ? refuse("orders.channelUnfit") : ok({ channel_uuid: null, amount_cents: null });
  const [best] = chooseChannels(candidates, [toRequest(first), ...others.map(toRequest)]);
  if (best?.price.ok === true) return ok({ channel_uuid: best.channel.channel_uuid, amount_cents: best.price.value.amountCents });
  // A channel made by hand has no prices: it ships what it is named for.
  const hasNoPrices = isNamed && best?.price.ok === false && best.price.problem === "noPrice" && best.channel.zones.length === 0;
  if (hasNoPrices) return ok({ channel_uuid: order.channel_uuid, amount_cents: null });
  return refuse(isNamed ? "orders.channelUnfit" : "orders.noChannel");
}

function toEstimate(expected: ExpectedOrder, shipping: Shipping, work: WorkEstimate | null, currency: string): Estimate {
  const parts: Estimate["parts"] = [];
  const missing: Estimate["missing"] = [];
  if (expected.goods_cents !== null) {
    if (expected.goods_currency === currency)
      parts.push({ event: "goods_piece", quantity: expected.goods_pieces, amount_cents: expected.goods_cents });
    else missing.push("goods");
  }
  for (const { event, quantity_milli, amount_cents } of work?.charges ?? [])
    parts.push({ event, quantity: Math.round(quantity_milli / 1000), amount_cents });
  if (shipping.amount_cents === null) missing.push("shipping");
  else parts.push({ event: "shipping_parcel", quantity: expected.parcels.length, amount_cents: shipping.amount_cents });
  return {
    currency,
    total_cents: parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    parts,
    missing,
    parcels: [...expected.parcels],
  };
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

/** Lists the channels whose carrier is asked by its interface: none of those collects cash (ADR 56). A retailer's request acts as the platform by now. */
async function listNotCollecting({ tx, providerUuid, acting }: OrderScope): Promise<ReadonlySet<string>> {
  const read = () =>
    sql<{ channel_uuid: string }>`
      select c.channel_uuid from channel c
        join carrier_account a on a.provider_uuid = c.provider_uuid and a.carrier_account_uuid = c.carrier_account_uuid and a.api_name <> 'other'
      where c.provider_uuid = ${providerUuid}`.execute(tx);
  // The platform reads no channels.
  const { rows } = acting.kind === "dropShipper" ? await actingFor(tx, { kind: "provider", providerUuid }, platform, read) : await read();
  return new Set(rows.map(({ channel_uuid }) => channel_uuid));
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
    const expectedOrders = await expectOrders(
      scope,
      orders.map(({ order_uuid }) => order_uuid),
    );
    const notCollecting = [...expectedOrders.values()].some(({ collects }) => collects)
      ? await listNotCollecting(scope)
      : new Set<string>();
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
        const expected = expectedOrders.get(order.order_uuid);
        if (expected === undefined) return [];
        const shipping = findShipping(channels, order, expected, { currency, notCollecting });
        if (shipping.ok) return [{ order, expected, shipping: shipping.value }];
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
            shippable.map(({ expected }) => listWork(expected)),
          );
      for (const [at, { order, expected, shipping }] of shippable.entries()) {
        const estimate =
          currency === null ? null : toEstimate(expected, shipping, work?.ok === true ? (work.value?.orders[at] ?? null) : null, currency);
        if (estimate !== null && work?.ok === false) estimate.missing.push("handling");
        prices.set(order.order_uuid, ok({ channel_uuid: shipping.channel_uuid, estimate }));
      }
    }
  });
  return prices;
}
