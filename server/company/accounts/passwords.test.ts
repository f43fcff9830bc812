import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changePassword, home, resetPassword } from "#src/company/accounts/accounts.contract.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import { auditRows, endedDuring, fetchKey, freshAddress, mailsTo, signInAs } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addPerson, makeWorld, testPassword } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { createMailedLink } from "./one-time-link.commands.ts";

let test: TestApp;
let world: World;
let names = 0;
beforeAll(async () => {
  test = await startTestApp();
  world = await makeWorld(test);
  const origins = { application: "https://quay.example.com", homepage: "https://www.example.com" };
  await test.services.database.transaction(anonymous, (tx) => ensureDefaultSites(tx, origins, test.clock.now()));
});
afterAll(() => test.close());

const newPassword = "Better-Horse-8";
const newPerson = async () => addPerson(test, { username: `changing-${(names += 1)}`, role: "provider", providerUuid: world.providerA });
const homeOf = async (token: string) => (await request(test.app, home, {}, { token })).code;

interface Typed {
  old?: string;
  password?: string;
  confirm?: string;
}

async function change(
  { token }: Person,
  { old = testPassword, password = newPassword, confirm = password }: Typed = {},
  address = freshAddress(),
) {
  const { key_id, seal } = await fetchKey(test);
  const form = { old_password: await seal(old), password: await seal(password), confirm: await seal(confirm), key_id };
  return request(test.app, changePassword, form, { token, address });
}

describe("changing the password", () => {
  it("makes the new one the only valid one, and ends the other sessions with their websockets", async () => {
    const person = await newPerson();
    const other = (await signInAs(test, person.username)).data.access_token;
    const told = await endedDuring(test, async () => expect(await change(person)).toMatchObject({ code: 200, data: null }));
    expect(told).toHaveLength(1);
    expect([await homeOf(person.token), await homeOf(other)]).toEqual([200, 2003]);
    expect(await signInAs(test, person.username)).toMatchObject({ code: 2001 });
    expect(await signInAs(test, person.username, { password: newPassword })).toMatchObject({ code: 200 });
    expect((await auditRows(test, "accounts.change-password")).at(-1)).toMatchObject({
      user_uuid: person.userUuid,
      provider_uuid: world.providerA,
    });
  });

  it("notifies the owner by e-mail in their language, without any password", async () => {
    const person = await newPerson();
    await test.services.database.transaction(anonymous, (tx) =>
      tx.updateTable("app_user").set({ default_language: "zh_cn" }).where("user_uuid", "=", person.userUuid).execute(),
    );
    await change(person);
    const mails = await mailsTo(test, `${person.username}@example.test`);
    expect(mails).toMatchObject([{ subject: "您的码头云仓密码已修改" }]);
    expect(mails[0]?.text).toContain("https://quay.example.com/p/turn-the-table\n");
    expect(mails[0]?.text).not.toContain(newPassword);
  });

  it.each(["operator", "retailer", "siteAdmin"] as const)("is available to the %s as well", async (who) => {
    const { role, providerUuid, retailerUuid } = world[who];
    const person = await addPerson(test, {
      username: `changing-${who}`,
      role,
      ...(providerUuid === null ? {} : { providerUuid }),
      ...(retailerUuid === null ? {} : { retailerUuid }),
    });
    expect(await change(person)).toMatchObject({ code: 200 });
  });

  it.each<[string, Typed, number]>([
    ["no old password", { old: "" }, 2109],
    ["no new one", { password: "" }, 2104],
    ["no repetition", { confirm: "" }, 2110],
    ["another repetition", { confirm: "Better-Horse-9" }, 2108],
    ["five characters", { password: "Ab-12" }, 2106],
    ["twenty-one characters", { password: "Better-Horse-8-Better" }, 2106],
    ["two classes of characters", { password: "betterhorse8" }, 2106],
    ["a Chinese character", { password: "Better-Horse-码8" }, 2106],
    ["a password that is easily guessed", { password: "Abc123" }, 2107],
    ["a wrong old password", { old: "Wrong-Horse-7" }, 2111],
  ])("with %s is refused with the code for that rule, and changes nothing", async (_what, typed, code) => {
    const person = await newPerson();
    expect(await change(person, typed)).toMatchObject({ status: 200, code, data: null });
    expect(await signInAs(test, person.username)).toMatchObject({ code: 200 });
  });

  it("audits a wrong old password without its value", async () => {
    const person = await newPerson();
    await change(person, { old: "Wrong-Horse-7" });
    const rows = (await auditRows(test, "accounts.change-password-failed")).filter(({ user_uuid }) => user_uuid === person.userUuid);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("Wrong-Horse-7");
  });

  it("counts wrong old passwords only for the signed-in user: strangers cannot block it, and it blocks no sign-in", async () => {
    test.clock.advance(15 * 60_000 - (test.clock.now().getTime() % (15 * 60_000)));
    const person = await newPerson();
    for (let at = 0; at < 30; at += 1) await signInAs(test, person.username, { password: "Wrong-Horse-7" });
    const replies = await Promise.all(Array.from({ length: 12 }, () => change(person, { old: "Wrong-Horse-7" })));
    const codes = replies.map(({ code }) => code);
    expect(codes.filter((code) => code === 2111)).toHaveLength(10);
    expect(codes.filter((code) => code === 2002)).toHaveLength(2);
    expect(await change(person)).toMatchObject({ code: 2002 });
    test.clock.advance(15 * 60_000);
    expect(await signInAs(test, person.username)).toMatchObject({ code: 200 });
    expect(await change(person)).toMatchObject({ code: 200 });
  });

  it("happens once if sent from five places at once", async () => {
    const person = await newPerson();
    const replies = await Promise.all([1, 2, 3, 4, 5].map((at) => change(person, { password: `Better-Horse-${at}` })));
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 2111, 2111, 2111, 2111]);
    const at = replies.findIndex(({ code }) => code === 200) + 1;
    expect(await signInAs(test, person.username, { password: `Better-Horse-${at}` })).toMatchObject({ code: 200 });
  });

  it("requires an unused key", async () => {
    const person = await newPerson();
    const { key_id, seal } = await fetchKey(test);
    const form = { old_password: await seal("Wrong-Horse-7"), password: await seal(newPassword), confirm: await seal(newPassword), key_id };
    const options = { token: person.token, address: freshAddress() };
    expect(await request(test.app, changePassword, form, options)).toMatchObject({ code: 2111 });
    expect(await request(test.app, changePassword, form, options)).toMatchObject({ status: 200, code: 2004 });
  });

  it("invalidates a mailed link to reset it", async () => {
    const person = await newPerson();
    const link = { purpose: "resetPassword", userUuid: person.userUuid, lifeMs: 60_000, now: test.clock.now() } as const;
    const token = await test.services.database.transaction(anonymous, (tx) => createMailedLink(tx, link));
    expect(await change(person)).toMatchObject({ code: 200 });
    const { key_id, seal } = await fetchKey(test);
    const form = { token, password: await seal(testPassword), confirm: await seal(testPassword), key_id };
    expect(await request(test.app, resetPassword, form, { address: freshAddress() })).toMatchObject({ code: 2007 });
  });

  it.each([
    ["a field that is not there", { user_uuid: "00000000-0000-7000-8000-000000000000" }],
    ["a password that was not sealed", { password: newPassword }],
    ["no repetition at all", { confirm: undefined }],
  ])("is a bad request with %s", async (_what, difference) => {
    const { token } = await newPerson();
    const { key_id, seal } = await fetchKey(test);
    const form = {
      old_password: await seal(testPassword),
      password: await seal(newPassword),
      confirm: await seal(newPassword),
      key_id,
      ...difference,
    };
    expect(await send(test.app, changePassword, form, { token, address: freshAddress() })).toMatchObject({ status: 400, code: 400 });
  });
});
