/** The maximum number of devices of an account. */
export const mostDevices = 3;

const dayMs = 24 * 3_600_000;
/** How long a token is valid without the network. */
export const tokenLifeMs = 7 * dayMs;
/** The age at which a token is renewed. */
export const renewAfterMs = dayMs;
/** How far a clock may run back between two reads before it counts as set back. Clocks are corrected by seconds, and time zones have no effect. */
export const clockBackToleranceMs = 5 * 60_000;
/** The accepted difference between a device's clock and the server's in a proof. */
export const proofToleranceMs = 10 * 60_000;

/** The header type of our tokens (RFC 7519, 5.1). */
export const tokenType = "quayside-entitlement+jwt";

/** The claims of a token. Times in seconds since 1970 (RFC 7519); `jkt` as in RFC 7800 and RFC 7638. */
export interface EntitlementClaims {
  readonly iss: string;
  /** the device */
  readonly sub: string;
  readonly plan: "pro";
  readonly iat: number;
  readonly exp: number;
  readonly cnf: { readonly jkt: string };
}

/** Returns when a token issued at `now` expires: after a week, and no later than Pro itself. Times in ms. */
export function getTokenEnd(now: number, proUntil: number): number {
  return Math.min(now + tokenLifeMs, proUntil);
}

/** Letters of the codes that people compare and type: no vowels, so that they form no words, and no lookalikes (RFC 8628, 6.1). */
export const codeLetters = "BCDFGHJKLMNPQRSTVWXZ";

/** Parses a code to its stored form: eight letters without the dash; null if invalid. */
export function parseCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, "");
  return letters.length === 8 && Array.from(letters).every((letter) => codeLetters.includes(letter)) ? letters : null;
}

/** Formats a code for display: `BCDF-GHJK`. */
export function formatCode(plain: string): string {
  return `${plain.slice(0, 4)}-${plain.slice(4)}`;
}

/** Masks an e-mail address, so that only its owner recognizes it: `s…@example.com`. */
export function hideEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "…" : `${Array.from(email)[0] ?? ""}…${email.slice(at)}`;
}
