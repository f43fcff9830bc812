import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { home } from "#src/company/accounts/accounts.contract.ts";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { inviteOperator, listOperators, setOperatorsBlocked, setPermissions } from "#src/company/operators/operators.contract.ts";
import type { Operator } from "#src/company/operators/operators.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous, platform } from "#server/platform/db/row-security.ts";
import { ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import { auditRows, endedDuring, mailsTo, signInAs } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addPerson, addProvider, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
  const origins = { application: "https://app.example.com", homepage: "https://www.example.com" };
  await test_.services.database.transaction(platform, (tx) => ensureDefaultSites(tx, origins, test_.clock.now()));
});
afterAll(() => test_.close());

let made = 0;
const freshEmail = () => `hand-${(made += 1)}@example.test`;
const invite = ({ token }: Person, input: InputOf<typeof inviteOperator>) => request(test_.app, inviteOperator, input, { token });
const listed = async ({ token }: Person, input: InputOf<typeof listOperators> = {}) =>
  (await request(test_.app, listOperators, input, { token })).data;
const permit = ({ token }: Person, input: InputOf<typeof setPermissions>) => request(test_.app, setPermissions, input, { token });
const block = ({ token }: Person, user_uuids: string[], blocked = true) =>
  request(test_.app, setOperatorsBlocked, { user_uuids, blocked }, { token });
/** An operator as its provider sees it. */
async function seen(userUuid: string, provider = world.provider): Promise<Operator> {
  const found = (await listed(provider, { page_size: 200 })).result.find(({ user_uuid }) => user_uuid === userUuid);
  if (found === undefined) throw new Error("not among the operators");
  return found;
}
type Listed = Awaited<ReturnType<typeof listed>>;

/** A provider of its own with four operators: three that were seen one after another, and one that is invited. */
async function sortedHands(): Promise<Person> {
  const number = (made += 1);
  const providerUuid = await test_.services.database.transaction(anonymous, (tx) => addProvider(tx, `Sorted ${number}`));
  const owner = await addPerson(test_, { username: `sorting-${number}`, role: "provider", providerUuid });
  const start = test_.clock.now();
  for (const name of ["alpha-operator", "alpha-idle", "Alpha-Later"]) {
    const { token } = await addPerson(test_, { username: `${name}-${number}`, role: "operator", providerUuid });
    // Seen is noted once a minute.
    test_.clock.advance(2 * 60_000);
    await request(test_.app, home, {}, { token });
  }
  test_.clock.set(start);
  await invite(owner, { email: `zz-${number}@example.test`, permissions: [] });
  return owner;
}
const someOperator = () =>
  addPerson(test_, { username: `operator-${(made += 1)}`, role: "operator", providerUuid: world.providerA, permissions: ["goods"] });

describe("a provider's operators", () => {
  test("are listed with their permissions, the oldest first", async () => {
    const { result, total } = await listed(world.provider);
    expect(total).toBe(2);
    expect(result).toEqual([
      {
        user_uuid: world.operator.userUuid,
        username: "alpha-operator",
        display_name: "",
        email: "alpha-operator@example.test",
        status: "active",
        permissions: [...permissions],
        warehouses: [],
        last_seen_at: "",
        version: 1,
      },
      expect.objectContaining({ user_uuid: world.idleOperator.userUuid, permissions: [] }),
    ]);
    expect((await listed(world.foreignProvider)).result.map(({ username }) => username)).toEqual(["beta-operator"]);
  });

  test("are filtered by status, page by page", async () => {
    const first = await listed(world.provider, { status: "active", page_size: 1 });
    const second = await listed(world.provider, { status: "active", page_size: 1, cursor: first.next_cursor ?? "" });
    expect([first, second].map(({ result }) => result[0]?.username)).toEqual(["alpha-operator", "alpha-idle"]);
    expect(second.next_cursor).toBeNull();
    expect((await listed(world.provider, { status: "blocked" })).result).toEqual([]);
  });

  test.each([
    ["username", ["", "alpha-idle", "Alpha-Later", "alpha-operator"]],
    ["-username", ["alpha-operator", "Alpha-Later", "alpha-idle", ""]],
    ["email", ["alpha-idle", "Alpha-Later", "alpha-operator", ""]],
    ["-email", ["", "alpha-operator", "Alpha-Later", "alpha-idle"]],
    ["last_seen", ["", "alpha-operator", "alpha-idle", "Alpha-Later"]],
    ["-last_seen", ["Alpha-Later", "alpha-idle", "alpha-operator", ""]],
  ] as const)("are sorted by %s, page by page", async (sort, expected) => {
    const provider = await sortedHands();
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Listed = await listed(provider, { sort, page_size: 1, ...(cursor === null ? {} : { cursor }) });
      names.push(...page.result.map(({ username }) => username.replace(/-\d+$/, "")));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(names).toEqual(expected);
    expect((await listed(provider, { sort, cur_page: 2, page_size: 3 })).result).toHaveLength(1);
  });

  test("cannot be paged with a cursor of another sort, nor sorted by an unknown sort", async () => {
    const { next_cursor } = await listed(world.provider, { sort: "username", page_size: 1 });
    const asked = { sort: "email", page_size: 1, cursor: next_cursor ?? "" } as const;
    expect((await request(test_.app, listOperators, asked, { token: world.provider.token })).code).toBe(codes.parameterError.code);
    for (const sort of ["version", "--email", "username desc", ""])
      expect(await send(test_.app, listOperators, { sort }, { token: world.provider.token })).toMatchObject({ status: 400 });
  });

  test("are managed only by the provider", async () => {
    for (const { token } of [world.operator, world.retailer, world.customer, world.siteAdmin]) {
      for (const call of [listOperators, inviteOperator, setPermissions, setOperatorsBlocked])
        expect(await send(test_.app, call, {}, { token })).toMatchObject({ status: 403, data: null });
    }
  });
});

describe("an invitation", () => {
  test("is mailed with a link to the stored site, in the requested language", async () => {
    const email = freshEmail();
    const invited = await request(
      test_.app,
      inviteOperator,
      { email, display_name: "Night Shift", permissions: ["packing", "goods", "goods"], language: "zh_cn" },
      { token: world.provider.token, headers: { host: "evil.example" } },
    );
    const [mail, ...more] = await mailsTo(test_, email);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain("Supplier Alpha");
    expect(mail?.subject).toContain("码头云仓");
    expect(mail?.text).toMatch(/^https:\/\/app\.example\.com\/p\/turn-the-table\?invitation=[A-Za-z0-9_-]{43}$/m);
    expect(await seen(invited.data.user_uuid)).toMatchObject({
      username: "",
      display_name: "Night Shift",
      email,
      status: "invited",
      permissions: ["goods", "packing"],
    });
    const [written] = (await auditRows(test_, "operators.invite-operator")).filter(
      ({ subject_uuid }) => subject_uuid === invited.data.user_uuid,
    );
    expect(written).toMatchObject({
      provider_uuid: world.providerA,
      user_uuid: world.provider.userUuid,
      about: { email, display_name: "Night Shift" },
    });
    expect(JSON.stringify(written?.detail)).not.toContain("example.test");
  });

  test("to somebody who has not accepted yet is sent again, with the new values", async () => {
    const email = freshEmail();
    const first = await invite(world.provider, { email, permissions: ["goods"] });
    const again = await invite(world.provider, { email: email.toUpperCase(), display_name: "Renamed", permissions: ["waves"] });
    expect(first.data.is_again).toBe(false);
    expect(again.data).toEqual({ ...first.data, is_again: true });
    expect(await seen(first.data.user_uuid)).toMatchObject({
      display_name: "Renamed",
      permissions: ["waves"],
      status: "invited",
      version: 2,
    });
    expect([...(await mailsTo(test_, email)), ...(await mailsTo(test_, email.toUpperCase()))]).toHaveLength(2);
  });

  test("is created once for a double click, and once for several tabs", async () => {
    const email = freshEmail();
    const press = () =>
      request(
        test_.app,
        inviteOperator,
        { email, permissions: [] },
        { token: world.provider.token, idempotencyKey: "invite-by-one-press" },
      );
    const [first, second] = await Promise.all([press(), press()]);
    expect(second.data).toEqual(first.data);
    expect(await mailsTo(test_, email)).toHaveLength(1);
    const other = freshEmail();
    const tabs = await Promise.all([1, 2, 3].map(() => invite(world.provider, { email: other, permissions: [] })));
    expect(new Set(tabs.map(({ data }) => data.user_uuid)).size).toBe(1);
  });

  test("to the provider's own operator is refused, and to another provider's operator is a separate user", async () => {
    const { email } = await seen(world.operator.userUuid);
    expect((await invite(world.provider, { email, permissions: [] })).code).toBe(codes["operators.alreadyThere"].code);
    const { data } = await invite(world.foreignProvider, { email, permissions: [] });
    expect(data.user_uuid).not.toBe(world.operator.userUuid);
  });

  test("is rate-limited per address and per provider", async () => {
    const email = freshEmail();
    const sent: number[] = [];
    for (let count = 0; count < 7; count += 1) sent.push((await invite(world.provider, { email, permissions: [] })).code);
    const { code: tooMany } = codes.tooMany;
    expect(sent).toEqual([200, 200, 200, 200, 200, tooMany, tooMany]);
    expect(await mailsTo(test_, email)).toHaveLength(5);
    // whoever asks
    expect((await invite(world.foreignProvider, { email, permissions: [] })).status).toBe(429);
    const providerUuid = await test_.services.database.transaction({ kind: "anonymous" }, (tx) => addProvider(tx, "Flooder"));
    const flooder = await addPerson(test_, { username: "flooder", role: "provider", providerUuid });
    const flood: number[] = [];
    // Thirteen at once, five times: what has to wait too long for a connection is refused for that.
    for (let wave = 0; wave < 5; wave += 1) {
      const replies = await Promise.all(Array.from({ length: 13 }, () => invite(flooder, { email: freshEmail(), permissions: [] })));
      flood.push(...replies.map(({ code }) => code));
    }
    expect(flood.filter((code) => code === 200)).toHaveLength(60);
    expect(flood.filter((code) => code === tooMany)).toHaveLength(5);
    expect((await listed(flooder)).total).toBe(60);
    test_.clock.advance(3_600_000);
    expect((await invite(flooder, { email, permissions: [] })).code).toBe(200);
    test_.clock.advance(-3_600_000);
  });

  test.each<[object, CodeName]>([
    [{ email: "hand@" }, "accounts.emailShape"],
    [{ email: "hand@example.test\nBcc: all@example.test" }, "accounts.emailShape"],
    [{ permissions: ["everything"] }, "parameterError"],
    [{ permissions: undefined }, "parameterError"],
    [{ language: "fr_fr" }, "parameterError"],
    [{ display_name: "x".repeat(101) }, "parameterError"],
    [{ role: "provider" }, "parameterError"],
    [{ status: "active" }, "parameterError"],
  ])("with %j is refused as %s", async (odd, name) => {
    const input = { email: "odd@example.test", permissions: [], ...odd };
    expect((await send(test_.app, inviteOperator, input, { token: world.provider.token })).code).toBe(codes[name].code);
    expect(await mailsTo(test_, "odd@example.test")).toEqual([]);
  });
});

describe("permissions", () => {
  test("apply from the operator's next request on, and the audit log has the old and new ones", async () => {
    const operator = await someOperator();
    const changed = await permit(world.provider, { user_uuid: operator.userUuid, permissions: ["waves", "picking"], version: 1 });
    expect(changed.data).toMatchObject({ user_uuid: operator.userUuid, permissions: ["waves", "picking"], version: 2 });
    expect((await request(test_.app, home, {}, { token: operator.token })).data.permissions.toSorted()).toEqual(["picking", "waves"]);
    await permit(world.provider, { user_uuid: operator.userUuid, permissions: [], version: 2 });
    expect((await request(test_.app, home, {}, { token: operator.token })).data.permissions).toEqual([]);
    const written = (await auditRows(test_, "operators.set-permissions")).filter(({ subject_uuid }) => subject_uuid === operator.userUuid);
    expect(written.map(({ detail }) => detail)).toEqual([
      { before: ["goods"], after: ["waves", "picking"] },
      { before: ["waves", "picking"], after: [] },
    ]);
  });

  test("are changed only with the current version: of two changes at once, one is refused", async () => {
    const { userUuid: user_uuid } = await someOperator();
    const both = await Promise.all(
      (["waves", "review"] as const).map((permission) => permit(world.provider, { user_uuid, permissions: [permission], version: 1 })),
    );
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, codes.changedMeanwhile.code]);
    const [winner] = both.filter(({ code }) => code === 200);
    expect(await seen(user_uuid)).toEqual(winner?.data);
  });

  test("of anyone who is not the provider's operator are not found", async () => {
    const { foreignOperator, provider, retailer, foreignProvider } = world;
    for (const user_uuid of [foreignOperator.userUuid, provider.userUuid, retailer.userUuid, foreignProvider.userUuid, newId()])
      expect((await permit(provider, { user_uuid, permissions: ["goods"], version: 1 })).code).toBe(codes.notFound.code);
    expect((await seen(foreignOperator.userUuid, foreignProvider)).permissions).toEqual([...permissions]);
  });
});

describe("blocking", () => {
  test("ends the operators' sessions at once, and unblocking lets them sign in again", async () => {
    const operators = [await someOperator(), await someOperator()];
    const uuids = operators.map(({ userUuid }) => userUuid);
    const idempotencyKey = "block-both-of-them";
    const press = () =>
      request(test_.app, setOperatorsBlocked, { user_uuids: uuids, blocked: true }, { token: world.provider.token, idempotencyKey });
    const told = await endedDuring(test_, async () => {
      expect((await press()).data).toEqual({ changed: 2 });
      expect((await press()).data).toEqual({ changed: 2 });
    });
    expect(told.toSorted()).toEqual(operators.map(({ sessionUuid }) => sessionUuid).toSorted());
    for (const { token, username } of operators) {
      expect((await request(test_.app, home, {}, { token })).code).toBe(codes.loginExpired.code);
      expect((await signInAs(test_, username)).code).toBe(codes.accountBlocked.code);
    }
    expect((await listed(world.provider, { status: "blocked" })).result.map(({ user_uuid }) => user_uuid)).toEqual(uuids.toSorted());
    expect((await block(world.provider, uuids)).data).toEqual({ changed: 0 });
    expect((await block(world.provider, [...uuids, ...uuids.map((uuid) => uuid.toUpperCase())], false)).data).toEqual({ changed: 2 });
    expect((await signInAs(test_, operators[0]?.username ?? "")).code).toBe(200);
    // what was ended stays ended
    expect((await request(test_.app, home, {}, { token: operators[0]?.token ?? "" })).code).toBe(codes.loginExpired.code);
    const written = (await auditRows(test_, "operators.set-blocked")).filter(({ subject_uuid }) => subject_uuid === uuids[0]);
    expect(written.map(({ detail }) => detail)).toEqual([{ blocked: true }, { blocked: false }]);
  });

  test("blocks nobody if the batch includes someone who is not the provider's operator", async () => {
    const operator = await someOperator();
    for (const stranger of [world.foreignOperator, world.provider, world.retailer])
      expect((await block(world.provider, [operator.userUuid, stranger.userUuid])).code).toBe(codes.notFound.code);
    expect((await request(test_.app, home, {}, { token: operator.token })).code).toBe(200);
    expect((await request(test_.app, home, {}, { token: world.foreignOperator.token })).code).toBe(200);
  });

  test.each([{ user_uuids: [] }, { user_uuids: ["all"] }, { user_uuids: Array.from({ length: 201 }, () => newId()) }, { blocked: "yes" }])(
    "with %j is a bad request",
    async (odd) => {
      const input = { user_uuids: [newId()], blocked: true, ...odd };
      expect(await send(test_.app, setOperatorsBlocked, input, { token: world.provider.token })).toMatchObject({ status: 400 });
    },
  );
});
