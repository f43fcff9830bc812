import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPermissions } from "#src/company/operators/operators.contract.ts";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { deriveCsrfToken, createToken, hashToken } from "#server/platform/http/authenticate.ts";
import { recheckSockets } from "#server/platform/realtime/session-changes.commands.ts";
import { request } from "./client.ts";
import { sayHello } from "./realtime-client.ts";
import { startRealtimeTest, until } from "./realtime-harness.ts";
import type { RealtimeTest } from "./realtime-harness.ts";
import { addWarehousesRows } from "./rows-warehouses.ts";
import { addPerson, bindOperator } from "./world.ts";

let live: RealtimeTest;

beforeAll(async () => {
  live = await startRealtimeTest({ sweepEveryMs: 50 });
});
afterAll(() => live.close());

const told = ["tests.told"];

/** Returns true if a hello waits for a row locked by another transaction. Uses the login's own rights, because its role sees less. */
async function isWaiting(): Promise<boolean> {
  const login = new pg.Client({ connectionString: live.test.appUrl });
  await login.connect();
  const { rowCount } = await login.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%open_session%'",
  );
  await login.end();
  return rowCount === 1;
}

describe("a session", () => {
  const gone = async (name: string) => addPerson(live.test, { username: name, role: "provider", providerUuid: live.world.providerA });
  const anOperator = async (name = "less-and-less") =>
    addPerson(live.test, { username: name, role: "operator", providerUuid: live.world.providerA });
  const change = (sessionUuid: string, set: { revoked_at?: Date; token_hash?: Buffer; provider_uuid?: string; expires_at?: Date }) =>
    live.test.services.database.transaction(anonymous, (tx) =>
      tx.updateTable("session").set(set).where("session_uuid", "=", sessionUuid).execute(),
    );

  it("that expires closes its sockets", async () => {
    const person = await gone("ends-soon");
    await change(person.sessionUuid, { expires_at: new Date(live.test.clock.now().getTime() + 1000) });
    const socket = sayHello(live.url, { token: person.token });
    await socket.next("welcome");
    live.test.clock.advance(1001);
    expect((await socket.next("refused")).code).toBe(2003);
    expect(await socket.closed).toBe(4003);
  });

  it("is checked again every five minutes", async () => {
    const person = await gone("revoked-in-silence");
    const socket = sayHello(live.url, { token: person.token });
    await socket.next("welcome");
    await change(person.sessionUuid, { revoked_at: live.test.clock.now() });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await socket.settle();
    live.test.clock.advance(300_000);
    expect((await socket.next("refused")).code).toBe(2003);
    expect(await socket.closed).toBe(4003);
  });

  it("that is revoked closes its own sockets immediately, and no others", async () => {
    const [person, other] = [await gone("signs-out"), await gone("stays")];
    const sockets = [1, 2].map(() => sayHello(live.url, { token: person.token }));
    const staying = sayHello(live.url, { token: other.token });
    await Promise.all([...sockets, staying].map(({ next }) => next("welcome")));
    await live.test.services.database.transaction(anonymous, async (tx) => {
      await tx.updateTable("session").set({ revoked_at: live.test.clock.now() }).where("session_uuid", "=", person.sessionUuid).execute();
      // Too many for one notification.
      await recheckSockets(tx, [...Array.from({ length: 500 }, () => newId()), person.sessionUuid]);
    });
    const revoked = performance.now();
    for (const socket of sockets) expect([(await socket.next("refused")).code, await socket.closed]).toEqual([2003, 4003]);
    expect(performance.now() - revoked).toBeLessThan(45_000);
    await staying.settle();
    staying.ws.close();
  });

  it("that is revoked during its hello gets no socket", async () => {
    const person = await gone("too-late");
    // Old enough for its last use to be stored again: the hello will wait for the row.
    live.test.clock.advance(120_000);
    const { database } = live.test.services;
    const [isRevoked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const revoking = database.transaction(anonymous, async (tx) => {
      await tx.updateTable("session").set({ revoked_at: live.test.clock.now() }).where("session_uuid", "=", person.sessionUuid).execute();
      await recheckSockets(tx, [person.sessionUuid]);
      isRevoked.resolve();
      await mayCommit.promise;
    });
    await isRevoked.promise;
    const socket = sayHello(live.url, { token: person.token });
    await until(isWaiting, "the hello waits").finally(mayCommit.resolve);
    await revoking;
    expect((await socket.next("refused")).code).toBe(2003);
    expect(await socket.closed).toBe(4003);
  });

  it("that loses a permission is refused the topic immediately", async () => {
    const { operator, provider } = { operator: await anOperator(), provider: live.world.provider };
    const topics = ["tests.order-told"];
    const [lost, kept] = [operator, provider].map(({ token }) => sayHello(live.url, { token, topics }));
    await Promise.all([lost?.next("welcome"), kept?.next("welcome")]);
    await live.test.services.database.transaction({ kind: "provider", providerUuid: live.world.providerA }, async (tx) => {
      await tx
        .deleteFrom("operator_grant")
        .where("provider_uuid", "=", live.world.providerA)
        .where("user_uuid", "=", operator.userUuid)
        .execute();
      await recheckSockets(tx, [operator.userUuid, provider.userUuid]);
    });
    expect((await lost?.next("refused"))?.code).toBe(403);
    await kept?.settle();
    kept?.ws.close();
  });

  it("of an operator of some warehouses receives no event about another, until the provider adds that", async () => {
    const { provider, providerA: providerUuid } = live.world;
    const operator = await anOperator("somewhere");
    const add = () => live.test.services.database.transaction({ kind: "provider", providerUuid }, (tx) => addWarehousesRows(tx, provider));
    const [{ warehouseUuid: own }, { warehouseUuid: other }] = [await add(), await add()];
    await bindOperator(live.test, operator, [own]);
    const [bound, whole] = [operator, provider].map(({ token }) => sayHello(live.url, { token, topics: told }));
    await Promise.all([bound?.next("welcome"), whole?.next("welcome")]);
    await live.say({ providerUuid, warehouseUuid: other }, "elsewhere");
    await live.say({ providerUuid, warehouseUuid: own }, "here");
    await live.say({ providerUuid }, "anywhere");
    await until(() => bound?.texts().includes("anywhere") === true, "it hears what concerns no warehouse");
    expect(bound?.texts()).toEqual(["here", "anywhere"]);
    await until(() => whole?.texts().length === 3, "the provider hears all");
    const change = { user_uuid: operator.userUuid, permissions: [...permissions], warehouse_uuids: [own, other], version: 1 };
    expect((await request(live.test.app, setPermissions, change, { token: provider.token })).code).toBe(200);
    await until(async () => {
      await live.say({ providerUuid, warehouseUuid: other }, "now here");
      return bound?.texts().includes("now here") === true;
    }, "it hears of the added warehouse, without a new socket");
    bound?.ws.close();
    whole?.ws.close();
  });

  it("continues with new tokens", async () => {
    const person = await gone("renews");
    const socket = sayHello(live.url, { token: person.token, topics: told });
    await socket.next("welcome");
    const token = createToken();
    const expires_at = new Date(live.test.clock.now().getTime() + 20 * 3_600_000);
    await change(person.sessionUuid, { token_hash: hashToken(token), expires_at });
    socket.send({ type: "renew", access_token: token, csrf_token: deriveCsrfToken(token) });
    await socket.next("renewed");
    live.test.clock.advance(5 * 3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await live.say({ providerUuid: live.world.providerA }, "still here");
    await until(() => socket.texts().includes("still here"), "it hears");
    expect(socket.ws.readyState).toBe(1);
    socket.ws.close();
  });

  it("cannot be replaced by another one", async () => {
    const [mine, other] = [await gone("one-session"), await gone("another-session")];
    const socket = sayHello(live.url, { token: mine.token });
    await socket.next("welcome");
    socket.send({ type: "renew", access_token: other.token, csrf_token: deriveCsrfToken(other.token) });
    expect((await socket.next("refused")).code).toBe(403);
    expect(await socket.closed).toBe(4003);
  });

  it("receives a newly chosen provider's events once it renews", async () => {
    const { providerA, providerB, retailerA: retailerUuid } = live.world;
    const person = await addPerson(live.test, { username: "moves-on", role: "dropShipper", providerUuid: providerA, retailerUuid });
    await live.test.services.database.transaction(anonymous, (tx) =>
      tx.insertInto("retailer_provider").values({ provider_uuid: providerB, retailer_uuid: retailerUuid }).execute(),
    );
    const socket = sayHello(live.url, { token: person.token, topics: told });
    await socket.next("welcome");
    await live.say({ providerUuid: providerA, retailerUuid }, "of the first");
    await until(() => socket.texts().includes("of the first"), "the first provider's event");
    await change(person.sessionUuid, { provider_uuid: providerB });
    socket.send({ type: "renew", access_token: person.token, csrf_token: deriveCsrfToken(person.token) });
    await socket.next("renewed");
    await live.say({ providerUuid: providerA, retailerUuid }, "of the first again");
    await live.say({ providerUuid: providerB, retailerUuid }, "of the second");
    await until(() => socket.texts().includes("of the second"), "the second provider's event");
    expect(socket.texts()).toEqual(["of the first", "of the second"]);
    socket.ws.close();
  });
});
