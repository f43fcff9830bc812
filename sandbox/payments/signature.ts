import { createHmac } from "node:crypto";

/**
 * Builds the header `Stripe-Signature`: `t=<seconds>,v1=<hex>`, an HMAC-SHA256 over `<seconds>.<body>` with the endpoint's secret as it is written
 * (`whsec_` included). Source: Stripe, "Verify webhook signatures manually"; the tests check it against the SDK.
 */
export function signatureHeader(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}
