import type { CardBehaviour } from "./cards.ts";
import type { SandboxClock } from "./clock.ts";
import { createClock } from "./clock.ts";
import { missing } from "./stripe-error.ts";
import type { CheckoutSession } from "./wire/checkout-session.ts";
import type { Customer } from "./wire/customer.ts";
import type { EventCause, StripeEvent } from "./wire/event.ts";
import { newEvent } from "./wire/event.ts";
import type { Invoice } from "./wire/invoice.ts";
import type { Charge, InvoicePayment, PaymentIntent, PaymentMethod } from "./wire/payment.ts";
import type { PortalSession } from "./wire/portal-session.ts";
import type { Dispute, Refund } from "./wire/reversal.ts";
import type { Subscription } from "./wire/subscription.ts";

/** What a checkout session knows besides what the API shows of it. */
export interface CheckoutMemory {
  subscriptionMetadata: Record<string, string>;
  subscriptionDescription: string | null;
  /** a subscription whose first payment needs a confirmation */
  waiting: { subscription: string; paymentMethod: string; name: string | null } | null;
}

/** A portal session, the secret of its address, and a card that waits for a confirmation. */
export interface PortalVisit {
  session: PortalSession;
  waitingPaymentMethod: string | null;
}

/** All stored objects, by id. */
export interface Objects {
  customers: Map<string, Customer>;
  paymentMethods: Map<string, PaymentMethod>;
  subscriptions: Map<string, Subscription>;
  invoices: Map<string, Invoice>;
  invoicePayments: Map<string, InvoicePayment>;
  paymentIntents: Map<string, PaymentIntent>;
  charges: Map<string, Charge>;
  refunds: Map<string, Refund>;
  disputes: Map<string, Dispute>;
  checkoutSessions: Map<string, CheckoutSession>;
  events: Map<string, StripeEvent>;
}

/** One merchant's account at the payment provider. */
export interface Account extends Objects {
  clock: SandboxClock;
  priceId: string;
  /** the server's own address, http://127.0.0.1:port */
  origin: string;
  /** what each stored card does, by payment method */
  behaviours: Map<string, CardBehaviour>;
  checkouts: Map<string, CheckoutMemory>;
  /** by the secret in the address */
  portalVisits: Map<string, PortalVisit>;
  deletedCustomers: Set<string>;
  /** all of these by name, for code that handles all: the state file, a reset */
  kept: Readonly<Record<string, Map<string, unknown> | Set<string>>>;
  /** the current request */
  cause: EventCause;
  onEvent: (event: StripeEvent) => void;
  /** Records an event. `before`: the object before the change, if it changed. */
  emit(type: string, object: { id: string; object: string }, before?: object): void;
  /** Deletes everything and returns to real time. */
  reset(): void;
}

export const noCause: EventCause = { id: null, idempotency_key: null };

export function createAccount(priceId: string): Account {
  const kept = {
    customers: new Map<string, Customer>(),
    paymentMethods: new Map<string, PaymentMethod>(),
    subscriptions: new Map<string, Subscription>(),
    invoices: new Map<string, Invoice>(),
    invoicePayments: new Map<string, InvoicePayment>(),
    paymentIntents: new Map<string, PaymentIntent>(),
    charges: new Map<string, Charge>(),
    refunds: new Map<string, Refund>(),
    disputes: new Map<string, Dispute>(),
    checkoutSessions: new Map<string, CheckoutSession>(),
    events: new Map<string, StripeEvent>(),
    behaviours: new Map<string, CardBehaviour>(),
    checkouts: new Map<string, CheckoutMemory>(),
    portalVisits: new Map<string, PortalVisit>(),
    deletedCustomers: new Set<string>(),
  };
  const account: Account = {
    ...kept,
    kept,
    clock: createClock(),
    priceId,
    origin: "",
    cause: noCause,
    onEvent: () => undefined,
    emit: (type, object, before) => {
      const event = newEvent(account.clock.now(), type, object, before ?? null, account.cause);
      account.events.set(event.id, event);
      account.onEvent(event);
    },
    reset: () => {
      for (const one of Object.values(kept)) one.clear();
      account.clock.reset();
    },
  };
  return account;
}

/** Returns an object by its id. @throws StripeError resource_missing */
export function find<T>(kept: ReadonlyMap<string, T>, kind: string, id: string, param = "id"): T {
  const found = kept.get(id);
  if (found === undefined) throw missing(kind, id, param);
  return found;
}

/** Returns the subscriptions of a customer, newest first. */
export function subscriptionsOf(account: Account, customer: string): Subscription[] {
  return [...account.subscriptions.values()].filter((one) => one.customer === customer).toReversed();
}

/** Returns the invoices of a customer, newest first. */
export function invoicesOf(account: Account, customer: string): Invoice[] {
  return [...account.invoices.values()].filter((one) => one.customer === customer).toReversed();
}
