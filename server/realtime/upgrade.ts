import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

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

const reasons = { 403: "Forbidden", 404: "Not Found", 503: "Service Unavailable" } as const;

/** Answers a request for a websocket with a plain refusal. */
export function refuseUpgrade(socket: Duplex, status: keyof typeof reasons): void {
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
