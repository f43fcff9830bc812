/** Kinds of charges; each is an account. */
export const chargeKinds = ["storage", "handling", "shipping", "goods", "other"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** Events in a warehouse that can have a price. Each is read from the stock ledger. */
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

/** The account of an event's charges. */
export const kindOfEvent = {
  storage_piece_day: "storage",
  storage_litre_day: "storage",
  receiving_piece: "handling",
  putaway_piece: "handling",
  return_piece: "handling",
  shipped_piece: "shipping",
} as const satisfies Record<PricedEvent, ChargeKind>;

/** Whether an event's tiers depend on age in days; the others depend on the pieces of the month. */
export function isByAge(event: PricedEvent): boolean {
  return kindOfEvent[event] === "storage";
}

/** The source of a charge: a warehouse's day, a receipt, an order's shipment, or manual. */
export const chargeSources = ["warehouse-day", "receipt", "shipment", "hand"] as const;
export type ChargeSource = (typeof chargeSources)[number];

/** Payment methods. `platform`: through a marketplace or payment service. */
export const topUpMethods = ["bank", "card", "cash", "platform", "other"] as const;
export type TopUpMethod = (typeof topUpMethods)[number];

/** The maximum of one amount: 100 million, in hundredths. */
export const mostCents = 10_000_000_000;
