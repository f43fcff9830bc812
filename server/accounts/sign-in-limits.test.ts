import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "#server/passwords.ts";
import { auditRows, freshAddress, signInAs } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await startTestApp();
  world = await makeWorld(test);
});
afterAll(() => test.close());

const wrong = { password: "Wrong-Horse-7" };
const quarterHourMs = 15 * 60_000;
const times = <T>(count: number, work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, at) => work(at)));

async function someone(username: string) {
  return addPerson(test, { username, role: "provider", providerUuid: world.providerA });
}

/** The beginning of the next window, so that a test's tries all fall into one. */
function nextWindow(): void {
  test.clock.advance(quarterHourMs - (test.clock.now().getTime() % quarterHourMs));
}

describe("failed sign-ins", () => {
  it("lock an account after ten, from wherever they come, also for the right password, for a quarter of an hour", async () => {
    nextWindow();
    const { username } = await someone("guessed-at");
    for (let at = 0; at < 10; at += 1) expect(await signInAs(test, username, wrong)).toMatchObject({ code: 2001 });
    expect(await signInAs(test, username, wrong)).toMatchObject({ status: 200, code: 2002, data: null });
    expect(await signInAs(test, username.toUpperCase())).toMatchObject({ code: 2002 });
    expect(await signInAs(test, world.operator.username)).toMatchObject({ code: 200 });
    test.clock.advance(quarterHourMs);
    expect(await signInAs(test, username)).toMatchObject({ code: 200 });
  });

  it("lock a username that nobody has in the same way", async () => {
    nextWindow();
    const replies = [];
    for (let at = 0; at < 11; at += 1) replies.push((await signInAs(test, "nobody-has-this", wrong)).code);
    expect(replies).toEqual([...Array<number>(10).fill(2001), 2002]);
  });

  it("get no more than ten tries when they come all at once", async () => {
    nextWindow();
    const { username } = await someone("flooded");
    const codes = (await times(60, () => signInAs(test, username, wrong))).map(({ code }) => code);
    expect(codes.filter((code) => code === 2001)).toHaveLength(10);
    expect(codes.filter((code) => code === 2002)).toHaveLength(50);
    const looked = (await auditRows(test, "accounts.sign-in-failed")).filter(({ about }) => about["username"] === username);
    expect(looked).toHaveLength(10);
  });

  it("lock an address after fifty, whosever accounts it tries, and no other address", async () => {
    nextWindow();
    const address = freshAddress();
    const codes = (await times(55, (at) => signInAs(test, `guess-${at}`, { ...wrong, address }))).map(({ code }) => code);
    expect(codes.filter((code) => code === 2001)).toHaveLength(50);
    expect(codes.filter((code) => code === 2002)).toHaveLength(5);
    expect(await signInAs(test, world.operator.username, { address })).toMatchObject({ code: 2002 });
    expect(await signInAs(test, world.operator.username)).toMatchObject({ code: 200 });
  });

  it("count for one network of IPv6 however many addresses it has", async () => {
    nextWindow();
    const codes = (await times(52, (at) => signInAs(test, `guess-${at}`, { ...wrong, address: `2001:db8:1:2::${at + 1}` }))).map(
      ({ code }) => code,
    );
    expect(codes.filter((code) => code === 2002)).toHaveLength(2);
    expect(await signInAs(test, world.operator.username, { address: "2001:db8:1:3::1" })).toMatchObject({ code: 200 });
  });

  it("of an account are forgotten once its owner signs in", async () => {
    nextWindow();
    const { username } = await someone("mistyping");
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 9; at += 1) expect(await signInAs(test, username, wrong)).toMatchObject({ code: 2001 });
      expect(await signInAs(test, username)).toMatchObject({ code: 200 });
    }
  });

  it("of an address are not forgotten because it has an account of its own", async () => {
    nextWindow();
    const address = freshAddress();
    const { username } = await someone("guessing-between");
    for (let at = 0; at < 50; at += 1) {
      expect(await signInAs(test, `guess-${at}`, { ...wrong, address })).toMatchObject({ code: 2001 });
      if (at % 10 === 0) expect(await signInAs(test, username, { address })).toMatchObject({ code: 200 });
    }
    expect(await signInAs(test, username, { address })).toMatchObject({ code: 2002 });
  });
});

describe("sign-ins that succeed", () => {
  it("do not add up, however many come from one address", async () => {
    nextWindow();
    const address = freshAddress();
    for (let round = 0; round < 4; round += 1) {
      const replies = await times(15, (at) =>
        signInAs(test, at % 2 === 0 ? world.operator.username : world.provider.username, { address }),
      );
      expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([200]));
    }
  });
});

describe("the time that a refusal takes", () => {
  it("is about the same for a username that nobody has", async () => {
    const { username } = await someone("timed");
    const timeOf = async (name: string) => {
      const started = performance.now();
      await signInAs(test, name, wrong);
      return performance.now() - started;
    };
    // In turns, and the shortest of each: what else the machine does only lengthens a time, and sooner or later it leaves both alone.
    const shortest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    const ratio = () => shortest.known / shortest.unknown;
    for (let round = 0; round < 9 || (round < 90 && !(ratio() > 0.6 && ratio() < 1.6)); round += 1) {
      if (round % 9 === 0) nextWindow();
      shortest.known = Math.min(shortest.known, await timeOf(username));
      shortest.unknown = Math.min(shortest.unknown, await timeOf("timed-and-unknown"));
    }
    expect(ratio()).toBeGreaterThan(0.6);
    expect(ratio()).toBeLessThan(1.6);
  });
});

describe("more passwords than can be looked at", () => {
  it("are answered with a moment's patience, and cost nobody a try", async () => {
    nextWindow();
    const { username } = await someone("crowded-out");
    const sumOfTries = async () => (await test.services.database.pool.query("select sum(hits) from rate_count where hits > 0")).rows;
    const before = await sumOfTries();
    const over = new AbortController();
    const crowd = times(260, async () => {
      while (!over.signal.aborted) await hashPassword("of the crowd").catch(() => sleep(5));
    });
    const replies = await times(3, () => signInAs(test, username, wrong));
    over.abort();
    await crowd;
    for (const reply of replies) expect(reply).toMatchObject({ status: 503, code: 503, headers: { "retry-after": "1" } });
    expect(await sumOfTries()).toEqual(before);
  });
});
