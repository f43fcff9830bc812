import { z } from "zod";

/*
 * The messages of the websocket, as JSON. The client first sends `hello`; the server responds with `welcome` (or `reset`) and then sends events, each
 * with a cursor. A client that reconnects sends its last cursor and receives everything that it missed, once and in order. At its first connection it
 * sends the age of its data instead, and receives what happened since: a page fetches its data before its socket is open.
 */

/** The longest message of a client, in bytes. */
export const maxClientMessageBytes = 16 * 1024;

const tokens = { access_token: z.string().min(1).max(200), csrf_token: z.string().min(1).max(200) };

/** Messages of the client. Unknown fields and types are refused. */
export const clientMessage = z.discriminatedUnion("type", [
  /** the tokens, the topics to subscribe to, and the cursor to continue after; without one, how long ago the oldest data that it shows was requested */
  z.strictObject({
    type: z.literal("hello"),
    ...tokens,
    topics: z.array(z.string().max(100)).max(100),
    cursor: z.string().max(60).optional(),
    age_ms: z.int().nonnegative().optional(),
  }),
  /** new tokens of the same session, after a renewal or after another provider was chosen */
  z.strictObject({ type: z.literal("renew"), ...tokens }),
  z.strictObject({ type: z.literal("ping") }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** Messages of the server. A cursor is opaque: the client only sends it back. */
export const serverMessage = z.discriminatedUnion("type", [
  /** the hello was accepted; later events come after this cursor */
  z.object({ type: z.literal("welcome"), cursor: z.string() }),
  /** the hello was accepted, but which events were missed is not known any more: everything must be fetched again */
  z.object({ type: z.literal("reset"), cursor: z.string() }),
  z.object({ type: z.literal("event"), topic: z.string(), payload: z.unknown(), cursor: z.string() }),
  /** no event before this cursor is outstanding; without a cursor while missed events are still being sent */
  z.object({ type: z.literal("pong"), cursor: z.string().optional() }),
  /** the new tokens were accepted and apply to the following events */
  z.object({ type: z.literal("renewed") }),
  /** a code of the table; the server then closes the connection */
  z.object({ type: z.literal("refused"), code: z.int() }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;

/** Close codes (RFC 6455, 7.4: those below 4000 are the protocol's own). */
export const socketClose = {
  /** the server is shutting down: reconnect, another process takes over */
  goingAway: 1001,
  /** temporarily unavailable: reconnect later */
  tryLater: 1013,
  /** no hello arrived in time, or another message came first */
  noHello: 4001,
  /** a message that is invalid, too large, or one too many */
  brokenMessage: 4002,
  /** follows a `refused`: the same hello would be refused again */
  refused: 4003,
} as const;
export type SocketCloseCode = (typeof socketClose)[keyof typeof socketClose];
