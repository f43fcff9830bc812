import type { Card } from "../cards.ts";
import { newId } from "../ids.ts";
import type { Invoice } from "./invoice.ts";

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** A card that a customer keeps, as the API shows it. */
export function newPaymentMethod(now: number, customer: string, card: Card, billing: { email: string | null; name: string | null }) {
  return {
    id: newId("pm"),
    object: "payment_method" as const,
    allow_redisplay: "limited",
    billing_details: { address: noAddress, email: billing.email, name: billing.name, phone: null, tax_id: null },
    card: {
      brand: "visa",
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: "visa",
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: "credit",
      generated_from: null,
      last4: card.last4,
      networks: { available: ["visa"], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}

export type PaymentMethod = ReturnType<typeof newPaymentMethod>;

export type PaymentIntentStatus = "requires_payment_method" | "requires_action" | "succeeded" | "canceled";

/** The attempt to be paid for one invoice, as the API shows it. */
export function newPaymentIntent(now: number, invoice: Invoice) {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent" as const,
    allowed_payment_method_types: null,
    amount: invoice.total,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: "automatic",
    client_secret: null,
    confirmation_method: "automatic",
    created: now,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description: "Subscription creation",
    excluded_payment_method_types: null,
    last_payment_error: null as { code: string; decline_code: string; message: string; type: string } | null,
    latest_charge: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: "off_session",
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method" as PaymentIntentStatus,
    transfer_group: null,
  };
}

export type PaymentIntent = ReturnType<typeof newPaymentIntent>;

/** The link between an invoice and its payment intent: charges name no invoice any more. */
export function newInvoicePayment(now: number, invoice: Invoice, intent: PaymentIntent) {
  return {
    id: newId("inpay"),
    object: "invoice_payment" as const,
    amount_paid: null as number | null,
    amount_requested: invoice.total,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open" as "open" | "paid" | "canceled",
    status_transitions: { canceled_at: null as number | null, paid_at: null as number | null },
  };
}

export type InvoicePayment = ReturnType<typeof newInvoicePayment>;

function outcomeOf(paid: boolean) {
  return {
    advice_code: paid ? null : "try_again_later",
    network_advice_code: null,
    network_decline_code: paid ? null : "05",
    network_status: paid ? "approved_by_network" : "declined_by_network",
    reason: paid ? null : "generic_decline",
    risk_level: "normal",
    risk_score: 11,
    seller_message: paid ? "Payment complete." : "The bank did not return any further details with this decline.",
    type: paid ? "authorized" : "issuer_declined",
  };
}

function cardDetailsOf({ card }: PaymentMethod, amount: number) {
  return {
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: "visa",
      network_transaction_id: null,
      regulated_status: "unregulated",
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
    type: "card",
  };
}

/** A card that was charged, or was tried to be, as the API shows it. */
export function newCharge(now: number, intent: PaymentIntent, method: PaymentMethod, paid: boolean) {
  const id = newId("ch");
  return {
    id,
    object: "charge" as const,
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? newId("txn") : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "QUAYSIDE",
    captured: paid,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: paid ? null : "card_declined",
    failure_message: paid ? null : "Your card was declined.",
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: outcomeOf(paid),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: cardDetailsOf(method, intent.amount),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
}

export type Charge = ReturnType<typeof newCharge>;
