/** How many devices an account may have. */
export const mostDevices = 3;

const dayMs = 24 * 3_600_000;
/** A token is good so long without the network. */
export const tokenLifeMs = 7 * dayMs;
/** A token is renewed when it is older than that. */
export const renewAfterMs = dayMs;
/** How far a clock may run back between two looks before it counts as set back: clocks are corrected by seconds, and time zones do not show. */
export const clockBackToleranceMs = 5 * 60_000;
/** How far a device's clock may be from the server's when it proves itself. */
export const proofToleranceMs = 10 * 60_000;

/** The header type of our tokens (RFC 7519, 5.1). */
export const tokenType = "quayside-entitlement+jwt";

/** What a token says, besides its signature. Times in seconds since 1970 (RFC 7519); `jkt` as in RFC 7800 and RFC 7638. */
export interface EntitlementClaims {
  readonly iss: string;
  /** the device */
  readonly sub: string;
  readonly plan: "pro";
  readonly iat: number;
  readonly exp: number;
  readonly cnf: { readonly jkt: string };
}

/** When a token made at `now` ends: after a week, and no later than Pro itself does. Times in ms. */
export function tokenEnd(now: number, proUntil: number): number {
  return Math.min(now + tokenLifeMs, proUntil);
}

/**
 * Letters for codes that people compare and type: no vowels, so that no words come of it, and none that looks like another (RFC 8628, 6.1).
 */
export const codeLetters = "BCDFGHJKLMNPQRSTVWXZ";

/** A code as it is stored and compared: eight letters without dash; null where it is none. */
export function plainCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, "");
  return letters.length === 8 && Array.from(letters).every((letter) => codeLetters.includes(letter)) ? letters : null;
}

/** A code as people see it: `BCDF-GHJK`. */
export function shownCode(plain: string): string {
  return `${plain.slice(0, 4)}-${plain.slice(4)}`;
}

/** An address that tells its owner which it is, and a stranger little: `s…@example.com`. */
export function hiddenEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "…" : `${Array.from(email)[0] ?? ""}…${email.slice(at)}`;
}
