import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anonymous } from "#server/platform/db/row-security.ts";
import { hashPassword } from "#server/platform/runtime/passwords.ts";
import { ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import { auditRows, cookiesSet, freshAddress, mailsTo, signInAs } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { addPerson, makeWorld, testPassword } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { countAttempt } from "./password-attempts.commands.ts";

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await startTestApp();
  world = await makeWorld(test);
  const origins = { application: "http://127.0.0.1:8080", homepage: "http://127.0.0.1:8081" };
  await test.services.database.transaction(anonymous, (tx) => ensureDefaultSites(tx, origins, test.clock.now()));
});
afterAll(() => test.close());

const wrong = { password: "Wrong-Horse-7" };
const quarterHourMs = 15 * 60_000;
const dayMs = 24 * 3_600_000;
const times = <T>(count: number, work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, at) => work(at)));

async function someone(username: string) {
  return addPerson(test, { username, role: "provider", providerUuid: world.providerA });
}

/** The beginning of the next day in UTC, so that a test's tries all fall into one window of each length. */
function nextDay(): void {
  test.clock.advance(dayMs - (test.clock.now().getTime() % dayMs));
}

/** Strangers try wrong passwords, each from an address of its own. @returns the codes of the answers */
async function strangersTry(username: string, count: number): Promise<number[]> {
  return (await times(count, () => signInAs(test, username, wrong))).map(({ code }) => code);
}
const countCodes = (codes: readonly number[], code: number) => codes.filter((one) => one === code).length;

describe("failed sign-ins", () => {
  it("from unknown devices slow a username down after ten, wherever they come from, and never lock it", async () => {
    nextDay();
    const { username } = await someone("guessed-at");
    // ten as they come, and the one that the first five seconds have room for
    const codes = await strangersTry(username, 60);
    expect([countCodes(codes, 2001), countCodes(codes, 2002)]).toEqual([11, 49]);
    const looked = (await auditRows(test, "accounts.sign-in-failed")).filter(({ about }) => about["username"] === username);
    expect(looked).toHaveLength(11);
    expect(await signInAs(test, username.toUpperCase())).toMatchObject({ status: 200, code: 2002, data: null });
    expect(await signInAs(test, world.operator.username)).toMatchObject({ code: 200 });
    test.clock.advance(5000);
    expect(await signInAs(test, username)).toMatchObject({ code: 200 });
  });

  it("slow down a nonexistent username in the same way", async () => {
    nextDay();
    const replies = [];
    for (let at = 0; at < 12; at += 1) replies.push((await signInAs(test, "nobody-has-this", wrong)).code);
    expect(replies).toEqual([...Array<number>(11).fill(2001), 2002]);
  });

  it("from one network for one username are blocked after ten, for a quarter of an hour", async () => {
    nextDay();
    const address = freshAddress();
    const { username } = await someone("tried-from-one");
    const codes = (await times(14, () => signInAs(test, username, { ...wrong, address }))).map(({ code }) => code);
    expect([countCodes(codes, 2001), countCodes(codes, 2002)]).toEqual([10, 4]);
    test.clock.advance(5000);
    expect(await signInAs(test, username, { address })).toMatchObject({ code: 2002 });
    expect(await signInAs(test, username)).toMatchObject({ code: 200 });
    test.clock.advance(quarterHourMs);
    expect(await signInAs(test, username, { address })).toMatchObject({ code: 200 });
  });

  it("slow an address down after fifty, whichever accounts it tries, and no other address", async () => {
    nextDay();
    const address = freshAddress();
    const codes = (await times(55, (at) => signInAs(test, `guess-${at}`, { ...wrong, address }))).map(({ code }) => code);
    expect([countCodes(codes, 2001), countCodes(codes, 2002)]).toEqual([51, 4]);
    expect(await signInAs(test, world.operator.username, { address })).toMatchObject({ code: 2002 });
    expect(await signInAs(test, world.operator.username)).toMatchObject({ code: 200 });
    test.clock.advance(5000);
    expect(await signInAs(test, world.operator.username, { address })).toMatchObject({ code: 200 });
  });

  it("count per IPv6 network, however many addresses it has", async () => {
    nextDay();
    const codes = (await times(52, (at) => signInAs(test, `guess-${at}`, { ...wrong, address: `2001:db8:1:2::${at + 1}` }))).map(
      ({ code }) => code,
    );
    expect(countCodes(codes, 2002)).toBe(1);
    expect(await signInAs(test, world.operator.username, { address: "2001:db8:1:3::1" })).toMatchObject({ code: 200 });
  });

  it("from an address are not reset when it signs in to its own account", async () => {
    nextDay();
    const address = freshAddress();
    const { username } = await someone("guessing-between");
    for (let at = 0; at < 50; at += 1) {
      expect(await signInAs(test, `guess-${at}`, { ...wrong, address })).toMatchObject({ code: 2001 });
      if (at % 10 === 0) expect(await signInAs(test, username, { address })).toMatchObject({ code: 200 });
    }
    expect(await signInAs(test, username, { address })).toMatchObject({ code: 200 });
    expect(await signInAs(test, username, { address })).toMatchObject({ code: 2002 });
  });
});

describe("a device on which the account has signed in before", () => {
  it("is admitted while strangers guess, from other addresses and its own", async () => {
    nextDay();
    const address = freshAddress();
    const { username } = await someone("owner-at-work");
    const cookie = cookiesSet(await signInAs(test, username, { address }));
    await strangersTry(username, 60);
    await times(60, (at) => signInAs(test, `neighbour-${at}`, { ...wrong, address }));
    await times(12, () => signInAs(test, username, { ...wrong, address }));
    expect(await signInAs(test, username, { address })).toMatchObject({ code: 2002 });
    expect(await signInAs(test, username, { ...wrong, address, cookie })).toMatchObject({ code: 2001 });
    expect(await signInAs(test, username, { address, cookie })).toMatchObject({ code: 200 });
  });

  it("has ten tries in a quarter of an hour, and starts again after a correct one", async () => {
    nextDay();
    const { username } = await someone("mistyping");
    const cookie = cookiesSet(await signInAs(test, username));
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 9; at += 1) expect(await signInAs(test, username, { ...wrong, cookie })).toMatchObject({ code: 2001 });
      expect(await signInAs(test, username, { cookie })).toMatchObject({ code: 200 });
    }
    for (let at = 0; at < 10; at += 1) expect(await signInAs(test, username, { ...wrong, cookie })).toMatchObject({ code: 2001 });
    expect(await signInAs(test, username, { cookie })).toMatchObject({ code: 2002 });
    // its tries have slowed nobody else down
    expect(await signInAs(test, username)).toMatchObject({ code: 200 });
  });

  it("is known only to that account, by a token that cannot be forged, until the password changes", async () => {
    nextDay();
    const owner = await someone("device-owner");
    const other = await someone("device-other");
    const cookie = cookiesSet(await signInAs(test, owner.username));
    const shared = cookiesSet(await signInAs(test, other.username, { cookie }));
    expect(shared).toContain(cookie.replace("known_device=", ""));
    for (const { username } of [owner, other]) await strangersTry(username, 60);
    const tampered = cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect(await signInAs(test, other.username, { cookie })).toMatchObject({ code: 2002 });
    expect(await signInAs(test, owner.username, { cookie: tampered })).toMatchObject({ code: 2002 });
    for (const { username } of [owner, other]) expect(await signInAs(test, username, { cookie: shared })).toMatchObject({ code: 200 });
    await test.services.database.transaction(anonymous, async (tx) => {
      const password_hash = await hashPassword(testPassword);
      await tx.updateTable("app_user").set({ password_hash }).where("user_uuid", "=", owner.userUuid).execute();
    });
    expect(await signInAs(test, owner.username, { cookie: shared })).toMatchObject({ code: 2002 });
  });

  it("is identified by a cookie that no script can read and no other site can send", async () => {
    const { username } = await someone("cookie-reader");
    const [line = ""] = [(await signInAs(test, username)).headers["set-cookie"] ?? []].flat().map(String);
    expect(line).toMatch(/^known_device=[\w-]{16}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/);
    expect((await signInAs(test, username, wrong)).headers["set-cookie"]).toBeUndefined();
  });
});

describe("a whole day of guessing", () => {
  it("checks at most 803 passwords for one username, however many addresses take part", async () => {
    nextDay();
    const start = test.clock.now().getTime();
    const looked = await test.services.database.transaction(anonymous, async (tx) => {
      let allowed = 0;
      const attempt = async (atMs: number) => {
        const tried = { username: "guessed-all-day", address: freshAddress(), now: new Date(start + atMs), deviceId: null };
        if ((await countAttempt(tx, tried)).isAllowed) allowed += 1;
      };
      for (let at = 0; at < 20; at += 1) await attempt(0);
      // as often as the pace could let one through
      for (let atMs = 0; atMs < 3_600_000; atMs += 5000) await attempt(atMs);
      for (let atMs = 3_600_000; atMs < dayMs; atMs += 60_000) await attempt(atMs);
      return allowed;
    });
    expect(looked).toBeGreaterThan(700);
    expect(looked).toBeLessThanOrEqual(803);
  });

  it("notifies the owner once, by e-mail, and nobody if the account does not exist", async () => {
    nextDay();
    const { username } = await someone("told-owner");
    const email = `${username}@example.test`;
    await strangersTry(username, 11);
    expect(await mailsTo(test, email)).toEqual([]);
    await strangersTry(username, 30);
    await strangersTry("told-nobody", 30);
    const mails = await mailsTo(test, email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining("Failed sign-ins")]);
    expect(mails[0]?.text).toContain("/p/turn-the-table");
    nextDay();
    await strangersTry(username, 30);
    expect(await mailsTo(test, email)).toHaveLength(2);
  });
});

describe("successful sign-ins", () => {
  it("do not count towards a limit, however many come from one address", async () => {
    nextDay();
    const address = freshAddress();
    for (let round = 0; round < 4; round += 1) {
      const replies = await times(15, (at) =>
        signInAs(test, at % 2 === 0 ? world.operator.username : world.provider.username, { address }),
      );
      expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([200]));
    }
  });
});

describe("the time a refusal takes", () => {
  it("is about the same for a nonexistent username", async () => {
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
      if (round % 9 === 0) nextDay();
      shortest.known = Math.min(shortest.known, await timeOf(username));
      shortest.unknown = Math.min(shortest.unknown, await timeOf("timed-and-unknown"));
    }
    expect(ratio()).toBeGreaterThan(0.6);
    expect(ratio()).toBeLessThan(1.6);
  });
});

describe("more passwords than can be checked", () => {
  it("are answered with 503 and a short Retry-After, and do not count as tries", async () => {
    nextDay();
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
