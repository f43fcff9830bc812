import { ok, refuse } from "#src/kit/lib/result.ts";
import { canBeReceivedOn, getDelayRefusal, holdKinds, toReceivedAt } from "#src/outbound/orders/orders.rules.ts";
import type { HoldKind } from "#src/outbound/orders/orders.rules.ts";
import { allocate, releaseStockOf } from "./allocate.commands.ts";
import { deleteDemand, writeDemand } from "./demand.commands.ts";
import { readDueTimes } from "./due-times.queries.ts";
import { asPlatform } from "./order-scope.ts";
import { always } from "./order-steps.commands.ts";
import type { OrderStep } from "./order-steps.commands.ts";

/** The steps of orders at a desk, besides submitting and changing the channel. */

export const withdrawStep: OrderStep<unknown> = {
  event: "withdraw",
  decide: async () => always({ submitted_at: null, holds: [] }),
};

export const returnStep: OrderStep<{ readonly reason: string }> = {
  event: "return",
  decide: async (_scope, _orders, { reason }) => always({ submitted_at: null, holds: [], reason }, { reason }),
};

/** Confirms orders: writes what they need of the stock, and reserves it at once for those that nothing holds back. */
export const confirmStep: OrderStep<unknown> = {
  event: "confirm",
  decide: async (scope, orders) => {
    const due = await readDueTimes(
      scope,
      orders.map((order) => ({ ...order, since: scope.now })),
    );
    return ({ order_uuid }) => ok({ set: { confirmed_at: scope.now, reason: "", due_at: due.get(order_uuid) ?? null } });
  },
  after: async (scope, done) => {
    await writeDemand(
      scope,
      done.map(({ now }) => now.order_uuid),
    );
    await allocate(
      scope,
      done.map(({ now }) => now),
    );
  },
};

/** Cancels orders. What was reserved for them is released. */
export const cancelStep: OrderStep<{ readonly reason: string }> = {
  event: "cancel",
  decide: async ({ now }, _orders, { reason }) => always({ ended_at: now, reason, holds: [] }, { reason }),
  after: (scope, done) =>
    asPlatform(scope, async () => {
      await releaseStockOf(
        scope,
        done.map(({ before }) => before),
      );
      await deleteDemand(
        scope,
        done.map(({ before }) => before.order_uuid),
      );
    }),
};

export const holdStep: OrderStep<{ readonly hold: HoldKind; readonly reason: string }> = {
  event: "hold",
  decide:
    async (_scope, _orders, { hold, reason }) =>
    (order) => {
      if (order.holds.includes(hold)) return refuse("orders.held");
      return ok({ set: { holds: holdKinds.filter((kind) => kind === hold || order.holds.includes(kind)) }, detail: { hold, reason } });
    },
};

/** Releases holds. An order that nothing else holds back gets its stock at once. */
export const releaseHoldStep: OrderStep<{ readonly hold?: HoldKind | undefined }> = {
  event: "release_hold",
  decide:
    async (_scope, _orders, { hold }) =>
    (order) => {
      const rest = hold === undefined ? [] : order.holds.filter((kind) => kind !== hold);
      if (rest.length === order.holds.length) return refuse("orders.notHeld");
      return ok({ set: { holds: rest }, ...(hold === undefined ? {} : { detail: { hold } }) });
    },
  after: (scope, done) =>
    allocate(
      scope,
      done.map(({ now }) => now),
    ),
};

/** Delays orders until a time, or ends the delay: then they get their stock at once. */
export const delayStep: OrderStep<{ readonly delay_until: string | null }> = {
  event: "delay",
  decide: async ({ now }, _orders, { delay_until }) => {
    if (delay_until === null) return always({ delay_until: null }, { until: "" });
    const until = new Date(delay_until);
    const refusal = getDelayRefusal(until, now);
    return refusal === null ? always({ delay_until: until }, { until: until.toISOString() }) : () => refuse(refusal);
  },
  after: (scope, done) =>
    asPlatform(scope, (as) =>
      allocate(
        as,
        done.map(({ now }) => now),
      ),
    ),
};

export const prioritizeStep: OrderStep<{ readonly priority: number }> = {
  event: "prioritize",
  decide: async (_scope, _orders, { priority }) => always({ priority }),
};

/** Asks for the cancellation of orders that are in a wave. */
export const requestCancelStep: OrderStep<{ readonly reason: string }> = {
  event: "request_cancel",
  decide:
    async (_scope, _orders, { reason }) =>
    (order) => {
      if (order.holds.includes("cancel")) return refuse("orders.held");
      if (order.fulfilment_status !== "unfulfilled") return refuse("bagging.partlyShipped");
      return ok({ set: { holds: [...order.holds, "cancel"], reason }, detail: { hold: "cancel", reason } });
    },
};

/** Rejects the wish to cancel. The reason is told in the order's events. */
export const rejectCancelStep: OrderStep<{ readonly reason: string }> = {
  event: "reject_cancel",
  decide:
    async (_scope, _orders, { reason }) =>
    (order) => {
      if (!order.holds.includes("cancel")) return refuse("orders.notHeld");
      return ok({ set: { holds: order.holds.filter((kind) => kind !== "cancel"), reason: "" }, detail: { hold: "cancel", reason } });
    },
};

export const releaseStockStep: OrderStep<unknown> = {
  event: "release_stock",
  decide: async () => always({ allocated_at: null }),
  after: (scope, done) =>
    releaseStockOf(
      scope,
      done.map(({ before }) => before),
    ),
};

/** Records that shipping notices arrived. For one-piece orders, the carrier reports the delivery. */
export const receiveStep: OrderStep<{ readonly received_on?: string | undefined; readonly reason: string }> = {
  event: "receive",
  decide:
    async ({ now }, _orders, { received_on: day, reason }) =>
    ({ kind, shipped_at: given }) => {
      if (kind !== "shipping_notice") return refuse("orders.notANotice");
      const shippedAt = given === null ? now : new Date(given);
      if (day !== undefined && !canBeReceivedOn(day, shippedAt, now)) return refuse("orders.receivedWrongDay");
      return ok({ set: { delivered_at: toReceivedAt(day, shippedAt, now) }, ...(reason === "" ? {} : { detail: { reason } }) });
    },
};
