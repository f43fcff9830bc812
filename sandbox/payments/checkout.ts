import type { Account, CheckoutMemory } from "./account.ts";
import { find } from "./account.ts";
import type { Start } from "./billing.ts";
import { completeFirstPayment, failFirstPayment, startSubscription } from "./billing.ts";
import type { Card } from "./cards.ts";
import { keepCard } from "./payments.ts";
import { StripeError } from "./stripe-error.ts";
import type { CheckoutSession } from "./wire/checkout-session.ts";
import { payerDetails } from "./wire/checkout-session.ts";
import type { Customer } from "./wire/customer.ts";
import { newCustomer } from "./wire/customer.ts";
import type { Subscription } from "./wire/subscription.ts";

/** The payer and card, as typed. */
export interface Payer {
  email: string;
  name: string | null;
  card: Card;
}

export type Payment = "paid" | "declined" | "needsConfirmation";

function memoryOf(account: Account, session: CheckoutSession): CheckoutMemory {
  return find(account.checkouts, "checkout.session", session.id);
}

/** Returns the session's customer; creates one if it has none yet. */
function customerOf(account: Account, session: CheckoutSession, payer: Payer): Customer {
  if (session.customer !== null) {
    const customer = find(account.customers, "customer", session.customer);
    customer.email ??= payer.email;
    customer.name ??= payer.name;
    return customer;
  }
  const customer = newCustomer(account.clock.now(), { email: payer.email, name: payer.name });
  account.customers.set(customer.id, customer);
  account.emit("customer.created", customer);
  session.customer = customer.id;
  return customer;
}

function complete(account: Account, session: CheckoutSession, subscription: Subscription, name: string | null): void {
  const customer = find(account.customers, "customer", subscription.customer);
  session.status = "complete";
  session.payment_status = "paid";
  session.subscription = subscription.id;
  session.invoice = subscription.latest_invoice;
  session.customer_details = payerDetails(customer.email, name ?? customer.name);
  session.url = null;
  memoryOf(account, session).waiting = null;
  account.emit("checkout.session.completed", session);
}

function waitingSubscription(account: Account, session: CheckoutSession): Subscription | null {
  const id = memoryOf(account, session).waiting?.subscription ?? "";
  const subscription = account.subscriptions.get(id);
  return subscription?.status === "incomplete" ? subscription : null;
}

/** Pays an open session. A card that needs a confirmation leaves an incomplete subscription, which a later attempt continues. */
export function pay(account: Account, session: CheckoutSession, payer: Payer): Payment {
  if (payer.card.behaviour === "declined") return "declined";
  const memory = memoryOf(account, session);
  const customer = customerOf(account, session, payer);
  const method = keepCard(account, customer, payer.card, payer.name);
  const waiting = waitingSubscription(account, session);
  const start: Start = {
    customer,
    currency: session.currency,
    metadata: { ...memory.subscriptionMetadata },
    description: memory.subscriptionDescription,
    paymentMethod: method.id,
  };
  if (payer.card.behaviour === "needsConfirmation") {
    const subscription = waiting ?? startSubscription(account, start, "incomplete");
    memory.waiting = { subscription: subscription.id, paymentMethod: method.id, name: payer.name };
    return "needsConfirmation";
  }
  if (waiting === null) complete(account, session, startSubscription(account, start, "active"), payer.name);
  else {
    completeFirstPayment(account, waiting, method.id);
    complete(account, session, waiting, payer.name);
  }
  return "paid";
}

/** Handles the payer's answer to the bank's question. @returns whether there was a question to answer */
export function answerConfirmation(account: Account, session: CheckoutSession, confirmed: boolean): boolean {
  const { waiting } = memoryOf(account, session);
  const subscription = waitingSubscription(account, session);
  if (waiting === null || subscription === null) return false;
  if (confirmed) {
    completeFirstPayment(account, subscription, waiting.paymentMethod);
    complete(account, session, subscription, waiting.name);
  } else failFirstPayment(account, subscription, waiting.paymentMethod);
  return true;
}

/** Ends an open session unpaid. @throws StripeError if it is no longer open */
export function expireSession(account: Account, session: CheckoutSession): void {
  if (session.status !== "open")
    throw new StripeError(400, { message: `Only Checkout Sessions with a status of open can be expired; this one is ${session.status}.` });
  session.status = "expired";
  session.url = null;
  account.emit("checkout.session.expired", session);
}
