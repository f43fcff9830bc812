/** What the sandbox sells: one product, one monthly price. */
export const productId = "prod_QuaysidePro";
export const currencies = ["usd", "cny"] as const;
export type Currency = (typeof currencies)[number];

const amounts: Readonly<Record<Currency, number>> = { usd: 888, cny: 6900 };
/** The price is older than everything that is bought at it. */
const created = 1_767_225_600;

/** The price in a currency, in its smallest unit: cents or fen. */
export function amountIn(currency: Currency): number {
  return amounts[currency];
}

export function productOf() {
  return {
    id: productId,
    object: "product" as const,
    active: true,
    created,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: "Quayside Collector Pro",
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: created,
    url: null,
  };
}

/** The price without its other currencies, which the API shows only where they are asked for. */
export function priceOf(id: string) {
  return {
    id,
    object: "price" as const,
    active: true,
    billing_scheme: "per_unit",
    created,
    currency: "usd",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: productId,
    recurring: { interval: "month", interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: amounts.usd,
    unit_amount_decimal: String(amounts.usd),
  };
}

/** What `expand[]=currency_options` adds to a price. */
export function currencyOptions() {
  return Object.fromEntries(
    currencies.map((currency) => [
      currency,
      {
        custom_unit_amount: null,
        tax_behavior: "unspecified",
        unit_amount: amounts[currency],
        unit_amount_decimal: String(amounts[currency]),
      },
    ]),
  );
}

/** The same price as the older object `plan`, which subscription items still carry. */
export function planOf(id: string) {
  return {
    id,
    object: "plan" as const,
    active: true,
    amount: amounts.usd,
    amount_decimal: String(amounts.usd),
    billing_scheme: "per_unit",
    created,
    currency: "usd",
    interval: "month",
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: productId,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}
