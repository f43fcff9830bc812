import { z } from "zod";

/*
 * What travels over the websocket, as JSON texts. The client's first message is `hello`; the server answers `welcome` (or `reset`) and from
 * then on tells events, each with a cursor. A client that comes back says its last cursor and gets all that it missed, once and in order.
 */

/** Longest message of a client, in bytes. */
export const maxClientMessageBytes = 16 * 1024;

const tokens = { access_token: z.string().min(1).max(200), csrf_token: z.string().min(1).max(200) };

/** What a client may say. Unknown fields and types are refused. */
export const clientMessage = z.discriminatedUnion("type", [
  /** who it is, what it wants to hear, and up to where it heard before */
  z.strictObject({
    type: z.literal("hello"),
    ...tokens,
    topics: z.array(z.string().max(100)).max(100),
    cursor: z.string().max(60).optional(),
  }),
  /** new tokens of the same session: after each renewal, and after another provider was chosen */
  z.strictObject({ type: z.literal("renew"), ...tokens }),
  z.strictObject({ type: z.literal("ping") }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** What the server says. A cursor is opaque: it is only ever sent back. */
export const serverMessage = z.discriminatedUnion("type", [
  /** the hello was accepted; what follows comes after this cursor */
  z.object({ type: z.literal("welcome"), cursor: z.string() }),
  /** the hello was accepted, but what its cursor missed is not kept any more: everything must be asked for anew */
  z.object({ type: z.literal("reset"), cursor: z.string() }),
  z.object({ type: z.literal("event"), topic: z.string(), payload: z.unknown(), cursor: z.string() }),
  /** up to this cursor there is nothing more to hear; without one while what was missed is still being sent */
  z.object({ type: z.literal("pong"), cursor: z.string().optional() }),
  /** the new tokens were accepted: what follows is heard as the session is now */
  z.object({ type: z.literal("renewed") }),
  /** a code of the table; the connection is closed after it */
  z.object({ type: z.literal("refused"), code: z.int() }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;

/** Why a connection is closed (RFC 6455, 7.4: below 4000 the protocol's own codes). */
export const socketClose = {
  /** the server stops: come back, another process answers */
  goingAway: 1001,
  /** not now: come back in a while */
  tryLater: 1013,
  /** no hello came in time, or something else came first */
  noHello: 4001,
  /** a message that is none of ours, too large, or too many */
  brokenMessage: 4002,
  /** a `refused` came before it: the same hello will be refused again */
  refused: 4003,
} as const;
export type SocketCloseCode = (typeof socketClose)[keyof typeof socketClose];
