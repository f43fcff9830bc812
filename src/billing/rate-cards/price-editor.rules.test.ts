import { describe, expect, test } from "vitest";
import type { DraftTier } from "./price-editor.rules.ts";
import {
  toDraft,
  eventGroups,
  computeExampleCents,
  getHighestStart,
  canAddTier,
  parsePrices,
  getSpan,
  parseStarts,
  findTierProblems,
} from "./price-editor.rules.ts";
import { pricedEvents } from "#src/billing/wallet/charge-kinds.rules.ts";
import { getPricesRefusal } from "./rate-cards.rules.ts";

let made = 0;
const newKey = () => `tier-${(made += 1)}`;
const tier = (from: string, price: string, event: DraftTier["event"] = "storage_piece_day"): DraftTier => ({
  key: newKey(),
  event,
  from,
  price,
});
const english = "en-US";

describe("prices in form fields", () => {
  const prices = [
    { event: "shipped_piece", from_value: 0, price_micros: 1_250_000 },
    { event: "storage_piece_day", from_value: 30, price_micros: 12_500 },
    { event: "storage_piece_day", from_value: 0, price_micros: 0 },
  ] as const;

  test("are ordered by event and by tier from the lowest up, and are submitted unchanged", () => {
    const draft = toDraft(prices, english, newKey);
    expect(draft.map(({ from, price }) => [from, price])).toEqual([
      ["0", "0.00"],
      ["30", "0.0125"],
      ["0", "1.25"],
    ]);
    expect(parsePrices(draft, english)).toEqual([prices[2], prices[1], prices[0]]);
    expect(getPricesRefusal(parsePrices(draft, english) ?? [])).toBe(null);
  });

  test("are exact to the millionth, and anything finer is refused instead of rounded", () => {
    expect(parsePrices([tier("0", "0.000001")], english)?.[0]?.price_micros).toBe(1);
    expect(parsePrices([tier("0", "999999.999999")], english)?.[0]?.price_micros).toBe(999_999_999_999);
    expect(parsePrices([tier("0", "0.0000001")], english)).toBe(null);
  });

  test("are empty when no event has a tier", () => {
    expect(parsePrices([], english)).toEqual([]);
  });

  test("start the first tier at zero, whatever was typed there", () => {
    expect(parsePrices([tier("30", "1"), tier("60", "2")], english)?.map(({ from_value }) => from_value)).toEqual([0, 60]);
  });
});

describe("a tier", () => {
  test("starts at a whole number above the start of the previous tier", () => {
    const wrong = findTierProblems(
      [tier("0", "1"), tier("", "1"), tier("1.5", "1"), tier("30", "1"), tier("30", "1"), tier("100000001", "1")],
      english,
    );
    expect(wrong.map(({ from }) => from)).toEqual([null, "whole", "whole", null, "rising", "tooHigh"]);
    expect(parseStarts([tier("0", ""), tier("30", ""), tier("7", "")])).toBe(null);
    expect(parseStarts([tier("", ""), tier("７", "")])).toEqual([0, 7]);
  });

  test("starts at an age of at most ten years, as the call requires; a start in pieces may be higher", () => {
    const both = (event: DraftTier["event"], from: string) => {
      const draft = [tier("0", "1", event), tier(from, "1", event)];
      return [findTierProblems(draft, english)[1]?.from, getPricesRefusal(parsePrices(draft, english) ?? [])];
    };
    expect(both("storage_piece_day", "3650")).toEqual([null, null]);
    expect(both("storage_litre_day", "3651")).toEqual(["tooHigh", null]);
    expect(both("storage_piece_day", "3651")).toEqual(["tooHigh", null]);
    expect(both("receiving_piece", "3651")).toEqual([null, null]);
    expect(getHighestStart("storage_piece_day")).toBe(3650);
    expect(getPricesRefusal([0, 3651].map((from_value) => ({ event: "storage_piece_day" as const, from_value })))).toBe(
      "rateCards.ageTooHigh",
    );
  });

  test("has a price between zero and one million", () => {
    const wrong = findTierProblems(
      [tier("0", ""), tier("1", "-1"), tier("2", "1000000"), tier("3", "1000000.01"), tier("4", "0")],
      english,
    );
    expect(wrong.map(({ price }) => price)).toEqual(["none", "none", null, "tooMuch", null]);
  });

  test("is one of at most eight", () => {
    const seven = Array.from({ length: 7 }, (_, at) => tier(String(at), "1"));
    expect([canAddTier(seven), canAddTier([...seven, tier("9", "1")])]).toEqual([true, false]);
  });

  test("describes its range in days, pieces, orders or parcels counted from 1", () => {
    expect(getSpan("storage_piece_day", [0], 0)).toEqual({ by: "age", kind: "only", from: 1, until: 0 });
    expect(getSpan("storage_litre_day", [0, 30, 60], 0)).toEqual({ by: "age", kind: "first", from: 1, until: 30 });
    expect(getSpan("storage_litre_day", [0, 30, 60], 1)).toEqual({ by: "age", kind: "between", from: 31, until: 60 });
    expect(getSpan("shipped_piece", [0, 1000], 1)).toEqual({ by: "pieces", kind: "last", from: 1001, until: 0 });
    expect(getSpan("picking_order", [0, 500], 0)).toEqual({ by: "orders", kind: "first", from: 1, until: 500 });
    expect(getSpan("label_parcel", [0], 0)).toEqual({ by: "parcels", kind: "only", from: 1, until: 0 });
  });
});

describe("an example amount", () => {
  test("is exact, and rounded once", () => {
    expect(computeExampleCents("storage_piece_day", 20_000)).toBe(6000);
    expect(computeExampleCents("storage_litre_day", 1)).toBe(3);
    expect(computeExampleCents("receiving_piece", 50)).toBe(1);
    expect(computeExampleCents("receiving_piece", 49)).toBe(0);
    expect([computeExampleCents("picking_order", 250_000), computeExampleCents("weighing_parcel", 50)]).toEqual([2500, 1]);
    expect(computeExampleCents("storage_litre_day", 1_000_000_000_000)).toBe(3_000_000_000_000);
  });
});

test("the groups have every event that can have a price, in the order of the warehouse's work", () => {
  expect(eventGroups.flatMap(({ events }) => events)).toEqual(pricedEvents);
});
