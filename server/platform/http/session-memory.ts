import { setCompany, setIdentity } from "#server/platform/runtime/requester-context.ts";
import { hashToken } from "./authenticate.ts";
import type { Actor } from "./context.ts";

/**
 * The actor that each session had at its last request, by the hash of its token; the latest last. Only a guess about the next request: every request
 * looks its session up.
 */
const actors = new Map<string, Actor>();
const mostRemembered = 10_000;

function toKey(token: string): string {
  return hashToken(token).toString("latin1");
}

/** Returns the actor of a session's last request; null if it is not remembered. */
export function recallActor(token: string | null): Actor | null {
  return token === null || token === "" ? null : (actors.get(toKey(token)) ?? null);
}

function getCompany({ relatedUuid, userUuid }: Actor): string {
  return relatedUuid ?? userUuid;
}

/**
 * Guesses the company of a request before its session is looked up, which already takes a database connection: that of the session's last request,
 * or else the address. Only the limits rely on it.
 */
export function guessCompany({ remembered, address }: { remembered: Actor | null; address: string }): string {
  return remembered === null ? `address ${address}` : getCompany(remembered);
}

/** Counts the rest of the request, and later ones of the session, for the company of its user; for the user if there is no company. */
export function rememberActor(token: string, actor: Actor): void {
  const key = toKey(token);
  actors.delete(key);
  actors.set(key, actor);
  for (const oldest of actors.keys()) {
    if (actors.size <= mostRemembered) break;
    actors.delete(oldest);
  }
  setCompany(getCompany(actor));
}

/** Names what the handler of this request may see, for what is remembered between requests. */
export function identify({ sessionUuid, providerUuid, retailerUuid, role, permissions, warehouseUuids }: Actor): void {
  setIdentity([sessionUuid, providerUuid, retailerUuid, role, ...permissions, ...warehouseUuids].join(" "));
}

/** Forgets a session that has ended. */
export function forgetActor(token: string): void {
  actors.delete(toKey(token));
}
