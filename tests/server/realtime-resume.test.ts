import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { openRealtime } from "#server/platform/realtime/realtime.ts";
import { sayHello } from "./realtime-client.ts";
import type { TestSocket } from "./realtime-client.ts";
import { providerActing, startRealtimeTest, until } from "./realtime-harness.ts";
import type { RealtimeTest } from "./realtime-harness.ts";
import { testTopics, told } from "./realtime-topics.ts";

let live: RealtimeTest;

// Small batches, so that a few events fill many.
beforeAll(async () => {
  live = await startRealtimeTest({ batch: 7, mostBehind: 1000, pollMs: 50, sweepEveryMs: 50 });
});
afterAll(() => live.close());

const staff = () => ({ providerUuid: live.world.providerA });
const enter = (cursor?: string): TestSocket =>
  sayHello(live.url, { token: live.world.provider.token, ...(cursor === undefined ? {} : { cursor }) });

/** Returns a cursor behind everything committed so far. */
async function newest(): Promise<string> {
  const socket = enter();
  await socket.next("welcome");
  const text = `marker ${newId()}`;
  await live.say(staff(), text);
  await until(() => socket.texts().includes(text), "the marker");
  socket.ws.terminate();
  return socket.events().at(-1)?.cursor ?? "";
}

const names = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix} ${index}`);

describe("a client that reconnects with a cursor", () => {
  it("receives what it missed, in order and once, before anything new", async () => {
    const cursor = await newest();
    const missed = names(30, "missed");
    for (const text of missed) await live.say(staff(), text);
    const socket = enter(cursor);
    expect((await socket.next("welcome")).cursor).toBe(cursor);
    await live.say(staff(), "new");
    await until(() => socket.texts().includes("new"), "the new event");
    expect(socket.texts()).toEqual([...missed, "new"]);
    socket.ws.terminate();
  });

  it("continues after the event whose cursor it sends", async () => {
    const cursor = await newest();
    const missed = names(20, "step");
    for (const text of missed) await live.say(staff(), text);
    const first = enter(cursor);
    await until(() => first.texts().length === 20, "all events");
    first.ws.terminate();
    for (const [index, event] of first.events().entries()) {
      const socket = enter(event.cursor);
      const rest = missed.slice(index + 1);
      await until(() => socket.texts().length >= rest.length, "the rest");
      await socket.settle();
      expect(socket.texts()).toEqual(rest);
      socket.ws.terminate();
    }
  });

  it("receives only permitted events, also among those it missed", async () => {
    const cursor = await newest();
    await live.say({ providerUuid: live.world.providerB }, "foreign");
    await live.say({ providerUuid: live.world.providerA, retailerUuid: live.world.retailerA2 }, "another retailer's");
    await live.say({ providerUuid: live.world.providerA, retailerUuid: live.world.retailerA }, "its own");
    await live.say({ providerUuid: null, userUuid: live.world.retailer.userUuid }, "its user's");
    const socket = sayHello(live.url, { token: live.world.retailer.token, cursor });
    await until(() => socket.texts().includes("its user's"), "its events");
    await socket.settle();
    expect(socket.texts()).toEqual(["its own", "its user's"]);
    socket.ws.terminate();
  });

  it("misses nothing while others write continuously", async () => {
    let cursor = await newest();
    let written = 0;
    const writer = new AbortController();
    const write = async () => {
      while (!writer.signal.aborted) {
        written += 1;
        await live.say(staff(), `storm ${written}`);
      }
    };
    const writing = write();
    const heard: string[] = [];
    // However slowly they are written.
    const areEnough = () => written > 100;
    for (let round = 0; round < 40 || !areEnough(); round += 1) {
      const socket = enter(cursor);
      await socket.next("welcome");
      await new Promise((resolve) => setTimeout(resolve, round % 4 === 0 ? 60 : 5));
      socket.ws.terminate();
      heard.push(...socket.texts());
      cursor = socket.events().at(-1)?.cursor ?? cursor;
    }
    writer.abort();
    await writing;
    const socket = enter(cursor);
    await until(() => heard.length + socket.texts().length >= written, "the rest");
    await socket.settle();
    expect([...heard, ...socket.texts()]).toEqual(Array.from({ length: written }, (_, index) => `storm ${index + 1}`));
    expect(written).toBeGreaterThan(100);
    socket.ws.terminate();
  });

  it("receives events that were written earlier but committed later", async () => {
    const { database } = live.test.services;
    const cursor = await newest();
    const [isWritten, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = database.transaction(providerActing(live.world.providerA), async (tx) => {
      await publishEvent(tx, told, staff(), { text: "slow" });
      isWritten.resolve();
      await mayCommit.promise;
    });
    await isWritten.promise;
    await live.say(staff(), "quick");
    const before = enter(cursor);
    await until(() => before.texts().includes("quick"), "the quick one");
    before.ws.terminate();
    const last = before.events().at(-1)?.cursor;
    mayCommit.resolve();
    await slow;
    const after = enter(last);
    await until(() => after.texts().length > 0, "the slow one");
    expect([before.texts(), after.texts()]).toEqual([["quick"], ["slow"]]);
    after.ws.terminate();
  });
});

describe("a page that fetched its data before its socket was open", () => {
  const open = (ageMs: number) => sayHello(live.url, { token: live.world.provider.token, ageMs });

  it("receives what happened since, and before that no more than two seconds of it", async () => {
    await live.say(staff(), "long before");
    await newest();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const fetchedAt = performance.now();
    const cursor = await newest();
    await live.say(staff(), "meanwhile");
    const marked = enter(cursor);
    await until(() => marked.texts().includes("meanwhile"), "the event");
    marked.ws.terminate();
    const socket = open(Math.ceil(performance.now() - fetchedAt));
    await socket.next("welcome");
    await until(() => socket.texts().includes("meanwhile"), "what happened since");
    await live.say(staff(), "later");
    await until(() => socket.texts().includes("later"), "the new event");
    await socket.settle();
    expect(socket.texts().filter((text) => !text.startsWith("marker"))).toEqual(["meanwhile", "later"]);
    socket.ws.terminate();
  });

  it("receives it from a process that has only just started", async () => {
    await live.say(staff(), "before the start");
    await newest();
    const fresh = await openRealtime({
      services: live.test.services,
      appUrl: live.test.appUrl,
      log: live.test.services.log,
      topics: testTopics,
    });
    const server = createServer();
    fresh.attach(server, { path: null });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const socket = sayHello(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      token: live.world.provider.token,
      ageMs: 10_000,
    });
    await socket.next("welcome");
    await until(() => socket.texts().includes("before the start"), "what happened before the start");
    await socket.settle();
    expect(socket.texts().filter((text) => text === "before the start")).toHaveLength(1);
    socket.ws.terminate();
    await fresh.close();
    server.close();
  });

  it("fetches everything again if that is longer ago than is remembered", async () => {
    const socket = open(200_000);
    expect(await socket.next("reset")).toMatchObject({ cursor: expect.stringMatching(/^\d+\.\d+$/) });
    socket.ws.terminate();
  });
});

describe("a cursor that cannot be resumed", () => {
  it.each([
    ["is none of ours", () => "yesterday"],
    ["is ahead of all that was ever told", (cursor: string) => cursor.replace(/^\d+/, "999999999")],
    ["is of a time to come", (cursor: string) => cursor.replace(/\d+$/, (seconds) => String(Number(seconds) + 3600))],
    ["is of the day before yesterday", (cursor: string) => cursor.replace(/\d+$/, (seconds) => String(Number(seconds) - 48 * 3600))],
  ])("because it %s is answered with a reset, and later events are delivered", async (_why, change) => {
    const socket = enter(change(await newest()));
    const { cursor } = await socket.next("reset");
    await live.say(staff(), "after");
    await until(() => socket.texts().includes("after"), "the next event");
    expect(socket.texts()).toEqual(["after"]);
    expect(socket.messages.some(({ type }) => type === "welcome")).toBe(false);
    socket.ws.terminate();
    const again = enter(cursor);
    await until(() => again.texts().includes("after"), "the same event");
    expect(again.texts()).toEqual(["after"]);
    again.ws.terminate();
  });

  it("because it is too far behind is answered with a reset", async () => {
    const cursor = await newest();
    await live.test.services.database.transaction(providerActing(live.world.providerB), async (tx) => {
      for (let count = 0; count < 1001; count += 1) await publishEvent(tx, told, { providerUuid: live.world.providerB }, { text: "many" });
    });
    // They are numbered together, soon.
    await newest();
    const socket = enter(cursor);
    expect((await socket.next("reset")).cursor).not.toBe(cursor);
    socket.ws.terminate();
  });

  it("does not result from silence, because a pong brings a newer one", async () => {
    const socket = enter();
    const { cursor } = await socket.next("welcome");
    for (let passed = 0; passed < 40; passed += 1) {
      // Test sessions end after two hours, so the person only stays signed in by renewal: in time, for the server may look at any moment.
      const endsAt = new Date(live.test.clock.now().getTime() + 10_800_000);
      await live.test.services.database.transaction(anonymous, (tx) =>
        tx
          .updateTable("session")
          .set({ expires_at: endsAt, ends_at: endsAt })
          .where("session_uuid", "=", live.world.provider.sessionUuid)
          .execute(),
      );
      live.test.clock.advance(3_600_000);
    }
    // A server under load may number its events in the middle of these hours: a cursor of then is newer, and too old all the same.
    const nowSeconds = Math.floor(live.test.clock.now().getTime() / 1000);
    await until(async () => {
      socket.send({ type: "ping" });
      return Number(/\d+$/.exec((await socket.next("pong")).cursor ?? "")?.[0]) >= nowSeconds;
    }, "a cursor of now");
    socket.ws.terminate();
    const pong = socket.messages.findLast((message) => message.type === "pong");
    const stale = enter(cursor);
    await stale.next("reset");
    const fresh = enter(pong?.cursor);
    expect((await fresh.next("welcome")).cursor).toBe(pong?.cursor);
    for (const { ws } of [stale, fresh]) ws.terminate();
  });
});
