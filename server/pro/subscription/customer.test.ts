import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  changeAvatar,
  changePassword,
  changeUserInfo,
  home,
  listSessions,
  renewSession,
  signOut,
  updateDefaultSettings,
} from "#src/company/accounts/accounts.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import { codeLetters } from "#src/pro/entitlement/entitlement.rules.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import {
  changeEmail,
  confirmEmail,
  exportData,
  getSubscription,
  requestSignIn,
  signIn,
} from "#src/pro/subscription/subscription.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { createToken } from "#server/platform/http/authenticate.ts";
import { addSite, ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import { auditRows, freshAddress, mailsTo } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import type { CallOptions } from "#tests/server/client.ts";
import { addPerson } from "#tests/server/world.ts";

let test: TestApp;
let names = 0;
beforeAll(async () => {
  test = await startTestApp();
  await test.services.database.transaction(anonymous, async (tx) => {
    const origins = { application: "https://quay.example.com", homepage: "https://www.example.com" };
    await ensureDefaultSites(tx, origins, test.clock.now());
    const site = { homepage_title: "白标", homepage_title_en: "White Label", homepage_icon: "/favicon.ico", locale: "en_us" } as const;
    const own = { ...site, host: "face.example.com", origin: "https://face.example.com", main_function: "Homepage" } as const;
    await addSite(tx, own, test.clock.now());
  });
});
afterAll(() => test.close());
// at the start of an hour, because limits count per clock hour
beforeEach(() => test.clock.set(new Date(Math.floor(Date.now() / hourMs) * hourMs)));

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const newEmail = () => `shopper-${(names += 1)}@example.test`;
type Wish = Partial<InputOf<typeof requestSignIn>>;

async function ask(email: string, wish: Wish = {}, options: CallOptions = {}) {
  const form = { email, language: "en_us", purpose: "settings", ...wish } as const;
  return request(test.app, requestSignIn, form, { address: freshAddress(), ...options });
}

/** A device's code, different for each number below 400, because two requests for the same code within seconds send one mail. */
const wishCode = (at: number) => `BCDF-GH${codeLetters[Math.floor(at / 10)] ?? ""}${codeLetters[at % 10] ?? ""}`;

const linksTo = async (email: string) =>
  (await mailsTo(test, email)).map(({ text }) => new URL(/https:\/\/\S+/.exec(text)?.[0] ?? "https://none.example.com"));
/** Returns the token of the newest link mailed to an address. */
const tokenTo = async (email: string, name = "token") => (await linksTo(email)).at(-1)?.searchParams.get(name) ?? "";
const useLink = (token: string) => request(test.app, signIn, { token });

/** Creates a signed-in customer directly in the database. */
async function customerAt(email: string): Promise<string> {
  return (await addPerson(test, { username: email.slice(0, email.indexOf("@")), role: "customer" })).token;
}

const userOf = (email: string) =>
  test.services.database.transaction(anonymous, (tx) =>
    tx.selectFrom("app_user").select(["user_uuid", "status", "default_language"]).where("email", "=", email).executeTakeFirst(),
  );
const change = (token: string, email: string) => request(test.app, changeEmail, { email, language: "en_us" }, { token });
const confirm = (token: string) => request(test.app, confirmEmail, { token });
/** Returns the address of a session's customer; null if the session has ended. */
const emailBy = async (token: string) => (await request(test.app, getSubscription, {}, { token })).data?.email ?? null;

/** Signs in by a newly mailed link. */
async function signedInAnew(email: string) {
  await ask(email);
  return (await useLink(await tokenTo(email))).data;
}

const writeToSupport = (email: string) =>
  test.services.database.transaction(anonymous, (tx) =>
    tx
      .insertInto("support_request")
      .values({
        request_uuid: newId(),
        number: `T-${newId()}`,
        email,
        topic: "other",
        message: `From ${email}`,
        language: "en_us",
        status: "OPEN",
        created_at: test.clock.now(),
      })
      .execute(),
  );

describe("a sign-in link", () => {
  it("creates the account of a new address when it is opened", async () => {
    const email = newEmail();
    expect(await ask(email)).toMatchObject({ status: 200, code: 200, data: { sent: true } });
    expect(await userOf(email)).toMatchObject({ status: "invited" });
    const [mail] = await mailsTo(test, email);
    expect(mail?.subject).toBe("Your sign-in link for Quayside");
    const { data, code } = await useLink(await tokenTo(email));
    expect(code).toBe(200);
    expect(data.email).toBe(email);
    expect(await userOf(email)).toMatchObject({ status: "active" });
    const { data: sessions } = await request(test.app, listSessions, {}, { token: data.access_token });
    expect(sessions.result).toMatchObject([{ area: "customer", is_current: true }]);
    const renewed = await request(test.app, renewSession, {}, { token: data.access_token });
    expect((await request(test.app, signOut, {}, { token: renewed.data.access_token })).code).toBe(200);
    expect((await request(test.app, listSessions, {}, { token: renewed.data.access_token })).code).toBe(codes.loginExpired.code);
    const noted = await auditRows(test, "subscription.sign-in");
    expect(noted.at(-1)?.user_uuid).toBe((await userOf(email))?.user_uuid);
  });

  it.each<[string, Wish, string, string]>([
    ["the page of a device, with its code", { purpose: "link", user_code: "bcdf ghjk" }, "/esty-link", "code=BCDF-GHJK&token="],
    ["that page without a code that is none", { purpose: "link", user_code: "<b>" }, "/esty-link", "token="],
    ["the checkout", { purpose: "checkout" }, "/esty-checkout/pro", "token="],
    ["the settings", { purpose: "settings" }, "/esty-subscription", "token="],
  ])("leads to %s", async (_what, wish, path, query) => {
    const [english, chinese] = [newEmail(), newEmail()];
    await Promise.all([ask(english, wish), ask(chinese, { ...wish, language: "zh_cn" })]);
    const [link] = await linksTo(english);
    expect(link?.origin).toBe("https://quay.example.com");
    expect(link?.pathname).toBe(path);
    expect(link?.search.startsWith(`?${query}`)).toBe(true);
    expect(link?.searchParams.get("token")).toMatch(/^[\w-]{43}$/);
    expect(link?.search.endsWith("&lang=en_us")).toBe(true);
    const [inChinese] = await linksTo(chinese);
    expect(inChinese?.search.endsWith("&lang=zh_cn")).toBe(true);
    expect((await mailsTo(test, chinese))[0]?.subject).toBe("码头云仓登录链接");
    await useLink(inChinese?.searchParams.get("token") ?? "");
    expect(await userOf(chinese)).toMatchObject({ default_language: "zh_cn" });
  });

  it.each([
    ["a home page of ours", "Face.example.com", "https://face.example.com"],
    ["somebody's own server", "evil.example.net", "https://quay.example.com"],
  ])("leads to the stored address of a site, even if the Host header says %s", async (_what, host, origin) => {
    const email = newEmail();
    await ask(email, {}, { headers: { host } });
    expect((await linksTo(email))[0]?.origin).toBe(origin);
  });

  it("works once, within 15 minutes, and for nothing else", async () => {
    const email = newEmail();
    await ask(email);
    const token = await tokenTo(email);
    expect((await confirm(token)).code).toBe(codes.linkExpired.code);
    const replies = await Promise.all([useLink(token), useLink(token), useLink(token)]);
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, codes.linkExpired.code, codes.linkExpired.code].toSorted());
    test.clock.advance(minuteMs);
    await ask(email);
    const late = await tokenTo(email);
    test.clock.advance(15 * minuteMs);
    expect((await useLink(late)).code).toBe(codes.linkExpired.code);
    expect((await useLink(createToken())).code).toBe(codes.linkExpired.code);
  });

  it("works for any case of the address; a later link keeps an earlier one valid, and using one voids all", async () => {
    const email = newEmail();
    await customerAt(email);
    await ask(email.toUpperCase());
    const first = await tokenTo(email);
    test.clock.advance(minuteMs);
    await ask(email);
    const second = await tokenTo(email);
    expect(second).not.toBe(first);
    expect((await useLink(first)).data.email).toBe(email);
    expect((await useLink(second)).code).toBe(codes.linkExpired.code);
  });

  it("is mailed once, for one account, after a double click", async () => {
    const email = newEmail();
    await Promise.all([ask(email), ask(email), ask(email)]);
    expect(await mailsTo(test, email)).toHaveLength(1);
    expect((await useLink(await tokenTo(email))).code).toBe(200);
  });

  it("does not reveal who is a customer: known, new, blocked and rate-limited requests get the same answer", async () => {
    const [known, blocked] = [newEmail(), newEmail()];
    for (const email of [known, blocked]) await customerAt(email);
    await ask(blocked, { purpose: "checkout" });
    const before = await tokenTo(blocked);
    await test.services.database.transaction(anonymous, (tx) =>
      tx.updateTable("app_user").set({ status: "blocked" }).where("email", "=", blocked).execute(),
    );
    test.clock.advance(minuteMs);
    const mails = (await mailsTo(test, blocked)).length;
    const pages = ["link", "checkout", "settings", "link", "checkout", "settings"] as const;
    const address = freshAddress();
    const wishes = pages.map((purpose, at) => ask(known, { purpose, user_code: `BCDF-GHJ${codeLetters[at] ?? ""}` }, { address }));
    const replies = await Promise.all([ask(newEmail()), ask(blocked), ...wishes]);
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await mailsTo(test, blocked)).toHaveLength(mails);
    expect((await useLink(before)).code).toBe(codes.accountBlocked.code);
    expect(await mailsTo(test, known)).toHaveLength(5);
  });

  it("is mailed at most twenty times an hour from one network", async () => {
    const address = freshAddress();
    const emails = Array.from({ length: 21 }, newEmail);
    await Promise.all(emails.map((email) => ask(email, {}, { address })));
    const mailed = await Promise.all(emails.map(async (email) => (await mailsTo(test, email)).length));
    expect(mailed.filter((count) => count === 1)).toHaveLength(20);
  });

  it("is mailed even if a stranger keeps requesting it, at most twenty times an hour for all networks together", async () => {
    const email = newEmail();
    const stranger = freshAddress();
    let wishes = 0;
    const askAnew = async (times: number, options: CallOptions = {}) =>
      Promise.all(Array.from({ length: times }, () => ask(email, { purpose: "link", user_code: wishCode((wishes += 1)) }, options)));
    await askAnew(12, { address: stranger });
    expect(await mailsTo(test, email)).toHaveLength(5);
    await askAnew(1);
    expect(await mailsTo(test, email)).toHaveLength(6);
    expect((await useLink(await tokenTo(email))).code).toBe(200);
    await askAnew(16);
    expect(await mailsTo(test, email)).toHaveLength(20);
  });

  it("does not sign in to a warehouse account with the same address", async () => {
    const username = `supplier-${newId().slice(-6)}`;
    const { userUuid } = await addPerson(test, { username, role: "siteAdmin" });
    await ask(`${username}@example.test`);
    const rows = await test.services.database.transaction(anonymous, (tx) =>
      tx.selectFrom("app_user").select("user_uuid").where("email", "=", `${username}@example.test`).execute(),
    );
    expect(rows.filter((row) => row.user_uuid !== userUuid)).toHaveLength(1);
  });
});

describe("a customer's change of address", () => {
  it("is confirmed by a link to the new one; the old one is notified, its links are void, and all sessions end", async () => {
    const [old, next] = [newEmail(), newEmail()];
    const token = await customerAt(old);
    test.clock.advance(minuteMs);
    await ask(old);
    const pending = await tokenTo(old);
    expect((await change(token, next)).data).toEqual({ sent: true });
    expect(await emailBy(token)).toBe(old);
    const [link] = await linksTo(next);
    expect(`${link?.origin}${link?.pathname}`).toBe("https://quay.example.com/esty-subscription");
    const emailToken = await tokenTo(next, "email_token");
    expect((await useLink(emailToken)).code).toBe(codes.linkExpired.code);
    expect((await confirm(emailToken)).data).toEqual({ email: next });
    expect((await confirm(emailToken)).code).toBe(codes.linkExpired.code);
    expect(await emailBy(token)).toBeNull();
    expect(await emailBy((await signedInAnew(next)).access_token)).toBe(next);
    expect((await useLink(pending)).code).toBe(codes.linkExpired.code);
    const notice = (await mailsTo(test, old)).at(-1);
    expect(notice?.subject).toBe("Your Quayside account has a new email address");
    expect(notice?.text).toContain("s…@example.test");
    expect(notice?.text).not.toContain(next);
    expect(notice?.text).toContain("https://quay.example.com/esty-support?lang=en_us\n");
  });

  it("includes the support messages sent from the old one, and nobody else's", async () => {
    const [old, next, other] = [newEmail(), newEmail(), newEmail()];
    const token = await customerAt(old);
    for (const email of [old.toUpperCase(), other]) await writeToSupport(email);
    await change(token, next);
    await confirm(await tokenTo(next, "email_token"));
    const { access_token } = await signedInAnew(next);
    const { text } = await send(test.app, exportData, {}, { token: access_token });
    expect(JSON.parse(text)).toMatchObject({ support_requests: [{ email: next, message: `From ${old.toUpperCase()}` }] });
  });

  it("is not possible otherwise: a customer has no profile, picture, password or area settings", async () => {
    const [own, taken] = [newEmail(), newEmail()];
    const token = await customerAt(own);
    await customerAt(taken);
    for (const email of [newEmail(), taken]) expect((await request(test.app, changeUserInfo, { email }, { token })).status).toBe(403);
    const sealed = { old_password: "x", password: "x", confirm: "x", key_id: newId() };
    const replies = await Promise.all([
      request(test.app, changePassword, sealed, { token }),
      request(test.app, changeAvatar, {}, { token, files: [] }),
      request(test.app, updateDefaultSettings, { defaultLanguage: "zh_cn" }, { token }),
      request(test.app, home, {}, { token }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await emailBy(token)).toBe(own);
    expect(await userOf(own)).toMatchObject({ default_language: "en_us" });
  });

  it("to another customer's is refused, and only that customer is informed", async () => {
    const [own, taken] = [newEmail(), newEmail()];
    const token = await customerAt(own);
    await customerAt(taken);
    expect((await change(token, taken.toUpperCase())).data).toEqual({ sent: true });
    expect((await confirm(await tokenTo(taken.toUpperCase(), "email_token"))).code).toBe(codes["subscription.emailTaken"].code);
    expect(await emailBy(token)).toBe(own);
    expect(await userOf(taken)).toMatchObject({ status: "active" });
  });

  it("to one whose sign-in link was requested but never opened is allowed", async () => {
    const [own, asked] = [newEmail(), newEmail()];
    const token = await customerAt(own);
    await ask(asked);
    const pending = await tokenTo(asked);
    await change(token, asked);
    expect((await confirm(await tokenTo(asked, "email_token"))).data).toEqual({ email: asked });
    expect((await useLink(pending)).code).toBe(codes.linkExpired.code);
  });

  it("works only by the newest link, within 15 minutes, and five times an hour", async () => {
    const token = await customerAt(newEmail());
    const wanted = Array.from({ length: 6 }, newEmail);
    const replies = [];
    for (const email of wanted) replies.push(await change(token, email));
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200, codes.tooMany.code]);
    expect((await confirm(await tokenTo(wanted[3] ?? "", "email_token"))).code).toBe(codes.linkExpired.code);
    const newest = await tokenTo(wanted[4] ?? "", "email_token");
    test.clock.advance(15 * minuteMs);
    expect((await confirm(newest)).code).toBe(codes.linkExpired.code);
  });
});

it("links and addresses stay out of the log", async () => {
  const [email, next] = [newEmail(), newEmail()];
  await ask(email);
  const used = await tokenTo(email);
  const token = (await useLink(used)).data.access_token;
  await change(token, next);
  await confirm(await tokenTo(next, "email_token"));
  const text = test.logged.join("\n");
  for (const secret of [email, next, token, used, await tokenTo(next, "email_token")]) expect(text).not.toContain(secret);
});
