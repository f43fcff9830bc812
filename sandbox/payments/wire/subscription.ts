import { newId } from "../ids.ts";
import type { Currency } from "./price.ts";
import { planOf, priceOf } from "./price.ts";

export type SubscriptionStatus = "incomplete" | "incomplete_expired" | "active" | "past_due" | "canceled";

export interface SubscriptionStart {
  customer: string;
  currency: Currency;
  priceId: string;
  metadata: Record<string, string>;
  description: string | null;
  defaultPaymentMethod: string;
  status: SubscriptionStatus;
  /** end of the first month, seconds */
  periodEnd: number;
}

interface CancellationDetails {
  comment: string | null;
  feedback: string | null;
  feedback_option: null;
  reason: string | null;
}

function itemOf(subscription: string, now: number, given: SubscriptionStart) {
  return {
    id: newId("si"),
    object: "subscription_item" as const,
    billing_thresholds: null,
    created: now,
    // since API 2025-03-31 the period is here, and not on the subscription
    current_period_end: given.periodEnd,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(given.priceId),
    price: priceOf(given.priceId),
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}

/** A subscription to the one price, as the API shows it. */
export function newSubscription(now: number, given: SubscriptionStart) {
  const id = newId("sub");
  const details: CancellationDetails = { comment: null, feedback: null, feedback_option: null, reason: null };
  return {
    id,
    object: "subscription" as const,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null as number | null,
    cancel_at_period_end: false,
    canceled_at: null as number | null,
    cancellation_details: details,
    collection_method: "charge_automatically",
    created: now,
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: given.description,
    discounts: [],
    ended_at: null as number | null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: "self" } },
    items: {
      object: "list" as const,
      data: [itemOf(id, now, given)] as const,
      has_more: false,
      total_count: 1,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: "off" },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: given.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}

export type Subscription = ReturnType<typeof newSubscription>;
