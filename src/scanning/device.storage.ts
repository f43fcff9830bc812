const key = "scanning.device";

let ofThisPage: string | null = null;

/** 256 random bits in base64url. Not by `crypto.subtle` or `randomUUID`: plain http has neither. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/**
 * What this device is known by to the server, which keeps a hash of it: who signed in here once may come back by PIN or badge. Made at the first use;
 * a browser that keeps nothing is a new device each time.
 */
export function deviceSecret(): string {
  try {
    const kept = localStorage.getItem(key);
    if (kept !== null && /^[A-Za-z0-9_-]{43}$/.test(kept)) return kept;
    const made = (ofThisPage ??= newSecret());
    localStorage.setItem(key, made);
    return made;
  } catch {
    return (ofThisPage ??= newSecret());
  }
}
