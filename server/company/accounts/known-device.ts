import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Services } from "#server/platform/services.ts";
import type { Account } from "./account.queries.ts";

/** Declared on the privacy page (`privacy.browser.device`). */
const cookieName = "known_device";
const yearSeconds = 365 * 24 * 3600;
/** People who share a browser: each has a token in the one cookie, the last to sign in first. */
const mostTokens = 5;
const tokenShape = /^[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{43}$/;

type Owner = Pick<Account, "user_uuid" | "password_hash">;

/** Reads the tokens of a Cookie header. */
function readTokens(cookies: string): string[] {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]*)`).exec(cookies)?.[1] ?? "";
  return value
    .split("~")
    .slice(0, mostTokens)
    .filter((token) => tokenShape.test(token));
}

/** The signature covers the password's digest: a changed password makes every device unknown again. */
function sign({ secrets }: Pick<Services, "secrets">, { user_uuid, password_hash }: Owner, deviceId: string): string {
  const key = secrets.derive("accounts.known-device");
  return createHmac("sha256", key)
    .update(JSON.stringify([deviceId, user_uuid, password_hash]))
    .digest("base64url");
}

/**
 * Returns the id of the device that a sign-in comes from, if this account signed in on it before; otherwise null.
 * @param cookies the Cookie header
 */
export function findKnownDevice(services: Pick<Services, "secrets">, account: Owner | null, cookies: string): string | null {
  if (account === null) return null;
  for (const token of readTokens(cookies)) {
    const [deviceId = "", signature = ""] = token.split(".");
    if (timingSafeEqual(Buffer.from(sign(services, account, deviceId)), Buffer.from(signature))) return deviceId;
  }
  return null;
}

/**
 * Creates the Set-Cookie header that makes a device known to an account. It signs nobody in: it only allows attempts at that account's password at
 * the device's own pace.
 */
export function createDeviceCookie(services: Pick<Services, "secrets">, account: Owner, cookies: string): string {
  const known = findKnownDevice(services, account, cookies);
  const deviceId = known ?? randomBytes(12).toString("base64url");
  const token = `${deviceId}.${sign(services, account, deviceId)}`;
  const others = readTokens(cookies).filter((one) => !one.startsWith(`${deviceId}.`));
  const value = [token, ...others].slice(0, mostTokens).join("~");
  return `${cookieName}=${value}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Strict`;
}
