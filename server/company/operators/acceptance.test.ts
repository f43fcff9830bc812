import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { home } from "#src/company/accounts/accounts.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { acceptInvitation, inviteOperator, listOperators, setOperatorsBlocked } from "#src/company/operators/operators.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import { auditRows, fetchKey, freshAddress, mailsTo, signInAs } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;
let start: Date;
const password = "Brisk-Otter-91";

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
  start = test_.clock.now();
  const origins = { application: "https://app.example.com", homepage: "https://www.example.com" };
  await test_.services.database.transaction(platform, (tx) => ensureDefaultSites(tx, origins, test_.clock.now()));
});
afterAll(() => test_.close());
// the provider's session lives for two hours
afterEach(() => test_.clock.set(start));

let made = 0;

/** Invites and reads the mail, as somebody new does. */
async function invited(email = `new-hand-${(made += 1)}@example.test`) {
  const { token } = world.provider;
  const { data } = await request(test_.app, inviteOperator, { email, display_name: "New Hand", permissions: ["picking"] }, { token });
  const mail = (await mailsTo(test_, email)).at(-1);
  return { email, userUuid: data.user_uuid, token: /invitation=([A-Za-z0-9_-]+)/.exec(mail?.text ?? "")?.[1] ?? "" };
}

const freshName = () => `new-hand-${(made += 1)}`;

async function accept(token: string, form: { username?: string; password?: string; confirm?: string; address?: string } = {}) {
  const { key_id, seal } = await fetchKey(test_);
  const chosen = form.password ?? password;
  const input = {
    token,
    username: form.username ?? freshName(),
    password: await seal(chosen),
    confirm: await seal(form.confirm ?? chosen),
    key_id,
  };
  return request(test_.app, acceptInvitation, input, { address: form.address ?? freshAddress() });
}

async function statusOf(userUuid: string): Promise<string | undefined> {
  const { data } = await request(test_.app, listOperators, { page_size: 200 }, { token: world.provider.token });
  return data.result.find(({ user_uuid }) => user_uuid === userUuid)?.status;
}

const block = (userUuid: string, blocked: boolean) =>
  request(test_.app, setOperatorsBlocked, { user_uuids: [userUuid], blocked }, { token: world.provider.token });

describe("accepting an invitation", () => {
  test("creates an account that can sign in, with the permissions the provider granted", async () => {
    const { token, userUuid } = await invited();
    const username = freshName();
    expect((await signInAs(test_, `invited-${userUuid}`, { password: "" })).code).toBe(codes.wrongCredentials.code);
    expect((await accept(token, { username })).data).toEqual({ username });
    expect(await statusOf(userUuid)).toBe("active");
    const session = await signInAs(test_, username, { password });
    expect(session.data.user_role).toBe("Operator");
    expect((await request(test_.app, home, {}, { token: session.data.access_token })).data).toMatchObject({
      display_name: "New Hand",
      permissions: ["picking"],
      provider_uuid: world.providerA,
      user_related_id: world.providerA,
    });
    const written = (await auditRows(test_, "operators.accept-invitation")).filter(({ subject_uuid }) => subject_uuid === userUuid);
    expect(written).toMatchObject([{ provider_uuid: world.providerA, user_uuid: userUuid, about: { username } }]);
  });

  test("works once, even if it is done twice at once", async () => {
    const { token } = await invited();
    const both = await Promise.all([accept(token), accept(token)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, codes.linkExpired.code]);
    expect((await accept(token)).code).toBe(codes.linkExpired.code);
  });

  test("works only with the last link that was sent, within 7 days", async () => {
    const first = await invited();
    const second = await invited(first.email);
    expect((await accept(first.token)).code).toBe(codes.linkExpired.code);
    const late = await invited();
    test_.clock.advance(7 * 24 * 3_600_000 - 1000);
    expect((await accept(second.token)).code).toBe(200);
    test_.clock.advance(1000);
    expect((await accept(late.token)).code).toBe(codes.linkExpired.code);
    test_.clock.set(start);
    expect(await statusOf(late.userUuid)).toBe("invited");
  });

  test("does not work for a blocked user, nor afterwards with the old link", async () => {
    const { token, userUuid, email } = await invited();
    await block(userUuid, true);
    expect((await accept(token)).code).toBe(codes.linkExpired.code);
    await block(userUuid, false);
    expect(await statusOf(userUuid)).toBe("invited");
    expect((await accept(token)).code).toBe(codes.linkExpired.code);
    const anew = await invited(email);
    expect(anew.userUuid).toBe(userUuid);
    expect((await accept(anew.token)).code).toBe(200);
  });

  test("with a taken username can be retried with another; of two users who want one at once, one gets it", async () => {
    const first = await invited();
    expect((await accept(first.token, { username: "ALPHA-operator" })).code).toBe(codes["accounts.usernameTaken"].code);
    const second = await invited();
    const username = freshName();
    const both = await Promise.all([first, second].map(({ token }) => accept(token, { username })));
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, codes["accounts.usernameTaken"].code]);
    const [loser] = [first, second].filter((_one, index) => both[index]?.code !== 200);
    expect((await accept(loser?.token ?? "")).code).toBe(200);
  });

  test.each<[object, CodeName]>([
    [{ username: " " }, "accounts.usernameRequired"],
    [{ username: "abc" }, "accounts.usernameShape"],
    [{ username: "a'; drop table app_user; --" }, "accounts.usernameShape"],
    [{ password: "" }, "accounts.passwordRequired"],
    [{ password: "Sh0rt-one" }, "accounts.passwordStrict"],
    [{ password: "alllowercase-123" }, "accounts.passwordStrict"],
    [{ password: "Aa1!Aa1!Aa1!" }, "accounts.passwordWeak"],
    [{ confirm: "Brisk-Otter-92" }, "accounts.passwordsDiffer"],
  ])("with %j is refused as %s, and the link stays valid", async (form, name) => {
    const { token } = await invited();
    expect((await accept(token, form)).code).toBe(codes[name].code);
    expect((await accept(token)).code).toBe(200);
  });

  test("accepts only a password sealed with a fresh key", async () => {
    const { token } = await invited();
    const { key_id, seal } = await fetchKey(test_);
    const sealed = await seal(password);
    const input = { token, username: freshName(), password: sealed, confirm: sealed, key_id };
    const elsewhere = await fetchKey(test_);
    expect((await request(test_.app, acceptInvitation, { ...input, key_id: elsewhere.key_id }, { address: freshAddress() })).status).toBe(
      400,
    );
    test_.clock.advance(60_000);
    expect((await request(test_.app, acceptInvitation, input, { address: freshAddress() })).code).toBe(codes.keyExpired.code);
    expect((await accept(token)).code).toBe(200);
  });

  test("is limited to twenty tries an hour per address, to prevent guessing", async () => {
    const address = freshAddress();
    const tries: number[] = [];
    for (let count = 0; count < 21; count += 1) tries.push((await accept("A".repeat(43), { address })).code);
    expect(tries).toEqual([...Array<number>(20).fill(codes.linkExpired.code), codes.tooMany.code]);
    const { token } = await invited();
    expect((await accept(token, { address })).status).toBe(429);
    expect((await accept(token)).code).toBe(200);
  });

  test.each([
    { token: "x".repeat(201) },
    { token: undefined },
    { role: "provider" },
    { permissions: ["goods"] },
    { key_id: "1" },
    { password: "x".repeat(401) },
  ])("with %j is a bad request", async (odd) => {
    const { key_id, seal } = await fetchKey(test_);
    const input = {
      token: "A".repeat(43),
      username: freshName(),
      password: await seal(password),
      confirm: await seal(password),
      key_id,
      ...odd,
    };
    expect(await send(test_.app, acceptInvitation, input, { address: freshAddress() })).toMatchObject({ status: 400 });
  });
});
