import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { codes } from "#src/kit/api/codes.ts";
import { blob } from "#src/kit/api/define-call.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { implementations } from "#server/calls.ts";
import { createToken } from "#server/platform/http/authenticate.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { chooseCallsOfTheDay } from "./calls-of-the-day.ts";
import { send } from "./client.ts";
import type { CallOptions, Reply } from "./client.ts";
import { examples } from "./examples.ts";
import { hasFoundNothing } from "./example.ts";
import type { Aim } from "./example.ts";
import { addOwnRows, markerOf } from "./rows.ts";
import type { OwnRows } from "./rows.ts";
import { addPerson, makeWorld } from "./world.ts";
import type { Person, World } from "./world.ts";

/*
 * The generated authorisation matrix: every call x every actor. Expectations follow only from the call's definition (roles and permission),
 * not from what the server says. A new call without an example fails here.
 */

let testApp: TestApp;
let owner: pg.Client;

beforeAll(async () => {
  testApp = await startTestApp();
  owner = new pg.Client({ connectionString: testApp.ownerUrl });
  await owner.connect();
  await owner.query("set plan_cache_mode = force_generic_plan");
  // The tables' owner compares all rows; the server's role does not own them and is subject to their policies.
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace",
  );
  for (const { name } of rows) await owner.query(`alter table ${name} no force row level security`);
});
afterAll(async () => {
  await owner.end();
  await testApp.close();
});

const calls = implementations.map(({ call }) => call);
const closed = calls.filter((call) => call.roles !== "anyone");
const open = calls.filter((call) => call.roles === "anyone");

const chosen = chooseCallsOfTheDay(closed);

interface Scene {
  world: World;
  rows: Map<string, OwnRows>;
  people: Person[];
}

let scenes = 0;

/** Everyone of a provider who has rows. */
const everyone = ({ provider, operator, retailer, otherRetailer, foreignProvider, foreignOperator, foreignRetailer }: World) => [
  provider,
  operator,
  retailer,
  otherRetailer,
  foreignProvider,
  foreignOperator,
  foreignRetailer,
];

/**
 * Creates a world for one call, so that calls do not affect each other.
 * @param cast who of it has rows
 */
async function scene(cast: (world: World) => Person[] = everyone): Promise<Scene> {
  const world = await makeWorld(testApp, `-${(scenes += 1)}`);
  const people = cast(world);
  const rows = new Map<string, OwnRows>();
  await Promise.all(people.map(async (person) => rows.set(person.userUuid, await addOwnRows(testApp, person))));
  return { world, rows, people };
}

function aim({ world, rows }: Scene, whose: Person, other?: Person): Aim {
  const foreign = other ?? (whose.providerUuid === world.providerB ? world.provider : world.foreignProvider);
  const own = rows.get(whose.userUuid) ?? [...rows.values()][0];
  // A customer has none of these; the example adds what a customer's call names.
  const others = rows.get(foreign.userUuid) ?? own;
  if (own === undefined || others === undefined) throw new Error("a scene without rows");
  return { test: testApp, world, owner: whose, rows: own, foreign: { person: foreign, rows: others } };
}

async function inputFor(call: Call, at: Aim): Promise<unknown> {
  const example = examples[call.name];
  if (example === undefined) throw new Error(`${call.name}: no example in tests/server/examples.ts`);
  return example.own(at);
}

let usernames = 0;
const freshUsername = () => `person-${(usernames += 1)}-of-the-matrix`;

async function latePerson(world: World, state: string): Promise<Person> {
  const person = await addPerson(testApp, { username: freshUsername(), role: "provider", providerUuid: world.providerA });
  await owner.query(`update session set ${state} where session_uuid = $1`, [person.sessionUuid]);
  return person;
}

const image = [{ field: "images", name: "a.png", bytes: tinyPng }];
function options(call: Call, given: CallOptions): CallOptions {
  // A picture is not a workbook, for which the workbook call has its own code.
  const field = { "accounts.change-avatar": "image", "imports.upload-import": "workbook" }[call.name] ?? "images";
  const files = image.map((file) => ({ ...file, field }));
  return call.body === "multipart" ? { ...given, files } : given;
}

const ask = (call: Call, input: unknown, given: CallOptions): Promise<Reply<unknown>> =>
  send(testApp.app, call, input, options(call, given));

/** Returns a digest of all rows of a provider, its retailers and their people. */
async function digestOf(ofPeople: readonly Person[]): Promise<string> {
  const ids = ofPeople.flatMap((person) => [person.providerUuid, person.retailerUuid, person.userUuid]);
  return digestBy(["provider_uuid", "owner_uuid", "user_uuid", "retailer_uuid"], ids);
}

/** Returns a digest of one person's own rows: the company's, the retailer's and the user's, without what a provider's people share. */
async function digestOfOwn({ providerUuid, retailerUuid, userUuid }: Person): Promise<string> {
  return digestBy(["owner_uuid", "user_uuid", "retailer_uuid"], [retailerUuid ?? providerUuid, userUuid]);
}

/** The tables with one of these columns. Looked up once, since there are thousands of digests. */
const tablesBy = new Map<string, Promise<{ name: string; column: string }[]>>();
function tablesWith(columns: readonly string[]): Promise<{ name: string; column: string }[]> {
  const known = tablesBy.get(columns.join());
  if (known !== undefined) return known;
  const asked = owner.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = any ($1)
       and c.relname not in ('audit_log', 'audit_person', 'idempotency_key', 'event') order by 1, 2`,
    [columns],
  );
  const tables = asked.then(({ rows }) => rows);
  tablesBy.set(columns.join(), tables);
  return tables;
}

async function digestBy(columns: readonly string[], wanted: readonly (string | null)[]): Promise<string> {
  const ids = [...new Set(wanted)].filter((id) => id !== null);
  const tables = await tablesWith(columns);
  expect(tables.length).toBeGreaterThan(10);
  const digests = tables.map(
    ({ name, column }) =>
      `select '${name}.${column} ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t where t.${column} = any ($1::uuid[])`,
  );
  // Named, so that it is planned once: it reads dozens of tables, and planning takes as long as reading.
  const { rows } = await owner.query<{ digest: string }>({ name: columns.join(), text: digests.join(" union all "), values: [ids] });
  return rows
    .map(({ digest }) => digest)
    .toSorted()
    .join("\n");
}

const refusalCodes = (call: Call) => new Set<number>(call.codes.map((name) => codes[name].code));
const isGood = (call: Call, reply: Reply<unknown>) =>
  reply.code === 200 ||
  (call.output === (blob as typeof call.output) && reply.status === 200 && reply.headers["content-disposition"] !== undefined);

/** A list filtered by foreign rows is empty: a name that matches nothing is no error (design.md "Lists"). */
const isEmptyPage = ({ method }: Call, { code, data }: Reply<unknown>) =>
  method === "GET" && code === 200 && emptyPages.has(JSON.stringify(data));
const emptyPages = new Set(
  [{ result: [], total: 0, total_is_exact: true, next_cursor: null }, { result: [], total: 0 }, { result: [] }].map((page) =>
    JSON.stringify(page),
  ),
);

describe("the authorisation matrix", () => {
  test("has an example for each call, and a call for each example", () => {
    expect(Object.keys(examples).toSorted()).toEqual(calls.map((call) => call.name).toSorted());
  });

  test("has an example with a foreign id for each call whose input names a row by id", () => {
    const namesRows = /(_uuids?|documents|filename)$/;
    const chosenFreely = new Set([
      "accounts.register",
      "audit.retrieve",
      "audit.export",
      // filters of a file: what is foreign is not in it
      "shipping-notices.print-load-plan",
      "shipping-notices.export-shipped",
      "sites.update-site",
      "sites.delete-site",
      "providers.join-provider",
      // of the supplier as a whole: only the session is checked
      "customers.get-customers",
      "warehouses.query-storage",
      "stock.list-reconciliations",
      "stock.reconcile",
      "catalogue.list-items",
      "catalogue.list-price-tiers",
      "catalogue.list-offers",
      "catalogue.list-claims",
      "rate-cards.list-rate-cards",
      "rate-cards.get-settings",
      "orders.count-orders",
      "wallet.run-charges",
      "wallet.charge-status",
      "carrier-accounts.get-api-name-list",
      "carrier-accounts.create-account",
      "channels.fetch-all-channels",
      "channels.list-currencies",
      // of the asking retailer, without a row
      "wallet.request-top-up",
      // of nobody: the site's administrators read and answer all
      "support.answer-request",
    ]);
    const fieldsOf = (call: Call) => Object.keys((call.input as { shape?: Record<string, unknown> }).shape ?? {});
    const naming = closed.filter((call) => fieldsOf(call).some((name) => namesRows.test(name)) && !chosenFreely.has(call.name));
    expect(naming.length).toBeGreaterThan(10);
    expect(naming.filter((call) => examples[call.name]?.withForeign === undefined).map((call) => call.name)).toEqual([]);
  });
});

describe.each(chosen.map((call) => [call.name, call] as const))("%s", (_name, call) => {
  test("refuses anonymous, expired and forbidden users, admits permitted ones, and exposes no one else's rows", async () => {
    const at = await scene();
    const { world } = at;
    const input = await inputFor(call, aim(at, world.provider));
    const late = await Promise.all(
      ["expires_at = now() - interval '1 day'", "revoked_at = now()"].map((state) => latePerson(world, state)),
    );
    const others = permissions.filter((one) => one !== call.permission);
    const unfit = await addPerson(testApp, {
      username: freshUsername(),
      role: "operator",
      providerUuid: world.providerA,
      permissions: others,
    });
    const before = await digestOf(at.people);

    // No token, a foreign token, an unknown one, another's CSRF token.
    expect(await ask(call, input, { token: null })).toMatchObject({ status: 401, code: 401 });
    expect(await ask(call, input, { headers: { authorization: "Bearer short" } })).toMatchObject({ status: 401, code: 401 });
    expect(await ask(call, input, { token: createToken() })).toMatchObject({ status: 200, code: 2003 });
    expect(await ask(call, input, { token: world.provider.token, csrf: null })).toMatchObject({ status: 403, code: 4031 });
    expect(await ask(call, input, { token: world.provider.token, csrf: createToken() })).toMatchObject({ status: 403, code: 4031 });
    for (const person of late)
      expect(await ask(call, input, { token: person.token })).toMatchObject({ status: 200, code: 2003, data: null });

    // Excluded roles; operators without its permission, and with every other one.
    for (const person of [world.provider, world.operator, world.idleOperator, world.retailer, world.customer, world.siteAdmin]) {
      if (call.roles.includes(person.role)) continue;
      const reply = await ask(call, input, { token: person.token });
      expect(reply, person.username).toMatchObject({ status: 403, code: 403, data: null });
    }
    if (call.permission !== undefined) {
      for (const person of [world.idleOperator, unfit])
        expect(await ask(call, input, { token: person.token })).toMatchObject({ status: 403, code: 403 });
    }
    expect(await digestOf(at.people)).toBe(before);

    // Another provider or retailer with ids of the first: nothing of it may be shown or changed.
    // A neighbour comes last: it may change what a provider's people share.
    const victims: [Person, Person[]][] = [
      [world.provider, [world.foreignProvider, world.foreignOperator, world.foreignRetailer, world.retailer]],
      [world.retailer, [world.foreignRetailer, world.foreignProvider, world.otherRetailer]],
    ];
    for (const [victim, strangers] of victims) {
      const marker = markerOf(victim);
      const victimInput = await inputFor(call, aim(at, victim));
      // The original state, which no stranger may change.
      const untouched = { own: await digestOfOwn(victim), all: await digestOf([victim]) };
      for (const stranger of strangers) {
        if (!call.roles.includes(stranger.role)) continue;
        const isNeighbour = stranger.providerUuid === victim.providerUuid;
        const reply = await ask(call, victimInput, { token: stranger.token });
        expect(reply.status, `${stranger.username} on ${victim.username}: ${reply.text}`).toBeLessThan(500);
        expect(reply.text, `${stranger.username} reads of ${victim.username}`).not.toContain(marker);
        const after = isNeighbour ? await digestOfOwn(victim) : await digestOf([victim]);
        expect(after, `${stranger.username} changes what is ${victim.username}'s`).toBe(isNeighbour ? untouched.own : untouched.all);
      }
    }
  });

  test("refuses the whole batch if one id is foreign", async () => {
    const example = examples[call.name];
    if (example?.withForeign === undefined) return expect(example).toBeDefined();
    const at = await scene((world) => [world.provider, world.retailer, world.otherRetailer, world.foreignProvider, world.foreignRetailer]);
    const { provider, retailer, otherRetailer, foreignProvider, foreignRetailer, customer, otherCustomer } = at.world;
    const pairs: [Person, Person][] = [
      [provider, foreignProvider],
      [retailer, foreignRetailer],
      [retailer, otherRetailer],
      [customer, otherCustomer],
    ];
    let tried = 0;
    for (const [person, other] of pairs) {
      if (!call.roles.includes(person.role)) continue;
      // A supplier's neighbour may be chosen by name: the retailer's own supplier is no other's.
      if (call.choosesProvider === true && person.providerUuid === other.providerUuid) continue;
      const input = await example.withForeign(aim(at, person, other));
      const everybody = [...at.people, customer, otherCustomer];
      const before = await digestOf(everybody);
      const reply = await ask(call, input, { token: person.token });
      const told = `${person.username} with ${other.username}'s: ${reply.text}`;
      if (isEmptyPage(call, reply)) expect(reply.status, told).toBe(200);
      else if (example.foreignIs === "nothing") {
        expect(reply, told).toMatchObject({ status: 200, code: 200 });
        expect(hasFoundNothing(reply.data), told).toBe(true);
      } else expect(reply, told).toMatchObject({ status: 200, code: codes[example.foreignIs ?? "notFound"].code, data: null });
      expect(await digestOf(everybody)).toBe(before);
      tried += 1;
    }
    expect(tried).toBeGreaterThan(0);
  });

  test("admits the users it is meant for", async () => {
    const at = await scene((world) => [world.provider, world.operator, world.retailer, world.foreignProvider]);
    const { world } = at;
    let tried = 0;
    for (const person of [world.operator, world.provider, world.retailer, world.customer, world.siteAdmin]) {
      if (!call.roles.includes(person.role)) continue;
      const reply = await ask(call, await inputFor(call, aim(at, person)), { token: person.token });
      expect(
        isGood(call, reply) || (reply.status === 200 && refusalCodes(call).has(reply.code)),
        `${person.username}: ${reply.status} ${reply.text.slice(0, 300)}`,
      ).toBe(true);
      tried += 1;
    }
    expect(tried).toBeGreaterThan(0);
  });
});

describe.each(open.map((call) => [call.name, call] as const))("%s, open to anyone", (_name, call) => {
  test("answers anonymous clients, whatever token they send, and reveals nothing about a tenant", async () => {
    const at = await scene();
    const { world } = at;
    for (const given of [
      { token: null },
      { token: createToken() },
      { token: world.foreignProvider.token },
      { headers: { authorization: "Bearer x" } },
    ]) {
      const reply = await ask(call, await inputFor(call, aim(at, world.provider)), given);
      expect(reply.status, reply.text).toBeLessThan(400);
      for (const person of at.people) expect(reply.text).not.toContain(markerOf(person));
    }
  });
});
