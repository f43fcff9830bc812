import { STATUS_CODES } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { answer } from "#server/http/answer.ts";

/** Where websockets are taken: at one path of a server that has others, or at any of a server that is there for nothing else. */
export interface Door {
  readonly path: string | null;
}

/** Whether a page of this origin may open a socket here: its host must be the one asked for; on a port of its own the ports differ. */
function isOwnOrigin(origin: string, host: string | undefined, { path }: Door): boolean {
  try {
    const page = new URL(origin);
    const here = new URL(`${page.protocol}//${host ?? ""}`);
    return path === null ? page.hostname === here.hostname : page.host === here.host;
  } catch {
    // `null` of a sandboxed page, or no address at all
    return false;
  }
}

/**
 * Looks at a request for a websocket before anything is opened for it. A cross-site page could do nothing without the tokens, which are in no
 * cookie; its origin is refused all the same.
 * @returns the HTTP status to refuse it with, null where it may be opened
 */
export function refusedUpgrade({ url, headers }: Pick<IncomingMessage, "url" | "headers">, door: Door): 403 | 404 | null {
  const [path] = (url ?? "/").split("?");
  if (door.path !== null && path !== door.path && path !== `${door.path}/`) return 404;
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, door)) return 403;
  return null;
}

const refusals = { 403: "forbidden", 404: "noSuchCall", 503: "unavailable" } as const;

/** Answers a request for a websocket with a refusal, in the envelope of every other answer. */
export function refuseUpgrade(socket: Duplex, status: keyof typeof refusals): void {
  const { body } = answer(refusals[status]);
  const type = "Content-Type: application/json; charset=utf-8";
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${type}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
