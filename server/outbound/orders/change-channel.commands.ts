import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { nameBag } from "#src/outbound/waybills/waybills.rules.ts";
import { readDueTimes } from "./due-times.queries.ts";
import type { LockedOrder, OrderChange } from "./locked-orders.commands.ts";
import { priceOrders } from "./order-prices.queries.ts";
import { asPlatform } from "./order-scope.ts";
import type { OrderScope } from "./order-scope.ts";
import type { OrderStep } from "./order-steps.commands.ts";

/** Decides for orders whether a channel can ship them, and what they cost then. */
export async function decideChannel(
  scope: OrderScope,
  orders: readonly LockedOrder[],
  channelUuid: string,
): Promise<(order: LockedOrder) => Result<OrderChange["set"], RefusalName>> {
  const named = orders.map((order) => ({ ...order, channel_uuid: channelUuid.toLowerCase() }));
  const prices = await priceOrders(scope, named, (work) => asPlatform(scope, work));
  const confirmed = named.flatMap((order) => (order.confirmed_at === null ? [] : [{ ...order, since: order.confirmed_at }]));
  const due = await readDueTimes(scope, confirmed);
  return ({ order_uuid }) => {
    const price = prices.get(order_uuid);
    if (price === undefined || !price.ok) return price ?? refuse("notFound");
    const { channel_uuid, estimate } = price.value;
    const due_at = due.get(order_uuid) ?? null;
    if (estimate === null) return ok({ channel_uuid, due_at });
    return ok({ channel_uuid, due_at, estimate, estimate_cents: estimate.total_cents, estimate_currency: estimate.currency });
  };
}

/** Returns a bag that a parcel of each order is in, by the orders' uuids. Orders without a parcel in a bag are omitted. */
async function listBags({ tx, providerUuid }: OrderScope, orders: readonly LockedOrder[]): Promise<Map<string, string>> {
  const uuids = orders.flatMap(({ order_uuid, wave_uuid }) => (wave_uuid === null ? [] : [order_uuid]));
  if (uuids.length === 0) return new Map();
  const { rows } = await sql<{ order_uuid: string; bag_number: string }>`
    select p.order_uuid, min(b.bag_number) as bag_number
    from parcel p
      join bag_parcel k on k.provider_uuid = p.provider_uuid and k.parcel_uuid = p.parcel_uuid and k.taken_at is null
      join bag b on b.provider_uuid = k.provider_uuid and b.bag_uuid = k.bag_uuid
    where p.provider_uuid = ${providerUuid} and p.order_uuid = any (${uuids}::uuid[])
    group by p.order_uuid`.execute(tx);
  return new Map(rows.map(({ order_uuid, bag_number }) => [order_uuid, bag_number]));
}

/** Changes the channel of orders, with their estimates. A channel that cannot ship an order is refused for it. */
export const changeChannelStep: OrderStep<{ readonly channel_id: string }> = {
  event: "change_channel",
  decide: async (scope, orders, { channel_id }) => {
    const decide = await decideChannel(scope, orders, channel_id);
    const bags = await listBags(scope, orders);
    return (order) => {
      const bag = bags.get(order.order_uuid);
      if (bag !== undefined) return refuse({ name: "waybills.bagged", message: nameBag(bag) });
      const set = decide(order);
      return set.ok ? ok({ set: set.value }) : set;
    };
  },
};
