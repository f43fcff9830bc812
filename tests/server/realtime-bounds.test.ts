import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { openSocket, sayHello } from "./realtime-client.ts";
import { startRealtimeTest, until } from "./realtime-harness.ts";
import type { RealtimeTest } from "./realtime-harness.ts";

let live: RealtimeTest;
afterEach(() => live.close());

const staff = () => ({ providerUuid: live.world.providerA });

describe("a client", () => {
  it("that never reads is disconnected, and the others miss nothing", async () => {
    live = await startRealtimeTest();
    const deaf = sayHello(live.url, { token: live.world.provider.token });
    const reading = sayHello(live.url, { token: live.world.operator.token });
    await Promise.all([deaf.next("welcome"), reading.next("welcome")]);
    deaf.ws.pause();
    // 30 MB: more than the machine's buffers hold.
    const text = randomBytes(75_000).toString("base64");
    for (let count = 0; count < 300; count += 1) {
      await live.say(staff(), text);
      await until(() => reading.events().length > count - 5, "the reader keeps up");
    }
    await until(() => reading.events().length === 300, "the reader has all");
    expect(live.realtime.connections()).toBe(1);
    deaf.ws.resume();
    expect(await deaf.closed).toBe(1006);
    // What it read was in order, and it continues from there.
    const heard = deaf.events().length;
    expect(heard).toBeLessThan(300);
    const back = sayHello(live.url, { token: live.world.provider.token, cursor: deaf.events().at(-1)?.cursor ?? "" });
    await until(() => back.events().length === 300 - heard, "the rest");
    for (const { ws } of [reading, back]) ws.terminate();
  });

  it("that catches up receives missed events at its own pace, and is disconnected if it reads nothing", async () => {
    live = await startRealtimeTest({ stalledAfterMs: 500, bufferedBytes: 200_000, pingEveryMs: 600_000 });
    const first = sayHello(live.url, { token: live.world.provider.token });
    const { cursor } = await first.next("welcome");
    first.ws.terminate();
    const text = randomBytes(75_000).toString("base64");
    for (let count = 0; count < 150; count += 1) await live.say(staff(), text);
    const steady = sayHello(live.url, { token: live.world.provider.token, cursor });
    await until(() => steady.events().length === 150, "all that it missed, 15 MB past a bound of 0.2 MB");
    const deaf = sayHello(live.url, { token: live.world.provider.token, cursor });
    await deaf.next("welcome");
    deaf.ws.pause();
    await until(() => live.realtime.connections() === 1, "it is ended");
    await steady.settle();
    deaf.ws.resume();
    expect(await deaf.closed).toBe(1006);
    steady.ws.terminate();
  });

  it("that does not answer pings is disconnected", async () => {
    // Long enough that a pause of the machine does not end the one that answers.
    live = await startRealtimeTest({ pingEveryMs: 1500 });
    const { token } = live.world.provider;
    const alive = sayHello(live.url, { token });
    const dead = sayHello(live.url, { token, autoPong: false });
    await Promise.all([alive.next("welcome"), dead.next("welcome")]);
    expect(await dead.closed).toBe(1006);
    await alive.settle();
    expect(live.realtime.connections()).toBe(1);
    alive.ws.terminate();
  });
});

describe("a process", () => {
  const isRefused = (url: string) =>
    new Promise<number>((resolve) =>
      openSocket(url).ws.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0)),
    );

  it("limits the number of sockets", async () => {
    live = await startRealtimeTest({ socketsPerProcess: 3 });
    const sockets = [1, 2, 3].map(() => sayHello(live.url, { token: live.world.provider.token }));
    await Promise.all(sockets.map(({ next }) => next("welcome")));
    expect(await isRefused(live.url)).toBe(503);
    for (const { ws } of sockets) ws.terminate();
  });

  it("reserves room for authenticated sockets", async () => {
    live = await startRealtimeTest({ strangersPerProcess: 2 });
    const known = sayHello(live.url, { token: live.world.provider.token });
    await known.next("welcome");
    const strangers = [openSocket(live.url), openSocket(live.url)];
    await until(() => live.realtime.connections() === 3, "the strangers are in");
    expect(await isRefused(live.url)).toBe(503);
    for (const { ws } of strangers) ws.terminate();
    await until(() => live.realtime.connections() === 1, "the strangers have gone");
    const another = sayHello(live.url, { token: live.world.operator.token });
    await another.next("welcome");
    for (const { ws } of [known, another]) ws.terminate();
  });

  it("reserves room for other addresses, and regains a place at each hello and each disconnect", async () => {
    live = await startRealtimeTest({ strangersPerAddress: 2 });
    const [first, second] = [openSocket(live.url), openSocket(live.url)];
    await until(() => live.realtime.connections() === 2, "the strangers are in");
    expect(await isRefused(live.url)).toBe(503);
    first.ws.terminate();
    await until(() => live.realtime.connections() === 1, "one stranger has gone");
    // Each is a stranger until its hello is accepted, and then no longer takes a stranger's place.
    for (let at = 0; at < 4; at += 1) await sayHello(live.url, { token: live.world.provider.token }).next("welcome");
    const third = openSocket(live.url);
    await until(() => live.realtime.connections() === 6, "another stranger is in");
    expect(await isRefused(live.url)).toBe(503);
    for (const { ws } of [second, third]) ws.terminate();
  });

  it("that stops asks all clients to reconnect elsewhere, and accepts no more", async () => {
    live = await startRealtimeTest();
    const [known, stranger] = [sayHello(live.url, { token: live.world.provider.token }), openSocket(live.url)];
    await known.next("welcome");
    await until(() => live.realtime.connections() === 2, "both are in");
    const started = performance.now();
    await live.realtime.close();
    expect(await Promise.all([known.closed, stranger.closed])).toEqual([1001, 1001]);
    expect(performance.now() - started).toBeLessThan(45_000);
    expect(await isRefused(live.url)).toBe(503);
    expect(live.realtime.connections()).toBe(0);
  });
});
