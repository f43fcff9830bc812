import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import type { WebSocket as ServerSocket } from "ws";
import { z } from "zod";
import { defineTopic } from "./define-topic.ts";
import { connectSocket, socketUrl, waitMs } from "./socket-client.ts";
import type { SocketConnection, SocketEvent, SocketOptions, SocketTokens } from "./socket-client.ts";
import { clientMessage } from "./socket.ts";
import type { ClientMessage, ServerMessage } from "./socket.ts";

const said = defineTopic({ name: "tests.said", roles: ["provider"], payload: z.object({ text: z.string() }) });
const tokens: SocketTokens = { accessToken: "a", csrfToken: "b" };

/** A scripted server that speaks the protocol; tests/server tests against the real one. */
interface Peer {
  socket: ServerSocket;
  heard: ClientMessage[];
  say(message: ServerMessage | object): void;
}
let server: WebSocketServer;
let peers: Peer[] = [];
let greet: (peer: Peer, index: number) => void;
let answersPing: (index: number) => boolean;
let connection: SocketConnection | null = null;
let states: (string | [string, number])[];
let events: SocketEvent[];
let resets: number;

const welcome = (peer: Peer) => peer.say({ type: "welcome", cursor: "1.1" });

beforeEach(async () => {
  [peers, states, events, resets, greet, answersPing] = [[], [], [], 0, welcome, () => false];
  const http = createServer();
  server = new WebSocketServer({ server: http });
  server.on("connection", (socket) => {
    const peer: Peer = { socket, heard: [], say: (message) => socket.send(JSON.stringify(message)) };
    const index = peers.push(peer) - 1;
    socket.on("message", (data) => {
      const message = clientMessage.parse(JSON.parse((data as Buffer).toString("utf8")));
      peer.heard.push(message);
      if (message.type === "hello") greet(peer, index);
      if (message.type === "ping" && answersPing(index)) peer.say({ type: "pong", cursor: "1.1" });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  connection?.close();
  for (const { socket } of peers) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});

function start(options: Partial<SocketOptions> = {}): SocketConnection {
  connection = connectSocket({
    url: () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens: () => tokens,
    topics: [said],
    onEvent: (event) => events.push(event),
    onReset: () => (resets += 1),
    onState: (state, code) => states.push(code === null ? state : [state, code]),
    ...options,
    // Generous by default, so that a pause of the machine does not look like a silent server.
    timings: {
      shortestWaitMs: 10,
      longestWaitMs: 40,
      pingEveryMs: 60_000,
      pongWithinMs: 60_000,
      welcomeWithinMs: 60_000,
      ...options.timings,
    },
  });
  return connection;
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const end = performance.now() + 60_000; !isSo(); await sleep(5))
    if (performance.now() > end) throw new Error(`not in time: ${what}`);
}

const event = (text: string, cursor: string): ServerMessage => ({ type: "event", topic: "tests.said", payload: { text }, cursor });
const findHello = (index: number) => peers[index]?.heard.find(({ type }) => type === "hello");
const texts = () => events.map(({ payload }) => (payload as { text: string }).text);

describe("the socket URL", () => {
  const at = (href: string, port?: number) => socketUrl(new URL(href), port);

  it("is a path on the same host", () => {
    expect(at("https://shop.example.com/p/home")).toBe("wss://shop.example.com/websocket");
    expect(at("http://localhost:8080/")).toBe("ws://localhost:8080/websocket");
    expect(at("http://1.2.3.4.example.com/")).toBe("ws://1.2.3.4.example.com/websocket");
  });

  it("has its own port, and no path, when the host is an IP address", () => {
    expect(at("http://192.168.0.7:8080/p/home")).toBe("ws://192.168.0.7:8082");
    expect(at("https://[2001:db8::1]/ds/home")).toBe("wss://[2001:db8::1]:8082");
    expect(at("http://[::1]:8080/", 9002)).toBe("ws://[::1]:9002");
    expect(socketUrl({ protocol: "http:", hostname: "::1", host: "[::1]:8080" })).toBe("ws://[::1]:8082");
  });
});

describe("the wait before an attempt", () => {
  const timings = { shortestWaitMs: 500, longestWaitMs: 30_000, pingEveryMs: 0, pongWithinMs: 0, welcomeWithinMs: 0 };

  it("is between half a second and half a minute, and grows", () => {
    expect([0, 1, 2, 5, 20].map((attempt) => waitMs(attempt, timings, 0))).toEqual([500, 500, 500, 500, 500]);
    expect([0, 1, 2, 5, 20].map((attempt) => waitMs(attempt, timings, 1))).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  });
});

describe("a connection", () => {
  it("sends hello and passes events on", async () => {
    start();
    await until(() => states.includes("open"), "open");
    expect(findHello(0)).toEqual({ type: "hello", access_token: "a", csrf_token: "b", topics: ["tests.said"] });
    peers[0]?.say(event("one", "2.1"));
    peers[0]?.say(event("two", "3.1"));
    await until(() => events.length === 2, "the events");
    expect(events).toEqual(["one", "two"].map((text) => ({ topic: "tests.said", payload: { text } })));
    expect(states).toEqual(["connecting", "open"]);
  });

  it("says at its first connection how old its data is, and continues from its cursor after that", async () => {
    let ageMs = 1200.4;
    greet = (peer, index) => (index === 0 ? peer.socket.terminate() : welcome(peer));
    start({ ageMs: () => (ageMs += 100) });
    await until(() => peers.length === 2 && states.at(-1) === "open", "the second connection");
    peers[1]?.socket.terminate();
    await until(() => peers.length === 3 && states.at(-1) === "open", "the third connection");
    expect([0, 1, 2].map(findHello)).toMatchObject([{ age_ms: 1301 }, { age_ms: 1401 }, { cursor: "1.1" }]);
    expect(findHello(2)).not.toHaveProperty("age_ms");
  });

  it("reconnects when it is lost and continues from its last cursor, as often as needed", async () => {
    greet = (peer, index) => {
      welcome(peer);
      if (index < 5) peer.say(event(`event ${index}`, `${index + 10}.1`));
      if (index < 5) setTimeout(() => (index % 2 === 0 ? peer.socket.terminate() : peer.socket.close(1001)), 20);
    };
    start();
    await until(() => peers.length === 6 && states.at(-1) === "open", "the sixth connection");
    expect(texts()).toEqual(["event 0", "event 1", "event 2", "event 3", "event 4"]);
    expect(peers.map((_peer, index) => (findHello(index) as { cursor?: string }).cursor)).toEqual([
      undefined,
      "10.1",
      "11.1",
      "12.1",
      "13.1",
      "14.1",
    ]);
    expect(resets).toBe(0);
  });

  it("continues from the cursor of a pong", async () => {
    start({ timings: { pingEveryMs: 20 } });
    await until(() => peers[0]?.heard.some(({ type }) => type === "ping") === true, "a ping");
    peers[0]?.say({ type: "pong", cursor: "77.7" });
    await sleep(5);
    peers[0]?.socket.close(1013);
    await until(() => findHello(1) !== undefined, "the next hello");
    expect(findHello(1)).toMatchObject({ cursor: "77.7" });
  });

  it("reports a reset", async () => {
    greet = (peer) => peer.say({ type: "reset", cursor: "5.5" });
    start();
    await until(() => states.includes("open"), "open");
    expect(resets).toBe(1);
    peers[0]?.socket.terminate();
    await until(() => findHello(1) !== undefined, "the next hello");
    expect(findHello(1)).toMatchObject({ cursor: "5.5" });
  });

  it("drops payloads that do not match their topic, and ignores unknown messages", async () => {
    start();
    await until(() => states.includes("open"), "open");
    peers[0]?.say({ ...event("", "2.1"), payload: { text: 5 } });
    peers[0]?.say({ ...event("", "3.1"), topic: "tests.unknown" });
    peers[0]?.say({ type: "something new" });
    peers[0]?.socket.send("no JSON");
    peers[0]?.say(event("good", "4.1"));
    await until(() => events.length > 0, "the good one");
    expect(texts()).toEqual(["good"]);
  });

  it("that falls silent is replaced by a new one, and its late messages are ignored", async () => {
    // Long enough for the connection that answers; the first one does not.
    answersPing = (index) => index > 0;
    start({ timings: { pingEveryMs: 20, pongWithinMs: 1000 } });
    await until(() => states.includes("open"), "open");
    await until(() => peers.length === 2 && states.at(-1) === "open", "another connection");
    expect(states).toEqual(["connecting", "open", "waiting", "connecting", "open"]);
    peers[0]?.say(event("late", "9.1"));
    peers[1]?.say(event("good", "8.1"));
    await until(() => events.length > 0, "the good one");
    await sleep(30);
    expect(texts()).toEqual(["good"]);
  });

  it("that is never welcomed is replaced by a new one", async () => {
    greet = (peer, index) => (index === 0 ? undefined : welcome(peer));
    start({ timings: { welcomeWithinMs: 200 } });
    await until(() => states.includes("open"), "open");
    expect(peers.length).toBeGreaterThan(1);
  });

  it("waits before each attempt, even after being welcomed and lost at once", async () => {
    greet = (peer, index) => {
      welcome(peer);
      if (index < 6) peer.socket.terminate();
    };
    // Measured where the client decides: a late hello of the first attempt would shorten a measure of the server's.
    const waits: number[] = [];
    let since = 0;
    start({
      timings: { shortestWaitMs: 50, longestWaitMs: 5000 },
      onState: (state) => {
        if (state === "waiting") since = performance.now();
        if (state === "connecting" && since > 0) waits.push(performance.now() - since);
      },
    });
    await until(() => peers.length >= 4, "the fourth try");
    expect(waits.length).toBeGreaterThanOrEqual(3);
    // A timer may fire up to a millisecond early by this clock.
    expect(Math.min(...waits)).toBeGreaterThan(48);
  });

  it("does not reconnect once it is closed", async () => {
    const socket = start();
    await until(() => states.includes("open"), "open");
    const ended = new Promise((resolve) => peers[0]?.socket.on("close", resolve));
    socket.close();
    await ended;
    socket.renew(tokens);
    await sleep(100);
    expect(peers).toHaveLength(1);
    expect(states.at(-1)).toBe("closed");
  });
});

describe("tokens", () => {
  const refuse = (peer: Peer, code: number) => {
    peer.say({ type: "refused", code });
    peer.socket.close(code === 429 ? 1013 : 4003);
  };

  it("that are refused stop the attempts until new ones arrive", async () => {
    let mine = tokens;
    greet = (peer, index) => (index === 0 ? refuse(peer, 2003) : welcome(peer));
    const socket = start({ tokens: () => mine });
    await until(() => states.length === 2, "the refusal");
    expect(states).toEqual(["connecting", ["refused", 2003]]);
    await sleep(100);
    expect(peers).toHaveLength(1);
    mine = { accessToken: "c", csrfToken: "d" };
    socket.renew(mine);
    await until(() => states.includes("open"), "open");
    expect(findHello(1)).toMatchObject({ access_token: "c", csrf_token: "d" });
  });

  it("that another tab has renewed meanwhile are tried", async () => {
    let mine = tokens;
    greet = (peer, index) => {
      mine = { accessToken: "newer", csrfToken: "newer" };
      if (index === 0) refuse(peer, 2003);
      else welcome(peer);
    };
    start({ tokens: () => mine });
    await until(() => states.includes("open"), "open");
    expect(states).toEqual(["connecting", "waiting", "connecting", "open"]);
  });

  it("are tried again later when there are too many sockets", async () => {
    greet = (peer, index) => (index === 0 ? refuse(peer, 429) : welcome(peer));
    start();
    await until(() => states.includes("open"), "open");
    expect(peers).toHaveLength(2);
  });

  it("are missing when nobody is signed in, and no connection is opened", async () => {
    start({ tokens: () => null });
    await sleep(50);
    expect(states).toEqual([["refused", 401]]);
    expect(peers).toHaveLength(0);
  });

  it("that are renewed are sent, at once or after the welcome", async () => {
    let answer: () => void = () => undefined;
    greet = (peer) => {
      answer = () => welcome(peer);
    };
    const socket = start();
    await until(() => findHello(0) !== undefined, "the hello");
    socket.renew({ accessToken: "c", csrfToken: "d" });
    await sleep(30);
    expect(peers[0]?.heard).toHaveLength(1);
    answer();
    await until(() => states.includes("open"), "open");
    socket.renew({ accessToken: "e", csrfToken: "f" });
    await until(() => peers[0]?.heard.length === 3, "both renewals");
    expect(peers[0]?.heard.slice(1)).toEqual([
      { type: "renew", access_token: "c", csrf_token: "d" },
      { type: "renew", access_token: "e", csrf_token: "f" },
    ]);
  });
});
