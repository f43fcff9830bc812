import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { priceCharge } from "./tier-pricing.rules.ts";
import type { AgePart, PriceTier } from "./tier-pricing.rules.ts";

const tier = (from_value: number, price_micros: number): PriceTier => ({ from_value, price_micros });
const pieces = (count: number) => count * 1000;
const amount = (...args: Parameters<typeof priceCharge>) => priceCharge(...args).amount_cents;

describe("a price by pieces per month", () => {
  test("is the same for each piece when there is one tier", () => {
    expect(priceCharge([tier(0, 250_000)], pieces(7), 0)).toEqual({
      parts: [{ from: 0, quantity_milli: 7000, price_micros: 250_000 }],
      amount_cents: 175,
    });
  });

  test("is graduated: each piece has the price of the tier it falls into", () => {
    const tiers = [tier(100, 100_000), tier(0, 300_000), tier(1000, 50_000)];
    expect(priceCharge(tiers, pieces(1500), pieces(90))).toEqual({
      parts: [
        { from: 0, quantity_milli: 10_000, price_micros: 300_000 },
        { from: 100, quantity_milli: 900_000, price_micros: 100_000 },
        { from: 1000, quantity_milli: 590_000, price_micros: 50_000 },
      ],
      amount_cents: 300 + 9000 + 2950,
    });
  });

  test("credits returned pieces at the prices of the last pieces counted", () => {
    const tiers = [tier(0, 300_000), tier(100, 100_000)];
    expect(priceCharge(tiers, pieces(-20), pieces(110))).toEqual({
      parts: [
        { from: 0, quantity_milli: -10_000, price_micros: 300_000 },
        { from: 100, quantity_milli: -10_000, price_micros: 100_000 },
      ],
      amount_cents: -400,
    });
  });

  test("credits pieces beyond the month's count at the first tier's price", () => {
    expect(amount([tier(0, 300_000), tier(10, 100_000)], pieces(-5), pieces(2))).toBe(-150);
    expect(amount([tier(0, 300_000), tier(10, 100_000)], pieces(4), pieces(-5))).toBe(120);
  });

  test("is zero without parts for no pieces, and zero with one part for a free tier", () => {
    expect(priceCharge([tier(0, 5)], 0, 0)).toEqual({ parts: [], amount_cents: 0 });
    expect(priceCharge([tier(0, 0)], 3000, 0)).toEqual({ parts: [{ from: 0, quantity_milli: 3000, price_micros: 0 }], amount_cents: 0 });
  });

  test("is rounded once, with half a cent rounded away from zero", () => {
    expect(amount([tier(0, 5000)], pieces(1), 0)).toBe(1);
    expect(amount([tier(0, 4999)], pieces(1), 0)).toBe(0);
    expect(amount([tier(0, 5000)], pieces(-1), 0)).toBe(-1);
    expect(amount([tier(0, 4999)], pieces(-1), 0)).toBe(0);
    // 0.4 and 0.4 hundredths: each alone would round to zero.
    expect(amount([tier(0, 4000), tier(1, 4000)], pieces(2), 0)).toBe(1);
  });

  test("is exact even when intermediate values exceed the safe integers", () => {
    expect(amount([tier(0, 999_999_999_999)], 123_456_789, 0)).toBe(12_345_678_899_988);
  });

  test("throws a RangeError beyond 2^53 cents or without a tier from 0", () => {
    expect(() => priceCharge([tier(0, 1_000_000_000_000)], 1e14, 0)).toThrow(RangeError);
    expect(() => priceCharge([tier(1, 5)], 1000, 0)).toThrow(RangeError);
    expect(() => priceCharge([], 1000, 0)).toThrow(RangeError);
  });
});

describe("a price by age", () => {
  const tiers = [tier(30, 2000), tier(0, 1000), tier(90, 5000)];
  const aged = (...ages: [number | null, number][]): AgePart[] =>
    ages.map(([age_days, count]) => ({ age_days, quantity_milli: pieces(count) }));

  test("follows the tier of each piece's age; pieces older than the records use the last tier", () => {
    expect(priceCharge(tiers, pieces(21), aged([0, 1], [29, 2], [30, 3], [89, 4], [90, 5], [null, 6]))).toEqual({
      parts: [
        { from: 0, quantity_milli: 3000, price_micros: 1000 },
        { from: 30, quantity_milli: 7000, price_micros: 2000 },
        { from: 90, quantity_milli: 11_000, price_micros: 5000 },
      ],
      amount_cents: 7,
    });
  });

  test("can include free days", () => {
    expect(amount([tier(0, 0), tier(7, 10_000)], pieces(30), aged([6, 10], [7, 20]))).toBe(20);
  });

  test("requires an age for the whole quantity, and rejects a negative age", () => {
    expect(() => priceCharge(tiers, pieces(2), aged([0, 1]))).toThrow(RangeError);
    expect(() => priceCharge(tiers, pieces(1), aged([-1, 1]))).toThrow(RangeError);
  });
});

/** Tiers from 0 and some further starts, each with any price. */
const someTiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 7 }),
    fc.array(fc.integer({ min: 0, max: 1e12 }), { minLength: 8, maxLength: 8 }),
  )
  .map(([starts, prices]) => [0, ...starts].map((from, at) => tier(from, prices[at] ?? 0)));

/** Returns the last tier that begins at or before a position; the first for earlier ones. */
function tierAt(tiers: readonly PriceTier[], place: number): PriceTier {
  const before = tiers.filter(({ from_value }) => from_value <= Math.max(0, place)).toSorted((a, b) => b.from_value - a.from_value)[0];
  if (before === undefined) throw new Error("no first tier");
  return before;
}

/** Rounds millionths to the nearest hundredth in another way than the rule: by doubling and halving the next integer. */
function nearestCent(micros: bigint): bigint {
  const sign = micros < 0n ? -1n : 1n;
  return sign * ((2n * sign * micros + 10_000n) / 20_000n);
}

describe("any price", () => {
  test("equals what the pieces cost one by one, and its parts cover all of them", () => {
    fc.assert(
      fc.property(someTiers, fc.integer({ min: -300, max: 300 }), fc.integer({ min: -50, max: 600 }), (tiers, count, before) => {
        const priced = priceCharge(tiers, pieces(count), pieces(before));
        const sign = count < 0 ? -1n : 1n;
        let micros = 0n;
        // Piece number n of the month lies between n and n + 1.
        for (let n = Math.min(before, before + count); n < Math.max(before, before + count); n += 1)
          micros += sign * BigInt(tierAt(tiers, n).price_micros);
        expect(BigInt(priced.amount_cents)).toBe(nearestCent(micros));
        expect(priced.parts.reduce((sum, part) => sum + part.quantity_milli, 0)).toBe(pieces(count));
        for (const part of priced.parts) {
          expect(Math.sign(part.quantity_milli)).toBe(Math.sign(count));
          expect(tiers).toContainEqual(tier(part.from, part.price_micros));
        }
      }),
    );
  });

  test("has the same parts whether charged at once or in steps, and is credited in full", () => {
    fc.assert(
      fc.property(someTiers, fc.nat(400_000), fc.nat(400_000), fc.nat(400_000), (tiers, before, first, second) => {
        const sum = new Map<number, number>();
        for (const { parts } of [priceCharge(tiers, first, before), priceCharge(tiers, second, before + first)])
          for (const { from, quantity_milli } of parts) sum.set(from, (sum.get(from) ?? 0) + quantity_milli);
        const whole = priceCharge(tiers, first + second, before);
        expect(new Map(whole.parts.map(({ from, quantity_milli }) => [from, quantity_milli]))).toEqual(sum);
        const back = priceCharge(tiers, -(first + second), before + first + second);
        expect(back.amount_cents).toBe(whole.amount_cents === 0 ? 0 : -whole.amount_cents);
      }),
    );
  });

  test("by age equals the sum of what each age costs", () => {
    const ages = fc.array(fc.record({ age_days: fc.option(fc.nat(600)), quantity_milli: fc.nat(1e9) }));
    fc.assert(
      fc.property(someTiers, ages, (tiers, parts) => {
        const quantity = parts.reduce((sum, { quantity_milli }) => sum + quantity_milli, 0);
        const priced = priceCharge(tiers, quantity, parts);
        let units = 0n;
        for (const { age_days, quantity_milli } of parts)
          units += BigInt(quantity_milli) * BigInt(tierAt(tiers, age_days ?? Infinity).price_micros);
        expect(BigInt(priced.amount_cents)).toBe((2n * units + 10_000_000n) / 20_000_000n);
        expect(priced.parts.reduce((sum, part) => sum + part.quantity_milli, 0)).toBe(quantity);
      }),
    );
  });
});
