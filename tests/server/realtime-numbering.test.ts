import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { insertEvents, publishEvent } from "#server/platform/realtime/events.ts";
import { openNumbering } from "#server/platform/realtime/numbering.ts";
import { sayHello } from "./realtime-client.ts";
import { startRealtimeTest, until } from "./realtime-harness.ts";
import type { RealtimeTest } from "./realtime-harness.ts";
import { told } from "./realtime-topics.ts";

let live: RealtimeTest;
/** another process's pool */
let other: Database;

beforeAll(async () => {
  live = await startRealtimeTest({ pollMs: 200 });
  other = openDatabase(live.test.appUrl, { connections: 2 });
});
afterAll(async () => {
  await other.close();
  await live.close();
});

function say(database: Database, text: string): Promise<void> {
  return database.transaction(platform, (tx) => publishEvent(tx, told, { providerUuid: live.world.providerA }, { text }));
}

describe("a process", () => {
  it("is told of its own commits with events: once each, and of nothing that was rolled back", async () => {
    let commits = 0;
    const end = other.watchCommits(insertEvents, () => (commits += 1));
    await other.transaction(platform, async (tx) => {
      for (const text of ["one", "two"]) await publishEvent(tx, told, { providerUuid: live.world.providerA }, { text });
    });
    expect(commits).toBe(1);
    await other.transaction(platform, async () => undefined);
    const refused = other.transaction(platform, async (tx) => {
      await publishEvent(tx, told, { providerUuid: live.world.providerA }, { text: "never" });
      throw new Error("changed its mind");
    });
    await expect(refused).rejects.toThrow("changed its mind");
    await say(live.test.services.database, "of another pool");
    expect(commits).toBe(1);
    end();
    await say(other, "unwatched");
    expect(commits).toBe(1);
  });

  it("without sockets has its events numbered, so that those of another deliver them", async () => {
    const numbering = openNumbering(other, live.test.services.log);
    const socket = sayHello(live.url, { token: live.world.provider.token });
    await socket.next("welcome");
    const texts = Array.from({ length: 30 }, (_, at) => `of a worker ${at}`);
    for (const text of texts) await say(other, text);
    // What the test before left without a number may come as well.
    const received = () => socket.texts().filter((text) => texts.includes(text));
    await until(() => received().length >= texts.length, "all of them");
    expect(received()).toEqual(texts);
    socket.ws.terminate();
    await numbering.close();
  });

  it("that ended before it numbered its events leaves that to the polls of others", async () => {
    const socket = sayHello(live.url, { token: live.world.provider.token });
    await socket.next("welcome");
    await say(other, "left behind");
    await until(() => socket.texts().includes("left behind"), "the poll");
    await sleep(50);
    expect(socket.texts().filter((text) => text === "left behind")).toHaveLength(1);
    socket.ws.terminate();
  });
});
