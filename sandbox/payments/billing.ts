import type { Account } from "./account.ts";
import { find } from "./account.ts";
import { periodEnd } from "./clock.ts";
import { failInvoice, finalizeInvoice, payInvoice, voidInvoice, worksLater } from "./payments.ts";
import { StripeError } from "./stripe-error.ts";
import type { Customer } from "./wire/customer.ts";
import type { Invoice } from "./wire/invoice.ts";
import { newInvoice } from "./wire/invoice.ts";
import type { Currency } from "./wire/price.ts";
import type { Subscription, SubscriptionStatus } from "./wire/subscription.ts";
import { newSubscription } from "./wire/subscription.ts";

/** The initial values of a subscription. */
export interface Start {
  customer: Customer;
  currency: Currency;
  metadata: Record<string, string>;
  description: string | null;
  paymentMethod: string;
}

/** Changes a subscription and emits the event. */
function change(account: Account, subscription: Subscription, how: (subscription: Subscription) => void, type = "updated"): void {
  const before = structuredClone(subscription);
  how(subscription);
  if (type === "updated") account.emit("customer.subscription.updated", subscription, before);
  else account.emit(`customer.subscription.${type}`, subscription);
}

/** Returns the invoice of a subscription's newest month. */
export function latestInvoice(account: Account, subscription: Subscription): Invoice {
  return find(account.invoices, "invoice", subscription.latest_invoice ?? "");
}

/**
 * Starts a subscription with the invoice of its first month.
 * @param status "active" pays it at once; "incomplete" leaves it open until the payer has confirmed
 */
export function startSubscription(account: Account, start: Start, status: "active" | "incomplete"): Subscription {
  const now = account.clock.now();
  const { customer, currency, metadata, description, paymentMethod } = start;
  const subscription = newSubscription(now, {
    customer: customer.id,
    currency,
    priceId: account.priceId,
    metadata,
    description,
    defaultPaymentMethod: paymentMethod,
    status,
    periodEnd: periodEnd(now, now),
  });
  const invoice = newInvoice(now, customer, subscription, "subscription_create");
  subscription.latest_invoice = invoice.id;
  customer.currency = currency;
  account.subscriptions.set(subscription.id, subscription);
  account.invoices.set(invoice.id, invoice);
  account.emit("customer.subscription.created", subscription);
  account.emit("invoice.created", invoice);
  finalizeInvoice(account, customer, invoice);
  if (status === "active") payInvoice(account, invoice, paymentMethod);
  return subscription;
}

/** Pays the waiting first month after the payer has confirmed, or changed the card. */
export function completeFirstPayment(account: Account, subscription: Subscription, methodId: string): void {
  payInvoice(account, latestInvoice(account, subscription), methodId);
  change(account, subscription, (one) => {
    one.status = "active";
    one.default_payment_method = methodId;
  });
}

/** Refuses the first payment in the payer's presence. */
export function failFirstPayment(account: Account, subscription: Subscription, methodId: string): void {
  failInvoice(account, latestInvoice(account, subscription), methodId, false);
}

function ended(status: SubscriptionStatus, now: number, reason: string): (one: Subscription) => void {
  return (one) => {
    one.status = status;
    one.ended_at = now;
    one.canceled_at ??= now;
    one.cancellation_details = { ...one.cancellation_details, reason };
  };
}

/** Expires a subscription after 23 hours without a first payment. */
export function expireIncomplete(account: Account, subscription: Subscription): void {
  voidInvoice(account, latestInvoice(account, subscription));
  change(account, subscription, (one) => {
    one.status = "incomplete_expired";
    one.ended_at = account.clock.now();
  });
}

/** Ends a subscription at once. */
export function endSubscription(
  account: Account,
  subscription: Subscription,
  reason: "cancellation_requested" | "payment_failed" | "payment_disputed",
): void {
  if (subscription.status === "canceled" || subscription.status === "incomplete_expired") return;
  const invoice = latestInvoice(account, subscription);
  // Nothing more is collected for it; an unpaid invoice stays open, as by Stripe's default.
  if (invoice.status === "open") {
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
  }
  change(account, subscription, ended("canceled", account.clock.now(), reason), "deleted");
}

function cancelling(account: Account, subscription: Subscription, cancelAt: number | null, atPeriodEnd: boolean): void {
  change(account, subscription, (one) => {
    one.cancel_at_period_end = atPeriodEnd;
    one.cancel_at = cancelAt;
    one.canceled_at = cancelAt === null ? null : account.clock.now();
    one.cancellation_details = { ...one.cancellation_details, reason: cancelAt === null ? null : "cancellation_requested" };
  });
}

/** Sets or undoes the end at the period's end; repeating it changes nothing, nor does undoing an end that only a date sets. */
export function setCancelAtPeriodEnd(account: Account, subscription: Subscription, cancel: boolean): void {
  if (subscription.cancel_at_period_end === cancel) return;
  cancelling(account, subscription, cancel ? subscription.items.data[0].current_period_end : null, cancel);
}

/** Cancels like the portal under flexible billing: only the date of the end is set, and `cancel_at_period_end` stays false. Once. */
export function cancelByDate(account: Account, subscription: Subscription): void {
  if (subscription.cancel_at === null) cancelling(account, subscription, subscription.items.data[0].current_period_end, false);
}

/** Undoes the end, however it was set. */
export function goOn(account: Account, subscription: Subscription): void {
  if (subscription.cancel_at !== null) cancelling(account, subscription, null, false);
}

/** Sets new metadata or a new description. */
export function describe(account: Account, subscription: Subscription, metadata: Record<string, string>): void {
  change(account, subscription, (one) => {
    one.metadata = metadata;
  });
}

/** Begins the next month at a period's end; its invoice is paid, or the subscription becomes past due. */
export function renew(account: Account, subscription: Subscription): void {
  const customer = find(account.customers, "customer", subscription.customer);
  const works = worksLater(account, subscription.default_payment_method);
  const now = account.clock.now();
  change(account, subscription, (one) => {
    const [item] = one.items.data;
    item.current_period_start = item.current_period_end;
    item.current_period_end = periodEnd(one.billing_cycle_anchor, item.current_period_start);
    const invoice = newInvoice(now, customer, one, "subscription_cycle");
    account.invoices.set(invoice.id, invoice);
    one.latest_invoice = invoice.id;
    if (!works) one.status = "past_due";
  });
  const invoice = latestInvoice(account, subscription);
  account.emit("invoice.created", invoice);
  finalizeInvoice(account, customer, invoice);
  if (works) payInvoice(account, invoice, subscription.default_payment_method);
  else failInvoice(account, invoice, subscription.default_payment_method, true);
}

/** Retries the open invoice of a past-due subscription. @returns whether it is paid now */
export function retryPayment(account: Account, subscription: Subscription, scheduled: boolean): boolean {
  const invoice = latestInvoice(account, subscription);
  if (!worksLater(account, subscription.default_payment_method)) {
    failInvoice(account, invoice, subscription.default_payment_method, scheduled);
    return false;
  }
  payInvoice(account, invoice, subscription.default_payment_method);
  change(account, subscription, (one) => {
    one.status = "active";
  });
  return true;
}

/** Sets another card for a subscription; a past-due invoice is retried at once. @returns false if that payment failed */
export function changeCard(account: Account, subscription: Subscription, methodId: string): boolean {
  change(account, subscription, (one) => {
    one.default_payment_method = methodId;
  });
  return subscription.status === "past_due" ? retryPayment(account, subscription, false) : true;
}

/** Refuses to change an ended subscription, like Stripe. @throws StripeError if it has ended */
export function mustLive(subscription: Subscription): void {
  if (subscription.status !== "canceled" && subscription.status !== "incomplete_expired") return;
  throw new StripeError(400, { message: "A canceled subscription can only update its cancellation_details and metadata." });
}
