import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getAesKey, getAesKeyLogin, getCsrfToken, home, signIn } from "#src/company/accounts/accounts.contract.ts";
import { sealPassword } from "#src/company/accounts/password-transport.rules.ts";
import { actAs, anonymous, platformUuid } from "#server/platform/db/row-security.ts";
import { deriveCsrfToken } from "#server/platform/http/authenticate.ts";
import { auditRows, fetchKey, freshAddress, signInAs } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addPerson, addProvider, makeWorld, testPassword } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await startTestApp();
  world = await makeWorld(test);
});
afterAll(() => test.close());

describe("the keys that seal passwords", () => {
  it("are 256 bits long and never repeat", async () => {
    const [one, other] = await Promise.all([request(test.app, getAesKey, {}), request(test.app, getAesKey, {})]);
    expect(Buffer.from(one.data.aes_key, "base64")).toHaveLength(32);
    expect(one.data.aes_key).not.toBe(other.data.aes_key);
    expect(one.data.key_id).not.toBe(other.data.key_id);
  });

  it("have the same response shape for a nonexistent username", async () => {
    for (const username of [world.provider.username, "nobody-at-all", "", undefined]) {
      const reply = await send(test.app, getAesKeyLogin, { username });
      expect(reply).toMatchObject({ code: 200, data: { key_id: expect.any(String), aes_key: expect.any(String) } });
      expect(Object.keys(reply.data as object).toSorted()).toEqual(["aes_key", "key_id"]);
    }
  });

  it("are not stored in plain text", async () => {
    const { data } = await request(test.app, getAesKey, {});
    const row = await test.services.database.transaction(anonymous, (tx) =>
      tx.selectFrom("aes_key").selectAll().where("key_id", "=", data.key_id).executeTakeFirstOrThrow(),
    );
    expect(JSON.stringify(row)).not.toContain(data.aes_key);
  });

  it("work once", async () => {
    const { key_id, seal } = await fetchKey(test);
    const form = { username: world.provider.username, password: await seal(testPassword), key_id, area: "p" as const };
    const options = { address: freshAddress() };
    expect(await request(test.app, signIn, form, options)).toMatchObject({ code: 200 });
    expect(await request(test.app, signIn, form, options)).toMatchObject({ status: 200, code: 2004, data: null });
  });

  it("work once even if used twenty times at once", async () => {
    const { key_id, seal } = await fetchKey(test);
    const form = { username: world.provider.username, password: await seal(testPassword), key_id, area: "p" as const };
    const replies = await Promise.all(Array.from({ length: 20 }, () => request(test.app, signIn, form, { address: freshAddress() })));
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, ...Array<number>(19).fill(2004)]);
  });

  it("work for a minute", async () => {
    const address = freshAddress();
    for (const [waitMs, code] of [
      [59_000, 200],
      [60_000, 2004],
    ] as const) {
      const { key_id, seal } = await fetchKey(test);
      test.clock.advance(waitMs);
      const form = { username: world.provider.username, password: await seal(testPassword), key_id, area: "p" as const };
      expect(await request(test.app, signIn, form, { address })).toMatchObject({ code });
    }
  });

  it("open nothing that was sealed with another key", async () => {
    const { key_id } = await fetchKey(test);
    const other = await fetchKey(test);
    const form = { username: world.provider.username, password: await other.seal(testPassword), key_id, area: "p" as const };
    expect(await request(test.app, signIn, form, { address: freshAddress() })).toMatchObject({ status: 400, code: 400 });
  });
});

describe("the csrf token", () => {
  it("belongs to the bearer token that was sent", async () => {
    const { data } = await request(test.app, getCsrfToken, {}, { token: world.provider.token });
    expect(data.csrf_token).toBe(deriveCsrfToken(world.provider.token));
  });

  it("is random for an anonymous user", async () => {
    const replies = await Promise.all([1, 2].map(() => request(test.app, getCsrfToken, {})));
    expect(new Set(replies.map(({ data }) => data.csrf_token)).size).toBe(2);
  });
});

describe("signing in", () => {
  it("opens a session that works for the next call, and is audited", async () => {
    const address = freshAddress();
    const { code, data } = await signInAs(test, world.provider.username, { address, device: "Scanner 7" });
    expect(code).toBe(200);
    expect(data).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      csrf_token: deriveCsrfToken(data.access_token),
      username: "alpha-provider",
      user_role: "Provider",
      user_related_id: world.providerA,
      avatar_base64: "",
    });
    expect(await request(test.app, home, {}, { token: data.access_token })).toMatchObject({
      code: 200,
      data: { username: "alpha-provider" },
    });
    const rows = await auditRows(test, "accounts.sign-in");
    expect(rows.at(-1)).toMatchObject({
      provider_uuid: world.providerA,
      user_uuid: world.provider.userUuid,
      about: { username: "alpha-provider", address },
    });
    const session = await test.services.database.transaction(anonymous, (tx) =>
      tx
        .selectFrom("session")
        .selectAll()
        .where("session_uuid", "=", rows.at(-1)?.subject_uuid ?? "")
        .executeTakeFirstOrThrow(),
    );
    expect(session).toMatchObject({ address, device: "Scanner 7", area: "p", provider_uuid: world.providerA, is_read_only: false });
    expect(session.expires_at.getTime() - session.created_at.getTime()).toBe(2 * 3_600_000);
    expect(session.ends_at.getTime() - session.created_at.getTime()).toBe(30 * 24 * 3_600_000);
  });

  it.each([
    ["operator", "p", "Operator"],
    ["retailer", "ds", "Drop shipper"],
    ["siteAdmin", "p", "Site administrator"],
    ["siteAdmin", "ds", "Site administrator"],
  ] as const)("lets the %s into /%s", async (who, area, user_role) => {
    expect(await signInAs(test, world[who].username, { area })).toMatchObject({ code: 200, data: { user_role } });
  });

  it("accepts the username in any case, and with spaces around it", async () => {
    expect(await signInAs(test, "  ALPHA-Provider ")).toMatchObject({ code: 200, data: { username: "alpha-provider" } });
  });

  it.each([
    ["a wrong password", "alpha-provider", "Wrong-Horse-7"],
    ["an empty password", "alpha-provider", ""],
    ["a username that nobody has", "nobody-here", testPassword],
    ["an empty username", "", testPassword],
    ["a username with a quote", "x' or '1'='1", testPassword],
  ])("is refused with the same answer for %s", async (_what, username, password) => {
    const reply = await signInAs(test, username, { password });
    expect(reply).toMatchObject({ status: 200, code: 2001, data: null });
    expect(reply.text).toBe((await signInAs(test, "alpha-provider", { password: "Wrong-Horse-7" })).text);
  });

  it("does not reveal a blocked account or a wrong area before the password is correct", async () => {
    const blocked = await addPerson(test, { username: "blocked-one", role: "operator", providerUuid: world.providerA });
    await test.services.database.transaction(anonymous, (tx) =>
      tx.updateTable("app_user").set({ status: "blocked" }).where("user_uuid", "=", blocked.userUuid).execute(),
    );
    expect(await signInAs(test, "blocked-one", { password: "Wrong-Horse-7" })).toMatchObject({ code: 2001 });
    expect(await signInAs(test, "blocked-one")).toMatchObject({ status: 200, code: 2005, data: null });
    expect(await signInAs(test, world.retailer.username, { password: "Wrong-Horse-7", area: "p" })).toMatchObject({ code: 2001 });
    expect(await signInAs(test, world.retailer.username, { area: "p" })).toMatchObject({ status: 200, code: 2006, data: null });
    expect(await signInAs(test, world.operator.username, { area: "ds" })).toMatchObject({ code: 2006 });
    expect(await signInAs(test, world.customer.username, { area: "p" })).toMatchObject({ code: 2006 });
  });

  it("is refused for an invited user who has no password yet", async () => {
    const invited = await addPerson(test, { username: "invited-one", role: "operator", providerUuid: world.providerA });
    await test.services.database.transaction(anonymous, (tx) =>
      tx.updateTable("app_user").set({ status: "invited", password_hash: null }).where("user_uuid", "=", invited.userUuid).execute(),
    );
    expect(await signInAs(test, "invited-one")).toMatchObject({ code: 2001 });
  });

  it("audits each failure: under the account's provider, or the platform if there is no account", async () => {
    const before = (await auditRows(test, "accounts.sign-in-failed")).length;
    await signInAs(test, world.retailer.username, { password: "Wrong-Horse-7", area: "ds" });
    await signInAs(test, "Somebody-Else");
    const rows = (await auditRows(test, "accounts.sign-in-failed")).slice(before);
    expect(rows).toMatchObject([
      {
        provider_uuid: world.providerA,
        retailer_uuid: world.retailerA,
        user_uuid: world.retailer.userUuid,
        detail: { reason: "wrongCredentials" },
        about: { username: "retailer-one" },
      },
      { provider_uuid: platformUuid, user_uuid: null, about: { username: "Somebody-Else" } },
    ]);
    expect(JSON.stringify(rows)).not.toContain("Wrong-Horse-7");
  });

  it("selects a retailer's oldest provider that does not block it, and none if all do", async () => {
    const { database } = test.services;
    const provider = await database.transaction(anonymous, async (tx) => {
      const added = await addProvider(tx, "Supplier Gamma");
      await tx
        .insertInto("retailer_provider")
        .values({ provider_uuid: added, retailer_uuid: world.retailerA2, created_at: new Date(Date.now() + 60_000) })
        .execute();
      return added;
    });
    const shown = async () => {
      const { data } = await signInAs(test, world.otherRetailer.username, { area: "ds" });
      return (await request(test.app, home, {}, { token: data.access_token })).data.provider_uuid;
    };
    const block = (providerUuid: string) =>
      database.begin(async (tx) => {
        actAs(tx, { kind: "provider", providerUuid });
        await tx
          .updateTable("retailer_provider")
          .set({ is_blocked: true })
          .where("provider_uuid", "=", providerUuid)
          .where("retailer_uuid", "=", world.retailerA2)
          .execute();
      });
    expect(await shown()).toBe(world.providerA);
    await block(world.providerA);
    expect(await shown()).toBe(provider);
    await block(provider);
    expect(await shown()).toBe("");
  });

  it("refuses a password that was changed while it was being verified", async () => {
    const person = await addPerson(test, { username: "just-changed", role: "provider", providerUuid: world.providerA });
    const { database } = test.services;
    const { key_id, seal } = await fetchKey(test);
    const form = { username: person.username, password: await seal(testPassword), key_id, area: "p" as const };
    // the row is held as a reset holds it; the sign-in gets as far as the session and waits
    const signing = await database.transaction(anonymous, async (tx) => {
      await tx.updateTable("app_user").set({ password_hash: "another" }).where("user_uuid", "=", person.userUuid).execute();
      const reply = request(test.app, signIn, form, { address: freshAddress() });
      await expect.poll(() => waiting(test)).toBe(1);
      return { reply };
    });
    expect(await signing.reply).toMatchObject({ code: 2001 });
  });

  it.each([
    ["a field that is not there", { role: "provider" }],
    ["no area", { area: undefined }],
    ["an area that is none", { area: "admin" }],
    ["a username that is no text", { username: { $ne: null } }],
    ["a username with a control character", { username: "alpha\u0000provider" }],
    ["half a character", { username: "\ud800" }],
    ["a username without end", { username: "a".repeat(300) }],
    ["a key's id that is none", { key_id: "1" }],
    ["a password without end", { password: "A".repeat(401) }],
  ])("is a bad request with %s", async (_what, change) => {
    const { key_id, seal } = await fetchKey(test);
    const form = { username: world.provider.username, password: await seal(testPassword), key_id, area: "p", ...change };
    expect(await send(test.app, signIn, form, { address: freshAddress() })).toMatchObject({ status: 400, code: 400 });
  });

  it("finds no key for an unknown id", async () => {
    const password = await sealPassword(testPassword, Buffer.alloc(32).toString("base64"));
    const form = { username: world.provider.username, password, key_id: randomUUID(), area: "p" as const };
    expect(await request(test.app, signIn, form, { address: freshAddress() })).toMatchObject({ code: 2004 });
  });

  it("writes neither passwords nor tokens to the log", async () => {
    const { data } = await signInAs(test, world.provider.username);
    const logged = test.logged.join("\n");
    expect(logged).toContain("accounts.sign-in");
    for (const secret of [testPassword, data.access_token, data.csrf_token]) expect(logged).not.toContain(secret);
  });
});

/** How many of this test's transactions wait for another to end. */
async function waiting({ services }: TestApp): Promise<number> {
  const { rows } = await services.database.pool.query<{ count: number }>(
    "select count(*)::int as count from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()",
  );
  return rows[0]?.count ?? 0;
}
