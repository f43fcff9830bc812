import type { WebSocket } from "ws";
import { clientMessage, maxClientMessageBytes, socketClose } from "#src/kit/api/socket.ts";
import type { ClientMessage, ServerMessage, SocketCloseCode } from "#src/kit/api/socket.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Limits } from "./limits.ts";

/** One websocket: validated messages in, texts out, bounded both ways. */
export interface Wire {
  /** whether messages can be sent and received; false once either side closes it */
  readonly isOpen: boolean;
  /** resolves when the connection is closed */
  readonly closed: Promise<void>;
  /** Sends a message that is JSON already (bytes are UTF-8). Ends a client that reads too slowly: it reconnects with its cursor. */
  send(text: string | Buffer): void;
  say(message: ServerMessage): void;
  /** Sends and, if much is buffered already, resolves only when the client has read it; ends a client that reads nothing. */
  sendPatiently(text: string): Promise<void>;
  /** Sends the reason and closes. */
  refuse(name: RefusalName): void;
  close(code: SocketCloseCode): void;
  /** Terminates the connection without a message. */
  end(): void;
  /** Pings; ends a client that has not answered the last ping. */
  beat(): void;
}

export interface WireHandlers {
  /** a message of the client; null for an invalid one */
  readonly onMessage: (message: ClientMessage | null) => void;
  /** called once, when either side closes it */
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
    // Unsent messages are dropped with it.
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
