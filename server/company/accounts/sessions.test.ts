import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  home,
  listSessions,
  renewSession,
  revokeSessions,
  signOut,
  updateDefaultSettings,
} from "#src/company/accounts/accounts.contract.ts";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { deriveCsrfToken } from "#server/platform/http/authenticate.ts";
import { auditRows, endedDuring, freshAddress, signInAs } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { openSessionFor } from "./session.commands.ts";

let test: TestApp;
let world: World;
let names = 0;
beforeAll(async () => {
  test = await startTestApp();
  world = await makeWorld(test);
});
afterAll(() => test.close());

const minuteMs = 60_000;
const hourMs = 3_600_000;
const newPerson = async () => addPerson(test, { username: `somebody-${(names += 1)}`, role: "provider", providerUuid: world.providerA });
const homeOf = async (token: string) => (await request(test.app, home, {}, { token })).code;
const renew = (token: string) => request(test.app, renewSession, {}, { token });
const sessionsOf = async (token: string) => (await request(test.app, listSessions, {}, { token })).data.result;

/** A look for support into a retailer's area, as the slice of customers opens it. */
async function supportToken(now = test.clock.now()): Promise<string> {
  const { providerA, retailer } = world;
  // somebody whose own session began just now, whatever the tests before did to the clock
  const provider = await newPerson();
  const acting = { kind: "provider", providerUuid: providerA, userUuid: provider.userUuid } as const;
  const session = await test.services.database.transaction(acting, (tx) =>
    openSessionFor(tx, {
      userUuid: retailer.userUuid,
      area: "ds",
      providerUuid: providerA,
      address: "",
      device: "",
      now,
      support: { openedBy: provider.userUuid, openedIn: provider.sessionUuid, lifeMs: 30 * minuteMs },
    }),
  );
  return session.accessToken;
}

describe("home", () => {
  it.each([
    ["provider", "Provider", [...permissions]],
    ["operator", "Operator", [...permissions].toSorted()],
    ["idleOperator", "Operator", []],
    ["retailer", "Drop shipper", []],
  ] as const)("returns the %s's identity and permissions", async (who, user_role, allowed) => {
    const person = world[who];
    const { data } = await request(test.app, home, {}, { token: person.token });
    expect({ ...data, permissions: user_role === "Operator" ? data.permissions.toSorted() : data.permissions }).toEqual({
      username: person.username,
      user_role,
      user_related_id: person.retailerUuid ?? person.providerUuid,
      avatar_base64: "",
      display_name: "",
      email: `${person.username}@example.test`,
      phone: "",
      permissions: allowed,
      provider_uuid: world.providerA,
      read_only: false,
      shops: [],
      default_settings: { defaultLanguage: "en_us", defaultTheme: "defaultTheme" },
    });
  });

  it("has no company for the siteAdmin", async () => {
    const { data } = await request(test.app, home, {}, { token: world.siteAdmin.token });
    expect(data).toMatchObject({ user_related_id: "", provider_uuid: "", permissions: [] });
  });

  it("marks a support session as read-only", async () => {
    const token = await supportToken();
    const { data } = await request(test.app, home, {}, { token });
    expect(data).toMatchObject({ username: world.retailer.username, read_only: true });
    expect(await request(test.app, updateDefaultSettings, { defaultLanguage: "zh_cn" }, { token })).toMatchObject({ code: 4032 });
    expect(await request(test.app, revokeSessions, { session_uuids: "others" }, { token })).toMatchObject({ code: 4032 });
  });
});

describe("signing out", () => {
  it("ends the session and its websockets, and keeps the others", async () => {
    const person = await newPerson();
    const other = (await signInAs(test, person.username)).data.access_token;
    const told = await endedDuring(test, () => request(test.app, signOut, {}, { token: person.token }));
    expect(told).toEqual([person.sessionUuid]);
    expect([await homeOf(person.token), await homeOf(other)]).toEqual([2003, 200]);
    expect((await auditRows(test, "accounts.sign-out")).at(-1)).toMatchObject({
      user_uuid: person.userUuid,
      subject_uuid: person.sessionUuid,
    });
  });

  it("twice is refused the second time, like any call without a session", async () => {
    const { token } = await newPerson();
    const replies = [await request(test.app, signOut, {}, { token }), await request(test.app, signOut, {}, { token })];
    expect(replies.map(({ code }) => code)).toEqual([200, 2003]);
  });
});

describe("a session", () => {
  it("ends after two hours without renewal, by the server's clock", async () => {
    const { token } = await newPerson();
    test.clock.advance(2 * hourMs - 1);
    expect(await homeOf(token)).toBe(200);
    test.clock.advance(1);
    expect(await homeOf(token)).toBe(2003);
    expect(await renew(token)).toMatchObject({ status: 200, code: 2003, data: null });
  });

  // Hundreds of calls, one after the other.
  it("can be renewed for thirty days and no longer", { timeout: 600_000 }, async () => {
    const person = await newPerson();
    const started = test.clock.now().getTime();
    let { token } = person;
    for (let at = 0; at < 20 * 24; at += 1) {
      test.clock.advance(1.5 * hourMs);
      const reply = await renew(token);
      if (reply.code !== 200) break;
      token = reply.data.access_token;
      expect(new Date(reply.data.expires_at).getTime()).toBeLessThanOrEqual(started + 30 * 24 * hourMs);
    }
    expect(test.clock.now().getTime() - started).toBe(30 * 24 * hourMs);
    expect(await homeOf(token)).toBe(2003);
  });
});

describe("renewing", () => {
  it("returns a new pair for two more hours, and the old one stays valid for a minute", async () => {
    const person = await newPerson();
    test.clock.advance(hourMs);
    const { code, data } = await renew(person.token);
    expect(code).toBe(200);
    expect(data.access_token).toMatch(/^[\w-]{43}$/);
    expect(data.access_token).not.toBe(person.token);
    expect(data.csrf_token).toBe(deriveCsrfToken(data.access_token));
    expect(new Date(data.expires_at).getTime()).toBe(test.clock.now().getTime() + 2 * hourMs);
    test.clock.advance(minuteMs - 1);
    expect([await homeOf(person.token), await homeOf(data.access_token)]).toEqual([200, 200]);
    test.clock.advance(1);
    expect([await homeOf(person.token), await homeOf(data.access_token)]).toEqual([2003, 200]);
    expect((await auditRows(test, "accounts.renew-session")).at(-1)).toMatchObject({ subject_uuid: person.sessionUuid });
  });

  it("stores no token, so that reading the table gives no access", async () => {
    const person = await newPerson();
    const { data } = await renew(person.token);
    const row = await test.services.database.transaction(anonymous, (tx) =>
      tx.selectFrom("session").selectAll().where("session_uuid", "=", person.sessionUuid).executeTakeFirstOrThrow(),
    );
    for (const token of [person.token, data.access_token]) {
      expect(JSON.stringify(row)).not.toContain(token);
      expect(row.token_hash.toString("base64url")).not.toBe(token);
    }
  });

  it("twenty times at once gives every caller a pair that is valid for the whole time", async () => {
    const person = await newPerson();
    const before = (await auditRows(test, "accounts.renew-session")).length;
    const replies = await Promise.all(Array.from({ length: 20 }, () => renew(person.token)));
    expect(replies.map(({ code }) => code)).toEqual(Array<number>(20).fill(200));
    const tokens = new Set(replies.map(({ data }) => data.access_token));
    expect(tokens.size).toBe(1);
    expect(await auditRows(test, "accounts.renew-session")).toHaveLength(before + 1);
    test.clock.advance(hourMs);
    for (const token of tokens) expect(await homeOf(token)).toBe(200);
  });

  it("again after a lost answer returns the same pair", async () => {
    const { token } = await newPerson();
    const lost = await renew(token);
    test.clock.advance(minuteMs - 1);
    expect((await renew(token)).data).toEqual(lost.data);
  });

  it("a pair less than a minute old returns the same pair, so that the previous one keeps its minute", async () => {
    const person = await newPerson();
    const first = await renew(person.token);
    test.clock.advance(minuteMs / 2);
    const second = await renew(first.data.access_token);
    expect(second.data).toEqual(first.data);
    expect(await homeOf(person.token)).toBe(200);
    test.clock.advance(minuteMs / 2);
    const third = await renew(first.data.access_token);
    expect(third.data.access_token).not.toBe(first.data.access_token);
    expect([await homeOf(person.token), await homeOf(first.data.access_token)]).toEqual([2003, 200]);
  });

  it("with an outdated token is refused", async () => {
    const person = await newPerson();
    const first = await renew(person.token);
    test.clock.advance(minuteMs);
    await renew(first.data.access_token);
    expect(await renew(person.token)).toMatchObject({ code: 2003 });
  });

  it("does not extend a support session beyond its half hour", async () => {
    const token = await supportToken();
    test.clock.advance(20 * minuteMs);
    const { data } = await renew(token);
    expect(new Date(data.expires_at).getTime()).toBe(test.clock.now().getTime() + 10 * minuteMs);
    test.clock.advance(10 * minuteMs);
    expect(await homeOf(data.access_token)).toBe(2003);
  });

  it("and ending at the same moment leaves no session behind, whichever comes first", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { token } = await newPerson();
      const [renewed] = await Promise.all([renew(token), request(test.app, signOut, {}, { token })]);
      expect(await homeOf(token)).toBe(2003);
      if (renewed.code === 200) expect(await homeOf(renewed.data.access_token)).toBe(2003);
    }
  });
});

describe("the list of sessions", () => {
  it("has the user's own open ones, newest first, with where they were opened", async () => {
    const person = await newPerson();
    const address = freshAddress();
    const { data } = await signInAs(test, person.username, { address, device: "Scanner 7" });
    const ended = await signInAs(test, person.username);
    await request(test.app, signOut, {}, { token: ended.data.access_token });
    const [newest, oldest, ...more] = await sessionsOf(data.access_token);
    expect(more).toEqual([]);
    expect(newest).toMatchObject({ is_current: true, address, device: "Scanner 7", area: "p", opened_for_support: false });
    expect(oldest).toMatchObject({ is_current: false, session_uuid: person.sessionUuid });
    expect(new Date(newest?.created_at ?? 0)).toEqual(test.clock.now());
  });

  it("shows a retailer the support session, and the support session none of the retailer's own", async () => {
    const token = await supportToken();
    const { data } = await signInAs(test, world.retailer.username, { area: "ds" });
    const shown = await sessionsOf(data.access_token);
    expect(shown.some(({ opened_for_support }) => opened_for_support)).toBe(true);
    expect(await sessionsOf(token)).toMatchObject([{ is_current: true, opened_for_support: true }]);
  });
});

describe("revoking sessions", () => {
  const open = async (person: Person) => (await signInAs(test, person.username)).data.access_token;
  const uuidOf = async (token: string) => (await sessionsOf(token)).find(({ is_current }) => is_current)?.session_uuid ?? "";

  it("ends the named ones at once, with their websockets", async () => {
    const person = await newPerson();
    const tokens = [await open(person), await open(person)];
    const uuids = await Promise.all(tokens.map(uuidOf));
    const told = await endedDuring(test, async () => {
      const named = { session_uuids: [...uuids, uuids[0] ?? "", (uuids[1] ?? "").toUpperCase()] };
      expect(await request(test.app, revokeSessions, named, { token: person.token })).toMatchObject({ code: 200, data: { ended: 2 } });
    });
    expect(told.toSorted()).toEqual(uuids.toSorted());
    expect(await Promise.all([person.token, ...tokens].map(homeOf))).toEqual([200, 2003, 2003]);
    expect((await auditRows(test, "accounts.revoke-sessions")).at(-1)).toMatchObject({ user_uuid: person.userUuid, detail: { ended: 2 } });
  });

  it("ends all others", async () => {
    const person = await newPerson();
    const tokens = [await open(person), await open(person), await open(person)];
    const { data } = await request(test.app, revokeSessions, { session_uuids: "others" }, { token: tokens[1] ?? "" });
    expect(data).toEqual({ ended: 3 });
    expect(await Promise.all([person.token, ...tokens].map(homeOf))).toEqual([2003, 2003, 200, 2003]);
  });

  it("twice ends nothing more", async () => {
    const person = await newPerson();
    const session_uuids = [await uuidOf(await open(person))];
    const replies = [1, 2].map(() => request(test.app, revokeSessions, { session_uuids }, { token: person.token }));
    expect((await Promise.all(replies)).map(({ data }) => data.ended).toSorted()).toEqual([0, 1]);
  });

  it("answers a double click with the first answer", async () => {
    const person = await newPerson();
    const session_uuids = [await uuidOf(await open(person))];
    const options = { token: person.token, idempotencyKey: newId() };
    const replies = [1, 2].map(() => request(test.app, revokeSessions, { session_uuids }, options));
    expect((await Promise.all(replies)).map(({ data }) => data.ended)).toEqual([1, 1]);
  });

  it.each(["foreignProvider", "retailer", "operator"] as const)("ends nothing if one of them is the %s's", async (who) => {
    const person = await newPerson();
    const stranger = await addPerson(test, {
      username: `stranger-${(names += 1)}`,
      role: world[who].role,
      providerUuid: world[who].providerUuid ?? "",
      ...(world[who].retailerUuid === null ? {} : { retailerUuid: world[who].retailerUuid }),
    });
    const other = await open(person);
    const session_uuids = [await uuidOf(other), stranger.sessionUuid];
    expect(await request(test.app, revokeSessions, { session_uuids }, { token: person.token })).toMatchObject({
      status: 200,
      code: 4004,
      data: null,
    });
    expect([await homeOf(other), await homeOf(stranger.token)]).toEqual([200, 200]);
  });

  it("returns notFound for an unknown session", async () => {
    const { token } = await newPerson();
    expect(await request(test.app, revokeSessions, { session_uuids: [newId()] }, { token })).toMatchObject({ code: 4004 });
  });

  it("that revoke each other at the same moment leaves at most one, without a deadlock", async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await newPerson();
      const tokens = await Promise.all(Array.from({ length: 6 }, () => open(person)));
      const replies = await Promise.all(tokens.map((token) => request(test.app, revokeSessions, { session_uuids: "others" }, { token })));
      for (const { code } of replies) expect([200, 2003]).toContain(code);
      const left = (await Promise.all([person.token, ...tokens].map(homeOf))).filter((code) => code === 200);
      expect(left.length).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    ["none", []],
    ["too many", Array.from({ length: 201 }, () => newId())],
    ["no uuid", ["1"]],
    ["another word", "all"],
  ])("is a bad request with %s", async (_what, session_uuids) => {
    const { token } = await newPerson();
    expect(await send(test.app, revokeSessions, { session_uuids }, { token })).toMatchObject({ status: 400, code: 400 });
  });
});
