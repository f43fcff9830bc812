import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Aim, Example } from "./example.ts";
import { hiddenChannel, makeCarriers } from "./examples-carriers.ts";
import { addOrderRows } from "./rows-orders.ts";
import type { OrderRows } from "./rows-orders.ts";
import type { Person } from "./world.ts";

function orderOf({ test }: Aim, person: Person, status: OrderStatus): Promise<OrderRows> {
  return test.services.database.transaction(platform, (tx) => addOrderRows(tx, person, status));
}

/** Creates an example about one order; the foreign one names another's. */
function about(status: OrderStatus, input: (rows: OrderRows) => object = () => ({})): Example {
  const of = (rows: OrderRows, named: OrderRows) => ({ ...input(rows), order_uuid: named.orderUuid });
  return {
    own: async (aim) => {
      const rows = await orderOf(aim, aim.owner, status);
      return of(rows, rows);
    },
    withForeign: async (aim) => of(await orderOf(aim, aim.owner, status), await orderOf(aim, aim.foreign.person, status)),
  };
}

/** Creates an example over two orders; in the foreign one the second is another's. */
function over(status: OrderStatus, input: (rows: OrderRows) => object = () => ({})): Example {
  return {
    own: async (aim) => {
      const [one, other] = [await orderOf(aim, aim.owner, status), await orderOf(aim, aim.owner, status)];
      return { ...input(one), order_ids: [one.orderUuid, other.orderUuid] };
    },
    withForeign: async (aim) => {
      const [one, other] = [await orderOf(aim, aim.owner, status), await orderOf(aim, aim.foreign.person, status)];
      return { ...input(one), order_ids: [one.orderUuid, other.orderUuid] };
    },
  };
}

const draft = ({ sku }: OrderRows) => ({
  country: "US",
  recipient: { consignee: "Alex Example", address: "1 Example Street", city: "Springfield" },
  lines: [{ sku, quantity: 2 }],
});
const list: Example = { own: async () => ({}) };
const pairs: Example = {
  own: async () => ({}),
  withForeign: async (aim) => ({ field: ["order_id"], value: [(await orderOf(aim, aim.foreign.person, "draft")).orderUuid] }),
};
const reason = () => ({ reason: "out of season" });

/** An input for each order call. */
export const ordersExamples: Readonly<Record<string, Example>> = {
  "orders.create-order": {
    own: async (aim) => ({
      ...draft(await orderOf(aim, aim.owner, "draft")),
      channel_uuid: (await makeCarriers(aim, aim.owner)).channelUuid,
    }),
    // A foreign SKU is refused by its name: see the tests of drafts.
    withForeign: async (aim) => ({ ...draft(await orderOf(aim, aim.owner, "draft")), channel_uuid: await hiddenChannel(aim) }),
  },
  "orders.update-order": {
    own: async (aim) => {
      const rows = await orderOf(aim, aim.owner, "draft");
      return { ...draft(rows), order_uuid: rows.orderUuid, version: 1, channel_uuid: (await makeCarriers(aim, aim.owner)).channelUuid };
    },
    withForeign: async (aim) => {
      const [rows, foreign] = [await orderOf(aim, aim.owner, "draft"), await orderOf(aim, aim.foreign.person, "draft")];
      return { ...draft(rows), order_uuid: foreign.orderUuid, version: 1 };
    },
  },
  "orders.delete-order": about("draft", () => ({ version: 1 })),
  "orders.list-orders": {
    own: async () => ({}),
    withForeign: async (aim) => ({ owner_uuid: (await orderOf(aim, aim.foreign.person, "draft")).ownerUuid }),
  },
  "orders.count-orders": list,
  "orders.estimate-order": about("draft"),
  "orders.list-declared-skus": over("draft"),
  "orders.list-cut-offs": list,
  "orders.change-channel": over("submitted", () => ({ channel_id: newId() })),
  "orders.get-order": about("allocated"),
  "orders.query-order": {
    own: async (aim) => ({ order_id: (await orderOf(aim, aim.owner, "draft")).orderUuid }),
    withForeign: async (aim) => ({ order_id: (await orderOf(aim, aim.foreign.person, "draft")).orderUuid }),
  },
  "orders.query-specific-elements": pairs,
  "orders.specific-element": pairs,
  "orders.query-delivery-specific-element": pairs,
  "orders.split-order": about("submitted", ({ lineUuid }) => ({ version: 1, lines: [{ line_uuid: lineUuid, quantity: 1 }] })),
  "orders.merge-orders": {
    own: async (aim) =>
      aim.test.services.database.transaction(platform, async (tx) => {
        const one = await addOrderRows(tx, aim.owner, "submitted");
        const other = await addOrderRows(tx, aim.owner, "submitted", one.stage);
        return { order_ids: [one.orderUuid, other.orderUuid] };
      }),
    withForeign: async (aim) => {
      const [one, other] = [await orderOf(aim, aim.owner, "submitted"), await orderOf(aim, aim.foreign.person, "submitted")];
      return { order_ids: [one.orderUuid, other.orderUuid] };
    },
  },
  "orders.submit-orders": over("draft"),
  "orders.withdraw-orders": over("submitted"),
  "orders.return-orders": over("submitted", reason),
  "orders.confirm-orders": over("submitted"),
  "orders.cancel-orders": over("allocated", reason),
  "orders.request-cancel": over("in_wave", reason),
  "orders.reject-cancel": over("in_wave", reason),
  "orders.receive": over("shipped"),
  "orders.hold-orders": over("submitted", () => ({ hold: "address" })),
  "orders.release-holds": over("submitted"),
  "orders.delay-orders": over("submitted", () => ({ delay_until: new Date(Date.now() + 86_400_000).toISOString() })),
  "orders.prioritize-orders": over("confirmed", () => ({ priority: 1 })),
  "orders.release-stock": over("allocated"),
  "orders.allocate-orders": over("confirmed"),
  "orders.batch-modify-report-provider": over("submitted", ({ orderUuid, sku }) => ({
    declared: [{ order_id: orderUuid, lines: [{ sku, name: "Lantern", hs_code: "940550", origin: "CN", value: 400, currency: "USD" }] }],
  })),
  "orders.delete-shipping-status": over("submitted"),
};
