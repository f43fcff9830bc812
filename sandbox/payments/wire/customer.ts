import { newId } from "../ids.ts";

export interface CustomerDetails {
  email?: string | null | undefined;
  name?: string | null | undefined;
  phone?: string | null | undefined;
  description?: string | null | undefined;
  metadata?: Record<string, string>;
  preferred_locales?: string[];
}

/** A customer as the API shows it. */
export function newCustomer(now: number, given: CustomerDetails) {
  return {
    id: newId("cus"),
    object: "customer" as const,
    address: null,
    balance: 0,
    created: now,
    currency: null as string | null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: newId("x").slice(2, 10).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null as string | null, footer: null, rendering_options: null },
    livemode: false,
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: given.preferred_locales ?? [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

export type Customer = ReturnType<typeof newCustomer>;
