import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createCarrierAccount,
  deleteCarrierAccount,
  listCarrierErrors,
  syncChannels,
  testCarrierAccount,
} from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { createChannel, listChannels } from "#src/carriers/channels/channels.contract.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import { clearSome, leftovers } from "#server/company/clearing/retention.commands.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { startSandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import type { SandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let sandbox: SandboxCarriers;
let server: TestApp;
let world: World;
beforeAll(async () => {
  sandbox = await startSandboxCarriers();
  server = await startTestApp({ carriers: sandbox.bases });
  world = await makeWorld(server);
});
afterAll(async () => {
  await server.close();
  await sandbox.stop();
});
beforeEach(() => sandbox.control.reset());

const code = (name: RefusalName) => codes[name].code;

function ask<C extends Call>(call: C, input: InputOf<C>, person: Person = world.provider) {
  return request(server.app, call, input, { token: person.token });
}

const names = ["4px", "yunexpress", "yanwen"] as const;
type Name = (typeof names)[number];

async function newAccount(api_name: Name | "other", more: { client_id?: string; api_token?: string } = {}): Promise<string> {
  const { clientId, apiToken } = api_name === "other" ? { clientId: "", apiToken: "" } : sandbox.credentials(api_name);
  const input = { api_name, label: `Account ${newId()}`, client_id: clientId, api_token: apiToken, ...more };
  const { data, text } = await ask(createCarrierAccount, input);
  if (data === null || data === undefined) throw new Error(text);
  return data.carrier_account_uuid;
}

const channelsOf = async (carrier_account_uuid: string) => (await ask(listChannels, { carrier_account_uuid })).data?.result ?? [];
const errorsOf = async (carrier_account_uuid: string) => (await ask(listCarrierErrors, { carrier_account_uuid })).data?.result ?? [];

describe.each(names)("an account with %s", (name) => {
  test("that works says how many channels it may use, and logs nothing", async () => {
    const carrier_account_uuid = await newAccount(name);
    expect((await ask(testCarrierAccount, { carrier_account_uuid })).data).toEqual({ channel_count: 3, problem: null });
    expect(await errorsOf(carrier_account_uuid)).toEqual([]);
  });

  test("with a wrong token says so, and the log has the carrier's words without the token", async () => {
    const api_token = "wrong-token-0123456789";
    const carrier_account_uuid = await newAccount(name, { api_token });
    const { data } = await ask(testCarrierAccount, { carrier_account_uuid });
    expect(data).toMatchObject({ channel_count: null, problem: { kind: "badCredentials" } });
    const [error, ...others] = await errorsOf(carrier_account_uuid);
    expect(others).toEqual([]);
    expect(error).toMatchObject({
      operation: "testAccount",
      kind: "badCredentials",
      api_name: name,
      text: data?.problem?.text,
      reference: "",
    });
    const rows = await server.services.database.transaction(platform, (tx) => tx.selectFrom("carrier_error").selectAll().execute());
    expect(JSON.stringify(rows) + server.logged.join("\n")).not.toContain(api_token);
  });

  test.each([
    ["does not answer", { status: 500 }, "unreachable"],
    ["asks to wait", { status: 429 }, "rateLimited"],
    ["answers with a page", { wrong: "html" }, "unreadable"],
  ] as const)("whose carrier %s is a result, not a failure", async (_what, fault, kind) => {
    const carrier_account_uuid = await newAccount(name);
    await sandbox.control.fail({ times: 5, carrier: name, ...fault });
    expect(await ask(testCarrierAccount, { carrier_account_uuid })).toMatchObject({ code: 200, data: { problem: { kind } } });
    expect(await ask(syncChannels, { carrier_account_uuid })).toMatchObject({ code: 200, data: { added: 0, problem: { kind } } });
    expect((await errorsOf(carrier_account_uuid)).map(({ operation }) => operation)).toEqual(["listChannels", "testAccount"]);
    expect(await channelsOf(carrier_account_uuid)).toEqual([]);
  });

  test("adds its carrier's channels once, disabled, and keeps those that exist", async () => {
    const carrier_account_uuid = await newAccount(name);
    const existing = { "4px": { code: "px-reg" }, yunexpress: { code: "YT-DIRECT" }, yanwen: { code: "OWN", internal_id: "112" } }[name];
    await ask(createChannel, { name: `Mine ${newId()}`, carrier_account_uuid, ...existing });
    expect((await ask(syncChannels, { carrier_account_uuid, language: "zh_cn" })).data).toEqual({ added: 2, existing: 1, problem: null });
    const channels = await channelsOf(carrier_account_uuid);
    const added = channels.filter(({ name: own }) => !own.startsWith("Mine"));
    expect(added).toHaveLength(2);
    for (const channel of added) expect(channel).toMatchObject({ is_enabled: false, zone_count: 0, currency: null });
    expect(added.every(({ name: own }) => /\p{Script=Han}/u.test(own))).toBe(true);
    expect((await ask(syncChannels, { carrier_account_uuid })).data).toEqual({ added: 0, existing: 3, problem: null });
  });

  test("can be synced twice at once, also beside another account with the same services", async () => {
    const [one, other] = [await newAccount(name), await newAccount(name)];
    const answers = await Promise.all([one, one, other, other].map((carrier_account_uuid) => ask(syncChannels, { carrier_account_uuid })));
    expect(answers.map((answer) => answer.code)).toEqual([200, 200, 200, 200]);
    for (const uuid of [one, other]) expect((await channelsOf(uuid)).map((channel) => channel.code).toSorted()).toHaveLength(3);
    const all = [...(await channelsOf(one)), ...(await channelsOf(other))].map((channel) => channel.name.toLowerCase());
    expect(new Set(all).size).toBe(6);
  });
});

test("an account that no request can be made with is refused before anything is sent", async () => {
  for (const call of [testCarrierAccount, syncChannels]) {
    expect((await ask(call, { carrier_account_uuid: await newAccount("other") })).code).toBe(code("carrierAccounts.noApi"));
    expect((await ask(call, { carrier_account_uuid: await newAccount("4px", { api_token: "" }) })).code).toBe(
      code("carrierAccounts.incomplete"),
    );
    expect((await ask(call, { carrier_account_uuid: await newAccount("yanwen", { client_id: "" }) })).code).toBe(
      code("carrierAccounts.incomplete"),
    );
    expect((await ask(call, { carrier_account_uuid: newId() })).code).toBe(code("notFound"));
    const foreign = await newAccount("4px");
    expect((await ask(call, { carrier_account_uuid: foreign }, world.foreignProvider)).code).toBe(code("notFound"));
    expect((await ask(call, { carrier_account_uuid: foreign }, world.operator)).code).toBe(code("forbidden"));
  }
  expect(await sandbox.control.requests()).toEqual([]);
});

test("a slow carrier holds no connection: more requests wait for it than the company may have connections", async () => {
  const carrier_account_uuid = await newAccount("yanwen");
  await sandbox.control.fail({ times: 12, lateMs: 3000 });
  let answered = 0;
  const asked = Array.from({ length: 12 }, async () => {
    const { data } = await ask(testCarrierAccount, { carrier_account_uuid });
    answered += 1;
    return data?.channel_count;
  });
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect((await ask(listChannels, {})).code).toBe(200);
  expect(answered).toBe(0);
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 12 }, () => 3));
});

test("the log is the provider's, filtered, deleted with its account, and after 90 days", async () => {
  const carrier_account_uuid = await newAccount("4px", { api_token: "wrong-token-0123456789" });
  await ask(testCarrierAccount, { carrier_account_uuid });
  await ask(syncChannels, { carrier_account_uuid });
  const find = async (filter: object, person?: Person) =>
    (await ask(listCarrierErrors, { carrier_account_uuid, ...filter }, person)).data?.result;
  expect(await find({ operation: "testAccount" })).toHaveLength(1);
  expect(await find({ kind: "refused" })).toEqual([]);
  expect(await find({ reference: "QS-1" })).toEqual([]);
  expect(await find({}, world.foreignProvider)).toEqual([]);
  expect((await ask(listCarrierErrors, {}, world.retailer)).code).toBe(code("forbidden"));
  const count = () =>
    server.services.database.transaction(platform, (tx) =>
      tx.selectFrom("carrier_error").select("at").where("carrier_account_uuid", "=", carrier_account_uuid).execute(),
    );
  expect(await count()).toHaveLength(2);
  const leftover = leftovers.find(({ table }) => table === "carrier_error");
  if (leftover === undefined) throw new Error("failed requests stay for ever");
  const clearAt = (days: number) => {
    const then = new Date(server.clock.now().getTime() + days * 86_400_000);
    return server.services.database.transaction(platform, (tx) => clearSome(tx, leftover, then, 1));
  };
  expect(await clearAt(89)).toBe(0);
  expect(await clearAt(91)).toBe(1);
  expect((await ask(deleteCarrierAccount, { carrier_account_uuid, version: 1 })).code).toBe(200);
  expect(await count()).toHaveLength(0);
});
