import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Sessions and their tokens: a token belongs to the session of the cookie, so a request without cookies fails. */
export interface Csrf {
  /** The session of a Cookie header, or null. */
  readSession(cookies: string | undefined): string | null;
  newSession(): string;
  signToken(session: string): string;
  /** Whether a request's token belongs to its session. */
  isValid(cookies: string | undefined, token: string | undefined): boolean;
}

export const sessionCookie = "uaid";

function readSession(cookies: string | undefined): string | null {
  return /(?:^|;\s*)uaid=([0-9a-f]{32})(?:;|$)/.exec(cookies ?? "")?.[1] ?? null;
}

/** Tokens are an HMAC of the session under a key that lives as long as the process: nothing is stored. */
export function createCsrf(): Csrf {
  const key = randomBytes(32);
  const signToken = (session: string): string => `3:${createHmac("sha256", key).update(session).digest("base64url")}:sandbox`;
  return {
    readSession,
    newSession: () => randomBytes(16).toString("hex"),
    signToken,
    isValid(cookies, token) {
      const session = readSession(cookies);
      if (session === null || token === undefined) return false;
      const [expected, given] = [Buffer.from(signToken(session)), Buffer.from(token)];
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
