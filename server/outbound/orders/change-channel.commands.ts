import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
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

/** Changes the channel of orders, with their estimates. A channel that cannot ship an order is refused for it. */
export const changeChannelStep: OrderStep<{ readonly channel_id: string }> = {
  event: "change_channel",
  decide: async (scope, orders, { channel_id }) => {
    const decide = await decideChannel(scope, orders, channel_id);
    return (order) => {
      const set = decide(order);
      return set.ok ? ok({ set: set.value }) : set;
    };
  },
};
