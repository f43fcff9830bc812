import type { ServerEnvironment } from "#server/platform/runtime/environment.ts";
import type { PaymentProvider } from "./integrations/payments/payment-provider.ts";

type PaymentVariables = Pick<ServerEnvironment, "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET" | "STRIPE_PRICE_ID" | "STRIPE_API_BASE">;

/** Opens the payment provider that the environment names; null if it names none, and nothing can be bought. */
export async function openPayments(environment: PaymentVariables): Promise<PaymentProvider | null> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID: priceId, STRIPE_API_BASE: apiBase } = environment;
  if (secretKey === undefined || STRIPE_WEBHOOK_SECRET === undefined || priceId === undefined) return null;
  const webhookSecrets = STRIPE_WEBHOOK_SECRET.split(",")
    .map((secret) => secret.trim())
    .filter((secret) => secret !== "");
  // Stripe's client takes 19 MB, which a server without sales can save.
  const { openStripe } = await import("./integrations/payments/stripe-provider.ts");
  return openStripe({ secretKey, webhookSecrets, priceId, apiBase });
}
