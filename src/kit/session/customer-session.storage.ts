/** A customer's session in local storage, for the public pages; separate from those of both areas. */
export interface CustomerSession {
  readonly accessToken: string;
  readonly csrfToken: string;
  readonly email: string;
  /** when this pair of tokens was issued, in ms since 1970; 0 if unknown */
  readonly since: number;
}

const keys = ["accessToken", "csrfToken", "email", "since"] as const;
const getName = (key: (typeof keys)[number]) => `customer.${key}`;

/** A session that could not be stored, because storage is disabled or full: it lasts for this tab. */
let held: CustomerSession | null = null;

function readStored(): CustomerSession | null {
  const read = (key: (typeof keys)[number]) => localStorage.getItem(getName(key)) ?? "";
  const [accessToken, csrfToken, email] = [read("accessToken"), read("csrfToken"), read("email")];
  if (accessToken === "" || csrfToken === "" || email === "") return null;
  return { accessToken, csrfToken, email, since: Number(read("since")) || 0 };
}

/** Reads the stored customer session; null if there is none or it is incomplete. Never throws. */
export function readCustomerSession(): CustomerSession | null {
  if (held !== null) return held;
  try {
    return readStored();
  } catch {
    // Storage is disabled for this site, so there is no stored session.
    return null;
  }
}

function removeStored(): void {
  try {
    for (const key of keys) localStorage.removeItem(getName(key));
  } catch {
    // Disabled storage contains nothing to remove.
  }
}

/**
 * Stores a session; null removes it. Writes `since` last, because other tabs reread the session when it changes. If storage fails, the session lasts for
 * this tab. Never throws.
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

/** Observes when another tab signs in, signs out, renews the tokens or changes the email address. */
export function followCustomerSession(changed: () => void, signal: AbortSignal): void {
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === null || key === getName("since") || key === getName("email")) changed();
  };
  addEventListener("storage", handleStorage, { signal });
}
