import type { Stripe } from "stripe";
import type { SubscriptionStatus } from "#src/pro/subscription/subscription.machine.ts";
import type { ProvidedCheckout, ProvidedInvoice, ProvidedSubscription } from "./payment-provider.ts";

/** Stripe's statuses in our terms. "unpaid" is final: nobody retries that payment. */
const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: "INCOMPLETE",
  incomplete_expired: "EXPIRED",
  trialing: "TRIALING",
  active: "ACTIVE",
  past_due: "PAST_DUE",
  unpaid: "EXPIRED",
  paused: "PAUSED",
  canceled: "CANCELED",
};

const currencies: Readonly<Record<string, "USD" | "CNY">> = { usd: "USD", cny: "CNY" };

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** Returns an object's id. Stripe sends either the id or the expanded object. */
export function readId(object: string | { id: string } | null | undefined): string | null {
  return typeof object === "string" ? object : (object?.id ?? null);
}

function readStatus(status: string): SubscriptionStatus {
  const known = statuses[status];
  if (known === undefined) throw new Error(`stripe: unknown subscription status "${status}"`);
  return known;
}

/** @param price with its `currency_options` expanded; otherwise the amount is in its own currency */
function readAmount({ unit_amount, currency_options }: Stripe.Price, currency: string): number {
  return currency_options?.[currency]?.unit_amount ?? unit_amount ?? 0;
}

/** Reads a subscription; null for one in another currency, which is not ours. */
export function readSubscription(subscription: Stripe.Subscription): ProvidedSubscription | null {
  const currency = currencies[subscription.currency];
  // Since API 2025-03-31 the period is on the item.
  const [item] = subscription.items.data;
  if (currency === undefined || item === undefined) return null;
  return {
    id: subscription.id,
    customerId: readId(subscription.customer) ?? "",
    userUuid: subscription.metadata["user_uuid"] ?? null,
    planId: subscription.metadata["plan_id"] ?? null,
    status: readStatus(subscription.status),
    currency,
    amountCents: readAmount(item.price, subscription.currency),
    currentPeriodStart: toDate(item.current_period_start),
    currentPeriodEnd: toDate(item.current_period_end),
    // If it was cancelled in Stripe's portal under flexible billing, only the date is set.
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    latestInvoiceId: readId(subscription.latest_invoice),
    endedAt: subscription.ended_at === null ? null : toDate(subscription.ended_at),
  };
}

function latestCharge(payment: Stripe.InvoicePayment): string | Stripe.Charge | null {
  const intent = payment.payment.payment_intent;
  return typeof intent === "object" ? intent.latest_charge : null;
}

/** Returns how much of a charge was refunded; 0 if only its id is given. */
function readRefunded(payment: Stripe.InvoicePayment): number {
  const charge = latestCharge(payment);
  return typeof charge === "object" ? (charge?.amount_refunded ?? 0) : 0;
}

/** Returns the charge of the successful payment. */
function paidBy(payments: readonly Stripe.InvoicePayment[]): string | null {
  const paid = payments.find(({ status }) => status === "paid");
  return paid === undefined ? null : readId(latestCharge(paid));
}

/**
 * Reads an invoice; null for one in another currency.
 * @param payments its payments, expanded down to the charge
 */
export function readInvoice(invoice: Stripe.Invoice, payments: readonly Stripe.InvoicePayment[]): ProvidedInvoice | null {
  const currency = currencies[invoice.currency];
  if (currency === undefined) return null;
  // The invoice's own period is the previous one; its line has the paid period.
  const period = invoice.lines.data[0]?.period ?? { start: invoice.period_start, end: invoice.period_end };
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id: invoice.id,
    subscriptionId: readId(invoice.parent?.subscription_details?.subscription),
    customerId: readId(invoice.customer) ?? "",
    number: invoice.number ?? invoice.id,
    currency,
    amountCents: invoice.amount_paid,
    refundedCents: payments.reduce((sum, payment) => sum + readRefunded(payment), 0),
    chargeId: paidBy(payments),
    isPaid: invoice.status === "paid",
    periodStart: toDate(period.start),
    periodEnd: toDate(period.end),
    paidAt: paidAt === null ? null : toDate(paidAt),
  };
}

/** Reads a checkout. */
export function readCheckout({ id, status, customer, subscription }: Stripe.Checkout.Session): ProvidedCheckout {
  return {
    id,
    status: status === "complete" ? "complete" : status === "expired" ? "expired" : "open",
    customerId: readId(customer),
    subscriptionId: readId(subscription),
  };
}
