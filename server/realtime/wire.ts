import type { WebSocket } from "ws";
import { clientMessage, maxClientMessageBytes, socketClose } from "#src/api/socket.ts";
import type { ClientMessage, ServerMessage, SocketCloseCode } from "#src/api/socket.ts";
import { codes } from "#src/api/codes.ts";
import type { RefusalName } from "#src/api/codes.ts";
import type { Limits } from "./limits.ts";

/** One websocket: checked messages in, texts out, within bounds both ways. */
export interface Wire {
  /** whether anything can be said and heard; false from the moment that either side closes it */
  readonly isOpen: boolean;
  /** resolves when the connection is gone */
  readonly closed: Promise<void>;
  /** Sends a message that is JSON already (bytes are UTF-8). A client that has let too much wait is ended: it comes back with its cursor. */
  send(text: string | Buffer): void;
  say(message: ServerMessage): void;
  /** Sends and, where much waits already, resolves only when the client has taken it; ends a client that takes nothing. */
  sendPatiently(text: string): Promise<void>;
  /** Says why and closes. */
  refuse(name: RefusalName): void;
  close(code: SocketCloseCode): void;
  /** Ends it without a word. */
  end(): void;
  /** Pings; ends a client that has not answered since the last time. */
  beat(): void;
}

export interface WireHandlers {
  /** a message of the client; null for one that is none of ours */
  readonly onMessage: (message: ClientMessage | null) => void;
  /** once, when it is closed from either side */
  readonly onEnd: () => void;
}

function parse(data: unknown, isBinary: boolean): ClientMessage | null {
  if (isBinary || !Buffer.isBuffer(data) || data.byteLength > maxClientMessageBytes) return null;
  try {
    return clientMessage.safeParse(JSON.parse(data.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** Takes over a websocket that was just opened. */
export function openWire(ws: WebSocket, limits: Limits, { onMessage, onEnd }: WireHandlers): Wire {
  let hasAnswered = true;
  let messages = 0;
  let isOpen = true;

  function ended(): void {
    if (!isOpen) return;
    isOpen = false;
    onEnd();
  }
  function end(): void {
    ended();
    // What waits to be read goes with it.
    ws.terminate();
  }
  function close(code: SocketCloseCode): void {
    if (!isOpen) return;
    ended();
    ws.close(code);
  }
  function send(text: string | Buffer): void {
    if (!isOpen) return;
    ws.send(text, { binary: false });
    if (ws.bufferedAmount > limits.bufferedBytes) end();
  }
  const say = (message: ServerMessage) => send(JSON.stringify(message));

  ws.on("message", (data, isBinary) => {
    if (!isOpen) return;
    messages += 1;
    if (messages > limits.messagesPerPing) close(socketClose.brokenMessage);
    else onMessage(parse(data, isBinary));
  });
  ws.on("pong", () => {
    hasAnswered = true;
  });
  const closed = new Promise<void>((resolve) => {
    ws.on("close", () => {
      ended();
      resolve();
    });
  });
  // A broken frame or connection: the library closes it, and `close` follows.
  ws.on("error", () => undefined);

  return {
    get isOpen() {
      return isOpen;
    },
    closed,
    send,
    say,
    async sendPatiently(text) {
      if (!isOpen) return;
      if (ws.bufferedAmount < limits.bufferedBytes / 4) return send(text);
      const stalled = setTimeout(end, limits.stalledAfterMs);
      await new Promise<void>((resolve) => {
        ws.send(text, () => resolve());
      });
      clearTimeout(stalled);
    },
    refuse(name) {
      say({ type: "refused", code: codes[name].code });
      close(name === "tooMany" ? socketClose.tryLater : socketClose.refused);
    },
    close,
    end,
    beat() {
      if (!hasAnswered) return end();
      hasAnswered = false;
      messages = 0;
      ws.ping();
    },
  };
}
