/** What is kept of a customer's session in local storage: the public pages' own, apart from both areas'. */
export interface CustomerSession {
  readonly accessToken: string;
  readonly csrfToken: string;
  readonly email: string;
  /** when this pair of tokens came, in ms since 1970; 0 where it is not known */
  readonly since: number;
}

const keys = ["accessToken", "csrfToken", "email", "since"] as const;
const getName = (key: (typeof keys)[number]) => `customer.${key}`;

/** A session that could not be stored, because storage is closed or full: it holds for this tab. */
let held: CustomerSession | null = null;

function readStored(): CustomerSession | null {
  const read = (key: (typeof keys)[number]) => localStorage.getItem(getName(key)) ?? "";
  const [accessToken, csrfToken, email] = [read("accessToken"), read("csrfToken"), read("email")];
  if (accessToken === "" || csrfToken === "" || email === "") return null;
  return { accessToken, csrfToken, email, since: Number(read("since")) || 0 };
}

/** Reads the session of this browser's customer; null for none, or for one that is not whole. Never throws. */
export function readCustomerSession(): CustomerSession | null {
  if (held !== null) return held;
  try {
    return readStored();
  } catch {
    // Storage is closed to this site: nothing is kept.
    return null;
  }
}

function removeStored(): void {
  try {
    for (const key of keys) localStorage.removeItem(getName(key));
  } catch {
    // What is closed holds nothing of ours.
  }
}

/**
 * Keeps a session; null forgets all of it. `since` is written last: whoever follows takes over when it is there. Where nothing can be stored it
 * holds for this tab. Never throws.
 */
export function writeCustomerSession(session: CustomerSession | null): void {
  held = null;
  if (session === null) return removeStored();
  try {
    for (const key of keys) localStorage.setItem(getName(key), String(session[key]));
  } catch {
    removeStored();
    held = session;
  }
}

/** Tells when another tab of this browser signed in, out, renewed the tokens, or changed the address. */
export function followCustomerSession(changed: () => void, signal: AbortSignal): void {
  const hear = ({ key }: StorageEvent) => {
    if (key === null || key === getName("since") || key === getName("email")) changed();
  };
  addEventListener("storage", hear, { signal });
}
