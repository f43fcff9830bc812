import { describe, expect, test } from "vitest";
import { chargeEvents, getUnit } from "./charge-kinds.rules.ts";
import { moneySearch } from "./money-search.rules.ts";
import { getCreditLeft, computePartMicros, getPartWord, formatQuantity, getStanding, describeTiers } from "./wallet-words.rules.ts";

const wallet = (balance_cents: number, credit_limit_cents = 0) => ({ balance_cents, credit_limit_cents });

describe("a wallet", () => {
  test("has a standing based on what is owed and on the agreed credit", () => {
    expect([wallet(1), wallet(0), wallet(-1, 1), wallet(-2, 1), wallet(-1)].map(getStanding)).toEqual([
      "paidAhead",
      "even",
      "owed",
      "overdrawn",
      "overdrawn",
    ]);
  });

  test("has its full credit while nothing is owed, and never less than zero", () => {
    expect([wallet(500, 100), wallet(0, 100), wallet(-40, 100), wallet(-100, 100), wallet(-300, 100)].map(getCreditLeft)).toEqual([
      100, 100, 60, 0, 0,
    ]);
  });
});

describe("a part of a charge", () => {
  test("equals its quantity times its price, to the millionth and beyond the precision of a float", () => {
    expect(computePartMicros({ quantity_milli: 1500, price_micros: 3 })).toBe(5);
    expect(computePartMicros({ quantity_milli: -1500, price_micros: 3 })).toBe(-5);
    expect(computePartMicros({ quantity_milli: 3_000_000_001, price_micros: 3_000_000 })).toBe(9_000_000_003_000);
    expect(computePartMicros({ quantity_milli: 0, price_micros: 3_000_000 })).toBe(0);
  });

  test("says where its tier starts: by age for storage, by pieces per month for everything else", () => {
    expect(getPartWord("storage_piece_day", { from: 0 })).toBe("any");
    expect(getPartWord("storage_litre_day", { from: 30 })).toBe("age");
    expect(getPartWord("shipped_piece", { from: 100 })).toBe("month");
  });
});

describe("the tiers of an event", () => {
  const price = (from_value: number, price_micros: number) => ({ event: "shipped_piece", from_value, price_micros }) as const;

  test("are a single tier when there is one price", () => {
    expect(describeTiers("shipped_piece", [price(0, 5)])).toEqual([{ word: "any", count: 0, from: 0, to: 0, price_micros: 5 }]);
    expect(describeTiers("receiving_piece", [price(0, 5)])).toEqual([]);
  });

  test("count the pieces of a month from 1, without gaps or overlaps", () => {
    const tiers = describeTiers("shipped_piece", [price(1000, 3), price(0, 5), price(100, 4)]);
    expect(tiers.map(({ word, count, from, to, price_micros }) => [word, count, from, to, price_micros])).toEqual([
      ["piecesFirst", 100, 0, 0, 5],
      ["piecesBetween", 0, 101, 1000, 4],
      ["piecesLast", 1000, 0, 0, 3],
    ]);
  });

  test("count the orders and parcels of a month like its pieces", () => {
    const tiers = (event: "picking_order" | "label_parcel") =>
      describeTiers(
        event,
        [0, 500].map((from_value) => ({ event, from_value, price_micros: 1 })),
      ).map(({ word, count }) => [word, count]);
    expect(tiers("picking_order")).toEqual([
      ["ordersFirst", 500],
      ["ordersLast", 500],
    ]);
    expect(tiers("label_parcel").map(([word]) => word)).toEqual(["parcelsFirst", "parcelsLast"]);
  });

  test("count days of age from 0", () => {
    const age = (from_value: number) => ({ event: "storage_piece_day", from_value, price_micros: 1 }) as const;
    const tiers = describeTiers("storage_piece_day", [age(0), age(30), age(60)]);
    expect(tiers.map(({ word, count, from, to }) => [word, count, from, to])).toEqual([
      ["ageFirst", 30, 0, 0],
      ["ageBetween", 0, 30, 59],
      ["ageLast", 60, 0, 0],
    ]);
  });
});

test("a quantity is shown without unneeded decimals", () => {
  expect([12_000, 375, -1500, 1_234_567_000].map((milli) => formatQuantity(milli, "en-US"))).toEqual(["12", "0.375", "-1.5", "1,234,567"]);
});

test("an event is counted in pieces, orders or parcels, or in piece days or litre days for storage", () => {
  expect(Object.fromEntries(chargeEvents.map((event) => [event, getUnit(event)]))).toEqual({
    storage_piece_day: "pieceDays",
    storage_litre_day: "litreDays",
    receiving_piece: "pieces",
    putaway_piece: "pieces",
    return_piece: "pieces",
    picking_order: "orders",
    picking_piece: "pieces",
    packing_parcel: "parcels",
    box_piece: "pieces",
    consumable_piece: "pieces",
    label_parcel: "parcels",
    weighing_parcel: "parcels",
    bagging_parcel: "parcels",
    shipped_piece: "pieces",
    customer_return_piece: "pieces",
    restocking_piece: "pieces",
    goods_piece: "pieces",
    shipping_parcel: "parcels",
    by_hand: "pieces",
  });
});

test("a URL names a charge only by its uuid", () => {
  const charge = "019e0000-0000-7000-8000-000000000001";
  expect(moneySearch.parse({ charge, source: "x", movement: 7 })).toMatchObject({ charge, source: undefined, movement: undefined });
  expect(moneySearch.parse({}).charge).toBeUndefined();
});
