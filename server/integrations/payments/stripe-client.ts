import { Stripe } from "stripe";
import { PaymentsUnavailable } from "./payment-provider.ts";

export interface StripeConfig {
  readonly secretKey: string;
  /** what webhooks are signed with; several while one is rotated */
  readonly webhookSecrets: readonly string[];
  /** the monthly price of Pro: usd, with cny as currency option */
  readonly priceId: string;
  /** a server that speaks Stripe's wire, in its stead */
  readonly apiBase?: string | undefined;
  /** how long one request may take; 20 s unless told */
  readonly timeoutMs?: number | undefined;
}

const usualTimeoutMs = 20_000;

/** Stripe's own client. It sends a request twice more by itself, a POST under one Idempotency-Key. */
export function openStripeClient({ secretKey, apiBase, timeoutMs = usualTimeoutMs }: StripeConfig): Stripe {
  const usual = { maxNetworkRetries: 2, timeout: timeoutMs, telemetry: false };
  if (apiBase === undefined) return new Stripe(secretKey, usual);
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === "http:";
  return new Stripe(secretKey, {
    ...usual,
    host: hostname,
    port: port === "" ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? "http" : "https",
  });
}

/** 409: the same request is under way; 401 and 403: the key is none, which asking again in a while may find mended. */
function isUnavailable({ statusCode = 0 }: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  return statusCode === 0 || statusCode >= 500 || [401, 403, 409, 429].includes(statusCode);
}

type Refusal = Pick<InstanceType<typeof Stripe.errors.StripeError>, "type" | "code" | "param" | "statusCode" | "requestId">;

/**
 * We asked Stripe for what cannot be. It holds neither Stripe's message, which repeats what was sent, nor the answer and its headers, and no `statusCode`:
 * Stripe's answer to us is not ours to the person who asked.
 */
class StripeRefused extends Error {
  override readonly name = "StripeRefused";
  readonly reason: string | undefined;
  readonly param: string | undefined;

  constructor({ type, code, param, statusCode, requestId }: Refusal) {
    super(["stripe refused:", type, statusCode, code, param, requestId].filter((part) => part !== undefined).join(" "));
    this.reason = code;
    this.param = param;
  }
}

/**
 * Makes a request of Stripe's client.
 * @throws PaymentsUnavailable where Stripe was not reached or failed
 * @throws StripeRefused where Stripe refused; neither holds anything secret
 */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (!isUnavailable(error)) throw new StripeRefused(error);
    // Not its message: that of a wrong key shows part of the key.
    throw new PaymentsUnavailable(`stripe: ${error.type} ${error.statusCode ?? "no answer"} ${error.requestId ?? ""}`.trim());
  }
}

/** Whether Stripe said that it does not know an object; of the one that a parameter names, where one is given. */
export function isMissing(error: unknown, param?: string): boolean {
  return error instanceof StripeRefused && error.reason === "resource_missing" && (param === undefined || error.param === param);
}

/** The same as `asked`; null for what Stripe does not know. */
export async function askedFor<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await asked(ask);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
