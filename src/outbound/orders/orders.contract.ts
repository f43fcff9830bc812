import { z } from "zod";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import { daySchema } from "#src/kit/api/day.ts";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { waveKinds } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { orderEvents, orderStatuses } from "./orders.machine.ts";
import { codTypes, fulfilmentStatuses, holdKinds, orderKinds, orderSorts, orderToDos, paymentStatuses } from "./orders.rules.ts";

export const orderPermission = "orders";
const status = z.enum(orderStatuses);
const kind = z.enum(orderKinds);

/** An order in a list. Times are ISO 8601, empty if unset; amounts are hundredths, null if unknown. */
export const orderRow = z.object({
  order_uuid: z.uuid(),
  order_number: z.string(),
  /** the retailer's own number */
  reference: z.string(),
  kind,
  status,
  payment_status: z.enum(paymentStatuses),
  fulfilment_status: z.enum(fulfilmentStatuses),
  owner_uuid: z.uuid(),
  owner_name: z.string(),
  consignee: z.string(),
  /** two letters */
  country: z.string(),
  city: z.string(),
  warehouse_uuid: z.uuid().nullable(),
  warehouse_name: z.string(),
  channel_uuid: z.uuid().nullable(),
  channel_name: z.string(),
  holds: z.array(z.enum(holdKinds)),
  delay_until: z.string(),
  priority: z.int(),
  line_count: z.int(),
  piece_count: z.int(),
  /** what the customer pays */
  total_cents: z.int().nullable(),
  currency: z.string(),
  /** what the order costs its owner, as estimated when it was submitted */
  estimate_cents: z.int().nullable(),
  estimate_currency: z.string(),
  /** why it was returned or cancelled */
  reason: z.string(),
  was_submitted: z.boolean(),
  ordered_at: z.string(),
  created_at: z.string(),
  submitted_at: z.string(),
  confirmed_at: z.string(),
  allocated_at: z.string(),
  /** the cut-off by which it is to be handed over */
  due_at: z.string(),
  ended_at: z.string(),
  /** when its last parcel was handed over */
  shipped_at: z.string(),
  /** when it was delivered, or received */
  delivered_at: z.string(),
  /** the parcels of a shipping notice, and those of them that were handed over; 0 for other orders */
  box_count: z.int(),
  boxes_handed_over: z.int(),
  version: z.int(),
});
export type OrderRow = z.infer<typeof orderRow>;

const recipient = z.object({
  consignee: z.string(),
  phone: z.string(),
  mobile: z.string(),
  email: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  id_number: z.string(),
});

const orderLine = z.object({
  line_uuid: z.uuid(),
  line_number: z.int(),
  variant_uuid: z.uuid(),
  sku: z.string(),
  title: z.string(),
  variant_title: z.string(),
  /** file name; empty if there is none, or if the caller does not see the product */
  main_image: z.string(),
  is_bundle: z.boolean(),
  /** drawn from the provider's own stock, by a claim of its owner's */
  is_claimed: z.boolean(),
  quantity: z.int(),
  is_reserved: z.boolean(),
  unit_price_cents: z.int().nullable(),
  agreed_price_cents: z.int().nullable(),
  agreed_currency: z.string(),
  declared_name: z.string(),
  declared_name_zh: z.string(),
  hs_code: z.string(),
  origin_country: z.string(),
  declared_value_cents: z.int().nullable(),
  declared_currency: z.string(),
});
export type OrderLine = z.infer<typeof orderLine>;

const eventRow = z.object({
  event_uuid: z.uuid(),
  event: z.enum([...orderEvents, "create"]),
  from_status: z.union([status, z.literal("")]),
  to_status: z.union([status, z.literal("")]),
  /** as entered by the person */
  reason: z.string(),
  hold: z.union([z.enum(holdKinds), z.literal("")]),
  /** the end of a delay; empty if the delay was ended, null for another event */
  until: z.string().nullable(),
  /** empty for the system */
  username: z.string(),
  at: z.string(),
});
export type OrderEventRow = z.infer<typeof eventRow>;

/** Where the pieces of an order are reserved; for staff. */
const reservationRow = z.object({
  line_number: z.int(),
  sku: z.string(),
  location: z.string(),
  lot: z.string(),
  quantity: z.int(),
});

/** A part of an estimate, in hundredths. */
const estimatePart = z.object({ event: z.string(), quantity: z.int(), amount_cents: z.int() });
export const estimate = z.object({
  currency: z.string(),
  /** of the parts; prices that are missing are not included */
  total_cents: z.int(),
  parts: z.array(estimatePart),
  missing: z.array(z.enum(["goods", "shipping", "handling"])),
  /** the parcels that shipping is priced by, packed as the packing station is advised */
  parcels: z.array(
    z.object({
      /** empty without an advice */
      box_name: z.string(),
      weight_grams: z.int(),
      /** of the box, else as announced; null if it is not known */
      length_mm: z.int().nullable(),
      width_mm: z.int().nullable(),
      height_mm: z.int().nullable(),
    }),
  ),
});
export type Estimate = z.infer<typeof estimate>;

/** Why an order costs something else than was estimated: a count, grams, or names, as estimated and as it happened. */
const chargeDifference = z.object({
  kind: z.enum(["parcels", "box", "consumables", "labels", "channel", "weight"]),
  expected: z.string(),
  actual: z.string(),
});
export type ChargeDifference = z.infer<typeof chargeDifference>;

/** An order with its recipient, lines, reservations and newest 200 events. */
export const orderDetail = orderRow.extend({
  recipient,
  cod_type: z.enum(codTypes),
  cod_cents: z.int().nullable(),
  cod_currency: z.string(),
  ioss_number: z.string(),
  vat_number: z.string(),
  weight_grams: z.int().nullable(),
  length_mm: z.int().nullable(),
  width_mm: z.int().nullable(),
  height_mm: z.int().nullable(),
  remark: z.string(),
  split_from_uuid: z.uuid().nullable(),
  merged_into_uuid: z.uuid().nullable(),
  /** the wave that the order is in; for staff */
  wave: z.object({ wave_uuid: z.uuid(), wave_number: z.string(), kind: z.enum(waveKinds) }).nullable(),
  lines: z.array(orderLine),
  reservations: z.array(reservationRow),
  estimate: estimate.nullable(),
  /** what is charged for it so far, without its returns, in hundredths of the wallet's currency */
  charged: z.array(z.object({ event: z.string(), amount_cents: z.int() })),
  differences: z.array(chargeDifference),
  events: z.array(eventRow),
});
export type OrderDetail = z.infer<typeof orderDetail>;

const filters = {
  status: query.list(status, orderStatuses.length),
  kind: kind.optional(),
  to_do: z.enum(orderToDos).optional(),
  hold: z.enum(holdKinds).optional(),
  owner_uuid: z.uuid().optional(),
  warehouse_uuid: z.uuid().optional(),
  channel_uuid: z.uuid().optional(),
  country: z.string().trim().toUpperCase().length(2).optional(),
  /** both days included, by creation, UTC */
  created_from: daySchema.optional(),
  created_to: daySchema.optional(),
  search: z.string().trim().max(100).default(""),
};

export const listOrders = defineCall({
  name: "orders.list-orders",
  method: "GET",
  path: "/api/order/list-orders",
  summary: "Lists orders, newest first. `search` matches the beginning of a number, or a whole reference, SKU or number of a waybill.",
  roles: roleTypes,
  permission: orderPermission,
  input: z.strictObject({ provider_uuid: z.uuid().optional(), ...listInput, ...filters, sort: z.enum(orderSorts).default("-created") }),
  output: listOutput(orderRow),
  codes: [],
});

export const getOrder = defineCall({
  name: "orders.get-order",
  method: "GET",
  path: "/api/order/get-order",
  summary: "Returns an order with its recipient, lines, reservations, estimate and events.",
  roles: roleTypes,
  permission: orderPermission,
  input: z.strictObject({ order_uuid: z.uuid() }),
  output: orderDetail,
  codes: ["notFound"],
});

/** What customs is told of a SKU. Empty where the orders' lines say nothing, or not the same. */
const declaredSku = z.object({
  sku: z.string(),
  title: z.string(),
  orders: z.int(),
  /** those that have it: a declaration of another one is refused */
  order_ids: z.array(z.uuid()),
  name: z.string(),
  name_zh: z.string(),
  hs_code: z.string(),
  origin: z.string(),
  /** hundredths, a piece */
  value: z.int().nullable(),
  currency: z.string(),
  /** whether the lines do not say the same */
  differs: z.boolean(),
});
export type DeclaredSku = z.infer<typeof declaredSku>;

/** The most orders whose declarations are listed in one call. */
export const mostDeclaredOrders = 100;

export const listDeclaredSkus = defineCall({
  name: "orders.list-declared-skus",
  method: "GET",
  path: "/api/order/list-declared-skus",
  summary: "Lists the SKUs of some orders with their customs declaration, by SKU; the first 500.",
  roles: roleTypes,
  permission: orderPermission,
  input: z.strictObject({ order_ids: query.list(z.uuid(), mostDeclaredOrders) }),
  output: z.object({ result: z.array(declaredSku) }),
  codes: ["notFound"],
});

export const countOrders = defineCall({
  name: "orders.count-orders",
  method: "GET",
  path: "/api/order/count-orders",
  summary: "Counts orders by status, and how many of them are held, each up to 10,000.",
  roles: roleTypes,
  permission: orderPermission,
  input: z.strictObject({ provider_uuid: z.uuid().optional(), kind: kind.optional() }),
  output: z.object({
    result: z.array(z.object({ status, orders: z.int(), held: z.int() })),
    /** false if a count stopped at 10,000 */
    is_exact: z.boolean(),
  }),
  codes: [],
});

export const listCutOffs = defineCall({
  name: "orders.list-cut-offs",
  method: "GET",
  path: "/api/order/list-cut-offs",
  summary: "Lists the next cut-off of each channel in each warehouse, with the orders that are due then and those that missed theirs.",
  roles: ["provider", "operator"],
  permission: orderPermission,
  input: z.strictObject({}),
  output: z.object({
    result: z.array(
      z.object({
        channel_uuid: z.uuid(),
        channel_name: z.string(),
        warehouse_uuid: z.uuid(),
        warehouse_name: z.string(),
        next_at: z.string(),
        orders: z.int(),
        late: z.int(),
      }),
    ),
  }),
  codes: [],
});

const fields = ["order_id", "order_number", "reference", "status", "payment_status", "fulfilment_status", "country", "kind"] as const;
/** Pairs of `field` and `value`, repeated or once; all pairs must match. */
const pairs = {
  provider_uuid: z.uuid().optional(),
  ...listInput,
  field: query.list(z.enum(fields), fields.length),
  value: query.list(z.string().trim().max(100), fields.length),
};

export const queryOrder = defineCall({
  name: "orders.query-order",
  method: "GET",
  path: "/api/order/query-order",
  summary: "Lists orders, newest first; with `order_id`, that order alone.",
  roles: roleTypes,
  permission: orderPermission,
  input: z.strictObject({ provider_uuid: z.uuid().optional(), ...listInput, order_id: z.uuid().optional() }),
  output: listOutput(orderRow),
  codes: [],
});

function pairsCall(name: string, path: string, summary: string) {
  return defineCall({
    name,
    method: "GET",
    path,
    summary,
    roles: roleTypes,
    permission: orderPermission,
    input: z.strictObject(pairs),
    output: listOutput(orderRow),
    codes: ["parameterError"],
  });
}

export const queryOrderElements = pairsCall(
  "orders.query-specific-elements",
  "/api/order/query-specific-elements",
  "Lists the orders whose fields have the given values.",
);
export const queryOnePieceElements = pairsCall(
  "orders.specific-element",
  "/api/dropshipping/specific-element",
  "Lists the one-piece orders whose fields have the given values.",
);
export const queryDeliveryElements = pairsCall(
  "orders.query-delivery-specific-element",
  "/api/delivery_list/query-delivery-specific-element",
  "Lists the shipping notices whose fields have the given values.",
);

const changed = z.object({
  /** the changed order; null if there are several */
  order_uuid: z.uuid().nullable(),
});
export const ordersChanged = defineTopic({ name: "orders.changed", roles: roleTypes, permission: orderPermission, payload: changed });
