interface ReceiptFacts {
  readonly amount_cents: number;
  readonly refunded_cents: number;
  readonly is_disputed: boolean;
}

/** Returns the state of a payment. */
export function getReceiptState({ amount_cents, refunded_cents, is_disputed }: ReceiptFacts): "paid" | "refunded" | "partly" | "disputed" {
  if (is_disputed) return "disputed";
  if (refunded_cents <= 0) return "paid";
  return refunded_cents >= amount_cents ? "refunded" : "partly";
}
