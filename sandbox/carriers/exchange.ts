import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Account, CarrierName } from "./accounts.ts";
import type { createFaults, Operation, RateLimit } from "./faults.ts";
import type { Shipments } from "./shipments.ts";

/** A request for the handlers. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** as it arrived: signatures cover it */
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a request to a carrier is, once its address is read. */
export interface Requested {
  readonly carrier: CarrierName;
  readonly operation: Operation;
  /** Checks the signature and serves it. */
  serve(): Reply;
}

/** A request as it was received, for tests that check it against a contract. */
export interface LoggedRequest {
  readonly carrier: CarrierName;
  readonly operation: Operation;
  readonly method: string;
  /** path and query */
  readonly target: string;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

/** What the server's parts share. */
export interface Sandbox {
  readonly accounts: readonly Account[];
  readonly shipments: Shipments;
  readonly faults: ReturnType<typeof createFaults>;
  readonly limit: RateLimit;
  /** YunExpress: the accounts of the tokens that were given out */
  readonly tokens: Map<string, { readonly account: Account; readonly endsAt: number }>;
  /** whether a manifest makes the carriers forget labels */
  forgetsLabels: boolean;
  /** the newest 1,000 */
  readonly log: LoggedRequest[];
  /** where it listens; label addresses lead there */
  readonly origin: string;
}

const bodyLimitBytes = 1024 * 1024;

/** Reads a body; null above 1 MB. */
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

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, type: "application/json; charset=utf-8", body: JSON.stringify(value), headers };
}

type Json = Record<string, unknown>;

/** Parses a JSON object; null if it is none. */
export function parseObject(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

/** Returns a field as text; empty if it is missing. */
export function getText(value: unknown, name: string): string {
  const field = getField(value, name);
  return typeof field === "string" || typeof field === "number" ? String(field).trim() : "";
}

export function getField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value ? (value as Json)[name] : undefined;
}

export function getList(value: unknown, name: string): unknown[] {
  const field = getField(value, name);
  return Array.isArray(field) ? field : [];
}

export function getNumber(value: unknown, name: string): number {
  const field = getField(value, name);
  return typeof field === "number" ? field : Number.NaN;
}

const maxSkewMs = 15 * 60_000;

/** Whether a request's time, epoch milliseconds, is close to ours. */
export function isRecent(timestamp: string): boolean {
  return /^\d{13}$/.test(timestamp) && Math.abs(Number(timestamp) - Date.now()) <= maxSkewMs;
}
