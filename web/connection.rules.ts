import type { SocketState } from "#src/kit/api/socket-client.ts";

/** The state of the connection to the server. */
export interface ConnectionFacts {
  /** the websocket's state; null if nobody is signed in */
  readonly socket: SocketState | null;
  /** whether the device has a network */
  readonly isOnline: boolean;
  /** since when neither the websocket nor a request has reached the server, in ms since 1970; null while it is reachable */
  readonly unreachableSince: number | null;
  /** whether the websocket has been open before */
  readonly wasOpen: boolean;
}

/** The state as people see it; each has a text `session.connection.…`. */
export type ConnectionWord = "connected" | "connecting" | "reconnecting" | "offline";

/** Returns the connection's state as people see it. */
export function connectionWord({ socket, isOnline, wasOpen }: ConnectionFacts): ConnectionWord {
  if (!isOnline) return "offline";
  if (socket === "open") return "connected";
  return wasOpen ? "reconnecting" : "connecting";
}

/** The server must be unreachable for this long before a banner says so. */
export const bannerAfterMs = 5000;

/** Milliseconds until the banner is due; null while the server is reachable. */
export function bannerInMs({ unreachableSince }: Pick<ConnectionFacts, "unreachableSince">, now: number): number | null {
  return unreachableSince === null ? null : Math.max(0, unreachableSince + bannerAfterMs - now);
}
