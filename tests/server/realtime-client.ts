import { WebSocket } from "ws";
import { serverMessage } from "#src/kit/api/socket.ts";
import type { ServerMessage } from "#src/kit/api/socket.ts";
import { deriveCsrfToken } from "#server/platform/http/authenticate.ts";

export type EventMessage = Extract<ServerMessage, { type: "event" }>;

export interface HelloOptions {
  token: string;
  topics?: readonly string[];
  cursor?: string;
  ageMs?: number;
  csrf?: string;
}

/** A plain websocket client that records all messages. */
export interface TestSocket {
  readonly ws: WebSocket;
  readonly messages: ServerMessage[];
  /** the close code, once closed; 1006 if it ended without one */
  readonly closed: Promise<number>;
  send(message: unknown): void;
  /** Waits for the first message of this type that was not awaited yet. */
  next<T extends ServerMessage["type"]>(type: T): Promise<Extract<ServerMessage, { type: T }>>;
  /** Waits until everything in transit has arrived. */
  settle(): Promise<void>;
  events(): EventMessage[];
  texts(): string[];
}

/** Opens a socket without a hello. */
export function openSocket(
  url: string,
  options: { headers?: Record<string, string>; autoPong?: boolean; onMessage?: (message: ServerMessage) => void } = {},
): TestSocket {
  const ws = new WebSocket(url, { headers: options.headers ?? {}, autoPong: options.autoPong ?? true });
  const messages: ServerMessage[] = [];
  const taken = new Set<ServerMessage>();
  const wake = new Set<() => void>();
  const toSend: string[] = [];
  let code: number | null = null;

  ws.on("open", () => toSend.forEach((text) => ws.send(text)));
  ws.on("message", (data) => {
    const message = serverMessage.parse(JSON.parse((data as Buffer).toString("utf8")));
    messages.push(message);
    options.onMessage?.(message);
    for (const look of wake) look();
  });
  ws.on("error", () => undefined);
  const closed = new Promise<number>((resolve) => {
    ws.on("close", (given) => {
      code = given;
      resolve(given);
      for (const look of wake) look();
    });
  });

  function send(message: unknown): void {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    if (ws.readyState === WebSocket.CONNECTING) toSend.push(text);
    else ws.send(text);
  }
  function next<T extends ServerMessage["type"]>(type: T): Promise<Extract<ServerMessage, { type: T }>> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = messages.find((one): one is Extract<ServerMessage, { type: T }> => one.type === type && !taken.has(one));
        if (found !== undefined) {
          taken.add(found);
          wake.delete(look);
          resolve(found);
        } else if (code !== null) {
          wake.delete(look);
          reject(new Error(`closed with ${code} before any "${type}"; told: ${JSON.stringify(messages).slice(0, 500)}`));
        }
      };
      wake.add(look);
      look();
    });
  }
  const events = () => messages.filter((message): message is EventMessage => message.type === "event");
  return {
    ws,
    messages,
    closed,
    send,
    next,
    events,
    texts: () => events().map(({ payload }) => (payload as { text: string }).text),
    async settle() {
      send({ type: "ping" });
      await next("pong");
    },
  };
}

/** Builds the hello of our client. */
export function buildHello({ token, topics = ["tests.told"], cursor, ageMs, csrf }: HelloOptions): object {
  return {
    type: "hello",
    access_token: token,
    csrf_token: csrf ?? deriveCsrfToken(token),
    topics,
    ...(cursor === undefined ? {} : { cursor }),
    ...(ageMs === undefined ? {} : { age_ms: ageMs }),
  };
}

/** Opens a socket and says hello. */
export function sayHello(
  url: string,
  options: HelloOptions & { autoPong?: boolean; onMessage?: (message: ServerMessage) => void },
): TestSocket {
  const socket = openSocket(url, options);
  socket.send(buildHello(options));
  return socket;
}
