import { createHash } from "node:crypto";
import { z } from "zod";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { FromCarrier } from "./carrier.ts";
import { createProblem, looseText, parseAnswer, readRefusal, sendToCarrier } from "./send-to-carrier.ts";
import type { CarrierRequest, SendOptions } from "./send-to-carrier.ts";

/** What a token is exchanged for. */
export interface YunExpressAccount {
  readonly appId: string;
  readonly appSecret: string;
  /** the customer's source key; empty if the account has none */
  readonly sourceKey: string;
}

interface StoredToken {
  readonly token: string;
  readonly endsAt: number;
}

const answer = z.looseObject({
  accessToken: looseText,
  expiresIn: z.coerce.number().positive().catch(600),
  code: looseText,
  msg: looseText,
});
const mostTokens = 500;
/** A token is renewed this long before its end. */
const marginMs = 60_000;

/** Tokens of this process: the carrier gives a new one at any time, so no other process needs them. Keys contain no secret. */
const tokens = new Map<string, StoredToken>();
const exchanges = new Map<string, FromCarrier<string>>();

function getKey(apiBase: string, { appId, appSecret, sourceKey }: YunExpressAccount): string {
  return createHash("sha256").update([apiBase, appId, appSecret, sourceKey].join("\0")).digest("base64url");
}

async function exchange(
  apiBase: string,
  { appId, appSecret, sourceKey }: YunExpressAccount,
  options: SendOptions,
  key: string,
): FromCarrier<string> {
  const request: CarrierRequest = {
    method: "POST",
    url: `${apiBase}/openapi/oauth2/token`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grantType: "client_credentials", appId, appSecret, ...(sourceKey !== "" && { sourceKey }) }),
  };
  const sent = await sendToCarrier(request, options);
  if (!sent.ok) return sent;
  const read = parseAnswer(request, sent.value, answer);
  if (!read.ok) return read;
  const { accessToken, expiresIn, code, msg } = read.value;
  const { status } = sent.value;
  if (accessToken === "") {
    const text = msg === "" ? "The carrier gave no access token" : msg;
    return refuse(readRefusal(code, text, status < 500 ? "badCredentials" : undefined));
  }
  if (status >= 400) return refuse(createProblem("badCredentials", msg, { code: String(status) }));
  const [oldest] = tokens.keys();
  if (tokens.size >= mostTokens && oldest !== undefined) tokens.delete(oldest);
  tokens.set(key, { token: accessToken, endsAt: Date.now() + expiresIn * 1000 - marginMs });
  return ok(accessToken);
}

/** Returns an access token of an account: the stored one until shortly before its end. Concurrent calls share one exchange. */
export function getToken(apiBase: string, account: YunExpressAccount, options: SendOptions): FromCarrier<string> {
  const key = getKey(apiBase, account);
  const stored = tokens.get(key);
  if (stored !== undefined && stored.endsAt > Date.now()) return Promise.resolve(ok(stored.token));
  const running = exchanges.get(key);
  if (running !== undefined) return running;
  // Without the caller's signal: others may wait for it too.
  const started = exchange(apiBase, account, { timeoutMs: options.timeoutMs }, key).finally(() => exchanges.delete(key));
  exchanges.set(key, started);
  return started;
}

/** Forgets a token that the carrier no longer accepts. */
export function forgetToken(apiBase: string, account: YunExpressAccount, token: string): void {
  const key = getKey(apiBase, account);
  if (tokens.get(key)?.token === token) tokens.delete(key);
}
