import { setCompany } from "#server/requester.ts";
import { tokenHash } from "./authenticate.ts";
import type { Actor } from "./context.ts";

/** By the hash of a session's token, the company that it was found to belong to; the latest last. */
const companies = new Map<string, string>();
const mostRemembered = 20_000;

/**
 * The company that a request counts for before its session is looked up, which takes a connection of the database already: that of the session's last request,
 * else the address. Nothing but the limits go by it.
 */
export function guessCompany({ token, address }: { token: string | null; address: string }): string {
  const known = token === null || token === "" ? undefined : companies.get(tokenHash(token).toString("base64"));
  return known ?? `address ${address}`;
}

/** Has the rest of the request, and later ones of the session, count for the company of its user; for the user where there is none. */
export function rememberCompany(token: string, { relatedUuid, userUuid }: Actor): void {
  const company = relatedUuid ?? userUuid;
  const key = tokenHash(token).toString("base64");
  companies.delete(key);
  companies.set(key, company);
  for (const oldest of companies.keys()) {
    if (companies.size <= mostRemembered) break;
    companies.delete(oldest);
  }
  setCompany(company);
}
