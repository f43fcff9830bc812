import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anonymous, platform } from "#server/platform/db/row-security.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import type { Audience } from "#server/platform/realtime/events.ts";
import { recheckSockets } from "#server/platform/realtime/session-changes.commands.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { sayHello } from "./realtime-client.ts";
import { until } from "./realtime-harness.ts";
import { startRealtimeProcess } from "./realtime-processes.ts";
import type { RealtimeProcess } from "./realtime-processes.ts";
import { told } from "./realtime-topics.ts";
import { addPerson, makeWorld } from "./world.ts";
import type { Person, World } from "./world.ts";

let test: TestApp;
let world: World;
let processes: RealtimeProcess[] = [];

beforeAll(async () => {
  test = await startTestApp();
  world = await makeWorld(test);
  processes = await Promise.all([startRealtimeProcess(test.appUrl), startRealtimeProcess(test.appUrl)]);
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  await test.close();
});

const roll = (below: number) => Math.floor(Math.random() * below);
const alive = () => processes.filter(({ isAlive }) => isAlive);

/** A listener that repeatedly drops its connection and reconnects to any process with its last cursor. */
class Wanderer {
  readonly person: Person;
  readonly texts: string[] = [];
  drops = 0;
  #cursor: string | undefined;
  #isStaying = false;

  constructor(person: Person) {
    this.person = person;
  }
  /** Starts at the next event. */
  async begin(): Promise<void> {
    const socket = sayHello(alive()[0]?.url ?? "", { token: this.person.token });
    this.#cursor = (await socket.next("welcome")).cursor;
    socket.ws.terminate();
  }
  async wander(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const at = alive();
      const socket = sayHello(at[roll(at.length)]?.url ?? "", {
        token: this.person.token,
        ...(this.#cursor === undefined ? {} : { cursor: this.#cursor }),
        onMessage: (message) => {
          if (message.type === "reset") this.texts.push("RESET");
          if (message.type !== "event") return;
          this.texts.push((message.payload as { text: string }).text);
          this.#cursor = message.cursor;
        },
      });
      const leave = performance.now() + 5 + roll(400);
      const isTime = () => isOver() || (!this.#isStaying && performance.now() > leave);
      while (!isTime() && socket.ws.readyState < 2) await sleep(10);
      // From now on nothing more may be received on it, whatever is in transit.
      socket.ws.removeAllListeners("message");
      socket.ws.terminate();
      this.drops += 1;
    }
  }
  stay(): void {
    this.#isStaying = true;
  }
}

describe("two processes on one database", () => {
  it("deliver every event once and in one order, despite late commits, lost connections and a killed process", async () => {
    const { providerA, providerB, retailerA, retailerA2 } = world;
    const audiences: { audience: Audience; hearers: Person[] }[] = [
      { audience: { providerUuid: providerA }, hearers: [world.provider, world.operator] },
      { audience: { providerUuid: providerA, retailerUuid: retailerA }, hearers: [world.provider, world.operator, world.retailer] },
      { audience: { providerUuid: providerA, retailerUuid: retailerA2 }, hearers: [world.provider, world.operator, world.otherRetailer] },
      { audience: { providerUuid: providerA, userUuid: world.retailer.userUuid }, hearers: [world.retailer] },
      { audience: { providerUuid: providerB }, hearers: [world.foreignProvider] },
      { audience: { providerUuid: null, userUuid: world.operator.userUuid }, hearers: [world.operator] },
    ];
    const people = [world.provider, world.operator, world.retailer, world.otherRetailer, world.foreignProvider];
    const wanderers = people.flatMap((person) => [new Wanderer(person), new Wanderer(person)]);
    await Promise.all(wanderers.map((one) => one.begin()));

    const hearersOf = new Map<string, Person[]>();
    const writers = new AbortController();
    const write = async (writer: number) => {
      for (let count = 0; !writers.signal.aborted; count += 1) {
        const chosen = Array.from({ length: 1 + roll(3) }, (_, index) => ({
          ...(audiences[roll(audiences.length)] ?? { audience: { providerUuid: providerA }, hearers: [] }),
          text: `${writer}.${count}.${index}`,
        }));
        const isTakenBack = roll(10) === 0;
        const work = test.services.database.transaction(platform, async (tx) => {
          for (const { audience, text } of chosen) {
            await publishEvent(tx, told, audience, { text });
            await sleep(roll(5) === 0 ? 40 : 0);
          }
          if (roll(6) === 0) await sleep(300);
          if (isTakenBack) throw new Error("taken back");
        });
        const isDone = await work.then(
          () => true,
          () => false,
        );
        if (isDone) for (const { text, hearers } of chosen) hearersOf.set(text, hearers);
        await sleep(roll(15));
      }
    };
    let isOver = false;
    const wandering = wanderers.map((one) => one.wander(() => isOver));
    const writing = Array.from({ length: 6 }, (_, writer) => write(writer));

    await sleep(2000);
    await processes[0]?.kill();
    await sleep(1000);
    await endListeners();
    await sleep(500);
    processes.push(await startRealtimeProcess(test.appUrl));
    await sleep(1500);
    await endListeners();
    await sleep(1000);
    // However slowly the events are written and the sockets reconnect.
    await until(() => hearersOf.size > 300 && wanderers.every(({ drops }) => drops > 5), "a storm of events and dropped sockets");
    writers.abort();
    await Promise.all(writing);

    // An event gets its position shortly after its commit, and until then has no place in the order.
    await until(async () => (await countUnnumbered()) === 0, "every event's position");
    const order = await storedOrder();
    const due = (person: Person) => order.filter((text) => hearersOf.get(text)?.includes(person));
    wanderers.forEach((one) => one.stay());
    await until(() => wanderers.every(({ texts, person }) => texts.length >= due(person).length), "everyone has heard all").catch(
      () => undefined,
    );
    await sleep(300);
    isOver = true;
    await Promise.all(wandering);

    expect(order).toHaveLength(hearersOf.size);
    expect(order.length).toBeGreaterThan(300);
    for (const { person, texts, drops } of wanderers) {
      expect([person.username, texts]).toEqual([person.username, due(person)]);
      expect(drops).toBeGreaterThan(5);
    }
    // One writer's events are received in order.
    for (let writer = 0; writer < 6; writer += 1) {
      const own = order.filter((text) => text.startsWith(`${writer}.`));
      expect(own).toEqual(own.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true })));
    }
  });

  it("both close the sockets of a revoked session immediately", async () => {
    const person = await addPerson(test, { username: "on-both", role: "operator", providerUuid: world.providerA });
    const sockets = alive().map(({ url }) => sayHello(url, { token: person.token }));
    expect(sockets).toHaveLength(2);
    await Promise.all(sockets.map(({ next }) => next("welcome")));
    await test.services.database.transaction(anonymous, async (tx) => {
      await tx.updateTable("session").set({ revoked_at: new Date() }).where("session_uuid", "=", person.sessionUuid).execute();
      await recheckSockets(tx, [person.sessionUuid]);
    });
    const revoked = performance.now();
    for (const socket of sockets) expect([(await socket.next("refused")).code, await socket.closed]).toEqual([2003, 4003]);
    expect(performance.now() - revoked).toBeLessThan(45_000);
  });

  it("free the memory buffered for a client that never reads", async () => {
    const [one] = alive();
    if (one === undefined) throw new Error("no process");
    const deaf = Array.from({ length: 10 }, () => sayHello(one.url, { token: world.provider.token }));
    await Promise.all(deaf.map(({ next }) => next("welcome")));
    const before = await one.figures();
    for (const { ws } of deaf) ws.pause();
    const text = randomBytes(75_000).toString("base64");
    for (let count = 0; count < 120; count += 1)
      await test.services.database.transaction(platform, (tx) => publishEvent(tx, told, { providerUuid: world.providerA }, { text }));
    await until(async () => (await one.figures()).connections === before.connections - deaf.length, "all of them are ended");
    const after = await one.figures();
    expect(after.byteSize - before.byteSize).toBeLessThan(5_000_000);
    for (const { ws } of deaf) ws.terminate();
  });
});

/** Returns every event's text by position, from the database. */
async function storedOrder(): Promise<string[]> {
  return test.services.database.transaction(platform, async (tx) => {
    const rows = await tx.selectFrom("event").select(["payload", "position"]).where("topic", "=", told.name).orderBy("position").execute();
    return rows.map(({ payload }) => (payload as { text: string }).text);
  });
}

async function countUnnumbered(): Promise<number> {
  return test.services.database.transaction(platform, async (tx) => {
    const rows = await tx.selectFrom("event").select("event_uuid").where("position", "is", null).execute();
    return rows.length;
  });
}

/** Ends the listening connections of all processes, as the same login may. */
async function endListeners(): Promise<void> {
  const login = new pg.Client({ connectionString: test.appUrl });
  await login.connect();
  // A process whose connection was ended before may still be reconnecting.
  await until(async () => {
    const { rowCount } = await login.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'quayside realtime'",
    );
    return (rowCount ?? 0) > 0;
  }, "a listening connection to end");
  await login.end();
}
