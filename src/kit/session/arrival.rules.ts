/** What an address of a customer's page brings along: from a mail, from the extension, or from the payment page. */
export interface Arrival {
  /** a mailed link's token that signs in */
  readonly token: string | null;
  /** a mailed link's token that confirms a new address */
  readonly emailToken: string | null;
  /** the device code, as it stands there */
  readonly code: string | null;
  readonly outcome: "done" | "cancelled" | null;
  /** the payment's id at the provider */
  readonly sessionId: string | null;
}

/** Good once, or nobody else's business: they leave the address bar, the history and the referrer at once. */
const secrets = ["token", "email_token", "session_id"] as const;

/** Reads the query of an address. What is empty is not there. */
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

/** The same path and query without what is secret; null where there is nothing to take out. */
export function withoutSecrets(pathname: string, search: string): string | null {
  const query = new URLSearchParams(search);
  if (!secrets.some((name) => query.has(name))) return null;
  for (const name of secrets) query.delete(name);
  const rest = query.toString();
  return rest === "" ? pathname : `${pathname}?${rest}`;
}
