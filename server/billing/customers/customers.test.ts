import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { home, listSessions, renewSession, revokeSessions, signOut } from "#src/company/accounts/accounts.contract.ts";
import { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import { customerLogin } from "#src/billing/customers/customers.contract.ts";
import { retrieveKeyInformation } from "#src/company/key-information/key-information.contract.ts";
import { joinProvider, myProviders, switchProvider } from "#src/company/providers/providers.contract.ts";
import { implementations } from "#server/calls.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { auditRows } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, request, send } from "#tests/server/client.ts";
import { addRetailer, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;
let start: Date;
const minuteMs = 60_000;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
  start = test_.clock.now();
});
afterAll(() => test_.close());
afterEach(() => test_.clock.set(start));

const open = ({ token }: Person, retailer_uuid: string) =>
  request(test_.app, customerLogin, { retailer_uuid }, { token, headers: { "user-agent": "support desk" } });
const tokenFor = async (retailerUuid = world.retailerA) => (await open(world.provider, retailerUuid)).data.access_token;
const getHome = (token: string) => request(test_.app, home, {}, { token });

function block(retailerUuid: string, blocked: boolean) {
  return test_.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
    tx
      .updateTable("retailer_provider")
      .set({ is_blocked: blocked })
      .where("provider_uuid", "=", world.providerA)
      .where("retailer_uuid", "=", retailerUuid)
      .execute(),
  );
}

describe("a support session", () => {
  test("is in the retailer's area as the retailer's user, and is read-only", async () => {
    const opened = await open(world.provider, world.retailerA);
    expect(opened.data).toMatchObject({ username: "retailer-one", user_role: "Drop shipper", user_related_id: world.retailerA });
    const { access_token: token, csrf_token } = opened.data;
    expect((await request(test_.app, home, {}, { token, csrf: csrf_token })).data).toMatchObject({
      username: "retailer-one",
      user_role: "Drop shipper",
      provider_uuid: world.providerA,
      read_only: true,
    });
    expect((await request(test_.app, retrieveKeyInformation, {}, { token })).data.company.name).toBe("Retailer One");
    // The retailer's own session is unchanged.
    expect((await getHome(world.retailer.token)).data).toMatchObject({ read_only: false });
  });

  test("is refused every call that changes something, and changes nothing", async () => {
    const token = await tokenFor();
    const changing = implementations
      .map(({ call }) => call)
      .filter(
        ({ method, roles, name }) =>
          method !== "GET" && roles !== "anyone" && roles.includes("dropShipper") && ![signOut.name, renewSession.name].includes(name),
      );
    expect(changing.length).toBeGreaterThan(10);
    for (const call of changing) {
      const form = new Response(new FormData());
      const reply =
        call.body === "multipart"
          ? await test_.app.inject({
              method: "POST",
              url: `/v1${call.path}`,
              headers: { ...headersOf({ token }), "content-type": form.headers.get("content-type") ?? "" },
              payload: await form.text(),
            })
          : await test_.app.inject({ method: call.method as "POST", url: `/v1${call.path}`, headers: headersOf({ token }), payload: {} });
      expect([call.name, reply.statusCode, reply.json<{ code: number }>().code]).toEqual([call.name, 403, codes.readOnlySession.code]);
    }
    const switching = await request(
      test_.app,
      switchProvider,
      { provider_uuid: world.providerA },
      { token, idempotencyKey: "a-key-of-their-own" },
    );
    expect(switching).toMatchObject({ status: 403, code: codes.readOnlySession.code });
  });

  test("ends after 30 minutes, however often it is renewed", async () => {
    const opened = await open(world.provider, world.retailerA);
    expect(Date.parse(opened.data.expires_at) - start.getTime()).toBe(30 * minuteMs);
    let { access_token: token } = opened.data;
    for (const minute of [10, 20, 29]) {
      test_.clock.set(new Date(start.getTime() + minute * minuteMs));
      const renewed = await request(test_.app, renewSession, {}, { token });
      expect(renewed.data.expires_at).toBe(opened.data.expires_at);
      token = renewed.data.access_token;
    }
    test_.clock.set(new Date(start.getTime() + 30 * minuteMs - 1));
    expect((await getHome(token)).code).toBe(200);
    test_.clock.advance(1);
    expect((await getHome(token)).code).toBe(codes.loginExpired.code);
    expect((await request(test_.app, renewSession, {}, { token })).code).toBe(codes.loginExpired.code);
  });

  test("can be ended by the provider", async () => {
    const token = await tokenFor();
    expect((await request(test_.app, signOut, {}, { token })).code).toBe(200);
    expect((await getHome(token)).code).toBe(codes.loginExpired.code);
    expect((await getHome(world.retailer.token)).code).toBe(200);
  });

  test("is visible to the retailer, who can end it too", async () => {
    const token = await tokenFor(world.retailerA2);
    const own = { token: world.otherRetailer.token };
    const { data } = await request(test_.app, listSessions, {}, own);
    const support = data.result.filter(({ opened_for_support }) => opened_for_support);
    expect(support).toMatchObject([{ device: "support desk", area: "ds", is_current: false }]);
    await request(test_.app, revokeSessions, { session_uuids: support.map(({ session_uuid }) => session_uuid) }, own);
    expect((await getHome(token)).code).toBe(codes.loginExpired.code);
  });

  test("shows nothing of the retailer's other suppliers", async () => {
    const { foreignRetailer, providerA, retailerB } = world;
    await request(test_.app, joinProvider, { provider_uuid: providerA }, { token: foreignRetailer.token });
    const token = await tokenFor(retailerB);
    expect((await getHome(token)).data.provider_uuid).toBe(providerA);
    expect((await request(test_.app, myProviders, {}, { token })).data.result).toMatchObject([
      { provider_uuid: providerA, is_current: true },
    ]);
    expect((await request(test_.app, myProviders, {}, { token: foreignRetailer.token })).data.result).toHaveLength(2);
  });
});

describe("the audit log of a support session", () => {
  test("has one row, which only the provider and the retailer can read", async () => {
    const { provider, retailer, otherRetailer, foreignProvider, retailerA } = world;
    const before = (await auditRows(test_, "customers.customer-login")).length;
    await open(provider, retailerA);
    const written = (await auditRows(test_, "customers.customer-login")).slice(before);
    expect(written).toMatchObject([
      {
        provider_uuid: world.providerA,
        retailer_uuid: retailerA,
        user_uuid: provider.userUuid,
        subject_uuid: retailer.userUuid,
        about: { username: "alpha-provider" },
      },
    ]);
    const read = async ({ token }: Person) => {
      const { data } = await request(
        test_.app,
        retrieveAuditLog,
        { action: "customers.customer-login", subject_uuid: retailer.userUuid },
        { token },
      );
      return data.result.map(({ user_uuid, username }) => ({ user_uuid, username }));
    };
    for (const person of [provider, retailer])
      expect((await read(person))[0]).toEqual({ user_uuid: provider.userUuid, username: "alpha-provider" });
    for (const person of [otherRetailer, foreignProvider]) expect(await read(person)).toEqual([]);
  });
});

describe("a support session is not opened", () => {
  test("for another provider's retailer, a retailer without users, or an unknown one", async () => {
    const empty = await test_.services.database.transaction(anonymous, (tx) => addRetailer(tx, "Nobody There", world.providerA));
    for (const uuid of [empty, world.providerA, world.retailer.userUuid, newId()])
      expect((await open(world.provider, uuid)).code).toBe(codes.notFound.code);
    expect((await open(world.foreignProvider, world.retailerA)).code).toBe(codes.notFound.code);
  });

  test("for a blocked retailer, and shows nothing of this provider if the retailer is blocked later", async () => {
    const token = await tokenFor(world.retailerA2);
    await block(world.retailerA2, true);
    expect((await open(world.provider, world.retailerA2)).code).toBe(codes["customers.blocked"].code);
    expect((await getHome(token)).data.provider_uuid).toBe("");
    await block(world.retailerA2, false);
    expect((await open(world.provider, world.retailerA2)).code).toBe(200);
  });

  test("for anybody but a provider, with or without the API prefix", async () => {
    for (const bare of [false, true]) {
      for (const { token } of [world.operator, world.retailer, world.customer, world.siteAdmin])
        expect(await send(test_.app, customerLogin, { retailer_uuid: world.retailerA }, { token, bare })).toMatchObject({
          status: 403,
          data: null,
        });
      expect((await send(test_.app, customerLogin, { retailer_uuid: world.retailerA }, { bare })).status).toBe(401);
      const { token } = world.provider;
      expect((await send(test_.app, customerLogin, { retailer_uuid: world.retailerA }, { token, bare })).code).toBe(200);
    }
  });

  test.each([{}, { retailer_uuid: "1" }, { retailer_uuid: [newId()] }, { retailer_uuid: newId(), minutes: 600 }])(
    "with %j",
    async (input) => {
      expect(await send(test_.app, customerLogin, input, { token: world.provider.token })).toMatchObject({ status: 400 });
    },
  );
});
