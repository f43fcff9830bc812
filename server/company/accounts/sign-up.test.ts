import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProvider, home, register } from "#src/company/accounts/accounts.contract.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { actAs, anonymous } from "#server/platform/db/row-security.ts";
import { auditRows, fetchKey, freshAddress, signInAs } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import type { CallOptions } from "#tests/server/client.ts";
import { makeWorld, testPassword } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let test: TestApp;
let world: World;
let names = 0;
beforeAll(async () => {
  test = await startTestApp();
  world = await makeWorld(test);
});
afterAll(() => test.close());

const freshName = () => `newcomer-${(names += 1)}`;

/** A form of the right shape with a key of its own. */
async function retailerForm(change: Record<string, unknown> = {}, passwords: { password?: string; confirm?: string } = {}) {
  const { key_id, seal } = await fetchKey(test);
  const { password = testPassword, confirm = password } = passwords;
  return {
    username: freshName(),
    password: await seal(password),
    confirm: await seal(confirm),
    key_id,
    email: "new@example.test",
    role: "retailer",
    store_name: freshName(),
    address: "1 Quay Street",
    provider_uuid: world.providerA,
    ...change,
  };
}
const supplierForm = async (change: Record<string, unknown> = {}) => retailerForm({ role: "supplier", provider_uuid: "", ...change });

async function companyForm(change: Record<string, unknown> = {}) {
  const { key_id, seal } = await fetchKey(test);
  return {
    company: freshName(),
    contact: "Front desk",
    username: freshName(),
    password: await seal(testPassword),
    key_id,
    country: "CN",
    ...change,
  };
}

const put = (call: Call, form: unknown, options: CallOptions = {}) => send(test.app, call, form, { address: freshAddress(), ...options });

describe("signing up as a retailer", () => {
  it("creates an account that sees the chosen supplier, and is audited there", async () => {
    const form = await retailerForm({ store_name: "  Shop of Shops ", country_code: "US", phone: "+1 (555) 010-0199" });
    const reply = await put(register, form);
    expect(reply).toMatchObject({ code: 200, data: { user_related_id: expect.any(String) } });
    const { user_related_id } = reply.data as { user_related_id: string };
    const { data } = await signInAs(test, form.username, { area: "ds" });
    expect(data).toMatchObject({ user_role: "Drop shipper", user_related_id });
    const shown = await request(test.app, home, {}, { token: data.access_token });
    expect(shown.data).toMatchObject({ provider_uuid: world.providerA, email: "new@example.test", phone: "+1 (555) 010-0199" });
    expect((await auditRows(test, "accounts.register")).at(-1)).toMatchObject({
      provider_uuid: world.providerA,
      retailer_uuid: user_related_id,
      subject_uuid: user_related_id,
      about: { username: form.username },
    });
    const retailer = await test.services.database.begin(async (tx) => {
      actAs(tx, { kind: "dropShipper", retailerUuid: user_related_id });
      const { name, country_code } = await tx
        .selectFrom("retailer")
        .selectAll()
        .where("retailer_uuid", "=", user_related_id)
        .executeTakeFirstOrThrow();
      const { address } = await tx.selectFrom("company").selectAll().where("owner_uuid", "=", user_related_id).executeTakeFirstOrThrow();
      return { name, country_code, address };
    });
    expect(retailer).toEqual({ name: "Shop of Shops", country_code: "US", address: "1 Quay Street" });
  });

  it("requires a supplier that accepts sign-ups", async () => {
    expect(await put(register, await retailerForm({ provider_uuid: "" }))).toMatchObject({ status: 200, code: 2117 });
    expect(await put(register, await retailerForm({ provider_uuid: undefined }))).toMatchObject({ code: 2117 });
    expect(await put(register, await retailerForm({ provider_uuid: newId() }))).toMatchObject({ status: 200, code: 2118, data: null });
    await test.services.database.begin(async (tx) => {
      actAs(tx, { kind: "provider", providerUuid: world.providerB });
      await tx.updateTable("provider").set({ is_open_for_sign_up: false }).where("provider_uuid", "=", world.providerB).execute();
    });
    expect(await put(register, await retailerForm({ provider_uuid: world.providerB }))).toMatchObject({ code: 2118 });
  });
});

describe("signing up as a supplier", () => {
  it("creates a supplier with its first user, with either call", async () => {
    for (const [call, form] of [
      [register, await supplierForm()],
      [createProvider, await companyForm({ email: "desk@example.test" })],
    ] as const) {
      expect(await put(call, form)).toMatchObject({ code: 200 });
      const { data } = await signInAs(test, form.username);
      expect(data.user_role).toBe("Provider");
      const shown = await request(test.app, home, {}, { token: data.access_token });
      expect(shown.data.provider_uuid).toBe(data.user_related_id);
      expect((await auditRows(test, call.name)).at(-1)).toMatchObject({
        provider_uuid: data.user_related_id,
        subject_uuid: data.user_related_id,
      });
    }
  });

  it("stores the supplier's contact", async () => {
    const form = await companyForm({ email: "desk@example.test" });
    await put(createProvider, form);
    const { data } = await signInAs(test, form.username);
    const contacts = await test.services.database.begin(async (tx) => {
      actAs(tx, { kind: "provider", providerUuid: data.user_related_id });
      return tx.selectFrom("contact").select(["name", "type", "detail"]).execute();
    });
    expect(contacts).toEqual([{ name: "Front desk", type: "email", detail: "desk@example.test" }]);
  });

  it("accepts missing optional fields, and treats empty ones as missing", async () => {
    expect(await put(createProvider, await companyForm({ contact: "", country: "", email: "" }))).toMatchObject({ code: 200 });
    const { username, password, key_id, company } = await companyForm();
    expect(await put(createProvider, { username, password, key_id, company })).toMatchObject({ code: 200 });
  });

  it("is refused if a supplier already has the name, in any case", async () => {
    expect(await put(register, await supplierForm({ store_name: " SUPPLIER alpha" }))).toMatchObject({
      status: 200,
      code: 2119,
      data: null,
    });
    expect(await put(createProvider, await companyForm({ company: "Supplier Alpha" }))).toMatchObject({ code: 2119 });
  });
});

describe("a sign-up", () => {
  it.each([
    ["the page's language", { language: "zh_cn" }, "zh_cn"],
    ["no language", {}, "en_us"],
  ] as const)("in %s creates an account with that language, or English if none", async (_what, change, defaultLanguage) => {
    for (const [call, form, area] of [
      [register, await retailerForm(change), "ds"],
      [register, await supplierForm(change), "p"],
      [createProvider, await companyForm(change), "p"],
    ] as const) {
      expect(await put(call, form)).toMatchObject({ code: 200 });
      const { data } = await signInAs(test, form.username, { area });
      const shown = await request(test.app, home, {}, { token: data.access_token });
      expect(shown.data.default_settings.defaultLanguage).toBe(defaultLanguage);
    }
  });

  it.each([
    ["an empty username", { username: "" }, 2101],
    ["a username of blanks", { username: "     " }, 2101],
    ["a short username", { username: "abcd" }, 2102],
    ["a username with a blank", { username: "some body" }, 2102],
    ["no e-mail address", { email: "nobody" }, 2112],
    ["no telephone number", { phone: "twelve" }, 2113],
    ["no store name", { store_name: " " }, 2114],
    ["no address", { address: "\n" }, 2115],
    ["no role", { role: "" }, 2116],
    ["a role that nobody signs up for", { role: "siteAdmin" }, 2116],
  ])("with %s is refused in the rule's own words", async (_what, change, code) => {
    expect(await put(register, await retailerForm(change))).toMatchObject({ status: 200, code });
  });

  it.each([
    ["no password", { password: "" }, 2104],
    ["nine characters", { password: "Abcdef-12" }, 2105],
    ["no special character", { password: "Abcdefghi12" }, 2105],
    ["a Chinese character", { password: "Right-Horse-7码" }, 2105],
    ["a password that is easily guessed", { password: "Password-123" }, 2107],
    ["no repetition", { confirm: "" }, 2110],
    ["another repetition", { confirm: "Right-Horse-8" }, 2108],
  ])("with %s is refused in the rule's own words", async (_what, passwords, code) => {
    expect(await put(register, await retailerForm({}, passwords))).toMatchObject({ status: 200, code, data: null });
  });

  it.each([
    ["a field that is not there", { status: "active" }],
    ["a role of another kind", { role: 1 }],
    ["a control character in the store's name", { store_name: "Shop\u0007" }],
    ["half a character in the address", { address: "1 Quay Street \ud800" }],
    ["an address without end", { address: "a".repeat(501) }],
    ["a country that is none", { country_code: "Germany" }],
    ["a language that is none of ours", { language: "de_de" }],
    ["a supplier that is no uuid", { provider_uuid: "1' or '1'='1" }],
    ["a password that was not sealed", { password: "Right-Horse-7" }],
  ])("with %s is a bad request", async (_what, change) => {
    expect(await put(register, await retailerForm(change))).toMatchObject({ status: 400, code: 400 });
  });

  it("with a username that is taken is refused, in any case", async () => {
    expect(await put(register, await retailerForm({ username: "ALPHA-provider" }))).toMatchObject({ status: 200, code: 2103, data: null });
    expect(await put(createProvider, await companyForm({ username: "Alpha-Provider" }))).toMatchObject({ code: 2103 });
  });

  it("that is refused leaves nothing behind", async () => {
    const company = freshName();
    expect(await put(createProvider, await companyForm({ company, username: "alpha-provider" }))).toMatchObject({ code: 2103 });
    expect(await put(createProvider, await companyForm({ company }))).toMatchObject({ code: 200 });
  });

  it("succeeds for exactly one of ten at once with the same username", async () => {
    const username = freshName();
    const forms = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? retailerForm({ username }) : supplierForm({ username }))),
    );
    const replies = await Promise.all(forms.map((form) => put(register, form)));
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, ...Array<number>(9).fill(2103)]);
  });

  it("succeeds for exactly one of ten suppliers at once with the same name", async () => {
    const company = freshName();
    const replies = await Promise.all(Array.from({ length: 10 }, async () => put(createProvider, await companyForm({ company }))));
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, ...Array<number>(9).fill(2119)]);
  });

  it("by a double click creates one account, and both clicks get the same answer", async () => {
    for (const [call, form] of [
      [register, await retailerForm()],
      [createProvider, await companyForm()],
    ] as const) {
      const options = { idempotencyKey: newId() };
      const [one, other] = await Promise.all([put(call, form, options), put(call, form, options)]);
      const later = await put(call, form, options);
      expect(one).toMatchObject({ code: 200 });
      expect([other.text, later.text]).toEqual([one.text, one.text]);
      expect(await auditRows(test, call.name).then((rows) => rows.filter(({ about }) => about["username"] === form.username))).toHaveLength(
        1,
      );
    }
  });

  it("that was refused gets the same refusal when it is sent again with its idempotency key", async () => {
    const form = await retailerForm({ username: "alpha-provider" });
    const options = { idempotencyKey: newId() };
    const [one, other] = await Promise.all([put(register, form, options), put(register, form, options)]);
    expect([one.code, other.code, (await put(register, form, options)).code]).toEqual([2103, 2103, 2103]);
  });

  it("uses up its password key, whether it succeeds or is refused", async () => {
    const good = await retailerForm();
    expect(await put(register, good)).toMatchObject({ code: 200 });
    expect(await put(register, { ...good, username: freshName() })).toMatchObject({ status: 200, code: 2004, data: null });
    const taken = await retailerForm({ username: "alpha-provider" });
    expect(await put(register, taken)).toMatchObject({ code: 2103 });
    expect(await put(register, { ...taken, username: freshName() })).toMatchObject({ code: 2004 });
  });

  it("sent ten times at once with one password key creates one account", async () => {
    const form = await retailerForm();
    const replies = await Promise.all(Array.from({ length: 10 }, () => put(register, { ...form, username: freshName() })));
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, ...Array<number>(9).fill(2004)]);
  });

  it("is limited to twenty an hour per address", async () => {
    const address = freshAddress();
    test.clock.advance(3_600_000 - (test.clock.now().getTime() % 3_600_000));
    const form = await retailerForm({ username: "alpha-provider" });
    for (let at = 0; at < 20; at += 1) expect((await put(register, form, { address })).code).not.toBe(429);
    expect(await put(register, form, { address })).toMatchObject({ status: 429, code: 429 });
    expect(await put(createProvider, await companyForm(), { address })).toMatchObject({ status: 429 });
    expect(await put(createProvider, await companyForm())).toMatchObject({ code: 200 });
    test.clock.advance(3_600_000);
    expect(await put(createProvider, await companyForm(), { address })).toMatchObject({ code: 200 });
  });

  it("ignores the bearer token: a signed-in user signs up like an anonymous one", async () => {
    const form = await supplierForm();
    expect(await put(register, form, { token: world.retailer.token })).toMatchObject({ code: 200 });
    const row = await test.services.database.transaction(anonymous, (tx) =>
      tx.selectFrom("app_user").select("role").where("username", "=", form.username).executeTakeFirst(),
    );
    expect(row).toEqual({ role: "provider" });
  });
});
