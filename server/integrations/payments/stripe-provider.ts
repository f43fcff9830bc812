import type { Stripe } from "stripe";
import type { Language } from "#src/kit/lib/languages.ts";
import type { NewCheckout, PaymentProvider, ProvidedInvoice } from "./payment-provider.ts";
import { asked, askedFor, isMissing, openStripeClient } from "./stripe-client.ts";
import type { StripeConfig } from "./stripe-client.ts";
import { readId, readCheckout, readInvoice, readSubscription } from "./stripe-readings.ts";
import { readStripeWebhook } from "./stripe-webhook.ts";

const locales = { en_us: "en", zh_cn: "zh" } as const satisfies Record<Language, string>;

/** Only the price's options contain the amount in the subscription's own currency. */
const withAmounts = { expand: ["items.data.price.currency_options"] };

function checkoutParams(checkout: NewCheckout, priceId: string): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "subscription",
    ui_mode: "hosted_page",
    customer: checkout.customerId,
    client_reference_id: checkout.userUuid,
    currency: checkout.currency.toLowerCase(),
    line_items: [{ price: priceId, quantity: 1 }],
    subscription_data: { metadata: { user_uuid: checkout.userUuid, plan_id: checkout.planId } },
    // Charges the displayed price, whatever the card's country.
    adaptive_pricing: { enabled: false },
    locale: locales[checkout.language],
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
  };
}

/** Opens Stripe. Every failure to reach it throws PaymentsUnavailable. */
export function openStripe(config: StripeConfig): PaymentProvider {
  const stripe = openStripeClient(config);

  async function createCheckout(checkout: NewCheckout) {
    try {
      const { idempotencyKey } = checkout;
      const session = await asked(() => stripe.checkout.sessions.create(checkoutParams(checkout, config.priceId), { idempotencyKey }));
      if (session.url === null) throw new Error("stripe: a hosted checkout has no URL");
      return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) };
    } catch (error) {
      if (isMissing(error, "customer")) return null;
      throw error;
    }
  }

  async function expireCheckout(id: string): Promise<void> {
    const session = await askedFor(() => stripe.checkout.sessions.retrieve(id));
    if (session?.status !== "open") return;
    try {
      await asked(() => stripe.checkout.sessions.expire(id));
    } catch (error) {
      // It was paid or expired meanwhile, so it is no longer open, which is all that is needed.
      const now = await askedFor(() => stripe.checkout.sessions.retrieve(id));
      if (now?.status === "open") throw error;
    }
  }

  async function invoice(id: string): Promise<ProvidedInvoice | null> {
    const found = await askedFor(() => stripe.invoices.retrieve(id));
    if (found === null) return null;
    const payments = await asked(() => stripe.invoicePayments.list({ invoice: id, expand: ["data.payment.payment_intent.latest_charge"] }));
    return readInvoice(found, payments.data);
  }

  async function charge(id: string) {
    const found = await askedFor(() => stripe.charges.retrieve(id));
    const intent = readId(found?.payment_intent);
    if (found === null || intent === null) return null;
    // Since API 2025-03-31 a charge does not contain its invoice.
    const payments = await asked(() =>
      stripe.invoicePayments.list({ payment: { type: "payment_intent", payment_intent: intent }, limit: 1 }),
    );
    const invoiceId = readId(payments.data[0]?.invoice);
    if (invoiceId === null) return null;
    return { invoiceId, amountCents: found.amount_captured, refundedCents: found.amount_refunded, isDisputed: found.disputed };
  }

  /** Returns the update that undoes a cancellation. One set by date only is undone by clearing the date; Stripe refuses both in one request. */
  async function goingOn(subscriptionId: string): Promise<Stripe.SubscriptionUpdateParams> {
    const { cancel_at, cancel_at_period_end } = await asked(() => stripe.subscriptions.retrieve(subscriptionId));
    return cancel_at !== null && !cancel_at_period_end ? { cancel_at: "" } : { cancel_at_period_end: false };
  }

  return {
    name: "stripe",
    createCustomer: async ({ userUuid, email, language, idempotencyKey }) => {
      const params = { email, preferred_locales: [locales[language]], metadata: { user_uuid: userUuid } };
      const { id } = await asked(() => stripe.customers.create(params, { idempotencyKey }));
      return { id };
    },
    changeCustomerEmail: async (customerId, email) => {
      // null for a deleted customer, to whom the provider sends no more mail.
      await askedFor(() => stripe.customers.update(customerId, { email }));
    },
    deleteCustomer: async (customerId) => {
      await askedFor(() => stripe.customers.del(customerId));
    },
    createCheckout,
    checkout: async (id) => {
      const session = await askedFor(() => stripe.checkout.sessions.retrieve(id));
      return session === null ? null : readCheckout(session);
    },
    expireCheckout,
    openPortal: async ({ customerId, subscriptionId, isCancelling, returnUrl, language }) => {
      const base = { customer: customerId, return_url: returnUrl, locale: locales[language] };
      const cancelling =
        isCancelling && subscriptionId !== null
          ? { flow_data: { type: "subscription_cancel" as const, subscription_cancel: { subscription: subscriptionId } } }
          : {};
      const { url } = await asked(() => stripe.billingPortal.sessions.create({ ...base, ...cancelling }));
      return { url };
    },
    subscription: async (id) => {
      const found = await askedFor(() => stripe.subscriptions.retrieve(id, withAmounts));
      return found === null ? null : readSubscription(found);
    },
    setCancelAtPeriodEnd: async (subscriptionId, isCancelling) => {
      const params = { ...(isCancelling ? { cancel_at_period_end: true } : await goingOn(subscriptionId)), ...withAmounts };
      const changed = readSubscription(await asked(() => stripe.subscriptions.update(subscriptionId, params)));
      if (changed === null) throw new Error("stripe: a subscription has a currency that we do not sell in");
      return changed;
    },
    cancelNow: async (subscriptionId) => {
      await askedFor(() => stripe.subscriptions.cancel(subscriptionId));
    },
    invoice,
    charge,
    readWebhook: (rawBody, signature, now) => readStripeWebhook(config.webhookSecrets, rawBody, signature, now),
  };
}
