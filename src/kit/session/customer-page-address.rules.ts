/** Parameters in the address of a customer page, from a mail, the extension or the payment page. */
export interface Arrival {
  /** the sign-in token of a mailed link */
  readonly token: string | null;
  /** the token of a mailed link that confirms a new address */
  readonly emailToken: string | null;
  /** the device code, as in the address */
  readonly code: string | null;
  readonly outcome: "done" | "cancelled" | null;
  /** the payment's id at the provider */
  readonly sessionId: string | null;
}

/** Single-use or confidential parameters, which are removed from the address bar, the history and the referrer at once. */
const secrets = ["token", "email_token", "session_id"] as const;

/** Parses the query of an address. An empty parameter counts as absent. */
export function parseArrival(search: string): Arrival {
  const query = new URLSearchParams(search);
  const read = (name: string) => {
    const value = query.get(name)?.trim() ?? "";
    return value === "" ? null : value;
  };
  const checkout = read("checkout");
  return {
    token: read("token"),
    emailToken: read("email_token"),
    code: read("code"),
    outcome: checkout === "done" || checkout === "cancelled" ? checkout : null,
    sessionId: read("session_id"),
  };
}

/** Returns the path and query without secret parameters; null if there are none. */
export function withoutSecrets(pathname: string, search: string): string | null {
  const query = new URLSearchParams(search);
  if (!secrets.some((name) => query.has(name))) return null;
  for (const name of secrets) query.delete(name);
  const rest = query.toString();
  return rest === "" ? pathname : `${pathname}?${rest}`;
}
