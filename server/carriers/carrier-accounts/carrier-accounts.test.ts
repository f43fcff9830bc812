import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import {
  createCarrierAccount,
  deleteCarrierAccount,
  listApiNames,
  listCarrierAccounts,
  setCarrierAccountEnabled,
  updateCarrierAccount,
} from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { createChannel, deleteChannel, fetchAllChannels, listChannels } from "#src/carriers/channels/channels.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { staffOf } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;
beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const code = (name: CodeName) => codes[name].code;
const ask = <C extends Call>(call: C, input: InputOf<C>, person: Person = world.provider) =>
  request(test_.app, call, input, { token: person.token });
const token = "tok-1234567890-ABCD";
const password = "Carrier-Pass-99";

async function make(fields: Partial<InputOf<typeof createCarrierAccount>> = {}) {
  const label = `Account ${newId()}`;
  const { data } = await ask(createCarrierAccount, { api_name: "4px", label, client_id: "K-77", api_token: token, password, ...fields });
  return { label, ...data };
}
const find = async (uuid: string, person?: Person) =>
  (await ask(listCarrierAccounts, { carrier_account_uuid: uuid }, person)).data.result[0];

async function readSealed(uuid: string) {
  const { rows } = await test_.services.database.transaction(staffOf(world.providerA), (tx) =>
    sql<{ sealed_api_token: string; sealed_password: string; text: string }>`
      select sealed_api_token, sealed_password, carrier_account::text as text from carrier_account where carrier_account_uuid = ${uuid}`.execute(
      tx,
    ),
  );
  const [row] = rows;
  if (row === undefined) throw new Error("no such account");
  return row;
}

test("secrets are stored sealed; the provider sees the end of the token and that there is a password, an operator nothing", async () => {
  const { carrier_account_uuid, label } = await make();
  const sealed = await readSealed(carrier_account_uuid);
  expect(sealed.text).not.toMatch(/tok-1234567890|Carrier-Pass/);
  const opened = test_.services.secrets.open(
    sealed.sealed_api_token,
    `carrier-accounts.api-token/${world.providerA}/${carrier_account_uuid}`,
  );
  expect(opened.toString()).toBe(token);
  expect(await find(carrier_account_uuid)).toEqual({
    carrier_account_uuid,
    label,
    api_name: "4px",
    is_enabled: true,
    channel_count: 0,
    parameters: { client_id: "K-77", account: "", has_api_token: true, api_token_end: "ABCD", has_password: true },
    version: 1,
  });
  const seen = await ask(listCarrierAccounts, { carrier_account_uuid }, world.operator);
  expect(seen.data.result[0]).toMatchObject({ label, parameters: null });
  expect(seen.text).not.toMatch(/ABCD|K-77/);
});

test("a sealed secret opens for its own account only", async () => {
  const { carrier_account_uuid } = await make();
  const { sealed_api_token, sealed_password } = await readSealed(carrier_account_uuid);
  const other = `carrier-accounts.api-token/${world.providerB}/${carrier_account_uuid}`;
  expect(() => test_.services.secrets.open(sealed_api_token, other)).toThrow("another purpose");
  const swapped = `carrier-accounts.api-token/${world.providerA}/${carrier_account_uuid}`;
  expect(() => test_.services.secrets.open(sealed_password, swapped)).toThrow("another purpose");
});

test("an empty secret keeps the stored one, a new one replaces it, and a short one shows no end", async () => {
  const { carrier_account_uuid } = await make();
  const before = await readSealed(carrier_account_uuid);
  const label = `Renamed ${newId()}`;
  expect((await ask(updateCarrierAccount, { carrier_account_uuid, version: 1, label, client_id: "K-78" })).data).toEqual({ version: 2 });
  expect(await find(carrier_account_uuid)).toMatchObject({ label, parameters: { client_id: "K-78", api_token_end: "ABCD" } });
  expect(await readSealed(carrier_account_uuid)).toMatchObject({
    sealed_api_token: before.sealed_api_token,
    sealed_password: before.sealed_password,
  });
  await ask(updateCarrierAccount, { carrier_account_uuid, version: 2, label, api_token: "short" });
  expect(await find(carrier_account_uuid)).toMatchObject({ parameters: { has_api_token: true, api_token_end: "" } });
  expect((await readSealed(carrier_account_uuid)).sealed_api_token).not.toBe(before.sealed_api_token);
});

test("no answer, audit row, event or idempotency row contains a secret", async () => {
  const { carrier_account_uuid } = await make();
  const key = `key-${newId()}`;
  const input = { carrier_account_uuid, version: 1, label: `Keyed ${newId()}`, api_token: token, password };
  const options = { token: world.provider.token, idempotencyKey: key };
  const replies = [
    await request(test_.app, updateCarrierAccount, input, options),
    // The same key again gives the first answer.
    await request(test_.app, updateCarrierAccount, input, options),
  ];
  expect(replies.map(({ data }) => data)).toEqual([{ version: 2 }, { version: 2 }]);
  const { rows } = await test_.services.database.transaction(staffOf(world.providerA), (tx) =>
    sql<{ text: string }>`
      select l::text as text from audit_log l where provider_uuid = ${world.providerA} and subject_uuid = ${carrier_account_uuid}
      union all select i::text from idempotency_key i where provider_uuid = ${world.providerA}`.execute(tx),
  );
  const texts = [...replies.map(({ text }) => text), ...rows.map(({ text }) => text)].join("\n");
  expect(texts).toContain("sets_api_token");
  expect(texts).not.toMatch(/tok-1234567890|ABCD|Carrier-Pass/);
});

test("an account that a channel uses cannot be deleted; afterwards it can, with its current version", async () => {
  const { carrier_account_uuid } = await make();
  const { data: channel } = await ask(createChannel, { name: `Line ${newId()}`, carrier_account_uuid });
  expect(await find(carrier_account_uuid)).toMatchObject({ channel_count: 1 });
  expect((await ask(deleteCarrierAccount, { carrier_account_uuid, version: 1 })).code).toBe(code("carrierAccounts.inUse"));
  await ask(deleteChannel, channel);
  expect((await ask(deleteCarrierAccount, { carrier_account_uuid, version: 7 })).code).toBe(code("changedMeanwhile"));
  expect((await ask(deleteCarrierAccount, { carrier_account_uuid, version: 1 })).code).toBe(200);
  expect(await find(carrier_account_uuid)).toBeUndefined();
});

test("disabling an account takes its channels from retailers, and enabling gives them back", async () => {
  const { carrier_account_uuid } = await make();
  const name = `Line ${newId()}`;
  await ask(createChannel, { name, carrier_account_uuid });
  const seen = async () => (await ask(fetchAllChannels, { page_size: 200 }, world.retailer)).data.result.some((one) => one.name === name);
  expect(await seen()).toBe(true);
  await ask(setCarrierAccountEnabled, { carrier_account_uuid, version: 1, is_enabled: false });
  expect(await seen()).toBe(false);
  expect((await ask(listChannels, { name })).data.result[0]).toMatchObject({ is_enabled: true, is_account_enabled: false });
  await ask(setCarrierAccountEnabled, { carrier_account_uuid, version: 2, is_enabled: true });
  expect(await seen()).toBe(true);
});

test("labels are unique within a provider, ignoring case", async () => {
  const { label } = await make();
  expect((await ask(createCarrierAccount, { api_name: "other", label: label.toUpperCase() })).code).toBe(
    code("carrierAccounts.labelTaken"),
  );
  expect((await ask(createCarrierAccount, { api_name: "other", label }, world.foreignProvider)).code).toBe(200);
});

test("a provider has at most 50 accounts", async () => {
  await test_.services.database.transaction(staffOf(world.providerB), (tx) =>
    sql`insert into carrier_account (provider_uuid, carrier_account_uuid, api_name, label)
      select ${world.providerB}, gen_random_uuid(), 'other', 'Full ' || n from generate_series(1, 50) n`.execute(tx),
  );
  const reply = await ask(createCarrierAccount, { api_name: "other", label: "One too many" }, world.foreignProvider);
  expect(reply.code).toBe(code("carrierAccounts.tooMany"));
});

test("only the provider changes accounts; operators with the permission read them, retailers and strangers never", async () => {
  const { carrier_account_uuid, label } = await make();
  for (const person of [world.operator, world.retailer])
    expect(await ask(createCarrierAccount, { api_name: "other", label: `No ${newId()}` }, person)).toMatchObject({ status: 403 });
  for (const person of [world.idleOperator, world.retailer])
    expect(await ask(listCarrierAccounts, {}, person)).toMatchObject({ status: 403 });
  const { data } = await ask(listCarrierAccounts, { label }, world.foreignProvider);
  expect(data.result).toEqual([]);
  const stolen = { carrier_account_uuid, version: 1, label: "Stolen" };
  expect((await ask(updateCarrierAccount, stolen, world.foreignProvider)).code).toBe(code("notFound"));
});

test("the list of APIs names the parameters of each", async () => {
  const { data } = await ask(listApiNames, {}, world.operator);
  expect(data.result).toContainEqual({ api_name: "yanwen", parameters: ["client_id", "api_token"] });
  expect(data.result.map(({ api_name }) => api_name)).toEqual(["4px", "yunexpress", "yanwen", "other"]);
});
