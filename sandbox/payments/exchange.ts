import type { IncomingMessage } from "node:http";
import type { Account } from "./account.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Faults } from "./faults.ts";

/** A handler's answer. */
export interface Reply {
  /** 0 drops the connection without an answer */
  status: number;
  type: string;
  body: string;
  headers?: Record<string, string>;
}

/** A request that reached the API, parsed: for tests that check it against the published schema. */
export interface LoggedRequest {
  method: string;
  /** `/v1/customers/{id}`, as Stripe's reference writes it */
  path: string;
  params: object;
  idempotencyKey: string | null;
}

/** A finished answer that is repeated for the same idempotency key. */
export interface KeptAnswer {
  /** hash of method, path and body */
  request: string;
  status: number;
  body: string;
}

/** What the server's parts share. */
export interface Sandbox {
  account: Account;
  deliveries: Deliveries;
  faults: Faults;
  secretKey: string;
  /** the newest 1,000 */
  log: LoggedRequest[];
  /** by idempotency key */
  answers: Map<string, KeptAnswer>;
  /** Reports a change, for the state file. */
  changed(): void;
}

/** A request for the handlers. */
export interface Exchange {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  /** "" if there is none */
  body: string;
}

const bodyLimitBytes = 65_536;

/** Reads a body; null above 64 kB. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let byteSize = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    byteSize += chunk.length;
    if (byteSize > bodyLimitBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Builds a JSON answer. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return { status, type: "application/json; charset=utf-8", body: JSON.stringify(value), headers };
}

/**
 * Builds a page without scripts. There is no `form-action`: browsers also apply it to the redirect after a form, and a payment ends on the
 * merchant's own host.
 */
export function html(body: string, status = 200): Reply {
  const policy = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";
  return {
    status,
    type: "text/html; charset=utf-8",
    body,
    headers: { "content-security-policy": policy, "referrer-policy": "no-referrer" },
  };
}

/** Redirects after a form. */
export function seeOther(location: string): Reply {
  return { status: 303, type: "text/plain; charset=utf-8", body: "", headers: { location, "referrer-policy": "no-referrer" } };
}
