import type { FastifyInstance } from "fastify";
import type { Call } from "#src/kit/api/define-call.ts";
import type { Clock } from "#server/platform/runtime/clock.ts";
import { listAddresses } from "./register-calls.ts";

/** The headers that the extension sends besides those that every page may. */
const headers = "authorization, content-type, idempotency-key, x-csrf-token";
const exposed = "content-disposition, date, retry-after";
const tenMinutesS = "600";

/**
 * Whether an origin is the extension's: Chrome's by its ids; Firefox gives each installation an id of its own, so all of them are allowed. The
 * origin grants nothing: these calls take a bearer token or a device's proof, and no cookie.
 */
function isExtension(origin: string, ids: ReadonlySet<string>): boolean {
  const chrome = /^chrome-extension:\/\/([a-p]{32})$/.exec(origin)?.[1];
  if (chrome !== undefined) return ids.has(chrome);
  return /^moz-extension:\/\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(origin);
}

/** Lets the extension's own pages and worker make the calls that allow it (CORS, Fetch standard 3.2); nobody else, and no other call. */
export function answerExtension(app: FastifyInstance, calls: readonly Call[], extensionIds: readonly string[], clock: Clock): void {
  const ids = new Set(extensionIds);
  const open = calls.filter((call) => call.fromExtension === true);
  const names = new Set(open.map(({ name }) => name));
  app.addHook("onRequest", async ({ headers: { origin }, routeOptions }, reply) => {
    const { call, isPreflight } = routeOptions.config ?? {};
    if (isPreflight !== true && (call === undefined || !names.has(call))) return;
    void reply.header("vary", "origin");
    if (typeof origin !== "string" || !isExtension(origin, ids)) return;
    void reply.header("access-control-allow-origin", origin);
    // Read from the answer itself (Fetch standard, 3.2.3): the name of a file, and the time by which a device corrects its clock.
    void reply.header("access-control-expose-headers", exposed);
    // By the clock that proofs are checked against, which tests and the demo set.
    void reply.header("date", clock.now().toUTCString());
  });
  const addresses = new Map<string, Set<string>>();
  for (const call of open) for (const url of listAddresses(call)) addresses.set(url, (addresses.get(url) ?? new Set()).add(call.method));
  for (const [url, methods] of addresses)
    app.options(url, { config: { isPreflight: true, isOpen: true } }, async (_request, reply) =>
      reply
        .code(204)
        .header("access-control-allow-methods", [...methods].join(", "))
        .header("access-control-allow-headers", headers)
        .header("access-control-max-age", tenMinutesS)
        .send(),
    );
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** marks the answer to a browser's preflight for a call of the extension */
    isPreflight?: boolean;
  }
}
