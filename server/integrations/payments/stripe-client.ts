import { Stripe } from "stripe";
import { PaymentsUnavailable } from "./payment-provider.ts";

export interface StripeConfig {
  readonly secretKey: string;
  /** signing secrets of webhooks; several while one is rotated */
  readonly webhookSecrets: readonly string[];
  /** the monthly price of Pro: usd, with cny as currency option */
  readonly priceId: string;
  /** the address of a server that speaks Stripe's protocol, instead of Stripe */
  readonly apiBase?: string | undefined;
  /** how long one request may take; 20 s by default */
  readonly timeoutMs?: number | undefined;
}

const usualTimeoutMs = 20_000;

/** Opens Stripe's own client. It retries a request twice, a POST with the same Idempotency-Key. */
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

/** 409: the same request is in progress; 401 and 403: the key is invalid, which may be fixed before a later retry. */
function isUnavailable({ statusCode = 0 }: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  return statusCode === 0 || statusCode >= 500 || [401, 403, 409, 429].includes(statusCode);
}

type Refusal = Pick<InstanceType<typeof Stripe.errors.StripeError>, "type" | "code" | "param" | "statusCode" | "requestId">;

/**
 * Stripe refused our request as invalid. Contains neither Stripe's message, which repeats the request, nor its response and headers. It has no property
 * `statusCode`, which would become the status of our own response.
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
 * Makes a request with Stripe's client. The errors contain nothing secret.
 * @throws PaymentsUnavailable if Stripe was unreachable or failed
 * @throws StripeRefused if Stripe refused
 */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (!isUnavailable(error)) throw new StripeRefused(error);
    // Without Stripe's message, which for a wrong key shows a part of it.
    throw new PaymentsUnavailable(`stripe: ${error.type} ${error.statusCode ?? "no answer"} ${error.requestId ?? ""}`.trim());
  }
}

/** Whether Stripe does not know an object; with `param`, the object that this parameter names. */
export function isMissing(error: unknown, param?: string): boolean {
  return error instanceof StripeRefused && error.reason === "resource_missing" && (param === undefined || error.param === param);
}

/** The same as `asked`; null for objects that Stripe does not know. */
export async function askedFor<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await asked(ask);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
