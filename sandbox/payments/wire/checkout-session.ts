import { newId } from "../ids.ts";
import type { Currency } from "./price.ts";
import { amountIn, priceOf, productOf } from "./price.ts";

export interface SessionStart {
  origin: string;
  customer: string | null;
  customerEmail: string | null;
  currency: Currency;
  clientReferenceId: string | null;
  metadata: Record<string, string>;
  locale: string | null;
  successUrl: string;
  cancelUrl: string | null;
  expiresAt: number;
  allowPromotionCodes: boolean | null;
}

interface PayerDetails {
  address: null;
  business_name: null;
  email: string | null;
  individual_name: null;
  name: string | null;
  phone: null;
  tax_exempt: string;
  tax_ids: [];
}

/** Who pays, as a finished session tells it. */
export function payerDetails(email: string | null, name: string | null): PayerDetails {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  };
}

/** A checkout in subscription mode on a hosted page, as the API shows it. */
export function newCheckoutSession(now: number, given: SessionStart) {
  const id = newId("cs_test");
  const amount = amountIn(given.currency);
  return {
    id,
    object: "checkout.session" as const,
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: given.allowPromotionCodes,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancelUrl,
    client_reference_id: given.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: given.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: given.customer,
    customer_account: null,
    customer_creation: given.customer === null ? "always" : null,
    customer_details: given.customerEmail === null ? null : payerDetails(given.customerEmail, null),
    customer_email: given.customerEmail,
    discounts: null,
    expires_at: given.expiresAt,
    integration_identifier: null,
    invoice: null as string | null,
    invoice_creation: null,
    livemode: false,
    locale: given.locale,
    managed_payments: null,
    metadata: given.metadata,
    mode: "subscription",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "always",
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: "unpaid" as "unpaid" | "paid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: { allow_redisplay_filters: ["always"], payment_method_remove: "disabled", payment_method_save: null },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open" as "open" | "complete" | "expired",
    submit_type: null,
    subscription: null as string | null,
    success_url: given.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${given.origin}/c/pay/${id}` as string | null,
    wallet_options: null,
  };
}

export type CheckoutSession = ReturnType<typeof newCheckoutSession>;

/** What `expand[]=line_items` adds to a session. */
export function lineItems(session: CheckoutSession, priceId: string) {
  const total = amountIn(session.currency);
  const data = {
    id: `li_${session.id.slice(8, 32)}`,
    object: "item" as const,
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: session.currency,
    description: productOf().name,
    metadata: {},
    price: priceOf(priceId),
    quantity: 1,
  };
  return { object: "list" as const, data: [data], has_more: false, url: `/v1/checkout/sessions/${session.id}/line_items` };
}
