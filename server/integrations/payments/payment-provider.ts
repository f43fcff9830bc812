import type { Language } from "#src/kit/lib/languages.ts";
import type { SubscriptionStatus } from "#src/pro/subscription/subscription.machine.ts";

/** A subscription in its provider's current state, in our terms. */
export interface ProvidedSubscription {
  readonly id: string;
  readonly customerId: string;
  /** our user, set at checkout; null if our checkout did not create it */
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

/** A paid invoice. */
export interface ProvidedInvoice {
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly customerId: string;
  readonly number: string;
  readonly currency: "USD" | "CNY";
  readonly amountCents: number;
  readonly refundedCents: number;
  /** the charge that paid it; null if there is none */
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

/** An event and the objects that it is about. The current state is fetched, so events may arrive twice and in any order. */
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
  /** contains `{CHECKOUT_SESSION_ID}`, which the provider fills in */
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly idempotencyKey: string;
}

/** The provider could not be reached, or failed: the operation may or may not have been carried out, and can be repeated. */
export class PaymentsUnavailable extends Error {
  override readonly name = "PaymentsUnavailable";
}

/** The webhook's signature is invalid, or too old. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}

/**
 * A payment provider. Each implementation follows the provider's published API; a sandbox speaks its protocol. Every method but `readWebhook` uses the
 * network, so none is called while a transaction is open.
 * @throws PaymentsUnavailable from every method that uses the network
 */
export interface PaymentProvider {
  /** its name in the tables */
  readonly name: string;
  createCustomer(customer: { userUuid: string; email: string; language: Language; idempotencyKey: string }): Promise<{ id: string }>;
  changeCustomerEmail(customerId: string, email: string): Promise<void>;
  /** Deletes a customer; its subscriptions end at once. Deleting it again is not an error. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Returns null if the customer was deleted at the provider. */
  createCheckout(checkout: NewCheckout): Promise<{ id: string; url: string; expiresAt: Date } | null>;
  /** Returns null for an id that the provider does not know. */
  checkout(id: string): Promise<ProvidedCheckout | null>;
  /** Closes an unpaid checkout; closing one that is no longer open is not an error. */
  expireCheckout(id: string): Promise<void>;
  openPortal(portal: {
    customerId: string;
    subscriptionId: string | null;
    isCancelling: boolean;
    returnUrl: string;
    language: Language;
  }): Promise<{ url: string }>;
  /** Returns null for an id that the provider does not know. */
  subscription(id: string): Promise<ProvidedSubscription | null>;
  setCancelAtPeriodEnd(subscriptionId: string, isCancelling: boolean): Promise<ProvidedSubscription>;
  /** Ends a subscription now; ending it again is not an error. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Returns null for an id that the provider does not know. */
  invoice(id: string): Promise<ProvidedInvoice | null>;
  /** Returns the invoice that a charge paid, the refunded amount, and whether it is disputed; null if it paid no invoice. */
  charge(id: string): Promise<{ invoiceId: string; amountCents: number; refundedCents: number; isDisputed: boolean } | null>;
  /**
   * Verifies a webhook's signature over its raw bytes and parses it; null for a type that we do not use.
   * @throws WebhookRefused
   */
  readWebhook(rawBody: Buffer, signature: string | undefined, now: Date): PaymentEvent | null;
}
