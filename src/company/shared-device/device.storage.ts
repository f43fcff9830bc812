const key = "scanning.device";

let ofThisPage: string | null = null;

/** Creates 256 random bits in base64url. Without `crypto.subtle` and `randomUUID`, which plain http lacks. */
function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/**
 * Returns the secret that identifies this device to the server, which stores its hash: users who signed in here once may return by PIN or badge. Created on
 * first use; a browser without storage is a new device each time.
 */
export function getDeviceSecret(): string {
  try {
    const kept = localStorage.getItem(key);
    if (kept !== null && /^[A-Za-z0-9_-]{43}$/.test(kept)) return kept;
    const made = (ofThisPage ??= createSecret());
    localStorage.setItem(key, made);
    return made;
  } catch {
    return (ofThisPage ??= createSecret());
  }
}
