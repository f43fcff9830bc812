import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeAvatar, changeUserInfo, home, updateDefaultSettings } from "#src/company/accounts/accounts.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { auditRows, signInAs } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let test: TestApp;
let world: World;
let names = 0;
beforeAll(async () => {
  test = await startTestApp();
  world = await makeWorld(test);
});
afterAll(() => test.close());

const newPerson = async () => addPerson(test, { username: `profiled-${(names += 1)}`, role: "operator", providerUuid: world.providerA });
const homeOf = async (token: string) => (await request(test.app, home, {}, { token })).data;

describe("the user's own profile", () => {
  it("changes the fields that are sent and keeps the rest", async () => {
    const { token, userUuid, username } = await newPerson();
    expect(await request(test.app, changeUserInfo, { display_name: " 王 Wang ", phone: "+86 10 1234567" }, { token })).toMatchObject({
      code: 200,
      data: { display_name: "王 Wang", phone: "+86 10 1234567", email: `${username}@example.test` },
    });
    expect(await request(test.app, changeUserInfo, { email: "wang@example.test", phone: "" }, { token })).toMatchObject({
      data: { display_name: "王 Wang", phone: "", email: "wang@example.test" },
    });
    expect(await homeOf(token)).toMatchObject({ display_name: "王 Wang", phone: "", email: "wang@example.test" });
    const rows = (await auditRows(test, "accounts.change-user-info")).filter(({ user_uuid }) => user_uuid === userUuid);
    expect(rows.map(({ detail }) => detail)).toEqual([{ fields: ["display_name", "phone"] }, { fields: ["email", "phone"] }]);
    expect(JSON.stringify(rows)).not.toMatch(/Wang|1234567|wang@/);
  });

  it("is returned without an audit row if no fields are sent", async () => {
    const { token, userUuid, username } = await newPerson();
    expect(await request(test.app, changeUserInfo, {}, { token })).toMatchObject({
      code: 200,
      data: { email: `${username}@example.test` },
    });
    expect((await auditRows(test, "accounts.change-user-info")).filter(({ user_uuid }) => user_uuid === userUuid)).toEqual([]);
  });

  it("changes without affecting anybody else's", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const before = await homeOf(other.token);
    await request(test.app, changeUserInfo, { display_name: "Mine" }, { token: one.token });
    expect(await homeOf(other.token)).toEqual(before);
  });

  it("is changed once by a double click", async () => {
    const { token, userUuid } = await newPerson();
    const options = { token, idempotencyKey: newId() };
    const replies = await Promise.all([1, 2].map(() => request(test.app, changeUserInfo, { display_name: "Once" }, options)));
    expect(replies.map(({ code }) => code)).toEqual([200, 200]);
    expect((await auditRows(test, "accounts.change-user-info")).filter(({ user_uuid }) => user_uuid === userUuid)).toHaveLength(1);
  });

  it.each([
    ["an e-mail address that is none", { email: "nobody" }, 200, 2112],
    ["an empty e-mail address", { email: "" }, 200, 2112],
    ["a telephone number that is none", { phone: "twelve" }, 200, 2113],
    ["a role", { role: "provider" }, 400, 400],
    ["a password's hash", { password_hash: "x" }, 400, 400],
    ["a status", { status: "active" }, 400, 400],
    ["a name with a control character", { display_name: "a\u0008" }, 400, 400],
    ["half a character", { display_name: "\udfff" }, 400, 400],
    ["a name without end", { display_name: "a".repeat(101) }, 400, 400],
    ["another provider", { provider_uuid: "00000000-0000-7000-8000-000000000000" }, 400, 400],
  ])("is not changed by %s", async (_what, input, status, code) => {
    const { token } = await newPerson();
    const before = await homeOf(token);
    expect(await send(test.app, changeUserInfo, input, { token })).toMatchObject({ status, code });
    expect(await homeOf(token)).toEqual(before);
  });
});

describe("the default settings", () => {
  it("are changed one by one, with and without the API prefix", async () => {
    const { token } = await newPerson();
    expect(await request(test.app, updateDefaultSettings, { defaultLanguage: "zh_cn" }, { token, bare: true })).toMatchObject({
      code: 200,
      data: { defaultLanguage: "zh_cn", defaultTheme: "defaultTheme" },
    });
    expect(await request(test.app, updateDefaultSettings, { defaultTheme: "darkTheme" }, { token })).toMatchObject({
      data: { defaultLanguage: "zh_cn", defaultTheme: "darkTheme" },
    });
    expect((await homeOf(token)).default_settings).toEqual({ defaultLanguage: "zh_cn", defaultTheme: "darkTheme" });
  });

  it.each([{ defaultLanguage: "de" }, { defaultTheme: "" }, { default_theme: "darkTheme" }, [], "x"])(
    "are not changed by %j",
    async (input) => {
      const { token } = await newPerson();
      expect(await send(test.app, updateDefaultSettings, input, { token })).toMatchObject({ status: 400 });
    },
  );
});

describe("the user's own picture", () => {
  const image = { field: "image", name: "me.png", bytes: tinyPng };

  it("becomes a PNG of 128 by 128, is returned at sign-in and home, and is removed when none is sent", async () => {
    const { token, username, userUuid } = await newPerson();
    const { code, data } = await request(test.app, changeAvatar, {}, { token, files: [image] });
    expect(code).toBe(200);
    const png = Buffer.from(data.avatar_base64, "base64");
    expect([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(["PNG", 128, 128]);
    expect((await homeOf(token)).avatar_base64).toBe(data.avatar_base64);
    expect((await signInAs(test, username)).data.avatar_base64).toBe(data.avatar_base64);
    expect(await request(test.app, changeAvatar, {}, { token, files: [] })).toMatchObject({ code: 200, data: { avatar_base64: "" } });
    expect((await homeOf(token)).avatar_base64).toBe("");
    expect((await auditRows(test, "accounts.change-avatar")).filter(({ user_uuid }) => user_uuid === userUuid)).toHaveLength(2);
  });

  it("is changed once by a double click", async () => {
    const { token, userUuid } = await newPerson();
    const options = { token, idempotencyKey: newId(), files: [image] };
    const [one, other] = await Promise.all([request(test.app, changeAvatar, {}, options), request(test.app, changeAvatar, {}, options)]);
    expect(other.text).toBe(one.text);
    expect((await auditRows(test, "accounts.change-avatar")).filter(({ user_uuid }) => user_uuid === userUuid)).toHaveLength(1);
  });

  it.each([
    ["text that calls itself a picture", [{ ...image, bytes: Buffer.from("<svg onload=alert(1)>") }], 200, 2301],
    ["an empty file", [{ ...image, bytes: Buffer.alloc(0) }], 200, 2301],
    ["more than 5 MB", [{ ...image, bytes: Buffer.alloc(5 * 1024 * 1024 + 1, tinyPng) }], 200, 2302],
    ["two pictures", [image, image], 200, 2304],
    ["another field's file", [{ ...image, field: "images" }], 400, 400],
  ])("is not changed by %s", async (_what, files, status, code) => {
    const { token } = await newPerson();
    await request(test.app, changeAvatar, {}, { token, files: [image] });
    const before = (await homeOf(token)).avatar_base64;
    expect(await request(test.app, changeAvatar, {}, { token, files })).toMatchObject({ status, code });
    expect((await homeOf(token)).avatar_base64).toBe(before);
  });
});
