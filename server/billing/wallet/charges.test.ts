import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { addCharge, getCharge, listChargedGoods, listCharges, reverseCharge } from "#src/billing/wallet/charges.contract.ts";
import { listMovements } from "#src/warehouse/stock/stock.contract.ts";
import { recordTopUp, reverseTopUp } from "#src/billing/wallet/wallet.contract.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { movementId } from "#server/warehouse/stock/movement-id.ts";
import { closeLedger } from "#server/warehouse/stock/close-ledger.commands.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { reserveStock, shipReservations } from "#server/warehouse/stock/reservations.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addReceiptsRows } from "#tests/server/rows-receipts.ts";
import { addReturnRows } from "#tests/server/rows-returns.ts";
import { addWalletRows, chargeCents, topUpCents } from "#tests/server/rows-wallet.ts";
import { addWaybillRows } from "#tests/server/rows-waybills.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import { addRetailer, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { readLineBatches } from "../statements/lines.queries.ts";
import { chargeDay, getChargingActor } from "./post-day-charges.commands.ts";

const start = new Date("2026-06-15T13:00:00Z");
const dayMs = 86_400_000;
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

function freshRetailer(): Promise<string> {
  return server.services.database.transaction({ kind: "anonymous" }, (tx) => addRetailer(tx, `Fresh ${newId()}`, world.providerA));
}

const charge = (retailer_uuid: string, given: Partial<InputOf<typeof addCharge>> = {}, by = byProvider) =>
  request(
    server.app,
    addCharge,
    { retailer_uuid, kind: "other", amount_cents: 400, day: "2026-06-14", remark: "Relabelling", ...given },
    by,
  );
const readDetail = async (charge_uuid: string, by = byProvider) => (await request(server.app, getCharge, { charge_uuid }, by)).data;
const list = async (wanted: InputOf<typeof listCharges>, by = byProvider) => (await request(server.app, listCharges, wanted, by)).data;
const takeBack = (charge_uuid: string, by = byProvider) =>
  request(server.app, reverseCharge, { charge_uuid, reason: "Agreed otherwise" }, by);

interface ChargedFor {
  readonly event: string;
  readonly source_type: string;
  readonly source_uuid: string;
  readonly order_uuid: string | null;
}
const ofReceipt = (): ChargedFor => ({ event: "receiving_piece", source_type: "receipt", source_uuid: newId(), order_uuid: null });

/** Charges an event with a price of zero, by default the pieces of a receipt: the charge exists without entries. */
function addFreeCharge(retailerUuid: string, chargedFor = ofReceipt()): Promise<string> {
  const charge_uuid = movementId(start);
  const row = { provider_uuid: world.providerA, charge_uuid, retailer_uuid: retailerUuid, kind: "handling", ...chargedFor };
  const about = { day: "2026-06-14", quantity_milli: 3000, amount_cents: 0, currency: "USD" };
  const parts = JSON.stringify([{ from: 0, quantity_milli: 3000, price_micros: 0 }]);
  return asStaff(async (tx) => {
    await tx
      .insertInto("charge")
      .values({ ...row, ...about, parts, posted_at: start })
      .execute();
    return charge_uuid;
  });
}

describe("a manual charge", () => {
  test("reduces the balance, and records who posted it, when and what for", async () => {
    const retailer = await freshRetailer();
    const { data } = await charge(retailer.toUpperCase());
    expect(data).toMatchObject({ balance_cents: -400, currency: "USD" });
    expect(await readDetail(data.charge_uuid)).toMatchObject({
      retailer_uuid: retailer,
      kind: "other",
      event: "by_hand",
      source_type: "hand",
      source_text: "",
      day: "2026-06-14",
      warehouse_uuid: null,
      quantity_milli: 1000,
      amount_cents: 400,
      state: "posted",
      remark: "Relabelling",
      parts: [],
      posted_by: "alpha-provider",
      posted_at: start.toISOString(),
      statement_number: "",
    });
    const goods = await request(server.app, listChargedGoods, { charge_uuid: data.charge_uuid }, byProvider);
    expect(goods.data).toEqual({ result: [], is_complete: true, from: "", until: "" });
    const audit = await asStaff((tx) =>
      tx.selectFrom("audit_log").select(["action", "detail"]).where("subject_uuid", "=", data.charge_uuid).execute(),
    );
    expect(audit).toMatchObject([{ action: "wallet.add-charge", detail: { retailer_uuid: retailer } }]);
  });

  test("is a credit if negative, and cannot be zero, without a reason, or dated in the future", async () => {
    const retailer = await freshRetailer();
    expect((await charge(retailer, { amount_cents: -150, kind: "goods" })).data.balance_cents).toBe(150);
    for (const wrong of [
      { amount_cents: 0 },
      { remark: " " },
      { amount_cents: 10_000_000_001 },
      { day: "2026-02-30" },
      { day: "0000-02-01" },
    ])
      expect((await charge(retailer, wrong)).code).toBe(getCode("parameterError"));
    expect((await charge(retailer, { day: "2026-06-16" })).code).toBe(getCode("wallet.dayAhead"));
  });

  test("is refused for another provider's retailer", async () => {
    expect((await charge(world.retailerB)).code).toBe(getCode("notFound"));
  });
});

describe("reversing a charge", () => {
  test("happens once, with a reason, however many requests arrive at once", async () => {
    const retailer = await freshRetailer();
    const { charge_uuid } = (await charge(retailer)).data;
    const answers = await Promise.all(Array.from({ length: 8 }, () => takeBack(charge_uuid)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(7).fill(getCode("wallet.reversedAlready")),
    ]);
    const detail = await readDetail(charge_uuid);
    expect(detail).toMatchObject({ state: "reversed", reversal_reason: "Agreed otherwise", reversed_at: start.toISOString() });
    expect((await charge(retailer, { amount_cents: 1 })).data.balance_cents).toBe(-1);
  });

  test("posts no entry if the charge is zero", async () => {
    const retailer = await freshRetailer();
    const free = await addFreeCharge(retailer);
    expect(await readDetail(free)).toMatchObject({ amount_cents: 0, parts: [{ from: 0, quantity_milli: 3000, price_micros: 0 }] });
    expect((await takeBack(free)).data).toEqual({ balance_cents: 0 });
    expect((await takeBack(free)).code).toBe(getCode("wallet.reversedAlready"));
  });

  test("is reserved for the provider", async () => {
    const { charge_uuid } = (await charge(world.retailerA)).data;
    expect((await takeBack(charge_uuid, { token: world.foreignProvider.token })).code).toBe(getCode("notFound"));
    for (const { token } of [world.operator, world.retailer]) expect((await takeBack(charge_uuid, { token })).status).toBe(403);
  });
});

describe("the state of a charge", () => {
  test("goes from posted to invoiced to paid, and back to invoiced if the payment is reversed", async () => {
    const retailer = await freshRetailer();
    server.clock.set(new Date("2026-05-20T08:00:00Z"));
    const { charge_uuid } = (await charge(retailer, { day: "2026-05-19" })).data;
    const { charge_uuid: reversed } = (await charge(retailer, { day: "2026-05-19" })).data;
    server.clock.set(start);
    const states = async () => [(await readDetail(charge_uuid)).state, (await readDetail(reversed)).state];
    expect(await states()).toEqual(["posted", "posted"]);
    await asStaff((tx) =>
      sql`select issue_statement(${world.providerA}, ${retailer}, '2026-05-01', '2026-05-01Z', '2026-06-01Z', ${`S-${retailer}`}, ${newId()}, ${start})`.execute(
        tx,
      ),
    );
    expect(await states()).toEqual(["invoiced", "invoiced"]);
    expect(await readDetail(charge_uuid)).toMatchObject({ statement_number: `S-${retailer}`, statement_month: "2026-05" });
    // Later charges and reversals belong to another statement.
    const later = (await charge(retailer)).data.charge_uuid;
    await takeBack(reversed);
    expect(await states()).toEqual(["invoiced", "reversed"]);
    const pay = async (amount_cents: number) => {
      const input = { retailer_uuid: retailer, amount_cents, method: "bank", received_on: "2026-06-15" } as const;
      return (await request(server.app, recordTopUp, input, byProvider)).data.top_up_uuid;
    };
    // The reversal covers its half.
    await pay(399);
    expect(await states()).toEqual(["invoiced", "reversed"]);
    const last = await pay(1);
    expect(await states()).toEqual(["paid", "reversed"]);
    expect(await readDetail(later)).toMatchObject({ state: "posted", statement_number: "" });
    await request(server.app, reverseTopUp, { top_up_uuid: last, reason: "Bounced" }, byProvider);
    expect(await states()).toEqual(["invoiced", "reversed"]);
  });

  test("of a closed month does not change: no more charges can be posted to it", async () => {
    const retailer = await freshRetailer();
    await charge(retailer);
    await asStaff((tx) =>
      sql`select issue_statement(${world.providerA}, ${retailer}, '2026-06-01', '2026-06-01Z', '2026-07-01Z', ${`S-${retailer}`}, ${newId()}, '2026-07-02')`.execute(
        tx,
      ),
    );
    expect((await charge(retailer)).code).toBe(getCode("changedMeanwhile"));
    expect((await list({ retailer_uuid: retailer })).total).toBe(1);
  });
});

describe("the list of charges", () => {
  test("is filtered by kind, event, day, source and state, newest first", async () => {
    const retailer_uuid = await freshRetailer();
    const goods = (await charge(retailer_uuid, { kind: "goods", day: "2026-06-01" })).data.charge_uuid;
    const other = (await charge(retailer_uuid, { day: "2026-06-10" })).data.charge_uuid;
    const free = await addFreeCharge(retailer_uuid);
    await takeBack(other);
    const found = async (wanted: InputOf<typeof listCharges>) =>
      (await list({ retailer_uuid, ...wanted })).result.map(({ charge_uuid }) => charge_uuid).toSorted();
    expect(await found({})).toEqual([goods, other, free].toSorted());
    expect(await found({ kind: "goods" })).toEqual([goods]);
    expect(await found({ event: "by_hand" })).toEqual([goods, other].toSorted());
    expect(await found({ day_from: "2026-06-01", day_until: "2026-06-09" })).toEqual([goods]);
    expect(await found({ day_from: "2026-06-10", day_until: "2026-06-10" })).toEqual([other]);
    expect(await found({ source_uuid: other })).toEqual([other]);
    expect(await found({ reversed: true })).toEqual([other]);
    expect(await found({ reversed: false })).toEqual([goods, free].toSorted());
    const page = await list({ retailer_uuid, page_size: 2 });
    const rest = await list({ retailer_uuid, page_size: 2, cursor: page.next_cursor ?? "" });
    expect([...page.result, ...rest.result].map(({ charge_uuid }) => charge_uuid).toSorted()).toEqual([goods, other, free].toSorted());
  });

  test("has all retailers' charges for staff who name none, and only its own for a retailer", async () => {
    const mine = (await charge(world.retailerA)).data.charge_uuid;
    const theirs = (await charge(world.retailerA2)).data.charge_uuid;
    const foreign = (await charge(world.retailerB, {}, { token: world.foreignProvider.token })).data.charge_uuid;
    const all = await list({ page_size: 200 });
    const named = new Map(all.result.map((row) => [row.charge_uuid, row.retailer_name]));
    expect([named.get(mine), named.get(theirs), named.get(foreign)]).toEqual(["Retailer One", "Retailer Two", undefined]);
    const own = await list({ page_size: 200 }, byRetailer);
    expect(new Set(own.result.map(({ retailer_uuid }) => retailer_uuid))).toEqual(new Set([world.retailerA]));
    expect(own.result.map(({ charge_uuid }) => charge_uuid)).toContain(mine);
    for (const call of [getCharge, listChargedGoods])
      for (const charge_uuid of [theirs, foreign, newId()])
        expect((await send(server.app, call, { charge_uuid }, byRetailer)).code).toBe(getCode("notFound"));
    for (const retailer_uuid of [world.retailerA2, world.retailerB])
      expect((await send(server.app, listCharges, { retailer_uuid }, byRetailer)).code).toBe(getCode("notFound"));
    expect((await send(server.app, listCharges, { retailer_uuid: world.retailerB }, byProvider)).code).toBe(getCode("notFound"));
    expect((await readDetail(mine, byRetailer)).posted_by).toBe("");
  });
});

describe("the source of a charge", () => {
  test("is named by its own number: a return, also without an order, and a parcel; to nobody else", async () => {
    const { back, sent } = await server.services.database.transaction(platform, async (tx) => {
      const made = { back: await addReturnRows(tx, world.retailer, "inspected"), sent: await addWaybillRows(tx, world.retailer) };
      await sql`update return_order set order_uuid = null where return_uuid = ${made.back.returnUuid}`.execute(tx);
      return made;
    });
    const ofReturn = { event: "customer_return_piece", source_type: "return", source_uuid: back.returnUuid, order_uuid: null };
    const ofParcel = { event: "shipping_parcel", source_type: "parcel", source_uuid: sent.parcelUuid, order_uuid: sent.orderUuid };
    const charged = await Promise.all([ofReturn, ofParcel].map((one) => addFreeCharge(world.retailerA, one)));
    const numbers = [back.returnNumber, sent.parcelNumber];
    for (const by of [byProvider, byRetailer]) {
      const details = await Promise.all(charged.map((uuid) => readDetail(uuid, by)));
      expect(details.map(({ source_text }) => source_text)).toEqual(numbers);
      const { result } = await list({ event: "customer_return_piece", retailer_uuid: world.retailerA }, by);
      expect(result).toMatchObject([{ source_uuid: back.returnUuid, source_text: back.returnNumber, order_uuid: null }]);
    }
    const span = { from: start, to: new Date(start.getTime() + 1) };
    const wanted = { providerUuid: world.providerA, retailerUuid: world.retailerA, span };
    const lines: string[] = [];
    for await (const batch of readLineBatches(server.services.database, staffOf(world.providerA), wanted))
      lines.push(...batch.map(({ source_text }) => source_text));
    expect(lines).toEqual(expect.arrayContaining(numbers));
    // A charge of somebody else for the same return: its number is not theirs to see.
    const foreign = await addFreeCharge(world.retailerA2, ofReturn);
    expect(await readDetail(foreign, { token: world.otherRetailer.token })).toMatchObject({ source_type: "return", source_text: "" });
  });
});

describe("the goods behind a charge", () => {
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);

  /** Charges the days of a warehouse between two moments, as the job does. */
  async function chargeDays(warehouse_uuid: string, from: Date, until: Date): Promise<void> {
    const { database } = server.services;
    const ends = new Date(Date.parse(dayOf(until)) + dayMs);
    await closeLedger(database, { providerUuid: world.providerA, warehouseUuid: warehouse_uuid, until: ends });
    for (const day of new Set([dayOf(from), dayOf(until)]))
      await server.services.database.transaction(getChargingActor(world.providerA), (tx) =>
        chargeDay(tx, world.providerA, { warehouse_uuid, day }, new Date(Date.now() + 3 * dayMs)),
      );
  }

  const listGoods = async (charge_uuid: string, by = byRetailer) => (await request(server.app, listChargedGoods, { charge_uuid }, by)).data;

  /** Reads the pieces of each charge of an event, and of the goods behind it. */
  async function pieces(retailer_uuid: string, event: InputOf<typeof listCharges>["event"]) {
    const { result } = await list({ retailer_uuid, event });
    const rows = result.map(async ({ charge_uuid, quantity_milli }) => {
      const goods = await listGoods(charge_uuid);
      return { charged: quantity_milli / 1000, goods: goods.result.reduce((sum, { quantity }) => sum + quantity, 0) };
    });
    return Promise.all(rows);
  }

  test("match the pieces charged: stored that night, received, put away and shipped", async () => {
    const person: Person = world.retailer;
    const retailerUuid = person.retailerUuid ?? "";
    const before = new Date();
    await server.services.database.transaction(platform, (tx) => addWalletRows(tx, person, start));
    const asRetailer = { kind: "dropShipper", providerUuid: person.providerUuid, retailerUuid, userUuid: person.userUuid } as const;
    const receipt = await server.services.database.transaction(asRetailer, (tx) => addReceiptsRows(tx, person));
    const stage = await asStaff(async (tx) => {
      const made = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: retailerUuid });
      await putStock(tx, made, { quantity: 30 });
      await putStock(tx, made, { variant: 1, location: 1, quantity: 12, condition: "damaged" });
      const { variantUuid = "" } = made.variants[0] ?? {};
      const source = { type: "order", uuid: newId() };
      const want = { line: 1, variantUuid, ownerUuid: retailerUuid, warehouseUuid: made.warehouseUuid, quantity: 4, lot: null };
      const reserved = await reserveStock(tx, world.providerA, source, [want], new Date());
      if (!reserved.ok) throw new Error(reserved.problem);
      const shipped = await shipReservations(tx, { providerUuid: world.providerA, userUuid: null, now: new Date() }, source, null);
      if (!shipped.ok) throw new Error(shipped.problem);
      return { ...made, order: source.uuid };
    });
    const after = new Date();
    await chargeDays(stage.warehouseUuid, before, after);
    await chargeDays(receipt.warehouseUuid, before, after);
    // Later movements do not count for that night.
    await asStaff(async (tx) => {
      const later = new Date(after.getTime() + 2 * dayMs);
      await putStock(tx, stage, { quantity: 500, now: later });
      const { variantUuid = "" } = stage.variants[1] ?? {};
      const damaged = { place: "location", locationUuid: stage.locations[1] ?? "", condition: "damaged" } as const;
      const movement = { variantUuid, ownerUuid: retailerUuid, warehouseUuid: stage.warehouseUuid, lot: "", quantity: 12 };
      const source = { type: "adjustment", uuid: newId(), line: 1 };
      const gone = [{ ...movement, source, from: damaged, to: { place: "adjustment", condition: "damaged" } as const }];
      const posted = await postMovements(tx, { providerUuid: world.providerA, userUuid: null, now: later }, gone);
      if (!posted.ok) throw new Error(posted.problem);
    });
    expect(await pieces(retailerUuid, "shipped_piece")).toEqual([{ charged: 4, goods: 4 }]);
    expect(await pieces(retailerUuid, "receiving_piece")).toEqual([{ charged: 6, goods: 6 }]);
    expect(await pieces(retailerUuid, "putaway_piece")).toEqual([{ charged: 1, goods: 1 }]);
    const stored = await pieces(retailerUuid, "storage_piece_day");
    expect(stored.length).toBeGreaterThanOrEqual(2);
    for (const { charged, goods } of stored) expect(goods).toBe(charged);
    const [night] = (await list({ retailer_uuid: retailerUuid, event: "storage_piece_day", source_uuid: stage.warehouseUuid })).result;
    const { result } = await listGoods(night?.charge_uuid ?? "");
    expect(result).toMatchObject([
      { sku: stage.variants[0]?.sku, quantity: 26, volume_ml: null },
      { sku: stage.variants[1]?.sku, quantity: 12 },
    ]);
    const [received] = (await list({ retailer_uuid: retailerUuid, event: "receiving_piece" })).result;
    expect(received).toMatchObject({ source_text: receipt.receiptNumber, state: "posted" });
    // And back: each movement leads to exactly the charge that includes it.
    const { result: moved } = (await request(server.app, listMovements, { owner_uuid: retailerUuid, page_size: 200 }, byProvider)).data;
    const of = async (movement_uuid: string, by = byRetailer) => (await list({ movement_uuid }, by)).result.map(({ event }) => event);
    const charges = await Promise.all(moved.map(async (entry) => ({ entry, events: await of(entry.movement_uuid) })));
    const listEvents = (type: string) => charges.filter(({ entry }) => entry.source_type === type).map(({ events }) => events);
    expect(listEvents("shipment")).toEqual([["shipped_piece"]]);
    expect(listEvents("receipt").flat()).toContain("receiving_piece");
    expect(listEvents("putaway")).toEqual([["putaway_piece"]]);
    expect(listEvents("adjustment").flat()).toEqual([]);
    const { movement_uuid = "" } = charges.find(({ entry }) => entry.source_type === "shipment")?.entry ?? {};
    expect(await of(movement_uuid, byProvider)).toEqual(["shipped_piece"]);
    for (const token of [world.otherRetailer.token, world.foreignProvider.token]) expect(await of(movement_uuid, { token })).toEqual([]);
    expect(await of(newId())).toEqual([]);
    const goods = await listGoods(received?.charge_uuid ?? "");
    expect(goods.from < goods.until && goods.from.startsWith(received?.day ?? "-")).toBe(true);
  });
});

test("the rows that other tests use can be created again for the same retailer", async () => {
  const person = { ...world.otherRetailer, retailerUuid: await freshRetailer() };
  const first = await server.services.database.transaction(platform, (tx) => addWalletRows(tx, person, start));
  const again = await server.services.database.transaction(platform, (tx) => addWalletRows(tx, person, start));
  expect(again).toMatchObject({ retailerUuid: first.retailerUuid, statementUuid: first.statementUuid });
  const { data } = await request(server.app, reverseCharge, { charge_uuid: again.chargeUuid, reason: "Again" }, byProvider);
  // One of each in the closed month, and one each time.
  expect(data.balance_cents).toBe(3 * topUpCents - 2 * chargeCents);
});
