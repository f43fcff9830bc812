import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { addCharge, reverseCharge } from "#src/billing/wallet/charges.contract.ts";
import { setTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { getWallet, listTopUps, listWalletEntries, recordTopUp, reverseTopUp } from "#src/billing/wallet/wallet.contract.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { saveTerms } from "#server/billing/rate-cards/terms.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import type { CallOptions } from "#tests/server/client.ts";
import { untilBlocked } from "#tests/server/until-blocked.ts";
import { staffOf } from "#tests/server/stage-stock.ts";
import { addRetailer, makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { postEntries, notifyWalletChanged } from "./postings.commands.ts";

const start = new Date("2026-06-15T13:00:00Z");
let server: TestApp;
let world: World;
let byProvider: { token: string };
let byRetailer: { token: string };

beforeAll(async () => {
  server = await startTestApp({ clock: createMovableClock(start) });
  world = await makeWorld(server);
  byProvider = { token: world.provider.token };
  byRetailer = { token: world.retailer.token };
});
afterAll(() => server.close());

const getCode = (name: CodeName) => codes[name].code;
const asStaff = <T>(work: (tx: Tx) => Promise<T>) => server.services.database.transaction(staffOf(world.providerA), work);
const asPlatform = <T>(work: (tx: Tx) => Promise<T>) => server.services.database.transaction(platform, work);

/** Creates a retailer of the provider without any entries. */
function freshRetailer(): Promise<string> {
  return server.services.database.transaction({ kind: "anonymous" }, (tx) => addRetailer(tx, `Fresh ${newId()}`, world.providerA));
}

const topUp = (retailer_uuid: string, given: Partial<InputOf<typeof recordTopUp>> = {}, by: CallOptions = byProvider) =>
  request(server.app, recordTopUp, { retailer_uuid, amount_cents: 1000, method: "bank", received_on: "2026-06-15", ...given }, by);
const readWallet = async (retailer_uuid: string) => (await request(server.app, getWallet, { retailer_uuid }, byProvider)).data;

/** Gives a retailer a rate card of its own, or another one. */
async function agree(retailerUuid: string, currency: string): Promise<string> {
  const card = { provider_uuid: world.providerA, rate_card_uuid: newId() };
  await asStaff(async (tx) => {
    await tx
      .insertInto("rate_card")
      .values({ ...card, name: `Card ${card.rate_card_uuid}`, currency, created_at: start })
      .execute();
    await tx
      .insertInto("retailer_terms")
      .values({ ...card, retailer_uuid: retailerUuid, credit_limit_cents: 700 })
      .onConflict((conflict) => conflict.constraint("retailer_terms_pkey").doUpdateSet({ rate_card_uuid: card.rate_card_uuid }))
      .execute();
  });
  return card.rate_card_uuid;
}

/** Sets the provider's time zone while `work` runs. */
async function atClock(timeZone: string, work: () => Promise<void>): Promise<void> {
  const set = (zone: string) =>
    asStaff((tx) =>
      sql`insert into billing_setting (provider_uuid, time_zone) values (${world.providerA}, ${zone})
        on conflict on constraint billing_setting_pkey do update set time_zone = ${zone}`.execute(tx),
    );
  await set(timeZone);
  await work();
  await set("UTC");
}

describe("a wallet", () => {
  test("is empty and in US dollars before anything is posted or agreed", async () => {
    const retailer = await freshRetailer();
    expect(await readWallet(retailer)).toMatchObject({
      retailer_uuid: retailer,
      currency: "USD",
      balance_cents: 0,
      credit_limit_cents: 0,
      rate_card_uuid: null,
      rate_card_name: "",
      is_default_card: false,
      month: "2026-06",
      month_cents: { storage: 0, handling: 0, shipping: 0, goods: 0, other: 0 },
      charged_until: "",
    });
  });

  test("has its rate card's currency until the first entry, and that entry's currency from then on", async () => {
    const retailer = await freshRetailer();
    const euros = await agree(retailer, "EUR");
    expect(await readWallet(retailer)).toMatchObject({ currency: "EUR", rate_card_uuid: euros, credit_limit_cents: 700 });
    expect((await topUp(retailer)).data).toMatchObject({ balance_cents: 1000, currency: "EUR" });
    await agree(retailer, "USD");
    expect((await topUp(retailer)).data).toMatchObject({ balance_cents: 2000, currency: "EUR" });
    expect(await readWallet(retailer)).toMatchObject({ currency: "EUR", balance_cents: 2000 });
  });

  test.each(["a top-up", "a charge"])(
    "whose first entry, %s, arrives while new terms are saved waits, and takes their currency",
    async (what) => {
      const [retailer, other] = [await freshRetailer(), await freshRetailer()];
      const rate_card_uuid = await agree(other, "EUR");
      const wish = { retailer_uuid: retailer, rate_card_uuid, price_tier_uuid: null, credit_limit_cents: 0, version: 0 };
      const charge = { retailer_uuid: retailer, kind: "other", amount_cents: 5, day: "2026-06-01", remark: "Pallets" } as const;
      const begun = await asStaff(async (tx) => {
        expect((await saveTerms({ tx, providerUuid: world.providerA, now: start }, wish)).ok).toBe(true);
        const entering = what === "a charge" ? request(server.app, addCharge, charge, byProvider) : topUp(retailer);
        await untilBlocked(tx, entering);
        return { entering };
      });
      expect((await begun.entering).data).toMatchObject({ currency: "EUR" });
    },
  );

  test("is announced in one SQL statement with all others that changed, each by its stored uuid", async () => {
    const retailers = [await freshRetailer(), await freshRetailer()];
    await asStaff((tx) => notifyWalletChanged(tx, world.providerA, [...retailers, ...retailers]));
    const listEvents = (uuids: readonly string[]) =>
      asPlatform((tx) =>
        tx
          .selectFrom("event")
          .select(["payload", sql<string>`cmin::text`.as("statement")])
          .where("retailer_uuid", "in", [...uuids])
          .execute(),
      );
    const told = await listEvents(retailers);
    expect(told.map(({ payload }) => payload)).toEqual(expect.arrayContaining(retailers.map((retailer_uuid) => ({ retailer_uuid }))));
    expect([told.length, new Set(told.map(({ statement }) => statement)).size]).toEqual([2, 1]);
    const agreed = await freshRetailer();
    const terms = { rate_card_uuid: null, price_tier_uuid: null, credit_limit_cents: 5, version: 0 };
    await request(server.app, setTerms, { retailer_uuid: agreed.toUpperCase(), ...terms }, byProvider);
    expect(await listEvents([agreed])).toMatchObject([{ payload: { retailer_uuid: agreed } }]);
  });

  test("shows this month's charges by kind, less reversals, in the provider's time zone", async () => {
    const retailer = await freshRetailer();
    const charge = async (kind: "storage" | "other", amount_cents: number) => {
      const input = { retailer_uuid: retailer, kind, amount_cents, day: "2026-05-30", remark: "Pallets" };
      return (await request(server.app, addCharge, input, byProvider)).data.charge_uuid;
    };
    server.clock.set(new Date("2026-05-31T15:59:00Z"));
    const before = await charge("other", 9000);
    server.clock.set(new Date("2026-05-31T16:01:00Z"));
    await charge("other", 500);
    server.clock.set(start);
    await charge("storage", 300);
    await charge("storage", -100);
    expect((await readWallet(retailer)).month_cents).toMatchObject({ storage: 200, other: 0 });
    await atClock("Asia/Shanghai", async () => {
      expect(await readWallet(retailer)).toMatchObject({ month: "2026-06", month_cents: { storage: 200, other: 500, goods: 0 } });
    });
    await request(server.app, reverseCharge, { charge_uuid: before, reason: "Not ours" }, byProvider);
    expect(await readWallet(retailer)).toMatchObject({ balance_cents: -700, month_cents: { storage: 200, other: -9000 } });
  });

  test("shows the day up to which all warehouses are charged, to a retailer as well", async () => {
    const of = { provider_uuid: world.providerA };
    const warehouses = [newId(), newId()].map((warehouse_uuid) => ({
      ...of,
      warehouse_uuid,
      name: warehouse_uuid,
      code: warehouse_uuid.slice(-8).toUpperCase(),
    }));
    const run = (at: number, day: string) =>
      asPlatform((tx) =>
        sql`insert into charge_run (provider_uuid, warehouse_uuid, day, at, charge_count)
          values (${world.providerA}, ${warehouses[at]?.warehouse_uuid}, ${day}, ${start}, 0)`.execute(tx),
      );
    await asStaff((tx) => tx.insertInto("warehouse").values(warehouses).execute());
    await run(0, "2026-06-13");
    expect((await readWallet(world.retailerA)).charged_until).toBe("");
    await run(1, "2026-06-12");
    await run(0, "2026-06-14");
    expect((await request(server.app, getWallet, {}, byRetailer)).data.charged_until).toBe("2026-06-12");
  });
});

describe("a top-up", () => {
  test("is added to the balance, audited, and announced to the retailer and the staff", async () => {
    const retailer = await freshRetailer();
    const { data } = await topUp(retailer.toUpperCase(), { reference: " TT-1 ", remark: "June", amount_cents: 2550 });
    expect(data).toMatchObject({ balance_cents: 2550, currency: "USD" });
    const listed = await request(server.app, listTopUps, { retailer_uuid: retailer }, byProvider);
    expect(listed.data.result).toMatchObject([
      { top_up_uuid: data.top_up_uuid, amount_cents: 2550, reference: "TT-1", recorded_by: "alpha-provider", is_reversed: false },
    ]);
    const told = await asPlatform((tx) =>
      tx.selectFrom("event").select(["topic", "payload"]).where("retailer_uuid", "=", retailer).execute(),
    );
    expect(told).toEqual([{ topic: "wallet.changed", payload: { retailer_uuid: retailer } }]);
    const audit = await asStaff((tx) =>
      tx.selectFrom("audit_log").select(["action", "detail"]).where("subject_uuid", "=", data.top_up_uuid).execute(),
    );
    expect(audit).toMatchObject([
      { action: "wallet.record-top-up", detail: { retailer_uuid: retailer, amount_cents: 2550, currency: "USD" } },
    ]);
  });

  test("is recorded once per payment, whoever records it, until the first is reversed", async () => {
    const retailer = await freshRetailer();
    const first = await topUp(retailer, { reference: "TT-77" });
    expect((await topUp(retailer, { reference: "tt-77" })).code).toBe(getCode("wallet.referenceTaken"));
    expect((await topUp(retailer, { reference: "TT-77", method: "card" })).code).toBe(200);
    await request(server.app, reverseTopUp, { top_up_uuid: first.data.top_up_uuid, reason: "Typed wrongly" }, byProvider);
    expect((await topUp(retailer, { reference: "TT-77" })).data).toMatchObject({ balance_cents: 2000 });
  });

  test("sent eight times at once is recorded once, and so is a double click with its idempotency key", async () => {
    const retailer = await freshRetailer();
    const answers = await Promise.all(Array.from({ length: 8 }, () => topUp(retailer, { reference: "TT-8" })));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(7).fill(getCode("wallet.referenceTaken")),
    ]);
    const keyed = { ...byProvider, idempotencyKey: newId() };
    const [one, two] = await Promise.all([topUp(retailer, {}, keyed), topUp(retailer, {}, keyed)]);
    expect(one.data).toEqual(two.data);
    expect((await readWallet(retailer)).balance_cents).toBe(2000);
  });

  test("cannot be dated in the future in the provider's time zone", async () => {
    const retailer = await freshRetailer();
    const codeOn = async (received_on: string) => (await topUp(retailer, { received_on })).code;
    expect(await codeOn("2026-06-16")).toBe(getCode("wallet.dayAhead"));
    await atClock("Pacific/Auckland", async () => {
      expect([await codeOn("2026-06-16"), await codeOn("2026-06-17")]).toEqual([200, getCode("wallet.dayAhead")]);
    });
    await atClock("America/Los_Angeles", async () => {
      expect(await codeOn("2026-06-15")).toBe(200);
    });
    expect(await codeOn("0000-01-01")).toBe(getCode("parameterError"));
  });

  test("is reversed once, with a reason, however many requests arrive at once", async () => {
    const retailer = await freshRetailer();
    const { top_up_uuid } = (await topUp(retailer)).data;
    const input = { top_up_uuid, reason: "Another's payment" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(server.app, reverseTopUp, input, byProvider)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(7).fill(getCode("wallet.reversedAlready")),
    ]);
    expect((await readWallet(retailer)).balance_cents).toBe(0);
    const listed = await request(server.app, listTopUps, { retailer_uuid: retailer, reversed: true }, byProvider);
    expect(listed.data.result).toMatchObject([{ is_reversed: true, reversal_reason: "Another's payment" }]);
    expect((await request(server.app, listTopUps, { retailer_uuid: retailer, reversed: false }, byProvider)).data.total).toBe(0);
  });

  test("is refused below one cent, above a hundred million, or with a fraction of a cent", async () => {
    for (const amount_cents of [0, -1, 0.5, 10_000_000_001])
      expect((await topUp(world.retailerA, { amount_cents })).code).toBe(getCode("parameterError"));
  });

  test("is refused if the balance would exceed the largest safe integer, and leaves nothing behind", async () => {
    const retailer = await freshRetailer();
    const source = { type: "top-up", uuid: newId() } as const;
    const most = {
      retailerUuid: retailer,
      account: "paid_in",
      amountCents: Number.MAX_SAFE_INTEGER - 10,
      currency: "USD",
      source,
    } as const;
    await asStaff((tx) => postEntries(tx, { providerUuid: world.providerA, userUuid: null, now: start }, [most]));
    expect((await topUp(retailer)).code).toBe(getCode("wallet.tooMuch"));
    expect((await request(server.app, listTopUps, { retailer_uuid: retailer }, byProvider)).data.total).toBe(0);
    expect(await readWallet(retailer)).toMatchObject({ balance_cents: Number.MAX_SAFE_INTEGER - 10 });
  });
});

describe("the entries of a wallet", () => {
  test("show the balance after each, the same by page, by cursor and with filters", async () => {
    const retailer = await freshRetailer();
    const balances: number[] = [];
    let balance = 0;
    for (let at = 0; at < 7; at += 1) {
      const amount_cents = 100 * (at + 1);
      const charge = { retailer_uuid: retailer, kind: "other", amount_cents, day: "2026-06-01", remark: `Box ${at}` } as const;
      const { data } = at % 2 === 0 ? await topUp(retailer, { amount_cents }) : await request(server.app, addCharge, charge, byProvider);
      balance += at % 2 === 0 ? amount_cents : -amount_cents;
      expect(data.balance_cents).toBe(balance);
      balances.unshift(balance);
    }
    const list = async (wanted: Omit<InputOf<typeof listWalletEntries>, "retailer_uuid">) =>
      (await request(server.app, listWalletEntries, { retailer_uuid: retailer, ...wanted }, byProvider)).data;
    const after = (page: { result: { balance_after_cents: number }[] }) => page.result.map((row) => row.balance_after_cents);
    expect(after(await list({}))).toEqual(balances);
    const first = await list({ page_size: 3 });
    expect(after(first)).toEqual(balances.slice(0, 3));
    expect(after(await list({ page_size: 3, cursor: first.next_cursor ?? "" }))).toEqual(balances.slice(3, 6));
    expect(after(await list({ page_size: 3, cur_page: 3 }))).toEqual(balances.slice(6));
    const charges = await list({ source_type: "charge" });
    expect(after(charges)).toEqual(balances.filter((_, at) => at % 2 === 1));
    expect(charges.result[0]).toMatchObject({
      kind: "other",
      event: "by_hand",
      text: "Box 5",
      day: "2026-06-01",
      method: null,
      amount_cents: -600,
    });
    expect(await list({ from: "2026-06-15T13:00:00.001Z" })).toMatchObject({ total: 0 });
    expect(await list({ until: "2026-06-15T13:00:00.001Z" })).toMatchObject({ total: 7 });
    expect(await list({ until: "2026-06-15T15:00:00+02:00" })).toMatchObject({ total: 0 });
  });

  test("show the reason for a reversal, and include no other wallet's entries", async () => {
    const retailer = await freshRetailer();
    const { top_up_uuid } = (await topUp(retailer, { reference: "TT-5" })).data;
    await request(server.app, reverseTopUp, { top_up_uuid, reason: "Bounced" }, byProvider);
    const { data } = await request(server.app, listWalletEntries, { retailer_uuid: retailer }, byProvider);
    expect(data.result).toMatchObject([
      { source_type: "top-up-reversal", text: "Bounced", amount_cents: -1000, balance_after_cents: 0, method: "bank" },
      { source_type: "top-up", text: "TT-5", amount_cents: 1000, balance_after_cents: 1000, day: "2026-06-15" },
    ]);
  });
});

describe("access to wallets", () => {
  const looking = [getWallet, listWalletEntries, listTopUps];

  test("a retailer sees only its own", async () => {
    await topUp(world.retailerA, { remark: "For the first" });
    expect((await request(server.app, getWallet, {}, byRetailer)).data).toMatchObject({ retailer_uuid: world.retailerA });
    expect((await request(server.app, getWallet, { retailer_uuid: world.retailerA.toUpperCase() }, byRetailer)).code).toBe(200);
    const { data } = await request(server.app, listTopUps, {}, byRetailer);
    expect(data.result.map(({ retailer_uuid, recorded_by }) => [retailer_uuid, recorded_by])).toEqual([[world.retailerA, ""]]);
    for (const call of looking)
      for (const retailer_uuid of [world.retailerA2, world.retailerB, newId()])
        expect((await send(server.app, call, { retailer_uuid }, byRetailer)).code).toBe(getCode("notFound"));
  });

  test("staff name one of their retailers; another provider's is neither found nor changed", async () => {
    const foreign = { token: world.foreignProvider.token };
    const theirs = (await topUp(world.retailerB, {}, foreign)).data;
    for (const call of looking)
      expect((await send(server.app, call, { retailer_uuid: world.retailerB }, byProvider)).code).toBe(getCode("notFound"));
    expect((await topUp(world.retailerB)).code).toBe(getCode("notFound"));
    const back = await request(server.app, reverseTopUp, { top_up_uuid: theirs.top_up_uuid, reason: "Mine" }, byProvider);
    expect(back.code).toBe(getCode("notFound"));
    expect((await request(server.app, getWallet, { retailer_uuid: world.retailerB }, foreign)).data.balance_cents).toBe(
      theirs.balance_cents,
    );
    // A wallet belongs to one retailer: without a retailer there is no wallet and nothing to list.
    expect((await send(server.app, getWallet, {}, byProvider)).code).toBe(getCode("notFound"));
    expect((await request(server.app, listWalletEntries, {}, byProvider)).data).toMatchObject({ result: [], total: 0 });
  });

  test("an operator can view wallets but not post to them", async () => {
    const byOperator = { token: world.operator.token };
    const { data } = await request(server.app, listTopUps, {}, byOperator);
    expect(data.total).toBeGreaterThan(1);
    expect(data.result.some(({ recorded_by }) => recorded_by === "alpha-provider")).toBe(true);
    expect((await topUp(world.retailerA, {}, byOperator)).status).toBe(403);
    expect((await topUp(world.retailerA, {}, byRetailer)).status).toBe(403);
  });
});
