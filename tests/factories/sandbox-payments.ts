import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { CardBehaviour } from "#sandbox/payments/cards.ts";
import { testCards } from "#sandbox/payments/cards.ts";
import type { DeliveryResult } from "#sandbox/payments/deliveries.ts";
import type { LoggedRequest } from "#sandbox/payments/exchange.ts";
import { startPayments } from "#sandbox/payments/server.ts";
import type { StripeEvent } from "#sandbox/payments/wire/event.ts";

/** How the next API requests fail; `lost`: the work is done and the connection dropped. */
interface OrderedFault {
  times?: number;
  status?: number;
  delayMs?: number;
  lost?: boolean;
}

/** The sandbox's controls, over HTTP. */
interface PaymentsControl {
  /** Advances its clock; what falls due happens on the way. @returns now, seconds */
  advance(ms: number): Promise<number>;
  /** the current time of its clock, seconds */
  now(): Promise<number>;
  /** every event so far, oldest first */
  events(): Promise<StripeEvent[]>;
  /** the API requests as received */
  requests(): Promise<LoggedRequest[]>;
  setWebhookUrl(url: string | null): Promise<void>;
  /** Sends an event again and returns the result. */
  redeliver(id: string): Promise<DeliveryResult>;
  hold(): Promise<void>;
  /** the held events, oldest first */
  waiting(): Promise<StripeEvent[]>;
  /** Sends these ids in this order, then all others unless it keeps holding. */
  release(order?: readonly string[], goOnHolding?: boolean): Promise<DeliveryResult[]>;
  /** Waits until every event was accepted. @throws Error after 20 s */
  idle(): Promise<void>;
  fail(fault: OrderedFault): Promise<void>;
  refund(subscription: string, amount?: number): Promise<void>;
  dispute(subscription: string): Promise<void>;
  reset(): Promise<void>;
}

/** Where a payment ended: redirected away from the sandbox, or on a page with a message. */
interface PaymentEnd {
  redirect: string | null;
  message: string | null;
}

interface PayOptions {
  /** entered if the page asks for one */
  email?: string;
  /** the answer if the card's bank asks for confirmation; yes by default */
  confirm?: boolean;
}

/** The sandbox payment provider in this process. */
export interface SandboxPayments {
  origin: string;
  port: number;
  secretKey: string;
  webhookSecret: string;
  priceId: string;
  control: PaymentsControl;
  /** Pays like a browser without scripts. `card`: its behaviour, or a number. */
  pay(sessionUrl: string, card?: CardBehaviour | (string & {}), options?: PayOptions): Promise<PaymentEnd>;
  stop(): Promise<void>;
}

function createControl(origin: string): PaymentsControl {
  async function call(method: "GET" | "POST", name: string, given: object = {}): Promise<unknown> {
    const answer = await fetch(`${origin}/_control/${name}`, {
      method,
      // A new connection: a kept one may be closed by the other end just as it is reused.
      headers: { "x-sandbox": "1", "content-type": "application/json", connection: "close" },
      ...(method === "POST" && { body: JSON.stringify(given) }),
    });
    if (!answer.ok) throw new Error(`sandbox payments, ${name}: ${await answer.text()}`);
    return answer.json();
  }
  const ask = async <T>(method: "GET" | "POST", name: string, given?: object): Promise<T> => (await call(method, name, given)) as T;
  const tell = async (name: string, given: object = {}): Promise<void> => {
    await call("POST", name, given);
  };
  return {
    advance: async (ms) => (await ask<{ now: number }>("POST", "clock/advance", { ms })).now,
    now: async () => (await ask<{ now: number }>("GET", "clock")).now,
    events: async () => (await ask<{ events: StripeEvent[] }>("GET", "events")).events,
    requests: async () => (await ask<{ requests: LoggedRequest[] }>("GET", "requests")).requests,
    setWebhookUrl: (url) => tell("webhook", { url }),
    redeliver: (id) => ask<DeliveryResult>("POST", "events/redeliver", { id }),
    hold: () => tell("deliveries/hold"),
    waiting: async () => (await ask<{ waiting: StripeEvent[] }>("GET", "deliveries")).waiting,
    release: async (order = [], goOnHolding = false) =>
      (await ask<{ results: DeliveryResult[] }>("POST", "deliveries/release", { order, goOnHolding })).results,
    idle: async () => {
      const { idle } = await ask<{ idle: boolean }>("POST", "deliveries/idle");
      if (!idle) throw new Error("sandbox payments: events are still under way");
    },
    fail: (fault) => tell("fail", fault),
    refund: (subscription, amount) => tell("refund", { subscription, ...(amount !== undefined && { amount }) }),
    dispute: (subscription) => tell("dispute", { subscription }),
    reset: () => tell("reset"),
  };
}

/** Returns a page's message; null if there is none. */
function messageOf(page: string): string | null {
  const found = /<p[^>]*role="alert"[^>]*>([^<]*)</.exec(page) ?? /<h1[^>]*>([^<]*)</.exec(page);
  const text = found?.[1]?.trim() ?? "";
  return text === "" ? null : text.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

async function post(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
}

/** Follows redirects within the sandbox, and answers the bank's question. */
async function follow(origin: string, answer: Response, confirm: boolean): Promise<PaymentEnd> {
  const location = answer.headers.get("location");
  if (location === null) return { redirect: null, message: messageOf(await answer.text()) };
  const next = new URL(location, answer.url);
  if (next.origin !== origin) return { redirect: next.href, message: null };
  if (next.pathname.endsWith("/confirm")) return follow(origin, await post(next.href, { answer: confirm ? "confirm" : "refuse" }), confirm);
  return follow(origin, await fetch(next, { redirect: "manual" }), confirm);
}

async function payAt(origin: string, sessionUrl: string, number: string, { email, confirm }: Required<PayOptions>): Promise<PaymentEnd> {
  const shown = await fetch(sessionUrl);
  const page = await shown.text();
  if (!page.includes('name="number"')) return { redirect: null, message: messageOf(page) };
  const form = { name: "Test Payer", number, expiry: "12 / 40", cvc: "123", ...(page.includes('name="email"') && { email }) };
  return follow(origin, await post(sessionUrl, form), confirm);
}

/** Starts it on a free port with new secrets. `statePath`: where its state survives a stop. */
export async function startSandboxPayments(options: { webhookUrl?: string; statePath?: string } = {}): Promise<SandboxPayments> {
  const word = (): string => randomBytes(18).toString("hex");
  const secretKey = `sk_test_${word()}`;
  const webhookSecret = `whsec_${word()}`;
  const priceId = "price_QuaysideProMonthly";
  const { webhookUrl = null, statePath = null } = options;
  const payments = await startPayments({ port: 0, secretKey, webhookSecret, priceId, webhookUrl, statePath });
  const origin = `http://127.0.0.1:${payments.port}`;
  return {
    origin,
    port: payments.port,
    secretKey,
    webhookSecret,
    priceId,
    control: createControl(origin),
    pay: (sessionUrl, card = "good", { email = "payer@example.com", confirm = true } = {}) => {
      const number = Object.entries(testCards).find(([behaviour]) => behaviour === card)?.[1] ?? card;
      return payAt(origin, sessionUrl, number, { email, confirm });
    },
    stop: () => payments.close(),
  };
}

/** A webhook endpoint that records what it receives. */
interface WebhookReceiver {
  url: string;
  /** bodies with signatures, in order of arrival */
  received: { body: string; signature: string }[];
  /** their events' types */
  types(): string[];
  /** Sets the status of the next answers, in order; then 200 again. */
  answerWith(...statuses: number[]): void;
  stop(): Promise<void>;
}

/** Starts an endpoint on a free port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: WebhookReceiver["received"] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ body: Buffer.concat(chunks).toString("utf8"), signature: String(request.headers["stripe-signature"]) });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("webhook receiver: no port");
  return {
    url: `http://127.0.0.1:${address.port}/webhook`,
    received,
    types: () => received.map(({ body }) => (JSON.parse(body) as StripeEvent).type),
    answerWith: (...wanted) => void statuses.push(...wanted),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the id of what Stripe shows as an id or an expanded object; "" for nothing. */
export function idOf(shown: string | { id: string } | null | undefined): string {
  return typeof shown === "string" ? shown : (shown?.id ?? "");
}
