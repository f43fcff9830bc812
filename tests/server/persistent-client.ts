import { setTimeout as sleep } from "node:timers/promises";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { headersOf } from "./client.ts";

interface Answer {
  readonly code: number;
  readonly data: unknown;
}

/** A client that sends each request with one key until it is answered, however often the server dies meanwhile. */
export interface PersistentClient {
  /** Sends a request until it is answered. Null for a refusal of the list; any other one is a trouble. */
  ask<C extends Call>(
    call: C,
    input: InputOf<C>,
    by: { readonly token: string },
    refusals?: readonly RefusalName[],
  ): Promise<OutputOf<C> | null>;
  /** attempts without an answer, or answered "not now" */
  interrupted(): number;
  /** requests that were answered with success */
  answered(): number;
  /** answers that no fault explains */
  readonly troubles: readonly string[];
}

const retryAfterMs = 50;
const patienceMs = 30_000;

/** @param origin the server's, the same after each restart */
export function createPersistentClient(origin: string): PersistentClient {
  const troubles: string[] = [];
  let [interrupted, answered] = [0, 0];

  async function attempt(call: Call, input: object, token: string, key: string): Promise<Answer | null> {
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
    const isRead = call.method === "GET";
    try {
      const reply = await fetch(`${origin}${apiPrefix}${call.path}${isRead ? `?${query.toString()}` : ""}`, {
        method: call.method,
        headers: { "content-type": "application/json", ...headersOf({ token, idempotencyKey: key }) },
        ...(isRead ? {} : { body: JSON.stringify(input) }),
        signal: AbortSignal.timeout(patienceMs),
      });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every answer of the server is an envelope
      return (await reply.json()) as Answer;
    } catch {
      return null;
    }
  }

  return {
    async ask<C extends Call>(call: C, input: InputOf<C>, { token }: { readonly token: string }, refusals: readonly RefusalName[] = []) {
      const key = newId();
      for (;;) {
        const answer = await attempt(call, input as object, token, key);
        if (answer?.code === 200) {
          answered += 1;
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of this call
          return answer.data as OutputOf<C>;
        }
        if (answer !== null && answer.code !== codes.unavailable.code) {
          const isExpected = refusals.some((name) => codes[name].code === answer.code);
          if (!isExpected) troubles.push(`${call.name} ${JSON.stringify(answer)} to ${JSON.stringify(input)}`);
          return null;
        }
        interrupted += 1;
        await sleep(retryAfterMs);
      }
    },
    interrupted: () => interrupted,
    answered: () => answered,
    troubles,
  };
}
