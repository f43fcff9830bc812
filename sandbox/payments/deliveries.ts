import { signatureHeader } from "./signature.ts";
import type { StripeEvent } from "./wire/event.ts";
import { sentTypes } from "./wire/event.ts";

/** The result of a delivery; status 0 without an answer. */
export interface DeliveryResult {
  id: string;
  type: string;
  status: number;
}

/** Sends events to the webhook. */
export interface Deliveries {
  /** the target; with null, events wait until there is an address */
  setUrl(url: string | null): void;
  add(event: StripeEvent): void;
  /** Starts sending the waiting events one after the other, unless it is running. Called once the request that caused them is answered. */
  start(): void;
  /** Holds events from now on until they are released. */
  hold(): void;
  /** the waiting events, oldest first */
  waiting(): StripeEvent[];
  /** Sends these in this order (one may be named twice), then, unless it continues to hold, all others. */
  release(events: readonly StripeEvent[], goOnHolding: boolean): Promise<DeliveryResult[]>;
  /** Sends one event now, even if it was sent before. */
  send(event: StripeEvent): Promise<DeliveryResult>;
  /** Whether nothing is being sent and nothing waits for a retry; held events do not count. */
  isIdle(): boolean;
  reset(): void;
  close(): void;
}

const retryMs = [250, 1000, 4000, 15_000, 30_000];
const timeoutMs = 30_000;

/**
 * Posts events with Stripe's signature.
 * @param url as in `Deliveries.setUrl`
 * @param now the time of the signature, seconds
 * @param onTaken called when an event was taken
 */
export function createDeliveries(secret: string, url: string | null, now: () => number, onTaken: () => void): Deliveries {
  let target = url;
  let queue: StripeEvent[] = [];
  let holding = false;
  let sending = 0;
  let running = false;
  // deliveries in progress before a reset are not retried after it
  let round = 0;
  const retries = new Set<NodeJS.Timeout>();
  const gone = new AbortController();

  async function send(event: StripeEvent): Promise<DeliveryResult> {
    const { id, type } = event;
    if (target === null) return { id, type, status: 0 };
    const body = JSON.stringify(event, null, 2);
    sending += 1;
    try {
      const answer = await fetch(target, {
        method: "POST",
        // a redirect does not count as an answer
        redirect: "manual",
        signal: AbortSignal.any([gone.signal, AbortSignal.timeout(timeoutMs)]),
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
          // By the sandbox's clock: a receiver whose clock is moved with it accepts it, and so does one that uses real time, because only old signatures
          // are refused.
          "stripe-signature": signatureHeader(body, secret, now()),
        },
        body,
      });
      await answer.body?.cancel();
      if (answer.ok) {
        event.pending_webhooks = 0;
        onTaken();
      }
      return { id, type, status: answer.status };
    } catch {
      // Nobody listens, or nobody answers in time.
      return { id, type, status: 0 };
    } finally {
      sending -= 1;
    }
  }

  async function trySend(event: StripeEvent, attempt: number): Promise<void> {
    const begun = round;
    const { status } = await send(event);
    const wait = retryMs[attempt];
    if (begun !== round) return;
    if ((status >= 200 && status < 300) || wait === undefined || gone.signal.aborted) return;
    const timer = setTimeout(() => {
      // A retry in progress counts as sending, so that the moment between does not look like the end.
      sending += 1;
      retries.delete(timer);
      void trySend(event, attempt + 1).finally(() => {
        sending -= 1;
      });
    }, wait);
    timer.unref();
    retries.add(timer);
  }

  const mayGo = (): boolean => !holding && target !== null && !gone.signal.aborted;

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    while (mayGo()) {
      const event = queue.shift();
      if (event === undefined) break;
      await trySend(event, 0);
    }
    running = false;
  }

  return {
    send,
    setUrl: (wanted) => {
      target = wanted;
    },
    add: (event) => {
      if (sentTypes.includes(event.type)) queue.push(event);
    },
    start: () => void run(),
    hold: () => {
      holding = true;
    },
    waiting: () => [...queue],
    release: async (events, goOnHolding) => {
      const results: DeliveryResult[] = [];
      queue = queue.filter((one) => !events.includes(one));
      for (const event of events) results.push(await send(event));
      holding = goOnHolding;
      await run();
      return results;
    },
    isIdle: () => !running && sending === 0 && retries.size === 0 && (holding || target === null || queue.length === 0),
    reset: () => {
      round += 1;
      for (const timer of retries) clearTimeout(timer);
      retries.clear();
      queue = [];
      holding = false;
    },
    close: () => {
      for (const timer of retries) clearTimeout(timer);
      gone.abort();
    },
  };
}
