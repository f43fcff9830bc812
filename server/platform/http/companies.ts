import { setCompany } from "#server/platform/runtime/requester.ts";
import { hashToken } from "./authenticate.ts";
import type { Actor } from "./context.ts";

/** The company that each session last belonged to, by the hash of its token; the latest last. */
const companies = new Map<string, string>();
const mostRemembered = 20_000;

/**
 * Guesses the company of a request before its session is looked up, which already takes a database connection: that of the session's last request,
 * or else the address. Only the limits rely on it.
 */
export function guessCompany({ token, address }: { token: string | null; address: string }): string {
  const known = token === null || token === "" ? undefined : companies.get(hashToken(token).toString("base64"));
  return known ?? `address ${address}`;
}

/** Counts the rest of the request, and later ones of the session, for the company of its user; for the user if there is no company. */
export function rememberCompany(token: string, { relatedUuid, userUuid }: Actor): void {
  const company = relatedUuid ?? userUuid;
  const key = hashToken(token).toString("base64");
  companies.delete(key);
  companies.set(key, company);
  for (const oldest of companies.keys()) {
    if (companies.size <= mostRemembered) break;
    companies.delete(oldest);
  }
  setCompany(company);
}
