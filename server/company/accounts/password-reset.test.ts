import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, requestPasswordReset, resetPassword } from "#src/company/accounts/accounts.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { createToken } from "#server/platform/http/authenticate.ts";
import { addSite, ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import { auditRows, endedDuring, fetchKey, freshAddress, mailsTo, signInAs } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import type { CallOptions } from "#tests/server/client.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let test: TestApp;
let world: World;
let names = 0;
beforeAll(async () => {
  test = await startTestApp();
  world = await makeWorld(test);
  await test.services.database.transaction(anonymous, async (tx) => {
    const origins = { application: "https://quay.example.com", homepage: "https://www.example.com" };
    await ensureDefaultSites(tx, origins, test.clock.now());
    const site = { homepage_title: "白标", homepage_title_en: "White Label", homepage_icon: "/favicon.ico", locale: "en_us" } as const;
    const own = { ...site, host: "white.example.com", origin: "https://white.example.com", main_function: "Application" } as const;
    await addSite(tx, own, test.clock.now());
    await addSite(
      tx,
      { ...own, host: "face.example.com", origin: "https://face.example.com", main_function: "Homepage" },
      test.clock.now(),
    );
  });
});
afterAll(() => test.close());

const newPassword = "Better-Horse-8";
const minuteMs = 60_000;
const newPerson = async () => addPerson(test, { username: `forgetful-${(names += 1)}`, role: "provider", providerUuid: world.providerA });
const homeOf = async (token: string) => (await request(test.app, home, {}, { token })).code;
const mailsOf = (username: string) => mailsTo(test, `${username}@example.test`);

async function ask(username: string, options: CallOptions & { language?: "en_us" | "zh_cn" } = {}) {
  const { language = "en_us", ...rest } = options;
  return request(test.app, requestPasswordReset, { username, language }, { address: freshAddress(), ...rest });
}

const linkIn = (text = "") => /https:\/\/\S+/.exec(text)?.[0] ?? "";
const tokenIn = (text = "") => new URL(linkIn(text)).searchParams.get("token") ?? "";

/** The token of the newest link that was mailed to a person. */
async function mailedToken(username: string): Promise<string> {
  await ask(username);
  return tokenIn((await mailsOf(username)).at(-1)?.text);
}

async function reset(token: string, typed: { password?: string; confirm?: string } = {}, address = freshAddress()) {
  const { password = newPassword, confirm = password } = typed;
  const { key_id, seal } = await fetchKey(test);
  return request(test.app, resetPassword, { token, password: await seal(password), confirm: await seal(confirm), key_id }, { address });
}

describe("requesting a password reset", () => {
  it("mails a link to the user's area, in the page's language, and is audited", async () => {
    const { username, userUuid } = await newPerson();
    expect(await ask(username)).toMatchObject({ status: 200, code: 200, data: null });
    const [mail] = await mailsOf(username);
    expect(mail?.subject).toBe("Set a new password for Quayside");
    expect(linkIn(mail?.text)).toMatch(/^https:\/\/quay\.example\.com\/p\/turn-the-table\?token=[\w-]{43}$/);
    await ask(world.retailer.username, { language: "zh_cn" });
    const [chinese] = await mailsOf(world.retailer.username);
    expect(chinese?.subject).toBe("重新设置您的码头云仓密码");
    expect(linkIn(chinese?.text)).toMatch(/^https:\/\/quay\.example\.com\/ds\//);
    const rows = await auditRows(test, "accounts.request-password-reset");
    expect(rows.find(({ user_uuid }) => user_uuid === userUuid)).toMatchObject({ provider_uuid: world.providerA });
  });

  it.each([
    ["our other site", "White.Example.com", "https://white.example.com/p/"],
    ["a site that is a home page, which has no login", "face.example.com", "https://quay.example.com/p/"],
    ["somebody's own server", "evil.example.net", "https://quay.example.com/p/"],
    ["our site with somebody's port", "quay.example.com:8443@evil.example.net", "https://quay.example.com/p/"],
    ["a header with a break in it", "quay.example.com\tevil.example.net", "https://quay.example.com/p/"],
  ])("links to the stored address of a site, even if the Host header is %s", async (_what, host, start) => {
    const { username } = await newPerson();
    await ask(username, { headers: { host } });
    const text = (await mailsOf(username))[0]?.text ?? "";
    expect(linkIn(text).startsWith(start)).toBe(true);
    expect(text).not.toContain("evil");
  });

  it("gives the same answer in about the same time if the account does not exist", async () => {
    const { username } = await newPerson();
    const taken = async (name: string) => {
      const started = performance.now();
      const { text, status } = await ask(name);
      return { text, status, ms: performance.now() - started };
    };
    const [known, unknown] = [[await taken(username)], [await taken("nobody-here")]];
    const fastest = (replies: typeof known) => Math.min(...replies.map(({ ms }) => ms));
    const isFar = () => Math.abs(fastest(known) - fastest(unknown)) >= 80;
    // What else the machine does only adds to a time: the fastest of each come together sooner or later. An account has five wishes in an hour.
    for (let round = 1; round < 60 && (round === 1 || isFar()); round += 1) {
      if (round % 4 === 0) test.clock.advance(60 * minuteMs);
      known.push(await taken(username));
      unknown.push(await taken("nobody-here"));
    }
    expect(new Set([...known, ...unknown].map(({ text, status }) => `${status} ${text}`)).size).toBe(1);
    for (const { ms } of [...known, ...unknown]) expect(ms).toBeGreaterThan(240);
    expect(isFar()).toBe(false);
  });

  it.each([
    ["is blocked", { status: "blocked" }],
    ["was invited and has no password yet", { status: "invited", password_hash: null }],
    ["has no address", { email: "" }],
  ])("mails nothing and gives the same answer if the account %s", async (_what, state) => {
    const { username, userUuid } = await newPerson();
    await test.services.database.transaction(anonymous, (tx) =>
      tx.updateTable("app_user").set(state).where("user_uuid", "=", userUuid).execute(),
    );
    expect(await ask(username)).toMatchObject({ status: 200, code: 200, data: null });
    expect(await mailsOf(username)).toEqual([]);
  });

  it("mails once on a double click", async () => {
    const { username } = await newPerson();
    const options = { idempotencyKey: newId() };
    const replies = await Promise.all([ask(username, options), ask(username, options)]);
    expect(replies.map(({ code }) => code)).toEqual([200, 200]);
    expect(await mailsOf(username)).toHaveLength(1);
  });

  it("is limited to five times an hour per username, whether it exists or not", async () => {
    const { username } = await newPerson();
    for (const name of [username, "nobody-at-all"]) {
      const codes = (await Promise.all(Array.from({ length: 7 }, () => ask(name)))).map(({ code }) => code);
      expect(codes.toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    }
    expect(await mailsOf(username)).toHaveLength(5);
    test.clock.advance(60 * minuteMs);
    expect(await ask(username)).toMatchObject({ code: 200 });
  });

  it("is limited to twenty times an hour per address", async () => {
    const address = freshAddress();
    const codes = (await Promise.all(Array.from({ length: 22 }, (_, at) => ask(`nobody-${at}`, { address })))).map(({ code }) => code);
    expect(codes.filter((code) => code === 429)).toHaveLength(2);
  });

  it("stores no token, so that reading the table gives no link", async () => {
    const { username, userUuid } = await newPerson();
    const token = await mailedToken(username);
    const rows = await test.services.database.transaction(anonymous, (tx) =>
      tx.selectFrom("mailed_link").selectAll().where("user_uuid", "=", userUuid).execute(),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_hash.toString("base64url")).not.toBe(token);
  });

  it.each([
    ["no username", { username: "" }],
    ["a username that is no text", { username: ["a"] }],
    ["a language that we do not speak", { language: "de" }],
    ["a field that is not there", { email: "mine@example.test" }],
  ])("is a bad request with %s", async (_what, change) => {
    const form = { username: world.provider.username, ...change };
    expect(await send(test.app, requestPasswordReset, form, { address: freshAddress() })).toMatchObject({ status: 400, code: 400 });
  });
});

describe("setting a new password with the link", () => {
  it("makes it the only valid one, ends every session with its websockets, and notifies the owner", async () => {
    const person = await newPerson();
    const other = (await signInAs(test, person.username)).data.access_token;
    const token = await mailedToken(person.username);
    const told = await endedDuring(test, async () =>
      expect(await reset(token)).toMatchObject({ code: 200, data: { username: person.username } }),
    );
    expect(told).toHaveLength(2);
    expect([await homeOf(person.token), await homeOf(other)]).toEqual([2003, 2003]);
    expect(await signInAs(test, person.username)).toMatchObject({ code: 2001 });
    expect(await signInAs(test, person.username, { password: newPassword })).toMatchObject({ code: 200 });
    const mails = await mailsOf(person.username);
    expect(mails.at(-1)?.subject).toBe("Your Quayside password was changed");
    expect((await auditRows(test, "accounts.reset-password")).at(-1)).toMatchObject({
      user_uuid: person.userUuid,
      provider_uuid: world.providerA,
    });
  });

  it("works once", async () => {
    const token = await mailedToken((await newPerson()).username);
    expect(await reset(token)).toMatchObject({ code: 200 });
    expect(await reset(token, { password: "Other-Horse-9" })).toMatchObject({ status: 200, code: 2007, data: null });
  });

  it("works once even if sent ten times at once", async () => {
    const person = await newPerson();
    const token = await mailedToken(person.username);
    const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => reset(token, { password: `Better-Horse-${at}` })));
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, ...Array<number>(9).fill(2007)]);
    const winner = replies.findIndex(({ code }) => code === 200);
    expect(await signInAs(test, person.username, { password: `Better-Horse-${winner}` })).toMatchObject({ code: 200 });
  });

  it("works for half an hour", async () => {
    for (const [waitMs, code] of [
      [30 * minuteMs - 1, 200],
      [30 * minuteMs, 2007],
    ] as const) {
      const token = await mailedToken((await newPerson()).username);
      test.clock.advance(waitMs);
      expect(await reset(token)).toMatchObject({ code });
    }
  });

  it("works only with the newest link", async () => {
    const { username } = await newPerson();
    await Promise.all([ask(username), ask(username), ask(username)]);
    const tokens = (await mailsOf(username)).map(({ text }) => tokenIn(text));
    expect(new Set(tokens).size).toBe(3);
    const codes = [];
    for (const token of tokens) codes.push((await reset(token)).code);
    expect(codes.toSorted()).toEqual([200, 2007, 2007]);
  });

  it("does not work if the account has been blocked since", async () => {
    const person = await newPerson();
    const token = await mailedToken(person.username);
    await test.services.database.transaction(anonymous, (tx) =>
      tx.updateTable("app_user").set({ status: "blocked" }).where("user_uuid", "=", person.userUuid).execute(),
    );
    expect(await reset(token)).toMatchObject({ code: 2007 });
  });

  it.each([
    ["nobody's", createToken()],
    ["empty", ""],
    ["hostile", "' or '1'='1"],
  ])("does not work with a token that is %s", async (_what, token) => {
    expect(await reset(token)).toMatchObject({ status: 200, code: 2007, data: null });
  });

  it.each<[string, { password?: string; confirm?: string }, number]>([
    ["no password", { password: "" }, 2104],
    ["a password that breaks the rule", { password: "abc" }, 2106],
    ["a password that is easily guessed", { password: "Abc123" }, 2107],
    ["the own username in it", { password: "Forgetful-9" }, 2107],
    ["no repetition", { confirm: "" }, 2110],
    ["another repetition", { confirm: "Better-Horse-9" }, 2108],
  ])("with %s is refused with the code for that rule, and the link stays valid", async (_what, typed, code) => {
    const person = await addPerson(test, { username: `forgetful${(names += 1)}`, role: "provider", providerUuid: world.providerA });
    const token = await mailedToken(person.username);
    const own = typed.password === "Forgetful-9" ? { password: `F-${person.username}` } : typed;
    expect(await reset(token, own)).toMatchObject({ status: 200, code, data: null });
    expect(await reset(token)).toMatchObject({ code: 200 });
  });

  it("admits an owner whose account was locked by somebody else's guesses", async () => {
    const { username } = await newPerson();
    for (let at = 0; at < 11; at += 1) await signInAs(test, username, { password: "Wrong-Horse-7" });
    expect(await signInAs(test, username)).toMatchObject({ code: 2002 });
    expect(await reset(await mailedToken(username))).toMatchObject({ code: 200 });
    expect(await signInAs(test, username, { password: newPassword })).toMatchObject({ code: 200 });
  });

  it("is limited to twenty tries an hour per address", async () => {
    const address = freshAddress();
    const replies = await Promise.all(Array.from({ length: 22 }, () => reset(createToken(), {}, address)));
    const codes = replies.map(({ code }) => code);
    expect(codes.filter((code) => code === 2007)).toHaveLength(20);
    expect(codes.filter((code) => code === 429)).toHaveLength(2);
  });

  it("requires an unused key", async () => {
    const token = await mailedToken((await newPerson()).username);
    const { key_id, seal } = await fetchKey(test);
    const form = { token, password: await seal("abc"), confirm: await seal("abc"), key_id };
    const options = { address: freshAddress() };
    expect(await request(test.app, resetPassword, form, options)).toMatchObject({ code: 2106 });
    expect(await request(test.app, resetPassword, form, options)).toMatchObject({ status: 200, code: 2004 });
  });
});

it("a server without sites mails nothing, logs that, and gives the same answer", async () => {
  const bare = await startTestApp();
  try {
    await addPerson(bare, { username: "siteless", role: "siteAdmin" });
    expect(await request(bare.app, requestPasswordReset, { username: "siteless" })).toMatchObject({ status: 200, code: 200 });
    expect(await mailsTo(bare, "siteless@example.test")).toEqual([]);
    expect(bare.logged.join("\n")).toContain("no site to link to");
  } finally {
    await bare.close();
  }
});
