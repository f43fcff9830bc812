import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { anonymous } from "#server/platform/db/row-security.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { openRealtime } from "#server/platform/realtime/realtime.ts";
import { runStatements } from "./postgres.ts";
import { sayHello } from "./realtime-client.ts";
import type { TestSocket } from "./realtime-client.ts";
import { startRealtimeTest, until } from "./realtime-harness.ts";
import type { RealtimeTest } from "./realtime-harness.ts";
import { testTopics } from "./realtime-topics.ts";
import { addPerson } from "./world.ts";

let live: RealtimeTest;

// Polling is disabled: only notifications, and the check after reconnecting, find events.
beforeAll(async () => {
  live = await startRealtimeTest({ pollMs: 600_000, sweepEveryMs: 600_000 });
});
afterAll(() => live.close());

const listening = "select pid from pg_stat_activity where datname = current_database() and application_name = 'quayside realtime'";

/** Ends all listening connections, as the same login may, and keeps them away until `meanwhile` is done. */
async function withoutListening(count: number, meanwhile: () => Promise<void>): Promise<void> {
  const { appUrl, ownerUrl, services } = live.test;
  const database = new URL(ownerUrl).pathname.slice(1);
  // The pool's connections stay; only new ones are refused.
  await Promise.all(Array.from({ length: 8 }, () => services.database.pool.query("select pg_sleep(0.05)")));
  const login = new pg.Client({ connectionString: appUrl });
  await login.connect();
  try {
    await runStatements(inject("postgres").ownerUrl, [`alter database ${database} allow_connections false`]);
    const { rows } = await login.query<{ pid: number }>(listening);
    expect(rows).toHaveLength(count);
    for (const { pid } of rows) await login.query("select pg_terminate_backend($1)", [pid]);
    await until(async () => (await login.query(listening)).rowCount === 0, "they have gone");
    await meanwhile();
    await runStatements(inject("postgres").ownerUrl, [`alter database ${database} allow_connections true`]);
    await until(async () => (await login.query(listening)).rowCount === count, "they have come back");
  } finally {
    await login.end();
  }
}

const staff = () => ({ providerUuid: live.world.providerA });

describe("the listening connection", () => {
  it("reconnects after it was ended, and nothing is missed", async () => {
    const socket = sayHello(live.url, { token: live.world.provider.token });
    await socket.next("welcome");
    const unheard = Array.from({ length: 10 }, (_, index) => `unheard ${index}`);
    await withoutListening(1, async () => {
      for (const text of unheard) await live.say(staff(), text);
      await socket.settle();
      expect(socket.texts()).toEqual([]);
    });
    await until(() => socket.texts().length === 10, "what nobody heard");
    await live.say(staff(), "heard");
    await until(() => socket.texts().includes("heard"), "the event after it");
    expect(socket.texts()).toEqual([...unheard, "heard"]);
    socket.ws.terminate();
  });

  it("still closes the socket of a session whose revocation it missed", async () => {
    const person = await addPerson(live.test, { username: "revoked-unheard", role: "provider", providerUuid: live.world.providerA });
    const socket = sayHello(live.url, { token: person.token });
    const staying = sayHello(live.url, { token: live.world.provider.token });
    await Promise.all([socket.next("welcome"), staying.next("welcome")]);
    await withoutListening(1, async () => {
      await live.test.services.database.transaction(anonymous, (tx) =>
        tx.updateTable("session").set({ revoked_at: live.test.clock.now() }).where("session_uuid", "=", person.sessionUuid).execute(),
      );
      await socket.settle();
    });
    expect((await socket.next("refused")).code).toBe(2003);
    await staying.settle();
    staying.ws.terminate();
  });

  it("does not repeat an event that it missed and another process has already delivered", async () => {
    const { services, appUrl, clock } = live.test;
    const database = openDatabase(appUrl, { connections: 2 });
    // It also finds what is written while nobody is notified.
    const ahead = await openRealtime({
      services: { database, clock },
      appUrl,
      log: services.log,
      topics: testTopics,
      limits: { pollMs: 50 },
    });
    const server = createServer();
    ahead.attach(server, { path: null });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { token } = live.world.provider;
    const first = sayHello(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { token });
    await first.next("welcome");
    const held: TestSocket[] = [];
    await withoutListening(2, async () => {
      await live.say(staff(), "told by the one");
      await until(() => first.texts().includes("told by the one"), "the event");
      const second = sayHello(live.url, { token, cursor: first.events().at(-1)?.cursor ?? "" });
      await second.next("welcome");
      held.push(second);
    });
    await live.say(staff(), "told by both");
    await until(() => [first, ...held].every(({ texts }) => texts().includes("told by both")), "the next event");
    expect([first, ...held].map(({ texts }) => texts())).toEqual([["told by the one", "told by both"], ["told by both"]]);
    for (const { ws } of [first, ...held]) ws.terminate();
    await ahead.close();
    await database.close();
    server.close();
  });

  it("ends with all others when the database stops, but the sockets stay open and miss nothing", async () => {
    const socket = sayHello(live.url, { token: live.world.provider.token });
    await socket.next("welcome");
    const login = new pg.Client({ connectionString: live.test.appUrl });
    await login.connect();
    await live.say(staff(), "before");
    await login.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()",
    );
    await until(
      () =>
        live.say(staff(), "after").then(
          () => true,
          () => false,
        ),
      "the database takes events again",
    );
    await until(() => socket.texts().includes("after"), "the event after it");
    expect(socket.texts()).toEqual(["before", "after"]);
    socket.ws.terminate();
    await login.end();
  });
});
