import { createHmac } from "node:crypto";

/**
 * The header `Stripe-Signature`: `t=<seconds>,v1=<hex>`, an HMAC-SHA256 over `<seconds>.<body>` with the endpoint's secret as it is written
 * (`whsec_` included). Source: Stripe, "Verify webhook signatures manually"; the tests hold it against the SDK.
 */
export function signatureHeader(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}
