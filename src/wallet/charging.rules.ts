/** What a retailer is charged for, by the account that it goes to. */
export const chargeKinds = ["storage", "handling", "shipping", "goods", "other"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** What happens in a warehouse and can have a price. Each is read from the ledger of stock. */
export const pricedEvents = [
  "storage_piece_day",
  "storage_litre_day",
  "receiving_piece",
  "putaway_piece",
  "return_piece",
  "shipped_piece",
] as const;
export type PricedEvent = (typeof pricedEvents)[number];
export const chargeEvents = [...pricedEvents, "by_hand"] as const;
export type ChargeEvent = (typeof chargeEvents)[number];

/** The account that an event's charge goes to. */
export const kindOfEvent = {
  storage_piece_day: "storage",
  storage_litre_day: "storage",
  receiving_piece: "handling",
  putaway_piece: "handling",
  return_piece: "handling",
  shipped_piece: "shipping",
} as const satisfies Record<PricedEvent, ChargeKind>;

/** Whether an event's tiers go by age in days; the others' go by the pieces of the month. */
export function isByAge(event: PricedEvent): boolean {
  return kindOfEvent[event] === "storage";
}

/** Where a charge comes from: a warehouse's day, a receipt, an order's shipment, or somebody's hand. */
export const chargeSources = ["warehouse-day", "receipt", "shipment", "hand"] as const;
export type ChargeSource = (typeof chargeSources)[number];

/** How money came in. `platform`: through a marketplace or payment service. */
export const topUpMethods = ["bank", "card", "cash", "platform", "other"] as const;
export type TopUpMethod = (typeof topUpMethods)[number];

/** The most of one amount: 100 million, in hundredths. */
export const mostCents = 10_000_000_000;
