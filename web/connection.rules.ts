import type { SocketState } from "#src/api/socket-client.ts";

/** What is known of the way to the server. */
export interface ConnectionFacts {
  /** of the websocket; null where nobody is signed in */
  readonly socket: SocketState | null;
  /** whether this device has a network at all */
  readonly isOnline: boolean;
  /** since when neither the websocket nor a question reached the server, in ms since 1970; null while it can be reached */
  readonly unreachableSince: number | null;
  /** whether the websocket has been open before */
  readonly wasOpen: boolean;
}

/** The state in a word that a person understands; each has its text `session.connection.…`. */
export type ConnectionWord = "connected" | "connecting" | "reconnecting" | "offline";

/** The word for the state of the connection. */
export function connectionWord({ socket, isOnline, wasOpen }: ConnectionFacts): ConnectionWord {
  if (!isOnline) return "offline";
  if (socket === "open") return "connected";
  return wasOpen ? "reconnecting" : "connecting";
}

/** How long the server must be out of reach before a banner says so. */
export const bannerAfterMs = 5000;

/** How long until the banner is due; null while the server can be reached. */
export function bannerInMs({ unreachableSince }: Pick<ConnectionFacts, "unreachableSince">, now: number): number | null {
  return unreachableSince === null ? null : Math.max(0, unreachableSince + bannerAfterMs - now);
}
