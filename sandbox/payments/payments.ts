import type { Account } from "./account.ts";
import { find } from "./account.ts";
import type { Card } from "./cards.ts";
import type { Customer } from "./wire/customer.ts";
import type { Invoice } from "./wire/invoice.ts";
import type { InvoicePayment, PaymentIntent, PaymentMethod } from "./wire/payment.ts";
import { newCharge, newInvoicePayment, newPaymentIntent, newPaymentMethod } from "./wire/payment.ts";

const day = 86_400;

/** Stores a card for a customer; its number was never part of it. */
export function keepCard(account: Account, customer: Customer, card: Card, name: string | null): PaymentMethod {
  const method = newPaymentMethod(account.clock.now(), customer.id, card, { email: customer.email, name });
  account.paymentMethods.set(method.id, method);
  account.behaviours.set(method.id, card.behaviour);
  return method;
}

function paymentOf(account: Account, invoice: Invoice): { link: InvoicePayment; intent: PaymentIntent } {
  const link = [...account.invoicePayments.values()].find((one) => one.invoice === invoice.id);
  const intent = account.paymentIntents.get(link?.payment.payment_intent ?? "");
  if (link === undefined || intent === undefined) throw new Error("payments: an open invoice has no payment");
  return { link, intent };
}

/** Finalizes a draft: it gets its number, its pages and a payment intent. */
export function finalizeInvoice(account: Account, customer: Customer, invoice: Invoice): void {
  const before = structuredClone(invoice);
  const now = account.clock.now();
  invoice.status = "open";
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, "0")}`;
  customer.next_invoice_sequence += 1;
  invoice.effective_at = now;
  invoice.ending_balance = 0;
  invoice.status_transitions.finalized_at = now;
  invoice.hosted_invoice_url = `${account.origin}/i/${invoice.id}`;
  const intent = newPaymentIntent(now, invoice);
  if (invoice.billing_reason === "subscription_cycle") intent.description = "Subscription update";
  const link = newInvoicePayment(now, invoice, intent);
  account.paymentIntents.set(intent.id, intent);
  account.invoicePayments.set(link.id, link);
  account.emit("payment_intent.created", intent);
  account.emit("invoice.finalized", invoice, before);
}

/** Marks invoice, payment, intent and charge as paid. */
export function payInvoice(account: Account, invoice: Invoice, methodId: string): void {
  const method = find(account.paymentMethods, "PaymentMethod", methodId);
  const { link, intent } = paymentOf(account, invoice);
  const before = structuredClone(invoice);
  const now = account.clock.now();
  const charge = newCharge(now, intent, method, true);
  account.charges.set(charge.id, charge);
  Object.assign(intent, {
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
  } satisfies Partial<PaymentIntent>);
  Object.assign(link, {
    status: "paid",
    amount_paid: intent.amount,
    status_transitions: { canceled_at: null, paid_at: now },
  } satisfies Partial<InvoicePayment>);
  invoice.status = "paid";
  invoice.amount_paid = invoice.total;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.attempt_count += 1;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = now;
  account.emit("charge.succeeded", charge);
  account.emit("payment_intent.succeeded", intent);
  account.emit("invoice.paid", invoice, before);
  account.emit("invoice.payment_succeeded", invoice, before);
}

/** Returns when a payment that has failed so many times is retried: 3 and 7 days after the invoice, then no more. */
function nextAttempt(invoice: Invoice): number | null {
  const days = [3, 7][invoice.attempt_count - 1];
  return days === undefined ? null : invoice.created + days * day;
}

/** Records a refused card: the invoice stays open, with the time of the next attempt. `scheduled`: the attempt was a scheduled one. */
export function failInvoice(account: Account, invoice: Invoice, methodId: string, scheduled: boolean): void {
  const method = find(account.paymentMethods, "PaymentMethod", methodId);
  const { intent } = paymentOf(account, invoice);
  const before = structuredClone(invoice);
  const charge = newCharge(account.clock.now(), intent, method, false);
  account.charges.set(charge.id, charge);
  intent.status = "requires_payment_method";
  intent.latest_charge = charge.id;
  intent.last_payment_error = {
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
    type: "card_error",
  };
  invoice.attempted = true;
  if (scheduled) {
    invoice.attempt_count += 1;
    invoice.next_payment_attempt = nextAttempt(invoice);
  }
  account.emit("charge.failed", charge);
  account.emit("payment_intent.payment_failed", intent);
  account.emit("invoice.payment_failed", invoice, before);
}

/** Voids an invoice, so that nobody has to pay it. */
export function voidInvoice(account: Account, invoice: Invoice): void {
  const before = structuredClone(invoice);
  const { link, intent } = paymentOf(account, invoice);
  const now = account.clock.now();
  invoice.status = "void";
  invoice.auto_advance = false;
  invoice.status_transitions.voided_at = now;
  link.status = "canceled";
  link.status_transitions.canceled_at = now;
  intent.status = "canceled";
  intent.canceled_at = now;
  intent.cancellation_reason = "void_invoice";
  account.emit("invoice.voided", invoice, before);
}

/** Whether a stored card can be charged while its owner is away. */
export function worksLater(account: Account, methodId: string): boolean {
  const behaviour = account.behaviours.get(methodId);
  return behaviour === "good" || behaviour === "needsConfirmation";
}
