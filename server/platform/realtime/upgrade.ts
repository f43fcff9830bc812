import { STATUS_CODES } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { toNetwork } from "#server/platform/http/rate-limits.commands.ts";
import { answer } from "#server/platform/http/answer.ts";

/** Where websockets are accepted: at one path of a server that has others, or at any path of a server for websockets alone. */
export interface Door {
  readonly path: string | null;
}

/** Whether a page of this origin may open a socket here: its host must be the requested one; on a separate port the ports differ. */
function isOwnOrigin(origin: string, host: string | undefined, { path }: Door): boolean {
  try {
    const page = new URL(origin);
    const here = new URL(`${page.protocol}//${host ?? ""}`);
    return path === null ? page.hostname === here.hostname : page.host === here.host;
  } catch {
    // `null` of a sandboxed page, or no URL at all
    return false;
  }
}

/**
 * Checks a websocket request before anything is opened for it. A cross-site page could do nothing without the tokens, which are in no cookie; its
 * origin is refused all the same.
 * @returns the HTTP status of the refusal, null if the socket may be opened
 */
export function findUpgradeRefusal({ url, headers }: Pick<IncomingMessage, "url" | "headers">, door: Door): 403 | 404 | null {
  const [path] = (url ?? "/").split("?");
  if (door.path !== null && path !== door.path && path !== `${door.path}/`) return 404;
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, door)) return 403;
  return null;
}

/**
 * Returns the address that a client's places are counted by. Behind a proxy it is the last of X-Forwarded-For: the one that our proxy wrote. A
 * client that bypasses the proxy could send any; all unadmitted sockets together have a limit as well.
 */
export function getClientAddress({ headers, socket }: IncomingMessage, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? [headers["x-forwarded-for"] ?? []].flat().join(",").split(",").at(-1)?.trim() : undefined;
  return forwarded === undefined || forwarded === "" ? (socket.remoteAddress ?? "") : forwarded;
}

/** Places of sockets that have not been admitted yet, by address. */
export interface StrangerPlaces {
  /** Takes a place. @returns a function that returns it and may be called repeatedly; null if the address has none left */
  take(address: string): (() => void) | null;
}

/** Creates the places. @param mostEach how many each address has */
export function createStrangerPlaces(mostEach: number): StrangerPlaces {
  const taken = new Map<string, number>();
  return {
    take(address) {
      const whose = toNetwork(address);
      const count = taken.get(whose) ?? 0;
      if (count >= mostEach) return null;
      taken.set(whose, count + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (taken.get(whose) ?? 1) - 1;
        if (left === 0) taken.delete(whose);
        else taken.set(whose, left);
      };
    },
  };
}

const refusals = { 403: "forbidden", 404: "noSuchCall", 503: "unavailable" } as const;

/** Refuses a websocket request, in the envelope of every other answer. */
export function refuseUpgrade(socket: Duplex, status: keyof typeof refusals): void {
  const { body } = answer(refusals[status]);
  const type = "Content-Type: application/json; charset=utf-8";
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${type}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
