import { setTimeout as wait } from "node:timers/promises";
import { find } from "./account.ts";
import { moveTo } from "./due.ts";
import type { Exchange, Reply, Sandbox } from "./exchange.ts";
import { json } from "./exchange.ts";
import { disputeCharge, paidCharge, refundCharge } from "./reversals.ts";
import { StripeError, badParam } from "./stripe-error.ts";

type Given = Record<string, unknown>;
type Control = (sandbox: Sandbox, given: Given) => object | Promise<object>;

const tenYearsMs = 10 * 366 * 86_400_000;
const idleMs = 20_000;

function textOf(given: Given, name: string): string {
  const value = given[name];
  if (typeof value !== "string") throw badParam(name, `${name} must be a text`);
  return value;
}

function numberOf(given: Given, name: string, most: number, otherwise: number): number {
  const value = given[name] ?? otherwise;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > most)
    throw badParam(name, `${name} must be a whole number of at most ${most}`);
  return value;
}

function webhookUrlOf(given: Given): string | null {
  if (given["url"] === null) return null;
  const url = textOf(given, "url");
  // Signed events of a sandbox must not leave this machine.
  if (!isLoopbackUrl(url)) throw badParam("url", "url must be a http address on this machine");
  return url;
}

/** Whether an address leads to this machine itself. */
export function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) && ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}

async function release({ account, deliveries }: Sandbox, given: Given): Promise<object> {
  const order = given["order"] ?? [];
  if (!Array.isArray(order)) throw badParam("order", "order must be a list of event ids");
  const events = order.map((id) => find(account.events, "event", String(id)));
  return { results: await deliveries.release(events, given["goOnHolding"] === true) };
}

async function idle({ deliveries }: Sandbox): Promise<object> {
  const end = Date.now() + idleMs;
  deliveries.start();
  while (!deliveries.isIdle() && Date.now() < end) await wait(5);
  return { idle: deliveries.isIdle() };
}

const controls: Readonly<Record<string, Control>> = {
  "GET clock": ({ account }) => ({ now: account.clock.now() }),
  "POST clock/advance": ({ account }, given) => {
    moveTo(account, account.clock.now() + Math.floor(numberOf(given, "ms", tenYearsMs, 0) / 1000));
    return { now: account.clock.now() };
  },
  "GET events": ({ account }) => ({ events: [...account.events.values()] }),
  "GET requests": ({ log }) => ({ requests: log }),
  "POST webhook": ({ deliveries }, given) => {
    deliveries.setUrl(webhookUrlOf(given));
    return {};
  },
  "POST events/redeliver": ({ account, deliveries }, given) => deliveries.send(find(account.events, "event", textOf(given, "id"))),
  "POST deliveries/hold": ({ deliveries }) => {
    deliveries.hold();
    return {};
  },
  "GET deliveries": ({ deliveries }) => ({ waiting: deliveries.waiting() }),
  "POST deliveries/release": release,
  "POST deliveries/idle": idle,
  "POST fail": ({ faults }, given) => {
    faults.set({
      times: numberOf(given, "times", 100_000, 1),
      status: given["status"] === undefined ? null : numberOf(given, "status", 599, 500),
      delayMs: numberOf(given, "delayMs", 120_000, 0),
      lost: given["lost"] === true,
    });
    return {};
  },
  "POST refund": ({ account }, given) => {
    const amount = given["amount"] === undefined ? null : numberOf(given, "amount", 99_999_999, 0);
    return refundCharge(account, paidCharge(account, textOf(given, "subscription")), { amount, reason: null, metadata: {} });
  },
  "POST dispute": ({ account }, given) => disputeCharge(account, paidCharge(account, textOf(given, "subscription"))),
  "POST reset": ({ account, deliveries, faults, log, answers }) => {
    account.reset();
    deliveries.reset();
    faults.set(null);
    log.length = 0;
    answers.clear();
    return {};
  },
};

function givenOf(body: string): Given {
  if (body === "") return {};
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new StripeError(400, { message: "control: not a JSON object" });
}

/** Serves `/_control/...`: JSON in and out, for tests and the demo. The required header keeps pages of other origins away. */
export async function serveControl(sandbox: Sandbox, { method, url, headers, body }: Exchange): Promise<Reply> {
  if (headers["x-sandbox"] !== "1") return json(403, { error: { message: "Send the header x-sandbox: 1." } });
  const control = controls[`${method} ${url.pathname.slice("/_control/".length)}`];
  if (control === undefined) return json(404, { error: { message: "No such control." } });
  try {
    moveTo(sandbox.account, sandbox.account.clock.now());
    return json(200, await control(sandbox, givenOf(body)));
  } catch (error) {
    if (error instanceof StripeError) return json(error.status, error.body());
    throw error;
  }
}
