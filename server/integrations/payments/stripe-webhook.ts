import { Stripe } from "stripe";
import { WebhookRefused } from "./payment-provider.ts";
import type { PaymentEvent } from "./payment-provider.ts";
import { readId } from "./stripe-readings.ts";

/** Maximum age of a signature, as Stripe advises. */
const toleranceS = 300;

function about(ids: Readonly<Record<keyof PaymentEvent["about"], string | null>>): PaymentEvent["about"] {
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== null));
}

const nothing = { subscriptionId: null, customerId: null, invoiceId: null, chargeId: null, checkoutId: null };

/**
 * Returns the ids of the objects that a Stripe event is about, and nothing more, because the current state is fetched. Null for a type that we do not use.
 * The types are those that our webhook endpoint subscribes to.
 */
function readSubject(event: Stripe.Event): PaymentEvent["about"] | null {
  switch (event.type) {
    case "checkout.session.completed": {
      const { id, customer, subscription } = event.data.object;
      return about({ ...nothing, checkoutId: id, customerId: readId(customer), subscriptionId: readId(subscription) });
    }
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return about({ ...nothing, subscriptionId: event.data.object.id, customerId: readId(event.data.object.customer) });
    case "invoice.paid":
    case "invoice.payment_failed":
      return about({ ...nothing, invoiceId: event.data.object.id, customerId: readId(event.data.object.customer) });
    case "charge.refunded":
      return about({ ...nothing, chargeId: event.data.object.id, customerId: readId(event.data.object.customer) });
    case "charge.dispute.created":
      return about({ ...nothing, chargeId: readId(event.data.object.charge) });
    default:
      return null;
  }
}

/** Verifies an event against each secret and returns it. @throws WebhookRefused */
function signedEvent(rawBody: Buffer, signature: string, secrets: readonly string[], now: Date): Stripe.Event {
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(rawBody, signature, secret, toleranceS, undefined, now.getTime());
    } catch (error) {
      // Signed, but not JSON: treated as unsigned.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError) && !(error instanceof SyntaxError)) throw error;
    }
  }
  throw new WebhookRefused("stripe: the signature is invalid or too old");
}

/**
 * Verifies a webhook's signature (`t=,v1=` over `t.rawBody`, HMAC-SHA256) and returns the ids of its objects.
 * @param now the time against which the signature's age is measured
 * @throws WebhookRefused
 */
export function readStripeWebhook(
  secrets: readonly string[],
  rawBody: Buffer,
  signature: string | undefined,
  now: Date,
): PaymentEvent | null {
  if (signature === undefined) throw new WebhookRefused("stripe: no signature");
  const event = signedEvent(rawBody, signature, secrets, now);
  const ids = readSubject(event);
  return ids === null ? null : { id: event.id, type: event.type, happenedAt: new Date(event.created * 1000), about: ids };
}
