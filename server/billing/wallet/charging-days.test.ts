import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chargeStatus } from "#src/billing/wallet/charges.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { perform, stageCharging } from "#tests/server/charging-acts.ts";
import type { Act, ChargingStage } from "#tests/server/charging-acts.ts";
import { addCard, agreeOn, charge, chargesIn, openBooks, runCharging } from "#tests/server/charging-books.ts";
import type { Books } from "#tests/server/charging-books.ts";
import { request } from "#tests/server/client.ts";
import { addPerson } from "#tests/server/world.ts";
import { chargeDay } from "./post-day-charges.commands.ts";
import { postEntries } from "./postings.commands.ts";

let test_: TestApp;
beforeAll(async () => {
  test_ = await startTestApp();
});
afterAll(() => test_.close());

const day = (number: number) => `2026-05-${String(number).padStart(2, "0")}`;
const at = (number: number, hour = 12) => Date.parse(`${day(number)}T${String(hour).padStart(2, "0")}:00:00Z`);
const first = new Date(at(1, 0));

interface Scene {
  readonly books: Books;
  readonly stage: ChargingStage;
}

/** Creates a provider whose retailers have one SKU each and pay ten cents for each received piece from 1 May on. */
async function scene(zones: readonly string[], retailers = 1): Promise<Scene> {
  const books = await openBooks(test_, retailers);
  await charge(books, first, await addCard(books, first, { "2026-01-01": { receiving_piece: [[0, 100_000]] } }), day(1));
  const variants = books.retailers.map((ownerUuid) => ({ ownerUuid, size: null }));
  return { books, stage: await books.as((tx) => stageCharging(tx, { providerUuid: books.providerUuid, zones, variants })) };
}

const received = (when: number, quantity: number, more: Partial<Act> = {}): Act => ({
  kind: "receive",
  at: when,
  warehouse: 0,
  variant: 0,
  quantity,
  about: 0,
  ...more,
});
const done = ({ books, stage }: Scene, acts: readonly Act[]) => books.as((tx) => perform(tx, stage, acts));
const setZones = ({ books }: Scene, zone: string) =>
  books.as((tx) => sql`update warehouse set time_zone = ${zone} where provider_uuid = ${books.providerUuid}`.execute(tx));

/** Charges what is due at noon of a day: the days before it. */
async function chargedBy({ books }: Scene, number: number): Promise<void> {
  test_.clock.set(new Date(at(number)));
  await runCharging(test_, books);
}
const amounts = async ({ books }: Scene) => (await chargesIn(books)).map((row) => [row.day, row.quantity_milli, row.amount_cents]);

describe("a warehouse's day", () => {
  test("is charged once and in full if the time zone moves ahead by more than a day", async () => {
    const on = await scene(["Pacific/Pago_Pago"]);
    // At eleven its 1 May is over; at ten its 2 May is, in its new time zone.
    await done(on, [received(at(2, 10) + 1_800_000, 1), received(at(3, 2), 2)]);
    await chargedBy(on, 2);
    await setZones(on, "Pacific/Kiritimati");
    await chargedBy(on, 5);
    expect(await amounts(on)).toEqual([
      [day(1), 1000, 10],
      [day(3), 2000, 20],
    ]);
  });

  test("is not charged if it has not ended yet in the warehouse's new time zone", async () => {
    const on = await scene(["UTC"]);
    await done(on, [received(at(1, 20), 1)]);
    await setZones(on, "Pacific/Pago_Pago");
    const of = { warehouse_uuid: on.stage.warehouses[0]?.uuid ?? "", day: day(1) };
    // A worker that read the due days before the change of time zone comes with this day.
    expect(await on.books.as((tx) => chargeDay(tx, on.books.providerUuid, of, new Date(at(2, 3))))).toEqual({
      chargeCount: null,
      leftOut: [],
    });
    expect(await chargesIn(on.books)).toEqual([]);
    await chargedBy(on, 2);
    expect(await amounts(on)).toEqual([[day(1), 1000, 10]]);
  });

  test("is charged in the other warehouses if one has an unknown time zone", async () => {
    const on = await scene(["US/Pacific-New", "UTC"]);
    await done(on, [received(at(1), 5), received(at(1), 7, { warehouse: 1 })]);
    await expect(chargedBy(on, 3)).rejects.toThrow("charging days failed for some providers");
    expect(await amounts(on)).toEqual([[day(1), 7000, 70]]);
    await setZones(on, "UTC");
    await chargedBy(on, 3);
    expect(await amounts(on)).toContainEqual([day(1), 5000, 50]);
  });

  test("shows the provider which retailers with goods there were left out, and why", async () => {
    const on = await scene(["UTC"], 4);
    const [odd = "", early = "", usual = "", empty = ""] = on.books.retailers;
    const context = { providerUuid: on.books.providerUuid, userUuid: null, now: new Date(at(1)) };
    const source = { type: "top-up" as const, uuid: newId() };
    await on.books.as((tx) =>
      postEntries(tx, context, [{ retailerUuid: odd, account: "paid_in", amountCents: 5, currency: "EUR", source }]),
    );
    const later = await addCard(on.books, first, { "2026-05-03": { receiving_piece: [[0, 1]] } });
    for (const retailer of [early, empty]) await agreeOn(on.books, first, retailer, later);
    await done(
      on,
      [0, 1, 2].map((variant) => received(at(1), 10, { variant })),
    );
    await chargedBy(on, 2);
    expect((await chargesIn(on.books)).map(({ retailer_uuid }) => retailer_uuid)).toEqual([usual]);
    const leftOut = async () => {
      // A session expires meanwhile, because days pass.
      const wish = { username: `leaving-${newId()}`, role: "provider", providerUuid: on.books.providerUuid } as const;
      const { token } = await addPerson(test_, wish);
      return (await request(test_.app, chargeStatus, {}, { token })).data.warehouses[0];
    };
    expect(await leftOut()).toMatchObject({
      left_out: [
        { retailer_uuid: odd, retailer_name: "Retailer 0", why: "otherCurrency" },
        { retailer_uuid: early, retailer_name: "Retailer 1", why: "noPrices" },
      ],
      left_out_count: 2,
    });
    await chargedBy(on, 4);
    expect(await leftOut()).toMatchObject({ charged_until: day(3), left_out: [{ why: "otherCurrency" }], left_out_count: 1 });
  });
});
