import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chargeStatus, runCharges } from "#src/billing/wallet/charges.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { stageCharging } from "#tests/server/charging-acts.ts";
import { addCard, balancesIn, charge, chargesIn, openBooks, runCharging } from "#tests/server/charging-books.ts";
import type { Prices } from "#tests/server/charging-books.ts";
import { act, amounts, at, chargedUntil, day, done, first, sceneOf } from "#tests/server/charging-scene.ts";
import type { Scene } from "#tests/server/charging-scene.ts";
import { request } from "#tests/server/client.ts";
import { addPerson } from "#tests/server/world.ts";
import { readDayTime } from "./charging-days.queries.ts";
import { postEntries } from "./postings.commands.ts";

let test_: TestApp;
beforeAll(async () => {
  test_ = await startTestApp();
});
afterAll(() => test_.close());

const scene = (prices: Prices, wish?: Parameters<typeof sceneOf>[2]) => sceneOf(test_, prices, wish);
const chargedBy = (on: Scene, number: number, hour?: number) => chargedUntil(test_, on, number, hour);

describe("storage", () => {
  test("is charged by the age of the newest arrivals that make up the stock, and the first days are free", async () => {
    const on = await scene({
      storage_piece_day: [
        [0, 0],
        [2, 100_000],
        [3, 200_000],
      ],
    });
    await done(on, [act("receive", at(1), 10), act("put", at(2), 10), act("ship", at(4), 4), act("find", at(4), 3)]);
    await chargedBy(on, 6);
    expect(
      (await chargesIn(on.books)).map(({ day: of, amount_cents, parts }) => [
        of,
        amount_cents,
        ...parts.map((part) => [part.from, part.quantity_milli / 1000]),
      ]),
    ).toEqual([
      [day(1), 0, [0, 10]],
      [day(2), 0, [0, 10]],
      [day(3), 100, [2, 10]],
      [day(4), 120, [0, 3], [3, 6]],
      [day(5), 120, [0, 3], [3, 6]],
    ]);
    expect((await balancesIn(on.books)).get(on.books.retailers[0] ?? "")).toBe(-340);
  });

  test("by the litre leaves out SKUs without dimensions, and reports them", async () => {
    const books = await openBooks(test_, 1);
    const [ownerUuid = ""] = books.retailers;
    await charge(books, first, await addCard(books, first, { "2026-01-01": { storage_litre_day: [[0, 10_000]] } }), day(1));
    const sizes = [[100, 100, 150] as const, null];
    const wish = { providerUuid: books.providerUuid, zones: ["UTC"], variants: sizes.map((size) => ({ ownerUuid, size })) };
    const on = { books, stage: await books.as((tx) => stageCharging(tx, wish)) };
    await done(on, [act("receive", at(1), 7), act("receive", at(1), 9, { variant: 1 })]);
    await chargedBy(on, 2);
    expect(await amounts(on)).toEqual([[day(1), "storage_litre_day", 10_500, 11]]);

    const provider = await addPerson(test_, { username: "litre-provider", role: "provider", providerUuid: books.providerUuid });
    const { data } = await request(test_.app, chargeStatus, {}, { token: provider.token });
    expect(data).toMatchObject({ charges_from: day(1), retailers_without_card: 0 });
    expect(data.warehouses).toMatchObject([{ charged_until: day(1), unmeasured_skus: 1, unmeasured_pieces: 9 }]);
  });

  test("keeps counting the age of stock that was merged into another SKU", async () => {
    const books = await openBooks(test_, 1);
    const [ownerUuid = ""] = books.retailers;
    await charge(
      books,
      first,
      await addCard(books, first, {
        "2026-01-01": {
          storage_piece_day: [
            [0, 0],
            [2, 100_000],
            [4, 300_000],
          ],
        },
      }),
      day(1),
    );
    const wish = { providerUuid: books.providerUuid, zones: ["UTC"], variants: [1, 2, 3].map(() => ({ ownerUuid, size: null })) };
    const on = { books, stage: await books.as((tx) => stageCharging(tx, wish)) };
    await done(on, [act("receive", at(1), 5), act("receive", at(3), 2, { variant: 1 })]);
    const merged = (from: number, into: number, quantity: number, now: number) =>
      books.as(async (tx) => {
        const [{ uuid: warehouseUuid, dock } = { uuid: "", dock: "" }] = on.stage.warehouses;
        const there = { place: "location", locationUuid: dock, condition: "good" } as const;
        const between = { place: "adjustment", condition: "good" } as const;
        const common = { ownerUuid, warehouseUuid, lot: "", quantity };
        const [uuid, variant] = [newId(), (place: number) => on.stage.variants[place]?.uuid ?? ""];
        const posted = await postMovements(tx, { providerUuid: books.providerUuid, userUuid: null, now: new Date(now) }, [
          { ...common, source: { type: "merge", uuid, line: 1 }, variantUuid: variant(from), from: there, to: between },
          { ...common, source: { type: "merge", uuid, line: 2 }, variantUuid: variant(into), from: between, to: there },
        ]);
        expect(posted.ok).toBe(true);
      });
    await merged(0, 1, 5, at(4));
    await merged(1, 2, 7, at(5));
    await chargedBy(on, 7);
    expect((await amounts(on)).map(([of, , , cents]) => [of, cents])).toEqual([
      [day(1), 0],
      [day(2), 0],
      [day(3), 50],
      [day(4), 50],
      [day(5), 5 * 30 + 2 * 10],
      [day(6), 5 * 30 + 2 * 10],
    ]);
  });
});

describe("a day", () => {
  test("is charged once, an hour after it ends", async () => {
    const on = await scene({ receiving_piece: [[0, 100_000]] });
    await done(on, [act("receive", at(1, 23), 1)]);
    const charges = async (hour: number, minute: number) => {
      test_.clock.set(new Date(at(2, hour) + minute * 60_000));
      await runCharging(test_, on.books);
      return (await chargesIn(on.books)).length;
    };
    expect(await charges(0, 59)).toBe(0);
    expect(await charges(1, 0)).toBe(1);
    expect(await charges(5, 0)).toBe(1);
  });

  test("has a single start time for its oldest age, however old that is", async () => {
    const on = await scene({ receiving_piece: [[0, 100_000]] });
    const of = { warehouse_uuid: on.stage.warehouses[0]?.uuid ?? "", day: day(1) };
    expect(await on.books.as((tx) => readDayTime(tx, on.books.providerUuid, of, 3650))).toEqual({
      ...of,
      from: first,
      until: new Date(at(2, 0)),
      since: new Date(at(1, 0) - 3649 * 86_400_000),
      time_zone: "UTC",
    });
  });

  test("begins where the previous one ended, even if the warehouse's time zone changes", async () => {
    const on = await scene({ receiving_piece: [[0, 100_000]] });
    await done(on, [act("receive", at(1, 20), 1), act("receive", at(2, 14), 2)]);
    await chargedBy(on, 2, 3);
    await on.books.as((tx) =>
      sql`update warehouse set time_zone = 'Asia/Shanghai' where provider_uuid = ${on.books.providerUuid}`.execute(tx),
    );
    await done(on, [act("receive", at(2, 17), 4)], 2);
    await chargedBy(on, 4);
    expect(await amounts(on)).toEqual([
      [day(1), "receiving_piece", 1000, 10],
      [day(2), "receiving_piece", 2000, 20],
      [day(3), "receiving_piece", 4000, 40],
    ]);
  });

  test("is charged for the other retailers if one's wallet has another currency, which is logged once", async () => {
    const on = await scene({ storage_piece_day: [[0, 10_000]] }, { retailers: 2 });
    const [odd = "", usual = ""] = on.books.retailers;
    const context = { providerUuid: on.books.providerUuid, userUuid: null, now: new Date(at(1)) };
    const source = { type: "top-up" as const, uuid: newId() };
    await on.books.as((tx) =>
      postEntries(tx, context, [{ retailerUuid: odd, account: "paid_in", amountCents: 5, currency: "EUR", source }]),
    );
    await done(
      on,
      [0, 1].map((variant) => act("receive", at(1), 10, { variant })),
    );
    test_.logged.length = 0;
    await chargedBy(on, 4);
    expect((await chargesIn(on.books)).map((row) => [row.retailer_uuid, row.amount_cents])).toEqual([1, 2, 3].map(() => [usual, 10]));
    expect(test_.logged.filter((line) => line.includes("different currencies")).map((line) => line.includes(odd))).toEqual([true]);
  });
});

test("a provider can have the ended days charged once charging is switched on", async () => {
  const providerUuid = (await openBooks(test_, 0)).providerUuid;
  const { token } = await addPerson(test_, { username: "running-provider", role: "provider", providerUuid });
  expect((await request(test_.app, runCharges, {}, { token })).code).toBe(codes["wallet.notCharging"].code);
  await test_.services.database.transaction({ kind: "provider", providerUuid }, (tx) =>
    sql`insert into billing_setting (provider_uuid, charges_from) values (${providerUuid}, current_date)`.execute(tx),
  );
  const run = async () => (await request(test_.app, runCharges, {}, { token })).data;
  expect(await run()).toEqual({ is_queued: true });
  // A failed job waits for its retry: it is started now, and no second one is queued.
  const asGate = <T>(ask: RawBuilder<T>) => test_.services.database.transaction(anonymous, async (tx) => (await ask.execute(tx)).rows);
  await asGate(sql`update pgboss.job set state = 'retry', start_after = now() + interval '10 minutes' where name = 'wallet.charge'`);
  expect(await run()).toEqual({ is_queued: false });
  const jobs = sql`select data->'input' as data, start_after <= now() as is_due from pgboss.job where name = 'wallet.charge' order by created_on`;
  const data = { provider_uuid: providerUuid };
  expect(await asGate(jobs)).toEqual([{ data, is_due: true }]);
  // Behind a running job one more is queued, which sees what the first began without.
  await asGate(sql`update pgboss.job set state = 'active' where name = 'wallet.charge'`);
  expect([await run(), await run()]).toEqual([{ is_queued: true }, { is_queued: false }]);
  expect(await asGate(jobs)).toEqual([
    { data, is_due: true },
    { data, is_due: true },
  ]);
});
