import { apiPrefix } from "#src/kit/api/address.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { codeName, isSuccess } from "#src/kit/api/code-lookup.ts";
import type { Call, InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import type { Envelope } from "#src/kit/api/envelope.ts";
import type { DeviceSession } from "./pro-status.rules.ts";

/** Longer than the longest wait that the server grants, and shorter than the lifetime of an idle service worker. */
const timeoutMs = 28_000;

/** A response of the server. `at` is its clock, ms since 1970, if it sends it. */
export type ServerAnswer<C> =
  | { readonly kind: "done"; readonly data: OutputOf<C>; readonly at: number | null }
  | { readonly kind: "refused"; readonly name: CodeName | null; readonly at: number | null }
  | { readonly kind: "unreachable" };

/** Makes a call from the extension's background: anonymous, or with a session's tokens. Never throws for network or server errors. */
export type AskServer = <C extends Call>(
  call: C,
  input: InputOf<C>,
  options?: { signal?: AbortSignal | undefined; session?: DeviceSession },
) => Promise<ServerAnswer<C>>;

function parseDate(headers: Headers): number | null {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? null : date;
}

async function parseEnvelope(reply: Response): Promise<Partial<Envelope<unknown>>> {
  const body: unknown = await reply.json();
  return typeof body === "object" && body !== null ? body : {};
}

/**
 * Creates the background's client of the server. Unlike the pages' client, it reads the server's clock and has a longer timeout.
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
      const { code, data } = await parseEnvelope(reply);
      const at = parseDate(reply.headers);
      if (typeof code !== "number") return { kind: "unreachable" };
      if (!reply.ok || !isSuccess(code)) return { kind: "refused", name: codeName(code), at };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot relate a generic call's schema to its output
      return { kind: "done", data: call.output.parse(data) as OutputOf<typeof call>, at };
    } catch {
      // No network, no response in time, or a malformed one: the server counts as unreachable.
      return { kind: "unreachable" };
    }
  };
}
