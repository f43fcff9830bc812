import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventQuantity, WorkEvent } from "#src/billing/rate-cards/estimate.rules.ts";
import { kindOfEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Acting } from "#server/platform/db/row-security.ts";
import { postEntries } from "#server/billing/wallet/postings.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { addCard, agreeOn, charge, chargesIn } from "#tests/server/charging-books.ts";
import { act, at, chargedUntil, day, done, first, sceneOf } from "#tests/server/charging-scene.ts";
import type { Scene } from "#tests/server/charging-scene.ts";
import { staffOf } from "#tests/server/stage-stock.ts";
import { estimateCharges } from "./estimate.queries.ts";

let test_: TestApp;
beforeAll(async () => {
  test_ = await startTestApp();
});
afterAll(() => test_.close());

const retailerOf = ({ books }: Scene) => books.retailers[0] ?? "";
const asStaff = ({ books }: Scene) => staffOf(books.providerUuid);
const asRetailer = (on: Scene): Acting => ({
  kind: "dropShipper",
  providerUuid: on.books.providerUuid,
  retailerUuid: retailerOf(on),
  userUuid: newId(),
});

const estimate = (on: Scene, of: string, orders: readonly (readonly EventQuantity[])[], acting = asStaff(on)) =>
  test_.services.database.transaction(acting, (tx) => estimateCharges(tx, on.books.providerUuid, retailerOf(on), of, orders));

/** Posts a charge for work on an order, as its day would. */
const addWork = (on: Scene, event: WorkEvent, of: string, quantity: number) =>
  on.books.as((tx) =>
    sql`insert into charge (provider_uuid, charge_uuid, retailer_uuid, kind, event, source_type, source_uuid, day, warehouse_uuid, quantity_milli,
        amount_cents, currency, posted_at)
      values (${on.books.providerUuid}, ${newId()}, ${retailerOf(on)}, ${kindOfEvent[event]}, ${event}, 'order', ${newId()}, ${of}::date,
        ${on.stage.warehouses[0]?.uuid}, ${quantity * 1000}, 0, 'USD', ${first})`.execute(tx),
  );

test("an estimate equals what charging then posts for the same work, across tiers and from order to order", async () => {
  const on = await sceneOf(test_, {
    shipped_piece: [
      [0, 333_333],
      [6, 111_115],
      [11, 7],
    ],
    receiving_piece: [[0, 124_999]],
  });
  await done(on, [act("find", at(1), 90), act("ship", at(1), 4), act("receive", at(1), 3)]);
  await chargedUntil(test_, on, 2);
  const quantities = [1, 5, 4];
  const orders = [
    ...quantities.map((quantity) => [{ event: "shipped_piece", quantity } as const]),
    [{ event: "receiving_piece", quantity: 7 } as const],
  ];
  const asked = [await estimate(on, day(2), orders), await estimate(on, day(2), orders, asRetailer(on))];
  const acts = quantities.map((quantity, about) => act("ship", at(2), quantity, { about }));
  await done(on, [...acts, act("receive", at(2), 7)], 3);
  await chargedUntil(test_, on, 3);
  const posted = (await chargesIn(on.books)).filter((row) => row.day === day(2));
  const of = (source: string | undefined) =>
    posted.find(({ source_uuid }) => source_uuid === source) ?? { event: "", quantity_milli: 0, amount_cents: 0, parts: [] };
  const sources = [...on.stage.orders, on.stage.receipts[0]?.[0]];
  const expected = sources.map((source) => {
    const { event, quantity_milli, amount_cents, parts } = of(source);
    return { charges: [{ event, quantity_milli, parts, amount_cents }], total_cents: amount_cents, unpriced: [] };
  });
  expect(expected.map(({ total_cents }) => total_cents)).toEqual([33, 78, 11, 87]);
  for (const one of asked) expect(one).toMatchObject({ ok: true, value: { currency: "USD", orders: expected } });
});

test("an estimate continues the month's count of charges that stand, in the unit of each event", async () => {
  const on = await sceneOf(test_, {
    picking_order: [
      [0, 500_000],
      [10, 250_000],
    ],
    packing_parcel: [[0, 100_000]],
  });
  await addWork(on, "picking_order", day(1), 8);
  await addWork(on, "picking_order", "2026-04-30", 100);
  await addWork(on, "packing_parcel", day(1), 50);
  const work: EventQuantity[] = [
    { event: "picking_order", quantity: 1 },
    { event: "packing_parcel", quantity: 2 },
    { event: "bagging_parcel", quantity: 1 },
  ];
  const asked = async (of: string) => {
    const answer = await estimate(on, of, [work, work, work], asRetailer(on));
    return answer.ok ? answer.value?.orders.map(({ total_cents }) => total_cents) : [];
  };
  expect(await asked(day(2))).toEqual([70, 70, 45]);
  expect(await asked("2026-06-01")).toEqual([70, 70, 70]);
  expect(await estimate(on, day(2), [work])).toMatchObject({ value: { orders: [{ unpriced: ["bagging_parcel"] }] } });
  await on.books.as((tx) =>
    sql`update charge set status = 'reversed', reversed_at = now(), reversed_by = ${on.books.providerUuid}, reversal_reason = 'a mistake'
      where provider_uuid = ${on.books.providerUuid} and event = 'picking_order' and day = ${day(1)}::date`.execute(tx),
  );
  expect(await asked(day(2))).toEqual([70, 70, 70]);
});

test("there is no estimate for a retailer that is not charged: without a card, before its prices, or with a wallet in another currency", async () => {
  const on = await sceneOf(test_, { picking_order: [[0, 500_000]] });
  const work = [[{ event: "picking_order", quantity: 1 } as const]];
  expect(await estimate(on, "2025-12-31", work)).toEqual({ ok: true, value: null });
  expect(await estimate(on, day(1), [])).toMatchObject({ ok: true, value: { orders: [] } });
  const { providerUuid } = on.books;
  await on.books.as((tx) =>
    postEntries(tx, { providerUuid, userUuid: null, now: first }, [
      { retailerUuid: retailerOf(on), account: "paid_in", amountCents: 100, currency: "EUR", source: { type: "top-up", uuid: newId() } },
    ]),
  );
  expect(await estimate(on, day(1), work)).toEqual({ ok: false, problem: "rateCards.otherCurrency" });
  await charge(on.books, first, null, day(1));
  expect(await estimate(on, day(1), work)).toEqual({ ok: true, value: null });
});

test("an estimate goes by the retailer's own card", async () => {
  const on = await sceneOf(test_, { picking_order: [[0, 500_000]] });
  const own = await addCard(on.books, first, { "2026-01-01": { picking_order: [[0, 10_000]] } });
  await agreeOn(on.books, first, retailerOf(on), own);
  const work = [[{ event: "picking_order", quantity: 2 } as const]];
  for (const acting of [asStaff(on), asRetailer(on)])
    expect(await estimate(on, day(1), work, acting)).toMatchObject({ value: { rate_card_uuid: own, orders: [{ total_cents: 2 }] } });
});
