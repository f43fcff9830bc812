import { apiPrefix } from "#src/api/address.ts";
import type { CodeName } from "#src/api/codes.ts";
import { codeName, isSuccess } from "#src/api/codes.ts";
import type { Call, InputOf, OutputOf } from "#src/api/define-call.ts";
import type { Envelope } from "#src/api/envelope.ts";
import type { DeviceSession } from "./pro-status.rules.ts";

/** Longer than the longest wait that the server grants, and shorter than what ends a service worker. */
const timeoutMs = 28_000;

/** An answer of the server. `at` is its clock, ms since 1970, where it tells it. */
export type ServerAnswer<C> =
  | { readonly kind: "done"; readonly data: OutputOf<C>; readonly at: number | null }
  | { readonly kind: "refused"; readonly name: CodeName | null; readonly at: number | null }
  | { readonly kind: "unreachable" };

/** Makes a call of the extension's background: nobody's, or with the tokens of a session. Never throws for what the network or the server does. */
export type AskServer = <C extends Call>(
  call: C,
  input: InputOf<C>,
  options?: { signal?: AbortSignal | undefined; session?: DeviceSession },
) => Promise<ServerAnswer<C>>;

function dateOf(headers: Headers): number | null {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? null : date;
}

async function envelopeOf(reply: Response): Promise<Partial<Envelope<unknown>>> {
  const body: unknown = await reply.json();
  return typeof body === "object" && body !== null ? body : {};
}

/**
 * The server, as the background calls it. Apart from the pages' client: it reads the server's clock, and waits longer than they do.
 * @param origin scheme, host and port
 */
export function askServerAt(origin: string): AskServer {
  return async (call, input, { signal, session } = {}) => {
    try {
      const reply = await fetch(origin + apiPrefix + call.path, {
        method: call.method,
        headers: {
          "content-type": "application/json",
          ...(call.idempotency === "own" ? {} : { "idempotency-key": crypto.randomUUID() }),
          ...(session === undefined ? {} : { authorization: `Bearer ${session.access_token}`, "x-csrf-token": session.csrf_token }),
        },
        body: JSON.stringify(input),
        credentials: "omit",
        cache: "no-store",
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
      });
      const { code, data } = await envelopeOf(reply);
      const at = dateOf(reply.headers);
      if (typeof code !== "number") return { kind: "unreachable" };
      if (!reply.ok || !isSuccess(code)) return { kind: "refused", name: codeName(code), at };
      return { kind: "done", data: call.output.parse(data) as OutputOf<typeof call>, at };
    } catch {
      // No network, no answer in time, or an answer that is none: for us it is not there.
      return { kind: "unreachable" };
    }
  };
}
