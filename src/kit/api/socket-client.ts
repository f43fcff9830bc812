import { codeNumbers } from "./code-numbers.ts";
import type { Topic } from "./define-topic.ts";
import { serverMessage, socketClose } from "./socket.ts";
import type { ClientMessage, ServerMessage } from "./socket.ts";

export interface SocketTokens {
  readonly accessToken: string;
  readonly csrfToken: string;
}

/** `waiting` for the next attempt; `refused` until a sign-in (`renew`); `closed` for good. */
export type SocketState = "connecting" | "open" | "waiting" | "refused" | "closed";

/** An event whose payload matches the topic's schema. */
export interface SocketEvent {
  readonly topic: string;
  readonly payload: unknown;
}

export interface SocketTimings {
  readonly shortestWaitMs: number;
  readonly longestWaitMs: number;
  readonly pingEveryMs: number;
  readonly pongWithinMs: number;
  /** from the start of an attempt to the `welcome` */
  readonly welcomeWithinMs: number;
}

export interface SocketOptions {
  /** called before each attempt */
  url(): string;
  /** called before each attempt; null if nobody is signed in */
  tokens(): SocketTokens | null;
  readonly topics: readonly Topic[];
  /** returns the age in ms of the oldest data that depends on events; called before the first welcome. Without it, events begin at the welcome. */
  ageMs?(): number;
  /** called once per event and in order, across reconnects */
  onEvent(event: SocketEvent): void;
  /** events were missed that the server no longer has: everything that depends on events must be fetched again */
  onReset(): void;
  /** `code`: the reason of a refusal, from the code table */
  onState?(state: SocketState, code: number | null): void;
  readonly WebSocket?: new (url: string) => WebSocket;
  readonly timings?: Partial<SocketTimings>;
}

export interface SocketConnection {
  /** Sends new tokens: after the session was renewed, another provider was chosen, or the user signed in again. */
  renew(tokens: SocketTokens): void;
  close(): void;
}

const usualTimings: SocketTimings = {
  shortestWaitMs: 500,
  longestWaitMs: 30_000,
  pingEveryMs: 25_000,
  pongWithinMs: 10_000,
  welcomeWithinMs: 20_000,
};

/** Returns the websocket's URL (spec.md section 7): `/websocket` on the same host, or a separate port if the host is an IP address. */
export function socketUrl({ protocol, hostname, host }: Pick<Location, "protocol" | "hostname" | "host">, websocketPort = 8082): string {
  const scheme = protocol === "https:" ? "wss" : "ws";
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)) return `${scheme}://${hostname}:${websocketPort}`;
  if (hostname.includes(":")) return `${scheme}://[${hostname.replace(/^\[|\]$/g, "")}]:${websocketPort}`;
  return `${scheme}://${host}/websocket`;
}

/** Returns a random wait before an attempt, in ms, up to a limit that doubles each time, so that clients do not all reconnect at once. */
export function waitMs(attempt: number, { shortestWaitMs, longestWaitMs }: SocketTimings, random = Math.random()): number {
  const longest = Math.min(longestWaitMs, shortestWaitMs * 2 ** (attempt + 1));
  return shortestWaitMs + random * (longest - shortestWaitMs);
}

function read(data: unknown): ServerMessage | null {
  try {
    return serverMessage.safeParse(JSON.parse(String(data))).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Keeps a connection to the server's websocket open: reconnects when it is lost and continues after the last received event.
 */
export function connectSocket(options: SocketOptions): SocketConnection {
  const timings = { ...usualTimings, ...options.timings };
  const Socket = options.WebSocket ?? WebSocket;
  const topics = new Map(options.topics.map((topic) => [topic.name, topic]));
  let state: SocketState | null = null;
  let socket: WebSocket | null = null;
  let cursor: string | undefined;
  let attempt = 0;
  /** the tokens that the server has for this connection */
  let sentTokens: SocketTokens | null = null;
  /** newer tokens to send after the welcome */
  let renewed: SocketTokens | null = null;
  let refusal: number | null = null;
  let isPinged = false;
  /** the one pending timer: next attempt, welcome, next ping, or pong */
  let timer: ReturnType<typeof setTimeout> | undefined;

  function enter(next: SocketState, code: number | null = null): void {
    if (state === next) return;
    state = next;
    options.onState?.(next, code);
  }
  function after(ms: number, step: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(step, ms);
  }
  function say(message: ClientMessage): void {
    socket?.send(JSON.stringify(message));
  }
  /** Abandons the connection; later messages on it are ignored. */
  function drop(): void {
    clearTimeout(timer);
    const last = socket;
    socket = null;
    last?.close();
  }
  function stop(code: number): void {
    drop();
    enter("refused", code);
  }
  function tryLater(): void {
    drop();
    after(waitMs(attempt, timings), connect);
    attempt += 1;
    enter("waiting");
  }

  function connect(): void {
    sentTokens = options.tokens();
    if (sentTokens === null) return stop(codeNumbers.notSignedIn.code);
    const { accessToken, csrfToken } = sentTokens;
    const mine = new Socket(options.url());
    socket = mine;
    refusal = null;
    isPinged = false;
    after(timings.welcomeWithinMs, tryLater);
    mine.addEventListener("open", () => {
      if (socket !== mine) return;
      const hello = { access_token: accessToken, csrf_token: csrfToken, topics: [...topics.keys()] };
      const ageMs = options.ageMs?.();
      const from = cursor === undefined ? (ageMs === undefined ? {} : { age_ms: Math.ceil(ageMs) }) : { cursor };
      say({ type: "hello", ...hello, ...from });
    });
    mine.addEventListener("message", ({ data }) => {
      if (socket === mine) handleMessage(read(data));
    });
    // An error is followed by a close event too.
    mine.addEventListener("close", ({ code }) => {
      if (socket === mine) ended(code);
    });
    enter("connecting");
  }

  function ended(closeCode: number): void {
    if (closeCode !== socketClose.refused || refusal === null) return tryLater();
    // Another tab may have renewed the session in the meantime.
    if (options.tokens()?.accessToken === sentTokens?.accessToken) stop(refusal);
    else tryLater();
  }

  function handleMessage(message: ServerMessage | null): void {
    // Any message shows that the server is alive, even an unknown type from a newer server.
    if (isPinged) rest();
    switch (message?.type) {
      case "welcome":
      case "reset":
        return begin(message);
      case "event":
        cursor = message.cursor;
        return pass(message);
      case "pong":
        cursor = message.cursor ?? cursor;
        // Only a connection that has lasted resets the wait between attempts.
        attempt = 0;
        return;
      case "refused":
        refusal = message.code;
        return;
      case "renewed":
      case undefined:
        return;
    }
  }

  function begin({ type, cursor: from }: Extract<ServerMessage, { type: "welcome" | "reset" }>): void {
    cursor = from;
    rest();
    if (renewed !== null) tell(renewed);
    renewed = null;
    enter("open");
    if (type === "reset") options.onReset();
  }

  function pass({ topic: name, payload }: Extract<ServerMessage, { type: "event" }>): void {
    const parsed = topics.get(name)?.payload.safeParse(payload);
    if (parsed?.success === true) options.onEvent({ topic: name, payload: parsed.data });
  }

  function rest(): void {
    isPinged = false;
    after(timings.pingEveryMs, ping);
  }
  function ping(): void {
    say({ type: "ping" });
    isPinged = true;
    after(timings.pongWithinMs, tryLater);
  }

  function tell(tokens: SocketTokens): void {
    sentTokens = tokens;
    say({ type: "renew", access_token: tokens.accessToken, csrf_token: tokens.csrfToken });
  }

  connect();
  return {
    renew(tokens) {
      if (state === "closed") return;
      if (state === "open") return tell(tokens);
      renewed = tokens;
      if (state === "connecting") return;
      attempt = 0;
      drop();
      connect();
    },
    close() {
      drop();
      enter("closed");
    },
  };
}
