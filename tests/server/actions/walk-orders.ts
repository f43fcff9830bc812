import { createChannel } from "#src/carriers/channels/channels.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { orderStatuses, statusesInWave } from "#src/outbound/orders/orders.machine.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { addOrderRows } from "../rows-orders.ts";
import { putStock, staffOf } from "../stage-stock.ts";
import { askAs } from "./walk.ts";
import type { Stage, SubjectWalk } from "./walk.ts";

const held = ["submitted", "confirmed", "short", "allocated"] as const;
const states = [
  ...orderStatuses,
  ...held.map((status) => `${status} on hold`),
  ...statusesInWave.map((status) => `${status} with a wish to cancel`),
  "confirmed and delayed",
  "draft without lines",
  "draft without a city",
  "draft that came back",
  "submitted with one piece",
];
const named = [
  "edit",
  "submit",
  "withdraw",
  "return",
  "confirm",
  "allocate",
  "release_stock",
  "hold",
  "release_hold",
  "delay",
  "end_delay",
];

/** Creates a channel without prices: it ships what it is named for, everywhere. */
async function makeChannel({ test, world }: Stage): Promise<string> {
  const input = { name: `Line ${newId()}`, carrier_account_uuid: null };
  const { channel_uuid } = await askAs(test, world.provider, createChannel, input);
  return channel_uuid;
}

/** Orders in each state. */
export const ordersWalk: SubjectWalk = {
  actions: [
    ...named,
    "prioritize",
    "change_channel",
    "declare",
    "split",
    "merge",
    "cancel",
    "request_cancel",
    "accept_cancel",
    "reject_cancel",
    "receive",
    "delete",
  ].map((name) => `orders.${name}`),
  states,
  async make(stage, state, action) {
    const { test, world, viewer, ask } = stage;
    const owner = viewer.role === "dropShipper" ? viewer.person : world.retailer;
    const status = orderStatuses.find((one) => one === /^\w+/.exec(state)?.[0]) ?? ("draft" satisfies OrderStatus);
    const rows = await test.services.database.transaction(staffOf(world.providerA), async (tx) => {
      const isMerged = status === "merged";
      const first = isMerged ? "submitted" : status;
      const added = await addOrderRows(tx, owner, first);
      const other = action === "orders.merge" || isMerged ? await addOrderRows(tx, owner, first, added.stage) : added;
      const ofOrder = { provider_uuid: world.providerA, order_uuid: added.orderUuid };
      // What waits for stock can get it: a refusal would be about the stock and not about the order.
      if (status === "confirmed" || status === "short") await putStock(tx, added.stage, { quantity: 3 });
      const set = {
        ...(isMerged ? { status, merged_into_uuid: other.orderUuid, ended_at: new Date() } : {}),
        ...(state.endsWith("on hold") ? { holds: ["address"] } : {}),
        ...(state.endsWith("to cancel") ? { holds: ["cancel"] } : {}),
        ...(state.endsWith("delayed") ? { delay_until: new Date(Date.now() + 86_400_000) } : {}),
        ...(state === "draft without lines" ? { line_count: 0, piece_count: 0 } : {}),
        ...(action === "orders.receive" && !isMerged ? { kind: "shipping_notice" } : {}),
        ...(state.endsWith("with one piece") ? { piece_count: 1 } : {}),
      };
      if (Object.keys(set).length > 0)
        await tx
          .updateTable("sales_order")
          .set(set)
          .where("provider_uuid", "=", ofOrder.provider_uuid)
          .where("order_uuid", "=", ofOrder.order_uuid)
          .execute();
      if (state === "draft without lines")
        await tx
          .deleteFrom("order_line")
          .where("provider_uuid", "=", ofOrder.provider_uuid)
          .where("order_uuid", "=", ofOrder.order_uuid)
          .execute();
      if (state.endsWith("with one piece"))
        await tx
          .updateTable("order_line")
          .set({ quantity: 1 })
          .where("provider_uuid", "=", ofOrder.provider_uuid)
          .where("order_uuid", "=", ofOrder.order_uuid)
          .execute();
      if (state === "draft without a city")
        await tx
          .updateTable("order_recipient")
          .set({ city: "" })
          .where("provider_uuid", "=", ofOrder.provider_uuid)
          .where("order_uuid", "=", ofOrder.order_uuid)
          .execute();
      if (state === "draft that came back") {
        const event = { event: "submit", from_status: "draft", to_status: "submitted", detail: "{}" };
        await tx
          .insertInto("order_event")
          .values({ ...ofOrder, ...event, owner_uuid: added.ownerUuid, event_uuid: newId(), at: new Date(), user_uuid: owner.userUuid })
          .execute();
      }
      return { ...added, otherUuid: other.orderUuid };
    });
    const { orderUuid: order_uuid, otherUuid, lineUuid: line_uuid, sku } = rows;
    const subject = await ask(getOrder, { order_uuid });
    const over = { order_ids: [order_uuid] };
    const withChannel =
      action === "orders.change_channel" ? { "orders.change-channel": { ...over, channel_id: await makeChannel(stage) } } : {};
    const withReason = { ...over, reason: "Why it is so" };
    const step = { order_uuid, version: subject.version };
    return {
      subject,
      inputs: {
        "orders.update-order": { ...step, lines: [{ sku, quantity: 2 }] },
        "orders.submit-orders": over,
        "orders.withdraw-orders": over,
        "orders.return-orders": withReason,
        "orders.confirm-orders": over,
        "orders.allocate-orders": over,
        "orders.release-stock": over,
        "orders.hold-orders": { ...over, hold: "fraud" },
        "orders.release-holds": over,
        "orders.delay-orders": {
          ...over,
          delay_until: action === "orders.end_delay" ? null : new Date(Date.now() + 3_600_000).toISOString(),
        },
        "orders.prioritize-orders": { ...over, priority: 1 },
        ...withChannel,
        "orders.batch-modify-report-provider": { ...over, declared: [{ order_id: order_uuid, lines: [{ sku, hs_code: "940550" }] }] },
        "orders.split-order": { ...step, lines: [{ line_uuid, quantity: 1 }] },
        "orders.merge-orders": { order_ids: [order_uuid, otherUuid] },
        "orders.cancel-orders": withReason,
        "orders.request-cancel": withReason,
        "orders.accept-cancel": over,
        "orders.reject-cancel": withReason,
        "orders.receive": over,
        "orders.delete-order": step,
      },
    };
  },
};
