import type { Language } from "#src/lib/look.ts";
import type { SubscriptionStatus } from "#src/subscription/subscription.machine.ts";

/** A subscription as its provider has it now, in our words. */
export interface ProvidedSubscription {
  readonly id: string;
  readonly customerId: string;
  /** ours, given at checkout; null for one that was not made by our checkout */
  readonly userUuid: string | null;
  readonly planId: string | null;
  readonly status: SubscriptionStatus;
  readonly currency: "USD" | "CNY";
  readonly amountCents: number;
  readonly currentPeriodStart: Date;
  readonly currentPeriodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
  readonly latestInvoiceId: string | null;
  readonly endedAt: Date | null;
}

/** An invoice that was paid. */
export interface ProvidedInvoice {
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly customerId: string;
  readonly number: string;
  readonly currency: "USD" | "CNY";
  readonly amountCents: number;
  readonly refundedCents: number;
  /** the charge that paid it; null where none did */
  readonly chargeId: string | null;
  readonly isPaid: boolean;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly paidAt: Date | null;
}

export interface ProvidedCheckout {
  readonly id: string;
  readonly status: "open" | "complete" | "expired";
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
}

/** What an event is about. What is true is asked for, so that events may come twice and in any order. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly happenedAt: Date;
  readonly about: {
    readonly subscriptionId?: string;
    readonly customerId?: string;
    readonly invoiceId?: string;
    readonly chargeId?: string;
    readonly checkoutId?: string;
  };
}

export interface NewCheckout {
  readonly userUuid: string;
  readonly customerId: string;
  readonly planId: string;
  readonly currency: "USD" | "CNY";
  readonly language: Language;
  /** holds `{CHECKOUT_SESSION_ID}`, which the provider fills in */
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly idempotencyKey: string;
}

/** The provider could not be reached, or failed: whatever was asked may or may not have been done, and may be asked again. */
export class PaymentsUnavailable extends Error {
  override readonly name = "PaymentsUnavailable";
}

/** The webhook's signature is not the provider's, or too old. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}

/**
 * What takes money for us. One implementation a party, true to its published contract; a sandbox speaks its wire.
 * Every call but `readWebhook` goes over the network: none is made while a transaction is open.
 * @throws PaymentsUnavailable from each that goes over the network
 */
export interface PaymentProvider {
  /** as the tables name it */
  readonly name: string;
  createCustomer(customer: { userUuid: string; email: string; language: Language; idempotencyKey: string }): Promise<{ id: string }>;
  changeCustomerEmail(customerId: string, email: string): Promise<void>;
  /** Forgets a customer; its subscriptions end at once. One that is gone already is no error. */
  deleteCustomer(customerId: string): Promise<void>;
  /** null where the provider does not know the customer any more: it was deleted there */
  createCheckout(checkout: NewCheckout): Promise<{ id: string; url: string; expiresAt: Date } | null>;
  /** null for an id that the provider does not know */
  checkout(id: string): Promise<ProvidedCheckout | null>;
  /** Closes a checkout that nobody has paid; one that is not open any more is no error. */
  expireCheckout(id: string): Promise<void>;
  openPortal(portal: {
    customerId: string;
    subscriptionId: string | null;
    isCancelling: boolean;
    returnUrl: string;
    language: Language;
  }): Promise<{ url: string }>;
  /** null for an id that the provider does not know */
  subscription(id: string): Promise<ProvidedSubscription | null>;
  setCancelAtPeriodEnd(subscriptionId: string, isCancelling: boolean): Promise<ProvidedSubscription>;
  /** Ends it now; one that has ended is no error. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** null for an id that the provider does not know */
  invoice(id: string): Promise<ProvidedInvoice | null>;
  /** The invoice that a charge paid, how much of it went back, and whether it is disputed; null where it paid none. */
  charge(id: string): Promise<{ invoiceId: string; amountCents: number; refundedCents: number; isDisputed: boolean } | null>;
  /**
   * Checks a webhook's signature over its raw bytes and reads what it is about; null for a type that we have no use for.
   * @throws WebhookRefused
   */
  readWebhook(rawBody: Buffer, signature: string | undefined, now: Date): PaymentEvent | null;
}
