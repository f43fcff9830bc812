import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import {
  confirmTopUpRequest,
  declineTopUpRequest,
  listTopUpRequests,
  requestTopUp,
  withdrawTopUpRequest,
} from "#src/billing/wallet/top-up-requests.contract.ts";
import { getWallet, listTopUps, recordTopUp } from "#src/billing/wallet/wallet.contract.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { staffOf } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

const today = "2026-06-15";
let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await startTestApp({ clock: createMovableClock(new Date(`${today}T13:00:00Z`)) });
  world = await makeWorld(server);
});
afterAll(() => server.close());

const getCode = (name: CodeName) => codes[name].code;
const by = ({ token }: Person) => ({ token });
const balance = async () => (await request(server.app, getWallet, {}, by(world.retailer))).data.balance_cents;
const topUps = async () => (await request(server.app, listTopUps, { page_size: 200 }, by(world.retailer))).data.result;

function ask(given: Partial<InputOf<typeof requestTopUp>> = {}) {
  const input = { amount_cents: 2500, reference: `TT-${newId()}`, sent_on: today, ...given };
  return request(server.app, requestTopUp, input, by(world.retailer));
}
const waiting = async () => (await ask()).data.request_uuid;
const confirm = (request_uuid: string, amount_cents = 2500, note = "", person = world.provider) =>
  send(server.app, confirmTopUpRequest, { request_uuid, amount_cents, received_on: today, note }, by(person));
const decline = (request_uuid: string, person = world.provider) =>
  send(server.app, declineTopUpRequest, { request_uuid, reason: "Nothing came in" }, by(person));
const withdraw = (request_uuid: string, person = world.retailer) => send(server.app, withdrawTopUpRequest, { request_uuid }, by(person));
async function shown(request_uuid: string, person = world.retailer) {
  const { data } = await request(server.app, listTopUpRequests, { page_size: 200 }, by(person));
  return data.result.find((row) => row.request_uuid === request_uuid);
}

describe("a top-up request", () => {
  test("changes the balance only when it is confirmed, by the amount received", async () => {
    const before = await balance();
    const { data } = await ask({ reference: "TT-1", note: "June" });
    expect(await balance()).toBe(before);
    for (const person of [world.retailer, world.provider])
      expect(await shown(data.request_uuid, person)).toMatchObject({
        status: "requested",
        amount_cents: 2500,
        note: "June",
        received_cents: null,
      });
    expect((await confirm(data.request_uuid, 2400)).code).toBe(getCode("wallet.requestNote"));
    expect((await confirm(data.request_uuid, 2400, "The bank kept 1.00")).code).toBe(200);
    expect(await balance()).toBe(before + 2400);
    expect(await shown(data.request_uuid)).toMatchObject({
      status: "confirmed",
      received_cents: 2400,
      decision_note: "The bank kept 1.00",
    });
    expect(await topUps()).toContainEqual(expect.objectContaining({ reference: "TT-1", amount_cents: 2400, method: "bank" }));
  });

  test("is declined with a reason or withdrawn, and then accepts no other decision", async () => {
    const before = await balance();
    const declined = await waiting();
    expect((await decline(declined)).code).toBe(200);
    const withdrawn = await waiting();
    expect((await withdraw(withdrawn)).code).toBe(200);
    expect([await shown(declined), await shown(withdrawn)]).toMatchObject([
      { status: "declined", decision_note: "Nothing came in" },
      { status: "withdrawn" },
    ]);
    for (const uuid of [declined, withdrawn])
      for (const decide of [confirm, decline, withdraw]) expect((await decide(uuid)).code).toBe(getCode("wallet.requestDecided"));
    expect(await balance()).toBe(before);
  });

  test("is refused if its transfer reference is already pending, or its day is in the future", async () => {
    const { data } = await ask({ reference: "Twice" });
    expect((await ask({ reference: "tWICE" })).code).toBe(getCode("wallet.requestTwice"));
    expect((await withdraw(data.request_uuid)).code).toBe(200);
    expect((await ask({ reference: "Twice" })).code).toBe(200);
    expect((await ask({ sent_on: "2026-06-17" })).code).toBe(getCode("wallet.dayAhead"));
  });

  test("stays pending if the payment is already recorded", async () => {
    const before = await balance();
    const { data } = await ask({ reference: "Paid before" });
    const retailer_uuid = world.retailerA;
    const payment = { retailer_uuid, amount_cents: 2500, method: "bank", reference: "Paid before", received_on: today } as const;
    expect((await request(server.app, recordTopUp, payment, by(world.provider))).code).toBe(200);
    expect((await confirm(data.request_uuid)).code).toBe(getCode("wallet.referenceTaken"));
    expect(await balance()).toBe(before + 2500);
    expect(await shown(data.request_uuid)).toMatchObject({ status: "requested" });
    const input = { request_uuid: data.request_uuid, amount_cents: 2500, reference: "Paid again", received_on: today };
    expect((await request(server.app, confirmTopUpRequest, input, by(world.provider))).code).toBe(200);
    expect(await balance()).toBe(before + 5000);
    expect((await topUps()).map(({ reference }) => reference)).toContain("Paid again");
  });

  test("shows its wallet's current currency", async () => {
    const { data } = await ask();
    expect(await shown(data.request_uuid)).toMatchObject({ currency: "USD", wallet_currency: "USD" });
    const request_uuid = newId();
    const row = { provider_uuid: world.providerA, request_uuid, retailer_uuid: world.retailerA, amount_cents: 100, currency: "EUR" };
    const sent = { reference: newId(), sent_on: today, requested_at: server.clock.now(), requested_by: world.retailer.userUuid };
    await server.services.database.transaction(staffOf(world.providerA), (tx) =>
      tx
        .insertInto("top_up_request")
        .values({ ...row, ...sent })
        .execute(),
    );
    expect(await shown(request_uuid, world.provider)).toMatchObject({ currency: "EUR", wallet_currency: "USD" });
    expect((await confirm(request_uuid, 100)).code).toBe(getCode("wallet.requestCurrency"));
  });

  test("posts once, even if many confirm it at once or a call is repeated", async () => {
    const before = await balance();
    const uuid = await waiting();
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(uuid)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => getCode("wallet.requestDecided")),
    ]);
    expect(await balance()).toBe(before + 2500);
    const other = await waiting();
    const once = { ...by(world.provider), idempotencyKey: newId() };
    const input = { request_uuid: other, amount_cents: 2500, received_on: today };
    const [first, again] = [
      await send(server.app, confirmTopUpRequest, input, once),
      await send(server.app, confirmTopUpRequest, input, once),
    ];
    expect(again.data).toEqual(first.data);
    expect(await balance()).toBe(before + 5000);
  });

  test("has one outcome, whoever decides at the same time, and posts money only when confirmed", async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const before = await balance();
      const uuid = await waiting();
      const acts = [confirm, decline, withdraw, confirm].slice(turn % 3);
      const answers = await Promise.all(acts.map((act) => act(uuid)));
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
      const row = await shown(uuid);
      expect(await balance(), JSON.stringify(row)).toBe(before + (row?.status === "confirmed" ? 2500 : 0));
    }
    const { rows } = await server.services.database.transaction(staffOf(world.providerA), (tx) =>
      sql`select from top_up_request r where (r.status = 'confirmed') <> exists (
        select from wallet_entry e where e.provider_uuid = r.provider_uuid and e.source_type = 'top-up' and e.source_uuid = r.top_up_uuid)`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([]);
  });

  test("cannot be seen or decided by others, and an operator can only see it", async () => {
    const uuid = await waiting();
    for (const person of [world.otherRetailer, world.foreignRetailer, world.foreignProvider])
      expect(await shown(uuid, person)).toBeUndefined();
    for (const person of [world.otherRetailer, world.foreignRetailer])
      expect((await withdraw(uuid, person)).code).toBe(getCode("notFound"));
    for (const decide of [confirm, decline] as const) {
      const refused =
        decide === confirm ? await confirm(uuid, 2500, "", world.foreignProvider) : await decline(uuid, world.foreignProvider);
      expect(refused.code).toBe(getCode("notFound"));
    }
    expect((await confirm(uuid, 2500, "", world.operator)).code).toBe(getCode("forbidden"));
    expect(await shown(uuid)).toMatchObject({ status: "requested" });
  });
});
