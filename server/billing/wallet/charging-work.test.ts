import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Acting } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { addCard, agreeOn, balancesIn, charge, chargesIn, runCharging } from "#tests/server/charging-books.ts";
import type { Prices } from "#tests/server/charging-books.ts";
import { act, amounts, at, chargedUntil, day, done, first, sceneOf } from "#tests/server/charging-scene.ts";
import type { Scene } from "#tests/server/charging-scene.ts";
import { reverseChargeEntry } from "./charges.commands.ts";

let test_: TestApp;
beforeAll(async () => {
  test_ = await startTestApp();
});
afterAll(() => test_.close());

const scene = (prices: Prices, wish?: Parameters<typeof sceneOf>[2]) => sceneOf(test_, prices, wish);
const chargedBy = (on: Scene, number: number, hour?: number) => chargedUntil(test_, on, number, hour);

describe("chargeable work", () => {
  test("is charged per day and receipt; work undone on a later day is credited as it was charged", async () => {
    const on = await scene({
      receiving_piece: [
        [0, 100_000],
        [10, 50_000],
      ],
    });
    await done(on, [
      act("receive", at(1), 6),
      act("receive", at(1), 4),
      act("receive", at(1), 8, { about: 1 }),
      act("receive", at(2), 3),
      act("unreceive", at(2), 3, { of: 3 }),
      act("unreceive", at(3), 8, { of: 2 }),
      act("unreceive", at(3), 4, { of: 1 }),
    ]);
    await chargedBy(on, 4);
    expect(await amounts(on)).toEqual([
      [day(1), "receiving_piece", 10_000, 100],
      [day(1), "receiving_piece", 8000, 40],
      [day(3), "receiving_piece", -4000, -40],
      [day(3), "receiving_piece", -8000, -40],
    ]);
    expect((await balancesIn(on.books)).get(on.books.retailers[0] ?? "")).toBe(-60);
  });

  test("is not credited twice: a charge that a later day credited can be reversed only after that credit", async () => {
    const on = await scene({ receiving_piece: [[0, 100_000]] });
    await done(on, [act("receive", at(1), 8), act("unreceive", at(2), 8, { of: 0 })]);
    await chargedBy(on, 3);
    const { providerUuid } = on.books;
    const acting: Acting = { kind: "provider", providerUuid, userUuid: newId() };
    const scope = { providerUuid, retailerUuid: null, userUuid: newId(), role: "provider", acting, now: new Date(at(4)) } as const;
    const takeBack = (cents: number) =>
      test_.services.database.transaction(acting, async (tx) => {
        const { charge_uuid } = await tx
          .selectFrom("charge")
          .select("charge_uuid")
          .where("provider_uuid", "=", providerUuid)
          .where("amount_cents", "=", cents)
          .executeTakeFirstOrThrow();
        return reverseChargeEntry({ ...scope, tx }, charge_uuid, "counted wrongly");
      });
    expect(await takeBack(80)).toEqual({ ok: false, problem: "wallet.creditedSince" });
    expect((await takeBack(-80)).ok).toBe(true);
    expect((await takeBack(80)).ok).toBe(true);
    expect((await balancesIn(on.books)).get(on.books.retailers[0] ?? "")).toBe(0);
  });

  test("is charged per warehouse that an order ships from on a day", async () => {
    const on = await scene(
      {
        shipped_piece: [
          [0, 100_000],
          [5, 10_000],
        ],
      },
      { zones: ["UTC", "UTC"] },
    );
    const both = [0, 1].flatMap((warehouse) => [act("find", at(1), 4, { warehouse }), act("ship", at(1), 4, { warehouse })]);
    await done(on, both);
    await chargedBy(on, 2);
    expect(await amounts(on)).toEqual([
      [day(1), "shipped_piece", 4000, 40],
      [day(1), "shipped_piece", 4000, 13],
    ]);
    expect(new Set((await chargesIn(on.books)).map(({ source_uuid }) => source_uuid)).size).toBe(1);
  });

  test("is not credited if it was never charged, or if its charge was reversed manually", async () => {
    const on = await scene({ receiving_piece: [[0, 100_000]] });
    await done(on, [
      act("receive", at(1, 0) - 7_200_000, 9),
      act("receive", at(1), 5, { about: 1 }),
      act("receive", at(1), 3, { about: 2 }),
    ]);
    await chargedBy(on, 2);
    const { uuid, sum } = { uuid: on.stage.receipts[0]?.[1] ?? "", sum: -80 };
    expect((await balancesIn(on.books)).get(on.books.retailers[0] ?? "")).toBe(sum);
    await on.books.as((tx) =>
      sql`update charge set status = 'reversed', reversed_at = now(), reversed_by = ${on.books.providerUuid}, reversal_reason = 'a mistake'
        where provider_uuid = ${on.books.providerUuid} and source_uuid = ${uuid}`.execute(tx),
    );
    await done(
      on,
      [0, 1, 2].map((of) => act("unreceive", at(2), [9, 5, 3][of] ?? 0, { of, about: of })),
      3,
    );
    await chargedBy(on, 3);
    expect((await amounts(on)).filter(([of]) => of === day(2))).toEqual([[day(2), "receiving_piece", -3000, -30]]);
  });

  test("is credited at its original cost in a month with other prices, without reducing that month's count", async () => {
    const on = await scene({
      receiving_piece: [
        [0, 1_000_000],
        [10, 10_000],
      ],
    });
    const june = (hours: number) => at(31, 0) + 86_400_000 + hours * 3_600_000;
    await agreeOn(
      on.books,
      first,
      on.books.retailers[0] ?? "",
      await addCard(on.books, first, {
        "2026-01-01": {
          receiving_piece: [
            [0, 1_000_000],
            [10, 10_000],
          ],
        },
        "2026-06-01": {
          receiving_piece: [
            [0, 2_000_000],
            [10, 20_000],
          ],
        },
        "2026-06-03": { putaway_piece: [[0, 0]] },
      }),
    );
    await done(on, [
      act("receive", at(31), 10),
      act("receive", at(31), 90),
      act("unreceive", june(1), 90, { of: 1 }),
      act("receive", june(25), 12, { about: 1 }),
      act("unreceive", june(49), 10, { of: 0 }),
    ]);
    test_.clock.set(new Date(june(80)));
    await runCharging(test_, on.books);
    expect(await amounts(on)).toEqual([
      [day(31), "receiving_piece", 100_000, 1090],
      ["2026-06-01", "receiving_piece", -90_000, -90],
      ["2026-06-02", "receiving_piece", 12_000, 2004],
      ["2026-06-03", "receiving_piece", -10_000, -1000],
    ]);
  });

  test("has a charge of zero if its price is zero, and no charge without a price", async () => {
    const on = await scene({ receiving_piece: [[0, 0]] });
    await done(on, [act("receive", at(1), 6), act("put", at(1), 6), act("ship", at(1), 2)]);
    await chargedBy(on, 2);
    expect(await amounts(on)).toEqual([[day(1), "receiving_piece", 6000, 0]]);
    expect(await balancesIn(on.books)).toEqual(new Map());
  });

  test("is counted by calendar month; manually reversed work no longer counts and is not charged again", async () => {
    const on = await scene({
      shipped_piece: [
        [0, 100_000],
        [5, 10_000],
      ],
    });
    await done(on, [act("find", at(1), 90), act("ship", at(1), 5), act("ship", at(2), 5, { about: 1 })]);
    await chargedBy(on, 2);
    await on.books.as((tx) =>
      sql`update charge set status = 'reversed', reversed_at = now(), reversed_by = ${on.books.providerUuid}, reversal_reason = 'a mistake'
        where provider_uuid = ${on.books.providerUuid}`.execute(tx),
    );
    await done(on, [act("ship", at(31), 5, { about: 2 }), act("ship", at(31) + 86_400_000, 5)], 3);
    test_.clock.set(new Date(at(31) + 2 * 86_400_000));
    await runCharging(test_, on.books);
    expect(await amounts(on)).toEqual([
      [day(1), "shipped_piece", 5000, 50],
      [day(2), "shipped_piece", 5000, 50],
      [day(31), "shipped_piece", 5000, 5],
      ["2026-06-01", "shipped_piece", 5000, 50],
    ]);
  });

  test("is free for the provider's own goods, and for a retailer without a rate card", async () => {
    const on = await scene({ receiving_piece: [[0, 100_000]], storage_piece_day: [[0, 10_000]] }, { retailers: 2 });
    await charge(on.books, first, null, day(1));
    await agreeOn(
      on.books,
      first,
      on.books.retailers[1] ?? "",
      await addCard(on.books, first, { "2026-01-01": { receiving_piece: [[0, 70_000]] } }),
    );
    await done(
      on,
      [0, 1, 2].map((variant) => act("receive", at(1), 10, { variant })),
    );
    await chargedBy(on, 3);
    expect((await chargesIn(on.books)).map(({ retailer_uuid, amount_cents }) => [retailer_uuid, amount_cents])).toEqual([
      [on.books.retailers[1], 70],
    ]);
  });
});
