import type { IncomingMessage } from "node:http";
import type { Csrf } from "./csrf.ts";
import type { State } from "./state.ts";

/** A request as the handlers see it. */
export interface Exchange {
  method: string;
  /** without its port: www.etsy.com */
  host: string;
  url: URL;
  headers: IncomingMessage["headers"];
  /** what the path's pattern caught, in order */
  parts: readonly string[];
  /** of this answer's content security policy */
  nonce: string;
  csrf: Csrf;
  state: State;
  /** the body as text; @throws BodyTooLarge above 64 kB */
  readBody(): Promise<string>;
}

/** An answer as the handlers give it. */
export interface Reply {
  /** 0 drops the connection without an answer */
  status: number;
  type: string;
  body: string | Uint8Array;
  headers?: Record<string, string>;
  /** called once the answer left, or its reader went away */
  onEnd?: () => void;
}

export type Handler = (exchange: Exchange) => Reply | Promise<Reply>;

export const bodyLimitBytes = 65_536;

/** A request's body was larger than the marketplace takes. */
export class BodyTooLarge extends Error {}

/**
 * Reads a body of at most 64 kB.
 * @throws BodyTooLarge above that, with the rest unread so that the refusal can still be sent; Error if the sender disconnected
 */
export function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyLimitBytes) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      reject(new BodyTooLarge("marketplace: body too large"));
    });
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
    request.on("close", () => reject(new Error("marketplace: the sender went away")));
  });
}

/** A JSON answer. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return { status, type: "application/json; charset=utf-8", body: JSON.stringify(value), headers };
}

/** An error of the API, in its usual form. */
export function apiError(status: number, message: string, headers: Record<string, string> = {}): Reply {
  return json(status, { error: message }, headers);
}

/** An HTML answer under a strict policy: scripts run by nonce alone, so that nothing depends on inline ones. */
export function html(status: number, body: string, nonce: string): Reply {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' https://i.etsystatic.com data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { status, type: "text/html; charset=utf-8", body, headers: { "content-security-policy": policy } };
}

/** Sends the browser elsewhere on this host. */
export function redirect(path: string, status: 302 | 303 = 302): Reply {
  return { status, type: "text/plain", body: "", headers: { location: path } };
}

/** A same-origin path from a query, or "/" for anything else. */
export function localPath(path: string | null): string {
  return path !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : "/";
}
