import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changePassword, home, renewSession, resetPassword } from "#src/company/accounts/accounts.contract.ts";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import {
  switchUser,
  makeBadge,
  myPin,
  peopleOfDevice,
  rememberDevice,
  removePin,
  revokePin,
  setPin,
} from "#src/company/shared-device/shared-device.contract.ts";
import { createMailedLink } from "#server/company/accounts/one-time-link.commands.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { hashPassword } from "#server/platform/runtime/passwords.ts";
import { auditRows, fetchKey, freshAddress, signInAs } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addPerson, makeWorld, testPassword } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await startTestApp();
  world = await makeWorld(test);
});
afterAll(() => test.close());

let people = 0;
let device: string;
/** works on the device now */
let ann: Person;
/** wants to take over */
let bob: Person;

const goodPin = "40719";
let hashOnce: Promise<string> | null = null;

async function colleague(permissions?: readonly Permission[]): Promise<Person> {
  people += 1;
  const person = { username: `hand-${people}`, role: "operator" as const, providerUuid: world.providerA };
  return addPerson(test, { ...person, ...(permissions === undefined ? {} : { permissions }) });
}

async function remember(token: string, secret = device) {
  return request(test.app, rememberDevice, { device_secret: secret }, { token });
}

async function choosePin(token: string, pin = goodPin, given: { confirm?: string; password?: string } = {}) {
  const { key_id, seal } = await fetchKey(test);
  const { confirm = pin, password = testPassword } = given;
  const form = { pin: await seal(pin), confirm: await seal(confirm), password: await seal(password), key_id };
  return request(test.app, setPin, form, { token, address: freshAddress() });
}

/** A PIN straight in the database: setting one has tests of its own. */
async function keepPinOf({ userUuid, providerUuid }: Person): Promise<void> {
  hashOnce ??= hashPassword(goodPin);
  const row = { provider_uuid: providerUuid ?? "", user_uuid: userUuid, pin_hash: await hashOnce, pin_set_at: test.clock.now() };
  await test.services.database.transaction(anonymous, (tx) => tx.insertInto("operator_pin").values(row).execute());
}

async function badgeOf(token: string): Promise<string> {
  const { key_id, seal } = await fetchKey(test);
  const { data } = await request(test.app, makeBadge, { password: await seal(testPassword), key_id }, { token, address: freshAddress() });
  return data.badge;
}

interface Wish {
  token?: string;
  username?: string;
  secret?: string;
  device?: string;
  permission?: Permission;
}

async function switchTo({ token = ann.token, username = bob.username, secret = goodPin, device: known = device, permission }: Wish = {}) {
  const { key_id, seal } = await fetchKey(test);
  const form = { device_secret: known, username, secret: await seal(secret), key_id, ...(permission === undefined ? {} : { permission }) };
  return request(test.app, switchUser, form, { token });
}

beforeEach(async () => {
  device = randomBytes(32).toString("base64url");
  [ann, bob] = [await colleague(), await colleague()];
  await remember(ann.token);
  await remember(bob.token);
  await keepPinOf(bob);
});

describe("a user switch", () => {
  it("opens the colleague's session by PIN, and ends the previous user's session a minute later", async () => {
    const reply = await switchTo();
    expect(reply).toMatchObject({ code: 200, data: { username: bob.username, user_role: "Operator", user_related_id: world.providerA } });
    expect(await request(test.app, home, {}, { token: reply.data.access_token })).toMatchObject({ data: { username: bob.username } });
    expect(await request(test.app, home, {}, { token: ann.token })).toMatchObject({ code: 200 });
    test.clock.advance(60_000);
    expect(await request(test.app, home, {}, { token: ann.token })).toMatchObject({ code: 2003 });
    expect(await request(test.app, home, {}, { token: reply.data.access_token })).toMatchObject({ code: 200 });
    const rows = await auditRows(test, "scanning.change-hands");
    expect(rows.at(-1)).toMatchObject({ user_uuid: ann.userUuid, subject_uuid: bob.userUuid, detail: { by: "pin" } });
  });

  it("opens it by badge, without a username", async () => {
    const badge = await badgeOf(bob.token);
    expect(await switchTo({ username: "", secret: badge })).toMatchObject({ code: 200, data: { username: bob.username } });
    const newer = await badgeOf(bob.token);
    expect(await switchTo({ username: "", secret: badge })).toMatchObject({ code: 2804 });
    expect(await switchTo({ username: "", secret: newer })).toMatchObject({ code: 200 });
  });

  it("leaves only a colleague's newest session on a device", async () => {
    const first = (await switchTo()).data.access_token;
    const second = (await switchTo()).data.access_token;
    expect(await request(test.app, home, {}, { token: first })).toMatchObject({ code: 2003 });
    expect(await request(test.app, home, {}, { token: second })).toMatchObject({ code: 200 });
  });

  it("leaves one session open, however many requests arrive at once, and none is a full sign-in", async () => {
    const replies = await Promise.all(Array.from({ length: 3 }, () => switchTo()));
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 200]);
    const tokens = replies.map(({ data }) => data.access_token);
    const codes = await Promise.all(tokens.map(async (token) => (await request(test.app, home, {}, { token })).code));
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 2003, 2003]);
    const open = tokens.filter((_, place) => codes[place] === 200);
    expect(await Promise.all(open.map((token) => remember(token)))).toMatchObject([{ data: { is_full: false } }]);
  });

  it("is not a full sign-in, even if the device is remembered again", async () => {
    const { access_token } = (await switchTo()).data;
    const { transaction } = test.services.database;
    await transaction(anonymous, (tx) =>
      tx.updateTable("shared_device").set({ session_uuid: null }).where("user_uuid", "=", bob.userUuid).execute(),
    );
    expect(await remember(access_token)).toMatchObject({ code: 200, data: { is_full: false } });
  });

  it("works only for users who fully signed in on this device, and reveals no others", async () => {
    const elsewhere = await colleague();
    await keepPinOf(elsewhere);
    const strangers = [elsewhere.username, "nobody-at-all", world.foreignOperator.username, world.retailer.username];
    for (const username of strangers) expect(await switchTo({ username }), username).toMatchObject({ code: 2806, data: null });
    expect(await switchTo({ device: randomBytes(32).toString("base64url") })).toMatchObject({ code: 2806 });
  });

  it("does not work for another company's user, even on the same device", async () => {
    await remember(world.foreignOperator.token);
    await keepPinOf(world.foreignOperator);
    expect(await switchTo({ username: world.foreignOperator.username })).toMatchObject({ code: 2806 });
    const badge = await badgeOf(world.foreignOperator.token);
    expect(await switchTo({ username: "", secret: badge })).toMatchObject({ code: 2804 });
  });

  it("requires a user with the permission for the work", async () => {
    const idle = await colleague(["packing"]);
    await remember(idle.token);
    await keepPinOf(idle);
    expect(await switchTo({ username: idle.username, permission: "receiving" })).toMatchObject({ code: 2807 });
    expect(await switchTo({ username: idle.username, permission: "packing" })).toMatchObject({ code: 200 });
  });

  it("to the current user is refused", async () => {
    await keepPinOf(ann);
    expect(await switchTo({ username: ann.username })).toMatchObject({ code: 2808 });
  });
});

describe("wrong PINs and badges", () => {
  it("are allowed five times, then only the password helps", async () => {
    const badge = await badgeOf(bob.token);
    const replies = [];
    for (const secret of ["11111", "22222", "33333", "44444", "55555", goodPin]) replies.push((await switchTo({ secret })).code);
    expect(replies).toEqual([2804, 2804, 2804, 2804, 2804, 2805]);
    expect(await switchTo({ username: "", secret: badge })).toMatchObject({ code: 2805 });
    expect(await request(test.app, myPin, {}, { token: bob.token })).toMatchObject({ data: { is_locked: true } });
    // The session of before is no proof: it was there when the tries were made.
    await remember(bob.token);
    expect(await switchTo()).toMatchObject({ code: 2805 });
    test.clock.advance(1000);
    const { data } = await signInAs(test, bob.username);
    await remember(data.access_token);
    expect(await switchTo()).toMatchObject({ code: 200 });
    expect((await auditRows(test, "scanning.change-hands-failed")).at(-1)).toMatchObject({ subject_uuid: bob.userUuid });
  });

  it("are limited the same when they come at once", async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => switchTo({ secret: "98989" })));
    expect(replies.filter(({ code }) => code === 2804)).toHaveLength(5);
    expect(replies.filter(({ code }) => code === 2805)).toHaveLength(7);
  });

  it("are reset by a correct one, but lock at the fifteenth of a day, and after a full sign-in at the next one", async () => {
    for (let rounds = 0; rounds < 3; rounds += 1) {
      for (let tries = 0; tries < 4; tries += 1) expect(await switchTo({ secret: "98989" })).toMatchObject({ code: 2804 });
      expect(await switchTo()).toMatchObject({ code: 200 });
    }
    for (let tries = 0; tries < 3; tries += 1) expect(await switchTo({ secret: "98989" })).toMatchObject({ code: 2804 });
    expect(await switchTo()).toMatchObject({ code: 2805 });
    test.clock.advance(1000);
    await remember((await signInAs(test, bob.username)).data.access_token);
    expect(await switchTo()).toMatchObject({ code: 200 });
    expect(await switchTo({ secret: "98989" })).toMatchObject({ code: 2804 });
    expect(await switchTo()).toMatchObject({ code: 2805 });
  });

  it("are counted per device, whichever user is tried", async () => {
    const replies = await Promise.all(Array.from({ length: 31 }, () => switchTo({ username: "", secret: "no badge" })));
    expect(replies.filter(({ code }) => code === 2804)).toHaveLength(30);
    expect(replies.filter(({ code }) => code === 429)).toHaveLength(1);
    expect(await switchTo()).toMatchObject({ code: 429 });
  });
});

describe("a changed password", () => {
  it("removes the PIN, badge and known devices, and ends the sessions that they opened", async () => {
    const badge = await badgeOf(bob.token);
    const byPin = (await switchTo()).data.access_token;
    const { key_id, seal } = await fetchKey(test);
    const newPassword = await seal("Better-Horse-8");
    const form = { old_password: await seal(testPassword), password: newPassword, confirm: newPassword, key_id };
    expect(await request(test.app, changePassword, form, { token: bob.token, address: freshAddress() })).toMatchObject({ code: 200 });
    expect(await request(test.app, home, {}, { token: byPin })).toMatchObject({ code: 2003 });
    expect(await switchTo()).toMatchObject({ code: 2806 });
    await remember(bob.token);
    expect(await switchTo()).toMatchObject({ code: 2804 });
    expect(await switchTo({ username: "", secret: badge })).toMatchObject({ code: 2804 });
    expect((await request(test.app, myPin, {}, { token: bob.token })).data).toMatchObject({ pin_set_at: null, badge_made_at: null });
  });

  it("by a mailed link does the same, and keeps the colleagues' own", async () => {
    await keepPinOf(ann);
    const { transaction } = test.services.database;
    const now = test.clock.now();
    const token = await transaction(anonymous, (tx) =>
      createMailedLink(tx, { purpose: "resetPassword", userUuid: bob.userUuid, lifeMs: 60_000, now }),
    );
    const byPin = (await switchTo()).data.access_token;
    const { key_id, seal } = await fetchKey(test);
    const password = await seal("Better-Horse-8");
    const form = { token, password, confirm: password, key_id };
    expect(await request(test.app, resetPassword, form, { address: freshAddress() })).toMatchObject({ code: 200 });
    expect(await request(test.app, home, {}, { token: byPin })).toMatchObject({ code: 2003 });
    const left = await transaction(anonymous, async (tx) => [
      ...(await tx.selectFrom("operator_pin").select("user_uuid").where("user_uuid", "in", [ann.userUuid, bob.userUuid]).execute()),
      ...(await tx.selectFrom("shared_device").select("user_uuid").where("user_uuid", "in", [ann.userUuid, bob.userUuid]).execute()),
    ]);
    expect(left).toEqual([{ user_uuid: ann.userUuid }, { user_uuid: ann.userUuid }]);
  });
});

describe("a session by PIN", () => {
  it("cannot make a device known, nor set a PIN without the password", async () => {
    const { access_token } = (await switchTo()).data;
    const other = randomBytes(32).toString("base64url");
    expect(await remember(access_token, other)).toMatchObject({ code: 200, data: { is_full: false } });
    expect(await switchTo({ device: other })).toMatchObject({ code: 2806 });
    expect(await choosePin(access_token, "58203", { password: "Wrong-Horse-7" })).toMatchObject({ code: 2809 });
    expect(await switchTo({ secret: "58203" })).toMatchObject({ code: 2804 });
  });

  it("is not opened for a blocked user", async () => {
    const { transaction } = test.services.database;
    await transaction(anonymous, (tx) =>
      tx.updateTable("app_user").set({ status: "blocked" }).where("user_uuid", "=", bob.userUuid).execute(),
    );
    expect(await switchTo()).toMatchObject({ code: 2806 });
  });
});

describe("the user's own PIN", () => {
  it("follows the rules, and is stored like a password", async () => {
    expect(await choosePin(bob.token, "123")).toMatchObject({ code: 2801 });
    expect(await choosePin(bob.token, "1234")).toMatchObject({ code: 2802 });
    expect(await choosePin(world.provider.token, "40719")).toMatchObject({ code: 2810 });
    expect(await choosePin(bob.token, "40719", { confirm: "40718" })).toMatchObject({ code: 2803 });
    const rows = await test.services.database.transaction(anonymous, (tx) =>
      tx.selectFrom("operator_pin").selectAll().where("user_uuid", "=", bob.userUuid).execute(),
    );
    expect(rows).toMatchObject([{ pin_hash: expect.stringContaining("$argon2id$"), badge_hash: null }]);
  });

  it("is shown without its digits, and can be removed", async () => {
    await badgeOf(bob.token);
    expect((await request(test.app, myPin, {}, { token: bob.token })).data).toEqual({
      pin_set_at: expect.any(String),
      badge_made_at: expect.any(String),
      is_locked: false,
    });
    expect(await request(test.app, removePin, {}, { token: bob.token, idempotencyKey: "remove-the-pin" })).toMatchObject({ code: 200 });
    expect((await request(test.app, myPin, {}, { token: bob.token })).data).toMatchObject({ pin_set_at: null, badge_made_at: null });
    expect(await switchTo()).toMatchObject({ code: 2804 });
  });

  it("can be revoked by the supplier's administrator, with the sessions that it opened and no others", async () => {
    const byPin = (await switchTo()).data.access_token;
    const revoke = async ({ token }: Person) =>
      request(test.app, revokePin, { user_uuid: bob.userUuid }, { token, idempotencyKey: randomBytes(16).toString("hex") });
    expect(await revoke(world.foreignProvider)).toMatchObject({ code: 4004 });
    expect(await request(test.app, home, {}, { token: byPin })).toMatchObject({ code: 200 });
    expect(await revoke(world.provider)).toMatchObject({ code: 200 });
    expect(await request(test.app, home, {}, { token: byPin })).toMatchObject({ code: 2003 });
    expect(await request(test.app, myPin, {}, { token: bob.token })).toMatchObject({ code: 200, data: { pin_set_at: null } });
    expect(await switchTo()).toMatchObject({ code: 2806 });
    expect((await auditRows(test, "scanning.revoke-pin")).at(-1)).toMatchObject({ subject_uuid: bob.userUuid });
  });

  it("is listed for the colleagues of this device, and no others", async () => {
    const { data } = await request(test.app, peopleOfDevice, { device_secret: device }, { token: ann.token });
    expect(data.result).toEqual([{ username: bob.username, display_name: "", has_pin: true, has_badge: false, is_locked: false }]);
    const foreign = await request(test.app, peopleOfDevice, { device_secret: device }, { token: world.foreignOperator.token });
    expect(foreign.data.result).toEqual([]);
  });

  it("is not available to retailers, and is in no log", async () => {
    expect(await send(test.app, myPin, {}, { token: world.retailer.token })).toMatchObject({ status: 403 });
    await switchTo();
    // As a value of its own: times and ids have such digits too.
    expect(test.logged.join("\n")).not.toMatch(new RegExp(`(?<![0-9a-f-])${goodPin}(?![0-9a-f-])`));
    expect(test.logged.join("\n")).not.toContain(device);
  });
});

describe("a session opened by a user switch", () => {
  it("lasts for one shift, however often it is renewed", async () => {
    let { access_token } = (await switchTo()).data;
    for (let hours = 1.5; hours < 12; hours += 1.5) {
      test.clock.advance(1.5 * 3_600_000);
      access_token = (await request(test.app, renewSession, {}, { token: access_token })).data.access_token;
    }
    expect(await request(test.app, home, {}, { token: access_token })).toMatchObject({ code: 200 });
    test.clock.advance(1.5 * 3_600_000);
    expect(await request(test.app, home, {}, { token: access_token })).toMatchObject({ code: 2003 });
  });
});
