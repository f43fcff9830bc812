import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { noCause } from "../account.ts";
import { moveTo } from "../due.ts";
import type { Exchange, Reply, Sandbox } from "../exchange.ts";
import { json } from "../exchange.ts";
import { expanded } from "../expand.ts";
import { decodeForm } from "../form.ts";
import { newId } from "../ids.ts";
import { StripeError } from "../stripe-error.ts";
import { apiVersion } from "../wire/event.ts";
import { routeOf } from "./routes.ts";

const logLength = 1000;
const keptAnswers = 10_000;

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The key is a bearer token, or the user name of basic authentication as `curl -u` sends it. */
function keyOf(header: string): string {
  const [scheme = "", word = ""] = header.split(" ");
  return scheme.toLowerCase() === "basic" ? (Buffer.from(word, "base64").toString("utf8").split(":")[0] ?? "") : word;
}

function checkKey(sandbox: Sandbox, header: string | undefined): void {
  if (header === undefined)
    throw new StripeError(401, { message: "You did not provide an API key. Send it as a bearer token in the Authorization header." });
  // The sent key is not repeated, so that a mistyped live key appears in no log.
  if (!timingSafeEqual(sha256(keyOf(header)), sha256(sandbox.secretKey)))
    throw new StripeError(401, { message: "Invalid API Key provided: sk_test_****" });
}

function servedAnswer(sandbox: Sandbox, { method, url, body }: Exchange, idempotencyKey: string | null): Reply {
  const found = routeOf(method, url.pathname);
  if (found === null)
    throw new StripeError(404, { message: `Unrecognized request URL (${method}: ${url.pathname}). The sandbox serves a part of the API.` });
  const sent = decodeForm(method === "POST" ? body : [url.search.slice(1), body].filter((part) => part !== "").join("&"));
  if (sent === null) throw new StripeError(400, { message: "Invalid request: the parameters cannot be read." });
  const { account, log } = sandbox;
  const { answer, expand, params } = found.route.serve(account, found.id, sent);
  const shown = expanded(account, answer, expand);
  log.push({ method, path: found.route.path, params, idempotencyKey });
  if (log.length > logLength) log.shift();
  return json(200, shown);
}

/** Returns the same answer for the same key; refuses another request with it. Stripe: "Idempotent requests". */
function onceAnswer(sandbox: Sandbox, exchange: Exchange, key: string): Reply {
  const request = sha256(`${exchange.method} ${exchange.url.pathname}\n${exchange.body}`).toString("hex");
  const kept = sandbox.answers.get(key);
  if (kept !== undefined && kept.request !== request)
    throw new StripeError(400, {
      type: "idempotency_error",
      message: "Keys for idempotent requests can only be used with the same parameters they were first used with.",
    });
  if (kept !== undefined)
    return {
      status: kept.status,
      type: "application/json; charset=utf-8",
      body: kept.body,
      headers: { "idempotency-key": key, "idempotent-replayed": "true" },
    };
  const reply = servedAnswer(sandbox, exchange, key);
  sandbox.answers.set(key, { request, status: reply.status, body: reply.body });
  const [oldest] = sandbox.answers.keys();
  if (sandbox.answers.size > keptAnswers && oldest !== undefined) sandbox.answers.delete(oldest);
  return { ...reply, headers: { "idempotency-key": key } };
}

function idempotencyKeyOf({ method, headers }: Exchange): string | null {
  const key = headers["idempotency-key"];
  if (method !== "POST" || typeof key !== "string" || key === "") return null;
  if (key.length > 255) throw new StripeError(400, { type: "idempotency_error", message: "Idempotency keys are at most 255 characters." });
  return key;
}

function checkedAnswer(sandbox: Sandbox, exchange: Exchange, requestId: string): Reply {
  const { account } = sandbox;
  try {
    checkKey(sandbox, exchange.headers.authorization);
    moveTo(account, account.clock.now());
    const key = idempotencyKeyOf(exchange);
    account.cause = { id: requestId, idempotency_key: key };
    return key === null ? servedAnswer(sandbox, exchange, null) : onceAnswer(sandbox, exchange, key);
  } catch (error) {
    if (error instanceof StripeError) return json(error.status, error.body());
    throw error;
  } finally {
    account.cause = noCause;
  }
}

/** Serves a request to `/v1/...`, or lets it fail as a control has ordered. */
export async function serveApi(sandbox: Sandbox, exchange: Exchange): Promise<Reply> {
  const requestId = newId("req");
  const fault = sandbox.faults.next();
  if (fault !== null && fault.delayMs > 0) await wait(fault.delayMs);
  const headers = { "request-id": requestId, "stripe-version": apiVersion };
  if (fault !== null && fault.status !== null) {
    const type = fault.status === 429 ? "invalid_request_error" : "api_error";
    const error = new StripeError(fault.status, { type, message: "The sandbox was told to fail this request." });
    return json(fault.status, error.body(), headers);
  }
  const reply = checkedAnswer(sandbox, exchange, requestId);
  return { ...reply, status: fault?.lost === true ? 0 : reply.status, headers: { ...reply.headers, ...headers } };
}
