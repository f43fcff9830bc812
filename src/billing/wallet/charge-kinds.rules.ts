/** Kinds of charges; each is an account. */
export const chargeKinds = ["storage", "handling", "shipping", "goods", "other"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** Events that can have a price on a rate card, in the order of the warehouse's work. */
export const pricedEvents = [
  "storage_piece_day",
  "storage_litre_day",
  "receiving_piece",
  "putaway_piece",
  "return_piece",
  "picking_order",
  "picking_piece",
  "packing_parcel",
  "box_piece",
  "consumable_piece",
  "label_parcel",
  "weighing_parcel",
  "bagging_parcel",
  "shipped_piece",
  "customer_return_piece",
  "restocking_piece",
] as const;
export type PricedEvent = (typeof pricedEvents)[number];

/** Events whose price is agreed elsewhere: a claimed item's price per piece, and a shipping channel's price per parcel. */
export const eventsPricedElsewhere = ["goods_piece", "shipping_parcel"] as const;
export type AgreedEvent = (typeof eventsPricedElsewhere)[number];
/** Events that are charged for something that happened: all but manual charges. */
export const happenedEvents = [...pricedEvents, ...eventsPricedElsewhere] as const;
export type HappenedEvent = (typeof happenedEvents)[number];
export const chargeEvents = [...happenedEvents, "by_hand"] as const;
export type ChargeEvent = (typeof chargeEvents)[number];

/** The account of an event's charges. */
export const kindOfEvent = {
  storage_piece_day: "storage",
  storage_litre_day: "storage",
  receiving_piece: "handling",
  putaway_piece: "handling",
  return_piece: "handling",
  picking_order: "handling",
  picking_piece: "handling",
  packing_parcel: "handling",
  box_piece: "handling",
  consumable_piece: "handling",
  label_parcel: "handling",
  weighing_parcel: "handling",
  bagging_parcel: "handling",
  shipped_piece: "shipping",
  customer_return_piece: "handling",
  restocking_piece: "handling",
  goods_piece: "goods",
  shipping_parcel: "shipping",
} as const satisfies Record<HappenedEvent, ChargeKind>;

/** The unit in which a charge counts: pieces, orders, parcels, or pieces or litres per day. */
export type QuantityUnit = "pieces" | "pieceDays" | "litreDays" | "orders" | "parcels";

/** Returns the unit of an event, which its name ends with; pieces for manual charges, which have no quantity. */
export function getUnit(event: ChargeEvent): QuantityUnit {
  if (event === "storage_piece_day") return "pieceDays";
  if (event === "storage_litre_day") return "litreDays";
  if (event.endsWith("_order")) return "orders";
  return event.endsWith("_parcel") ? "parcels" : "pieces";
}

/** The unit of a month's count, by which tiers begin. */
export type CountUnit = Exclude<QuantityUnit, "pieceDays" | "litreDays">;

/** Returns the unit in which an event's month is counted. */
export function getCountUnit(event: ChargeEvent): CountUnit {
  const unit = getUnit(event);
  return unit === "orders" || unit === "parcels" ? unit : "pieces";
}

/** Whether an event's tiers depend on age in days; the others depend on the count of the month in the event's unit. */
export function isByAge(event: HappenedEvent): boolean {
  return kindOfEvent[event] === "storage";
}

/** Events whose tiers depend on the count of the month. */
export const monthlyEvents: readonly PricedEvent[] = pricedEvents.filter((event) => !isByAge(event));

/**
 * The sources of charges, and what their `source_uuid` names:
 * - `warehouse-day`: the warehouse, for its stock at the end of a day
 * - `receipt`: the receipt, for the work on it
 * - `shipment`: the order, for the pieces that left the stock with it
 * - `order`: the order, for its picking, packing, boxes, consumables, labels, weighing, bagging and goods
 * - `parcel`: the parcel, for its shipping price, which differs between the parcels of an order
 * - `return`: the customer's return, for handling it
 * - `hand`: the charge itself, which somebody entered
 */
export const chargeSources = ["warehouse-day", "receipt", "shipment", "order", "parcel", "return", "hand"] as const;
export type ChargeSource = (typeof chargeSources)[number];

/** Payment methods. `platform`: through a marketplace or payment service. */
export const topUpMethods = ["bank", "card", "cash", "platform", "other"] as const;
export type TopUpMethod = (typeof topUpMethods)[number];

/** The maximum of one amount: 100 million, in hundredths. */
export const mostCents = 10_000_000_000;
