import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { implementations } from "#server/calls.ts";
import type { Acting } from "#server/platform/db/row-security.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { chooseCallsOfTheDay } from "./calls-of-the-day.ts";
import { send } from "./client.ts";
import { examples } from "./examples.ts";
import { addOwnRows, markerOf } from "./rows.ts";
import { addImportsRows } from "./rows-imports.ts";
import { addReceiptsRows } from "./rows-receipts.ts";
import { addStockRows } from "./rows-stock.ts";
import { addWarehousesRows } from "./rows-warehouses.ts";
import { addPerson, bindOperator, makeWorld } from "./world.ts";
import type { Person, World } from "./world.ts";

/*
 * Every call that an operator may make, made by one who is bound to a warehouse, about rows of another warehouse: as if those did not exist; every third
 * call, rotating by day. A slice with a new call for operators fails here until one of the two lists names it.
 */

/** Slices whose rows belong to warehouses. */
const ofWarehouses = [
  "warehouses",
  "stock",
  "receipts",
  "imports",
  "reports",
  "home",
  "audit",
  "waves",
  "picking",
  "review",
  "packing",
  "sortation",
  "waybills",
  "bagging",
  "returns",
  "shipping-notices",
  "exceptions",
];
/** Slices whose rows belong to the company, whichever warehouse an operator is bound to. */
const ofCompany: Record<string, string> = {
  accounts: "the operator's own account and sessions",
  "carrier-accounts": "accounts are of the company",
  catalogue: "what is for sale, not where it is stored",
  channels: "they ship from all warehouses; cut-offs of others are hidden by row-level security, tried in bound-rows",
  customers: "retailers are of the company",
  downloads: "an operator's own",
  files: "found by their secret names; photos are tried below",
  goods: "products are of the company; what merging them would move is tried below",
  "key-information": "the company's details",
  orders: "hidden by row-level security, tried in bound-rows; their calls are tried in orders-bound.test.ts",
  "rate-cards": "prices hold for all warehouses",
  scanning: "the operator's own PIN and devices",
  statements: "a retailer's account is one for all warehouses: it must add up",
  wallet: "likewise; charges of a warehouse are tried here all the same",
};
const chargesOfWarehouses = ["wallet.get-charge", "wallet.list-charges", "wallet.list-charged-goods", "wallet.charge-status"];
/** Calls of the first slices about goods of the company. */
const ofGoods: Record<string, string> = {
  "stock.list-stock": "lists the SKUs of the company with the pieces of the operator's warehouses",
  "stock.set-low-stock": "of a SKU, for all warehouses",
  "stock.upsert-lot": "of a SKU, for all warehouses",
};
/** Calls about boxes, which are of the company. */
const ofBoxes: Record<string, string> = {
  "packing.list-boxes": "boxes are used in all warehouses",
  "packing.create-box": "likewise",
  "packing.update-box": "likewise",
  "packing.print-box-labels": "likewise",
};
/** Calls about channels, which are of the company. */
const ofChannels: Record<string, string> = {
  "waybills.list-choices": "channels ship from all warehouses; waves and packing locations of others are hidden by row-level security",
};
/** What a company decides in advance about its returned goods. */
const ofRules: Record<string, string> = {
  "returns.get-rule": "of the company's goods, for all warehouses",
};
/** By hand, goods move between locations that are named by their barcodes. */
const namedByBarcode = ["stock.move-stock", "stock.adjust-stock", "stock.change-condition"];

const calls = implementations.map(({ call }) => call).filter(({ roles }) => roles !== "anyone" && roles.includes("operator"));
const sliceOf = ({ name }: Call) => name.slice(0, name.indexOf("."));
const tried = calls.filter(
  (call) =>
    (ofWarehouses.includes(sliceOf(call)) || chargesOfWarehouses.includes(call.name)) &&
    ofGoods[call.name] === undefined &&
    ofBoxes[call.name] === undefined &&
    ofChannels[call.name] === undefined &&
    ofRules[call.name] === undefined,
);

let test_: TestApp;
beforeAll(async () => {
  test_ = await startTestApp();
});
afterAll(() => test_.close());

interface Scene {
  world: World;
  bound: Person;
  ownWarehouse: string;
  ofProvider: Acting;
}

let scenes = 0;

/** Creates a world with an operator who is bound to a warehouse with nothing but locations. */
async function makeScene(): Promise<Scene> {
  const tag = `-bound-${(scenes += 1)}`;
  const world = await makeWorld(test_, tag);
  const bound = await addPerson(test_, { username: `operator${tag}`, role: "operator", providerUuid: world.providerA });
  const ofProvider = { kind: "provider", providerUuid: world.providerA, userUuid: world.provider.userUuid } as const;
  const { warehouseUuid } = await test_.services.database.transaction(ofProvider, (tx) => addWarehousesRows(tx, bound));
  await bindOperator(test_, bound, [warehouseUuid]);
  return { world, bound, ownWarehouse: warehouseUuid, ofProvider };
}

/** Adds rows to every list, in other warehouses: an example may name none. */
async function addToLists({ world: { provider }, ofProvider }: Scene): Promise<void> {
  await test_.services.database.transaction(ofProvider, async (tx) => {
    await addReceiptsRows(tx, provider);
    await addImportsRows(tx, provider);
    await addStockRows(tx, provider);
  });
}

/** Returns a digest of everything that the provider has in other warehouses. */
async function digestOthers({ ofProvider, ownWarehouse }: Scene): Promise<string> {
  return test_.services.database.transaction(ofProvider, async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'warehouse_uuid' and c.relname <> 'event' order by 1`.execute(
      tx,
    );
    expect(tables.length).toBeGreaterThan(10);
    const digests: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ digest: string }>`
        select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${sql.table(name)} t
        where warehouse_uuid is distinct from ${ownWarehouse}::uuid`.execute(tx);
      digests.push(`${name} ${rows[0]?.digest ?? ""}`);
    }
    return digests.join("\n");
  });
}

const isEmptyPage = (data: unknown) =>
  typeof data === "object" && data !== null && "result" in data && Array.isArray(data.result) && data.result.length === 0;
/** The same whatever anybody stores. */
const constant = ["warehouses.print-label-info-list"];
/** Codes that the examples of these are answered with although the operator is bound to their warehouse. */
const refusedAnyway: Record<string, readonly number[]> = {
  "imports.upload-import": [codes["imports.oneFile"].code],
  "imports.post-import": [codes["imports.hasProblems"].code],
  // A charge that was made by hand is of no warehouse.
  "wallet.get-charge": [codes.notFound.code],
  "wallet.list-charged-goods": [codes.notFound.code],
};
/** Sums over nothing. */
const zeroes = ["stock.stock-ages"];

test("each slice with calls for operators is one of warehouses or of the company", () => {
  const slices = [...new Set(calls.map((call) => sliceOf(call)))].toSorted();
  expect([...ofWarehouses, ...Object.keys(ofCompany)].toSorted()).toEqual(slices);
  expect(calls.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...chargesOfWarehouses, ...Object.keys(ofGoods), ...namedByBarcode]),
  );
});

describe.each(chooseCallsOfTheDay(tried).map((call) => [call.name, call] as const))("%s", (name, call) => {
  test("treats rows of another warehouse as if they did not exist", async () => {
    const scene = await makeScene();
    const { world, bound } = scene;
    const { provider, foreignProvider } = world;
    const rows = await addOwnRows(test_, provider);
    const example = examples[name];
    if (example === undefined) throw new Error(`${name}: no example`);
    const input = await example.own({ test: test_, world, owner: provider, rows, foreign: { person: foreignProvider, rows } });
    await addToLists(scene);
    const before = await digestOthers(scene);

    if (call.method === "GET" && !constant.includes(name)) {
      const whole = await send(test_.app, call, input, { token: world.operator.token });
      const part = await send(test_.app, call, input, { token: bound.token });
      expect(part.text, "an operator of all warehouses gets something else").not.toBe(whole.text);
    }
    const reply = await send(test_.app, call, input, { token: bound.token });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.text).not.toContain(markerOf(provider));
    expect(await digestOthers(scene)).toBe(before);
    if (example.withForeign === undefined || zeroes.includes(name) || example.foreignIs === "nothing") return;
    const notFound = namedByBarcode.includes(name) ? "stock.locationUnknown" : "notFound";
    const refusals = [codes.notFound.code, codes[notFound].code, codes[example.foreignIs ?? "notFound"].code];
    if (!isEmptyPage(reply.data)) expect(refusals, reply.text).toContain(reply.code);
  });

  test("works for an operator who is bound to that warehouse too", async () => {
    const scene = await makeScene();
    const { world, bound, ofProvider } = scene;
    const example = examples[name];
    if (example === undefined) throw new Error(`${name}: no example`);
    const rows = await addOwnRows(test_, bound);
    const input = await example.own({ test: test_, world, owner: bound, rows, foreign: { person: world.foreignProvider, rows } });
    const all = await test_.services.database.transaction(ofProvider, (tx) =>
      tx.selectFrom("warehouse").select("warehouse_uuid").execute(),
    );
    await bindOperator(
      test_,
      bound,
      all.map(({ warehouse_uuid }) => warehouse_uuid),
    );
    const { code, status, text } = await send(test_.app, call, input, { token: bound.token });
    expect(status, text.slice(0, 300)).toBe(200);
    // A file has no code.
    expect([200, 0, ...(refusedAnyway[name] ?? [])], text.slice(0, 300)).toContain(code);
  });
});
