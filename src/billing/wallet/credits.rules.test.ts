import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StandingCharges } from "./credits.rules.ts";
import type { StandingCharge } from "./credits.rules.ts";
import { priceCharge } from "./tier-pricing.rules.ts";

const tiers = [
  { from_value: 0, price_micros: 1_000_000 },
  { from_value: 10, price_micros: 10_000 },
];
const charged = (day: string, pieces: number, before = 0): StandingCharge => ({
  day,
  quantity_milli: pieces * 1000,
  ...priceCharge(tiers, pieces * 1000, before * 1000),
});

describe("a credit for undone work", () => {
  test("returns what the last pieces cost, even if a new month has started", () => {
    const standing = new StandingCharges();
    standing.add(charged("2026-05-31", 10));
    standing.add(charged("2026-05-31", 90, 10));
    expect(standing.creditFor(90_000, "2026-06-01")).toEqual({
      parts: [{ from: 10, quantity_milli: -90_000, price_micros: 10_000 }],
      quantity_milli: -90_000,
      amount_cents: -90,
      of_month_milli: 0,
    });
  });

  test("takes the newest charges first, and counts how much of it belongs to this month", () => {
    const standing = new StandingCharges();
    standing.add(charged("2026-05-31", 12));
    standing.add(charged("2026-06-01", 3));
    expect(standing.creditFor(6000, "2026-06-02")).toEqual({
      parts: [
        { from: 0, quantity_milli: -4000, price_micros: 1_000_000 },
        { from: 10, quantity_milli: -2000, price_micros: 10_000 },
      ],
      quantity_milli: -6000,
      amount_cents: -402,
      of_month_milli: 3000,
    });
  });

  test("is zero when nothing was charged, and never more than was charged", () => {
    const standing = new StandingCharges();
    expect(standing.creditFor(5000, "2026-06-01")).toEqual({ parts: [], quantity_milli: 0, amount_cents: 0, of_month_milli: 0 });
    standing.add(charged("2026-06-01", 2));
    expect(standing.creditFor(5000, "2026-06-01")).toMatchObject({ quantity_milli: -2000, amount_cents: -200 });
    // A reversed charge leaves its credit behind.
    standing.add({ day: "2026-06-02", parts: [], quantity_milli: -1000, amount_cents: -150 });
    expect(standing.creditFor(5000, "2026-06-03")).toMatchObject({ quantity_milli: -1000, amount_cents: -50 });
  });

  test("never adds up to more than was charged, however often and in whatever quantities work is undone", () => {
    const step = fc.record({ pieces: fc.integer({ min: -40, max: 40 }), price: fc.nat(30_000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const standing = new StandingCharges();
        let [cents, pieces] = [0, 0];
        for (const { pieces: count, price } of steps) {
          const day = "2026-06-01";
          const next =
            count < 0
              ? standing.creditFor(-count * 1000, day)
              : { quantity_milli: count * 1000, ...priceCharge([{ from_value: 0, price_micros: price }], count * 1000, 0) };
          expect(next.quantity_milli).toBe(count < 0 ? 0 - Math.min(-count, pieces) * 1000 : count * 1000);
          standing.add({ day, ...next });
          cents += next.amount_cents;
          pieces += next.quantity_milli / 1000;
          expect(cents).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
