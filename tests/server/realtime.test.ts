import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveCsrfToken, createToken } from "#server/platform/http/authenticate.ts";
import { rollBackTo, setSavepoint } from "#server/platform/db/connection.ts";
import { actingFor } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { buildHello, openSocket, sayHello } from "./realtime-client.ts";
import { startRealtimeTest, until } from "./realtime-harness.ts";
import type { RealtimeTest } from "./realtime-harness.ts";
import { told as toldTopic } from "./realtime-topics.ts";
import { addPerson } from "./world.ts";

let live: RealtimeTest;

beforeAll(async () => {
  live = await startRealtimeTest();
});
afterAll(() => live.close());

const told = ["tests.told"];

describe("the first message", () => {
  it("is a hello, answered with a welcome and a cursor", async () => {
    const socket = sayHello(live.url, { token: live.world.provider.token, topics: told });
    expect((await socket.next("welcome")).cursor).toMatch(/^\d+\.\d+$/);
    socket.ws.close();
  });

  it("must arrive in time: a socket without a hello is closed, and one with a hello stays open", async () => {
    const strict = await startRealtimeTest({ helloWithinMs: 500 });
    try {
      // On a slow machine even an immediate hello may be late: retries until one is in time.
      let greeted = sayHello(strict.url, { token: strict.world.provider.token });
      while ((await greeted.next("welcome").catch(() => null)) === null)
        greeted = sayHello(strict.url, { token: strict.world.provider.token });
      // It came after the one with the hello, so that one's time is over too once this one is closed.
      expect(await openSocket(strict.url).closed).toBe(4001);
      await greeted.settle();
      expect(strict.realtime.connections()).toBe(1);
    } finally {
      await strict.close();
    }
  });

  it.each([
    ["a ping", { type: "ping" }],
    ["a renewal", { type: "renew", access_token: "a", csrf_token: "b" }],
    ["no JSON", "hello"],
    ["a hello without tokens", { type: "hello", topics: told }],
    ["a hello with a field too many", { type: "hello", access_token: "a", csrf_token: "b", topics: told, admin: true }],
    [
      "a hello that asks for 101 topics",
      { type: "hello", access_token: "a", csrf_token: "b", topics: Array.from({ length: 101 }, () => "x") },
    ],
    ["20 kB", { type: "hello", access_token: "a", csrf_token: "b", topics: Array.from({ length: 100 }, () => "x".repeat(200)) }],
  ])("cannot be %s", async (_what, message) => {
    const socket = openSocket(live.url);
    socket.send(message);
    expect(await socket.closed).toBe(4001);
    expect(socket.messages).toEqual([]);
  });

  it("with an unknown token is refused as expired", async () => {
    const socket = sayHello(live.url, { token: createToken() });
    expect(await socket.next("refused")).toEqual({ type: "refused", code: 2003 });
    expect(await socket.closed).toBe(4003);
  });

  it("with another token's CSRF token is refused", async () => {
    const { provider, operator } = live.world;
    const socket = sayHello(live.url, { token: provider.token, csrf: deriveCsrfToken(operator.token) });
    expect((await socket.next("refused")).code).toBe(4031);
    expect(await socket.closed).toBe(4003);
  });
});

describe("later messages", () => {
  it.each([
    ["a second hello", () => buildHello({ token: live.world.provider.token })],
    ["an unknown type", () => ({ type: "subscribe", topics: told })],
    ["no JSON", () => "{"],
    ["more than 16 kB", () => ({ type: "ping", padding: "x".repeat(17_000) })],
  ])("cannot be %s", async (_what, message) => {
    const socket = sayHello(live.url, { token: live.world.provider.token });
    await socket.next("welcome");
    socket.send(message());
    expect(await socket.closed).toBe(4002);
  });

  it("cannot be binary", async () => {
    const socket = sayHello(live.url, { token: live.world.provider.token });
    await socket.next("welcome");
    socket.ws.send(Buffer.from(JSON.stringify({ type: "ping" })));
    expect(await socket.closed).toBe(4002);
  });

  it("cannot be a flood", async () => {
    const socket = sayHello(live.url, { token: live.world.provider.token });
    await socket.next("welcome");
    for (let index = 0; index < 200; index += 1) socket.send({ type: "ping" });
    expect(await socket.closed).toBe(4002);
  });

  it("that are far too large are rejected by the protocol itself", async () => {
    const socket = sayHello(live.url, { token: live.world.provider.token });
    await socket.next("welcome");
    socket.send("x".repeat(1_000_000));
    expect([1009, 1006]).toContain(await socket.closed);
  });

  it("can be a ping, answered with a pong", async () => {
    const socket = sayHello(live.url, { token: live.world.provider.token });
    await socket.next("welcome");
    socket.send({ type: "ping" });
    expect((await socket.next("pong")).cursor).toMatch(/^\d+\.\d+$/);
    socket.ws.close();
  });
});

describe("the websocket endpoint", () => {
  const status = (url: string, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve) => {
      const { ws } = openSocket(url, { headers });
      ws.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
      ws.on("open", () => {
        ws.close();
        resolve(101);
      });
    });
  const elsewhere = () => live.url.replace("/websocket", "/somewhere");

  it("of the application has one path", async () => {
    expect(await status(live.url)).toBe(101);
    expect(await status(`${live.url}?v=1`)).toBe(101);
    expect(await status(elsewhere())).toBe(404);
  });

  it("on its own port accepts any path", async () => {
    expect(await status(live.bareUrl)).toBe(101);
    expect(await status(`${live.bareUrl}/anything`)).toBe(101);
    const socket = sayHello(live.bareUrl, { token: live.world.provider.token });
    await socket.next("welcome");
    socket.ws.close();
  });

  it("refuses pages of other hosts", async () => {
    const { host } = new URL(live.url);
    expect(await status(live.url, { origin: `http://${host}` })).toBe(101);
    for (const origin of ["http://evil.example", "http://127.0.0.1:1", "null", `http://${host}.evil.example`])
      expect([origin, await status(live.url, { origin })]).toEqual([origin, 403]);
  });

  it("on its own port accepts a page of the same host on another port", async () => {
    expect(await status(live.bareUrl, { origin: "http://127.0.0.1:8080" })).toBe(101);
    expect(await status(live.bareUrl, { origin: "http://127.0.0.2:8080" })).toBe(403);
  });
});

describe("topics", () => {
  const answerTo = async (token: string, topics: string[]) => {
    const socket = sayHello(live.url, { token, topics });
    const answer = await Promise.race([socket.next("welcome").catch(() => null), socket.next("refused").catch(() => null)]);
    socket.ws.close();
    return answer?.type === "refused" ? answer.code : answer?.type;
  };

  it("must match the role and the permissions, or the whole hello is refused", async () => {
    const { provider, operator, idleOperator, retailer, customer } = live.world;
    for (const { token } of [provider, operator]) expect(await answerTo(token, [...told, "tests.order-told"])).toBe("welcome");
    for (const { token } of [idleOperator, retailer, customer]) {
      expect(await answerTo(token, told)).toBe("welcome");
      expect(await answerTo(token, [...told, "tests.order-told"])).toBe(403);
    }
  });

  it("that do not exist are refused", async () => {
    expect(await answerTo(live.world.provider.token, ["downloads.changed"])).toBe(403);
    expect(await answerTo(live.world.provider.token, ["constructor"])).toBe(403);
  });

  it("that were not requested are not delivered", async () => {
    const socket = sayHello(live.url, { token: live.world.provider.token, topics: ["tests.order-told"] });
    const other = sayHello(live.url, { token: live.world.provider.token, topics: told });
    await Promise.all([socket.next("welcome"), other.next("welcome")]);
    await live.say({ providerUuid: live.world.providerA }, "for those who asked");
    await other.next("event");
    await socket.settle();
    expect(socket.events()).toEqual([]);
    for (const { ws } of [socket, other]) ws.close();
  });
});

describe("an event", () => {
  it("reaches its audience and nobody else", async () => {
    const { world } = live;
    const { providerA, providerB, retailerA, retailerA2 } = world;
    const people = {
      provider: world.provider,
      operator: world.operator,
      retailer: world.retailer,
      otherRetailer: world.otherRetailer,
      foreignProvider: world.foreignProvider,
      foreignRetailer: world.foreignRetailer,
      customer: world.customer,
      siteAdmin: world.siteAdmin,
    };
    const sockets = Object.entries(people).map(([name, { token }]) => ({ name, ...sayHello(live.url, { token, topics: told }) }));
    await Promise.all(sockets.map(({ next }) => next("welcome")));

    await live.say({ providerUuid: providerA }, "staff of A");
    await live.say({ providerUuid: providerA, retailerUuid: retailerA }, "retailer of A");
    await live.say({ providerUuid: providerA, userUuid: world.operator.userUuid }, "operator of A");
    await live.say({ providerUuid: providerA, userUuid: world.retailer.userUuid }, "user of the retailer");
    await live.say({ providerUuid: providerB, userUuid: world.retailer.userUuid }, "user of another provider");
    await live.say({ providerUuid: providerA, retailerUuid: retailerA2, userUuid: world.retailer.userUuid }, "user as another retailer");
    await live.say({ providerUuid: null, userUuid: world.customer.userUuid }, "customer");
    await live.say({ providerUuid: null, userUuid: world.retailer.userUuid }, "retailer's user, no provider");
    await live.say({ providerUuid: null }, "nobody");
    await live.say({ providerUuid: null, retailerUuid: retailerA }, "nobody either");
    await live.say({ providerUuid: providerB }, "staff of B");
    // The last for each, so that all earlier ones have arrived.
    for (const { userUuid } of Object.values(people)) await live.say({ providerUuid: null, userUuid }, "end");
    await until(() => sockets.every(({ texts }) => texts().includes("end")), "everyone has heard the last");

    const heard = Object.fromEntries(sockets.map(({ name, texts }) => [name, texts().filter((text) => text !== "end")]));
    expect(heard).toEqual({
      provider: ["staff of A", "retailer of A"],
      operator: ["staff of A", "retailer of A", "operator of A"],
      retailer: ["retailer of A", "user of the retailer", "retailer's user, no provider"],
      otherRetailer: [],
      foreignProvider: ["staff of B"],
      foreignRetailer: [],
      customer: ["customer"],
      siteAdmin: [],
    });
    for (const { ws } of sockets) ws.close();
  });

  it("of a rolled-back transaction reaches nobody", async () => {
    const socket = sayHello(live.url, { token: live.world.provider.token, topics: told });
    await socket.next("welcome");
    const { database } = live.test.services;
    const failed = database.transaction({ kind: "provider", providerUuid: live.world.providerA }, async (tx) => {
      await publishEvent(tx, toldTopic, { providerUuid: live.world.providerA }, { text: "never" });
      throw new Error("taken back");
    });
    await expect(failed).rejects.toThrow("taken back");
    await live.say({ providerUuid: live.world.providerA }, "after");
    await until(() => socket.texts().includes("after"), "the next event");
    expect(socket.texts()).toEqual(["after"]);
    socket.ws.close();
  });

  it("of a step that is rolled back alone reaches nobody, and those before and after it arrive in their order", async () => {
    const { provider, providerA, providerB } = live.world;
    const socket = sayHello(live.url, { token: provider.token, topics: told });
    await socket.next("welcome");
    const acting = { kind: "provider", providerUuid: providerA } as const;
    const { database } = live.test.services;
    const say = (tx: Tx, text: string) => publishEvent(tx, toldTopic, { providerUuid: providerA }, { text });
    await database.transaction(acting, async (tx) => {
      await say(tx, "first");
      setSavepoint(tx, "work");
      await say(tx, "never");
      await rollBackTo(tx, "work");
      await say(tx, "second");
      // Who acts next may not write events of this provider: these are written before.
      await actingFor(tx, { kind: "provider", providerUuid: providerB }, acting, async () => undefined);
      await say(tx, "third");
    });
    await until(() => socket.texts().includes("third"), "the last event");
    expect(socket.texts()).toEqual(["first", "second", "third"]);
    socket.ws.close();
  });

  it("reaches up to twenty sockets of one session, and the next socket is asked to retry later", async () => {
    const person = await addPerson(live.test, { username: "many-tabs", role: "provider", providerUuid: live.world.providerA });
    const sockets = Array.from({ length: 20 }, () => sayHello(live.url, { token: person.token, topics: told }));
    await Promise.all(sockets.map(({ next }) => next("welcome")));
    const oneMore = sayHello(live.url, { token: person.token, topics: told });
    expect((await oneMore.next("refused")).code).toBe(429);
    expect(await oneMore.closed).toBe(1013);
    await live.say({ providerUuid: null, userUuid: person.userUuid }, "to all tabs");
    await until(() => sockets.every(({ texts }) => texts().length === 1), "each has it once");
    // A freed place can be used again.
    sockets[0]?.ws.close();
    await sockets[0]?.closed;
    await until(async () => {
      const again = sayHello(live.url, { token: person.token, topics: told });
      const isIn = await again.next("welcome").then(
        () => true,
        () => false,
      );
      again.ws.close();
      return isIn;
    }, "another may come in");
    for (const { ws } of sockets) ws.close();
  });
});
