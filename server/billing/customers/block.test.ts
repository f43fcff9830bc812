import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { home } from "#src/company/accounts/accounts.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import { getCustomers, querySpecificCustomer, setCustomersBlocked } from "#src/billing/customers/customers.contract.ts";
import { listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { joinProvider, switchProvider } from "#src/company/providers/providers.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { auditRows } from "#tests/server/accounts.ts";
import { request, send } from "#tests/server/client.ts";
import { sayHello } from "#tests/server/realtime-client.ts";
import { startRealtimeTest, until } from "#tests/server/realtime-harness.ts";
import type { RealtimeTest } from "#tests/server/realtime-harness.ts";
import type { Person, World } from "#tests/server/world.ts";

let live: RealtimeTest;
let world: World;

beforeAll(async () => {
  live = await startRealtimeTest();
  ({ world } = live);
});
afterAll(() => live.close());

const setBlocked = (retailer_uuids: string[], blocked: boolean, { token } = world.provider) =>
  request(live.test.app, setCustomersBlocked, { retailer_uuids, blocked }, { token });
const isBlocked = async (uuid: string) =>
  (await request(live.test.app, querySpecificCustomer, { uuid }, { token: world.provider.token })).data.result[0]?.is_blocked;
const getHome = ({ token }: Person) => request(live.test.app, home, {}, { token });
const written = async () => auditRows(live.test, "customers.set-blocked");

describe("a blocked retailer", () => {
  test("keeps its login but sees nothing of this provider until it is unblocked", async () => {
    const { retailer, retailerA, providerA } = world;
    expect((await setBlocked([retailerA], true)).data).toEqual({ changed: 1 });
    expect((await getHome(retailer)).data).toMatchObject({ username: "retailer-one", provider_uuid: "" });
    expect((await request(live.test.app, listVariants, {}, { token: retailer.token })).data).toMatchObject({ result: [], total: 0 });
    expect((await setBlocked([retailerA], false)).data).toEqual({ changed: 1 });
    expect((await getHome(retailer)).data.provider_uuid).toBe(providerA);
  });

  test("can use its other suppliers, and cannot rejoin by itself", async () => {
    const { foreignRetailer, retailerB, providerA, providerB } = world;
    const { token } = foreignRetailer;
    await request(live.test.app, joinProvider, { provider_uuid: providerA }, { token });
    await request(live.test.app, switchProvider, { provider_uuid: providerA }, { token });
    await setBlocked([retailerB], true);
    expect((await getHome(foreignRetailer)).data.provider_uuid).toBe("");
    await request(live.test.app, joinProvider, { provider_uuid: providerA }, { token });
    await request(live.test.app, switchProvider, { provider_uuid: providerA }, { token });
    expect([await isBlocked(retailerB), (await getHome(foreignRetailer)).data.provider_uuid]).toEqual([true, ""]);
    await request(live.test.app, switchProvider, { provider_uuid: providerB }, { token });
    expect((await getHome(foreignRetailer)).data.provider_uuid).toBe(providerB);
    await setBlocked([retailerB], false);
  });

  test("receives no events on an open socket until it is unblocked", async () => {
    const { providerA, retailerA2, otherRetailer, provider } = world;
    const [blocked, staff] = [otherRetailer, provider].map(({ token }) => sayHello(live.url, { token, topics: ["tests.told"] }));
    if (blocked === undefined || staff === undefined) throw new Error("two were opened");
    await Promise.all([blocked.next("welcome"), staff.next("welcome")]);
    const audience = { providerUuid: providerA, retailerUuid: retailerA2 };
    let tries = 0;
    const hears = async () => {
      const text = `try ${(tries += 1)}`;
      await live.say(audience, text);
      await until(() => staff.texts().includes(text), "the staff hear it");
      await blocked.settle();
      return blocked.texts().includes(text);
    };
    expect(await hears()).toBe(true);
    await setBlocked([retailerA2], true);
    await until(async () => !(await hears()), "the socket hears nothing more");
    expect([await hears(), await hears()]).toEqual([false, false]);
    await setBlocked([retailerA2], false);
    await until(hears, "the socket hears again");
    for (const { ws } of [blocked, staff]) ws.close();
  });

  test("is found by the filter", async () => {
    await setBlocked([world.retailerA2], true);
    const found = async (blocked: boolean) =>
      (await request(live.test.app, getCustomers, { blocked }, { token: world.provider.token })).data.result.map(
        ({ retailer_uuid }) => retailer_uuid,
      );
    expect(await found(true)).toEqual([world.retailerA2]);
    expect(await found(false)).not.toContain(world.retailerA2);
    await setBlocked([world.retailerA2], false);
  });
});

describe("blocking", () => {
  test("is audited once for each retailer that it changed", async () => {
    const { retailerA, retailerA2, provider, providerA } = world;
    await setBlocked([retailerA2], true);
    const before = (await written()).length;
    expect((await setBlocked([retailerA, retailerA2, retailerA.toUpperCase()], true)).data).toEqual({ changed: 1 });
    expect((await written()).slice(before)).toMatchObject([
      { provider_uuid: providerA, user_uuid: provider.userUuid, subject_uuid: retailerA, detail: { blocked: true } },
    ]);
    expect((await setBlocked([retailerA, retailerA2], false)).data).toEqual({ changed: 2 });
  });

  test("changes nothing if the batch includes another provider's retailer or an unknown one", async () => {
    const { retailerA, providerA } = world;
    const before = (await written()).length;
    const strangers = [world.foreignProvider.providerUuid ?? "", providerA, newId()];
    for (const stranger of strangers) expect((await setBlocked([retailerA, stranger], true)).code).toBe(codes.notFound.code);
    expect((await setBlocked([retailerA], true, world.foreignProvider)).code).toBe(codes.notFound.code);
    expect([await isBlocked(retailerA), (await written()).length]).toEqual([false, before]);
  });

  test("is reserved for the provider", async () => {
    for (const { token } of [world.operator, world.retailer, world.siteAdmin])
      expect(await send(live.test.app, setCustomersBlocked, { retailer_uuids: [world.retailerA], blocked: true }, { token })).toMatchObject(
        { status: 403, data: null },
      );
    expect(await isBlocked(world.retailerA)).toBe(false);
  });

  test.each([{}, { retailer_uuids: [], blocked: true }, { retailer_uuids: ["1"], blocked: true }, { retailer_uuids: [newId()] }])(
    "is refused with %j",
    async (input) => {
      expect(await send(live.test.app, setCustomersBlocked, input, { token: world.provider.token })).toMatchObject({ status: 400 });
    },
  );
});
