import { z } from "zod";
import { batchOutput } from "#src/kit/api/batch.ts";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import { defineCall, ruled } from "#src/kit/api/define-call.ts";
import { getCountryRefusal, getCurrencyRefusal, getHsCodeRefusal } from "#src/warehouse/goods/goods.rules.ts";
import { estimate, orderPermission as permission, orderRow } from "./orders.contract.ts";
import { listRolesFor } from "./orders.machine.ts";
import { codTypes, getCodRefusal, getLineRefusal, mostLines, mostPieces, orderKinds, paymentStatuses } from "./orders.rules.ts";

const version = z.int().min(1).max(2_000_000_000);
const cents = z.int().min(0).max(10_000_000_000);
const text = (most: number) => z.string().trim().max(most).default("");
const currency = ruled(z.string().trim().toUpperCase().max(10), getCurrencyRefusal).default("");
const country = ruled(z.string().trim().toUpperCase().max(10), getCountryRefusal).default("");

const declaration = {
  declared_name: text(200),
  declared_name_zh: text(200),
  hs_code: ruled(z.string().trim().max(20), getHsCodeRefusal).default(""),
  origin_country: country,
  declared_value_cents: cents.nullable().default(null),
  declared_currency: currency,
};

const lineInput = ruled(
  z.strictObject({
    /** the product by variant, or by a SKU: the owner's own, or that of an item that it has claimed */
    variant_uuid: z.uuid().optional(),
    sku: z.string().trim().max(100).optional(),
    quantity: z.int().min(1).max(mostPieces),
    title: text(300),
    unit_price_cents: cents.nullable().default(null),
    ...declaration,
  }),
  getLineRefusal,
);

const recipient = z.strictObject({
  consignee: text(200),
  phone: text(40),
  mobile: text(40),
  email: text(200),
  address: text(500),
  city: text(100),
  state: text(100),
  zip: text(20),
  id_number: text(60),
});

const headFields = z.strictObject({
  kind: z.enum(orderKinds).default("one_piece"),
  reference: text(100),
  warehouse_uuid: z.uuid().nullable().default(null),
  channel_uuid: z.uuid().nullable().default(null),
  payment_status: z.enum(paymentStatuses).default("not_paid"),
  country,
  recipient: recipient.default(() => recipient.parse({})),
  ordered_at: z.iso.datetime({ offset: true }).nullable().default(null),
  total_cents: cents.nullable().default(null),
  currency,
  cod_type: z.enum(codTypes).default("none"),
  cod_cents: cents.nullable().default(null),
  cod_currency: currency,
  ioss_number: text(40),
  vat_number: text(40),
  weight_grams: z.int().min(1).max(10_000_000).nullable().default(null),
  length_mm: z.int().min(1).max(100_000).nullable().default(null),
  width_mm: z.int().min(1).max(100_000).nullable().default(null),
  height_mm: z.int().min(1).max(100_000).nullable().default(null),
  remark: text(1000),
  lines: z.array(lineInput).max(mostLines).default([]),
});
const headCodes = ["notFound", "orders.lineIncomplete", "orders.skuUnknown", "orders.codIncomplete", "orders.referenceTaken"] as const;

const newOrder = ruled(headFields.extend({ provider_uuid: z.uuid().optional(), owner_uuid: z.uuid().optional() }), getCodRefusal);
const changedOrder = ruled(headFields.extend({ order_uuid: z.uuid(), version }), getCodRefusal);

export const createOrder = defineCall({
  name: "orders.create-order",
  method: "POST",
  path: "/api/order/create-order",
  summary: "Creates an order as a draft. Staff name its owner; a retailer's orders are its own.",
  roles: roleTypes,
  permission,
  bodyLimitBytes: 1024 * 1024,
  input: newOrder,
  output: orderRow,
  codes: headCodes,
});

export const updateOrder = defineCall({
  name: "orders.update-order",
  method: "PUT",
  path: "/api/order/update-order",
  summary: "Updates a draft, and replaces its lines with those sent.",
  roles: listRolesFor("update"),
  permission,
  bodyLimitBytes: 1024 * 1024,
  input: changedOrder,
  output: orderRow,
  codes: [...headCodes, "changedMeanwhile", "orders.wrongState"],
});

export const deleteOrder = defineCall({
  name: "orders.delete-order",
  method: "DELETE",
  path: "/api/order/delete-order",
  summary: "Deletes a draft that was never submitted. Other orders can only be cancelled.",
  roles: listRolesFor("delete"),
  permission,
  input: z.strictObject({ order_uuid: z.uuid(), version }),
  output: z.object({ deleted: z.int() }),
  codes: ["notFound", "changedMeanwhile", "orders.wrongState"],
});

/** Why a channel cannot be chosen for an order. */
export const shippingObstacles = ["noChannel", "channelUnfit", "cannotCollect"] as const;
const shippingCodes = ["orders.noChannel", "orders.channelUnfit", "orders.cannotCollect"] as const;

export const estimateOrder = defineCall({
  name: "orders.estimate-order",
  method: "GET",
  path: "/api/order/estimate-order",
  summary:
    "Estimates what an order will cost its owner: goods, handling and shipping at today's prices, and what the owner may spend after it.",
  roles: roleTypes,
  permission,
  input: z.strictObject({ order_uuid: z.uuid() }),
  output: z.object({
    /** null if the order cannot be shipped so, and for the provider's own orders, which cost nobody anything */
    estimate: estimate.nullable(),
    /** balance plus credit limit, less the open orders and this one, in the estimate's currency; below 0, a submit holds the order for payment */
    credit_left_cents: z.int().nullable(),
    obstacle: z.enum(shippingObstacles).nullable(),
  }),
  codes: ["notFound"],
});
export type DraftEstimate = z.infer<(typeof estimateOrder)["output"]>;

export const splitOrder = defineCall({
  name: "orders.split-order",
  method: "POST",
  path: "/api/order/split-order",
  summary:
    "Moves pieces of an order's lines to a new order, to another warehouse if one is named. Reserved stock of both is released and reserved again.",
  roles: listRolesFor("split"),
  permission,
  input: z.strictObject({
    order_uuid: z.uuid(),
    version,
    warehouse_uuid: z.uuid().nullable().default(null),
    lines: z
      .array(z.strictObject({ line_uuid: z.uuid(), quantity: z.int().min(1).max(mostPieces) }))
      .min(1)
      .max(mostLines),
  }),
  output: z.object({ order: orderRow, new_order: orderRow }),
  codes: ["notFound", "changedMeanwhile", "orders.wrongState", "orders.splitNothing", "orders.warehouseClosed", ...shippingCodes],
});

export const mergeOrders = defineCall({
  name: "orders.merge-orders",
  method: "POST",
  path: "/api/order/merge-orders",
  summary:
    "Merges orders of one owner to the same address and warehouse into the first of them, with their cash on delivery and remarks. All or none: if any is refused, `order` is null and `failed` has all of them.",
  roles: listRolesFor("merge"),
  permission,
  input: z.strictObject({ order_ids: z.array(z.uuid()).min(2).max(50) }),
  output: batchOutput.extend({ order: orderRow.nullable() }),
  codes: ["notFound", "orders.differentAddress", "orders.tooManyLines", ...shippingCodes],
});
