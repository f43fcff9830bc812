import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { home } from "#src/company/accounts/accounts.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import {
  joinProvider,
  myProviders,
  queryAllProviders,
  queryProviderDetail,
  queryProviders,
  switchProvider,
} from "#src/company/providers/providers.contract.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addPerson, addProvider, addRetailer, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;
/** takes no sign-ups */
let closedUuid: string;
const total = 122;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
  await atGate(async (tx) => {
    for (let count = 1; count <= 119; count += 1)
      await addProvider(tx, `${count % 2 === 0 ? "depot" : "Depot"} ${String(count).padStart(3, "0")}`);
    await addProvider(tx, "100%_Haul\\age");
  });
  closedUuid = await atGate((tx) => addProvider(tx, "Closed Doors"));
  await as(closedUuid, (tx) =>
    tx.updateTable("provider").set({ is_open_for_sign_up: false }).where("provider_uuid", "=", closedUuid).execute(),
  );
});
afterAll(() => test_.close());

function atGate<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return test_.services.database.transaction(anonymous, work);
}

function as<T>(providerUuid: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return test_.services.database.transaction({ kind: "provider", providerUuid }, work);
}

function block(providerUuid: string, retailerUuid: string, blocked: boolean) {
  return as(providerUuid, (tx) =>
    tx
      .updateTable("retailer_provider")
      .set({ is_blocked: blocked })
      .where("provider_uuid", "=", providerUuid)
      .where("retailer_uuid", "=", retailerUuid)
      .execute(),
  );
}

let made = 0;
/** A new retailer of provider A, signed in. */
async function someRetailer(): Promise<Person & { retailerUuid: string }> {
  made += 1;
  const name = `retailer-new-${made}`;
  const retailerUuid = await atGate((tx) => addRetailer(tx, name, world.providerA));
  return {
    ...(await addPerson(test_, { username: name, role: "dropShipper", providerUuid: world.providerA, retailerUuid })),
    retailerUuid,
  };
}

const mine = async ({ token }: Person) => (await request(test_.app, myProviders, {}, { token })).data.result;
const join = ({ token }: Person, provider_uuid: string) => request(test_.app, joinProvider, { provider_uuid }, { token });
const turnTo = ({ token }: Person, provider_uuid: string) => request(test_.app, switchProvider, { provider_uuid }, { token });

describe("suppliers that are open for sign-up", () => {
  test("are listed for everybody with uuid and name, sorted by name", async () => {
    const { code, data } = await request(test_.app, queryAllProviders, {});
    expect(code).toBe(200);
    const names = data.result.map(({ name }) => name);
    expect(names).toHaveLength(total);
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(names).toContain("Supplier Alpha");
    expect(names).not.toContain("Closed Doors");
    expect(Object.keys(data.result[0] ?? {})).toEqual(["provider_uuid", "name"]);
  });

  test("are the same for every signed-in user as for an anonymous one", async () => {
    const stranger = await request(test_.app, queryAllProviders, {});
    for (const { token } of [world.provider, world.foreignOperator, world.retailer])
      expect((await request(test_.app, queryAllProviders, {}, { token })).data).toEqual(stranger.data);
  });

  test("are paged by cursor or by number", async () => {
    const first = await request(test_.app, queryProviders, { page_size: 50 });
    expect(first.data).toMatchObject({ total, total_is_exact: true });
    expect(first.data.result[1]).toMatchObject({ country_code: "CN", introduction: "" });
    const second = await request(test_.app, queryProviders, { page_size: 50, cursor: first.data.next_cursor ?? "" });
    const third = await request(test_.app, queryProviders, { page_size: 50, cur_page: 3 });
    expect(third.data.next_cursor).toBeNull();
    const walked = [first, second, third].flatMap(({ data }) => data.result.map(({ name }) => name));
    expect(walked).toEqual((await request(test_.app, queryAllProviders, {})).data.result.map(({ name }) => name));
  });

  test.each([
    ["supplier", 2],
    ["DEPOT 00", 9],
    ["%", 1],
    ["_", 1],
    ["\\", 1],
    ["' or true --", 0],
    ["Closed", 0],
    ["", total],
  ])("are found by a part of the name: %j", async (name, count) => {
    const { data } = await request(test_.app, queryProviders, { name });
    expect(data.total).toBe(count);
  });

  test("are returned in detail by their full name, and an unknown name returns an empty list", async () => {
    const detail = async (name_of_provider: string) => (await request(test_.app, queryProviderDetail, { name_of_provider })).data.result;
    expect(await detail("Supplier Alpha")).toEqual([
      { provider_uuid: world.providerA, name: "Supplier Alpha", country_code: "CN", introduction: "" },
    ]);
    for (const name of ["Supplier", "Closed Doors", "", "' or true --"]) expect(await detail(name)).toEqual([]);
    expect((await request(test_.app, queryProviderDetail, {})).data.result).toEqual([]);
  });

  test("with long names still have a cursor that is accepted", async () => {
    const names = ["甲", "乙", "\u0001"].map((sign) => `~${sign.repeat(199)}`);
    await atGate(async (tx) => {
      for (const name of names) await addProvider(tx, name);
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { code, data } = await request(test_.app, queryProviders, {
        name: "~",
        page_size: 1,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(code).toBe(200);
      seen.push(...data.result.map(({ name }) => name));
      cursor = data.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(names.toSorted());
  });

  test.each([
    { cursor: "AAAA" },
    { cursor: "x".repeat(2001) },
    { page_size: 201 },
    { cur_page: 0 },
    { name: "x".repeat(201) },
    { role: "x" },
  ])("requested with %j are a bad request", async (input) => {
    expect(await send(test_.app, queryProviders, input)).toMatchObject({ status: 400, code: codes.parameterError.code });
  });
});

describe("a retailer's suppliers", () => {
  test("are its own, with the current one marked", async () => {
    expect(await mine(world.retailer)).toEqual([
      { provider_uuid: world.providerA, name: "Supplier Alpha", is_current: true, is_blocked: false },
    ]);
    expect(await mine(world.foreignRetailer)).toEqual([
      { provider_uuid: world.providerB, name: "Supplier Beta", is_current: true, is_blocked: false },
    ]);
  });

  test("are available to nobody but retailers", async () => {
    for (const { token } of [world.provider, world.operator, world.customer, world.siteAdmin]) {
      for (const call of [myProviders, joinProvider, switchProvider])
        expect(await send(test_.app, call, { provider_uuid: world.providerB }, { token })).toMatchObject({ status: 403, data: null });
    }
    expect((await request(test_.app, myProviders, {})).status).toBe(401);
  });

  test("include one that it joins, once, and both sides' audit logs have it", async () => {
    const retailer = await someRetailer();
    expect((await Promise.all([join(retailer, world.providerB), join(retailer, world.providerB)])).map(({ code }) => code)).toEqual([
      200, 200,
    ]);
    expect(await mine(retailer)).toEqual([
      { provider_uuid: world.providerA, name: "Supplier Alpha", is_current: true, is_blocked: false },
      { provider_uuid: world.providerB, name: "Supplier Beta", is_current: false, is_blocked: false },
    ]);
    const log = (tx: Tx) =>
      tx
        .selectFrom("audit_log")
        .select(["action", "retailer_uuid"])
        .where("provider_uuid", "=", world.providerB)
        .where("subject_uuid", "=", retailer.retailerUuid)
        .execute();
    const written = [{ action: "providers.join-provider", retailer_uuid: retailer.retailerUuid }];
    expect(await as(world.providerB, log)).toEqual(written);
    const { retailerUuid } = retailer;
    expect(await test_.services.database.transaction({ kind: "dropShipper", providerUuid: world.providerB, retailerUuid }, log)).toEqual(
      written,
    );
  });

  test("cannot be joined if they do not exist or accept no sign-ups", async () => {
    const retailer = await someRetailer();
    for (const uuid of [closedUuid, retailer.retailerUuid])
      expect((await join(retailer, uuid)).code).toBe(codes["accounts.supplierUnknown"].code);
    expect(await mine(retailer)).toHaveLength(1);
    expect(await send(test_.app, joinProvider, { provider_uuid: "1" }, { token: retailer.token })).toMatchObject({ status: 400 });
  });

  test("stay, with their names, when they stop accepting sign-ups", async () => {
    const retailer = await someRetailer();
    const provider = await atGate((tx) => addProvider(tx, "Soon Closed"));
    await join(retailer, provider);
    await as(provider, (tx) =>
      tx.updateTable("provider").set({ is_open_for_sign_up: false }).where("provider_uuid", "=", provider).execute(),
    );
    expect((await mine(retailer)).map(({ name }) => name)).toEqual(["Soon Closed", "Supplier Alpha"]);
    expect((await join(retailer, provider)).code).toBe(200);
  });

  test("are switched from the next request on, for this session only", async () => {
    const retailer = await someRetailer();
    await join(retailer, world.providerB);
    expect((await turnTo(retailer, world.providerB)).code).toBe(200);
    expect((await mine(retailer)).map(({ is_current }) => is_current)).toEqual([false, true]);
    const other = await addPerson(test_, {
      username: `${retailer.username}-b`,
      role: "dropShipper",
      providerUuid: world.providerA,
      retailerUuid: retailer.retailerUuid,
    });
    expect((await mine(other)).map(({ is_current }) => is_current)).toEqual([true, false]);
    // what is written now goes to the new supplier, and naming the old one is no longer allowed
    const idempotencyKey = "back-to-the-first-one";
    const back = () => request(test_.app, switchProvider, { provider_uuid: world.providerA }, { token: retailer.token, idempotencyKey });
    expect([(await back()).code, (await back()).code]).toEqual([200, 200]);
    expect((await mine(retailer)).map(({ is_current }) => is_current)).toEqual([true, false]);
  });

  test("that are not its own are not found", async () => {
    const retailer = await someRetailer();
    for (const uuid of [world.providerB, closedUuid, retailer.userUuid])
      expect((await turnTo(retailer, uuid)).code).toBe(codes.notFound.code);
    expect((await mine(retailer)).map(({ provider_uuid }) => provider_uuid)).toEqual([world.providerA]);
  });

  test("that block it are shown as blocking, and can be neither joined nor switched to", async () => {
    const retailer = await someRetailer();
    await join(retailer, world.providerB);
    await block(world.providerB, retailer.retailerUuid, true);
    expect((await mine(retailer)).find(({ provider_uuid }) => provider_uuid === world.providerB)).toMatchObject({ is_blocked: true });
    expect((await turnTo(retailer, world.providerB)).code).toBe(codes["customers.blocked"].code);
    expect((await join(retailer, world.providerB)).code).toBe(codes["customers.blocked"].code);
  });

  test("that block it while current leave it without a supplier until it joins or selects another", async () => {
    const retailer = await someRetailer();
    await block(world.providerA, retailer.retailerUuid, true);
    expect(await mine(retailer)).toMatchObject([{ is_current: false, is_blocked: true }]);
    expect((await join(retailer, world.providerB)).code).toBe(200);
    expect(await mine(retailer)).toMatchObject([{ is_current: false, is_blocked: true }, { is_current: true }]);
    expect((await request(test_.app, home, {}, { token: retailer.token })).data).toMatchObject({ provider_uuid: world.providerB });
  });
});
