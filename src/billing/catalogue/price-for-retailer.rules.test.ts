import { describe, expect, test } from "vitest";
import { findPriceForRetailer } from "./price-for-retailer.rules.ts";
import type { PriceScope } from "./price-for-retailer.rules.ts";

const price = (scope: PriceScope, price_cents: number, currency = "USD") => ({ scope, price_cents, currency });

describe("the price of a piece for a retailer", () => {
  test.each([
    ["its own price before all others", [price("list", 900), price("tier", 800), price("retailer", 950)], 950],
    ["its tier's before the list's", [price("list", 900), price("tier", 800)], 800],
    ["the list's where there is no other", [price("list", 900)], 900],
    ["nothing at all, where that was agreed", [price("retailer", 0), price("list", 900)], 0],
  ])("is %s", (_name, prices, expected) => {
    expect(findPriceForRetailer(prices, "USD")?.price_cents).toBe(expected);
    expect(findPriceForRetailer(prices.toReversed(), "USD")?.price_cents).toBe(expected);
  });

  test("is in the wallet's currency: a better price in another currency does not count", () => {
    const prices = [price("retailer", 500, "EUR"), price("tier", 800, "CNY"), price("list", 900)];
    expect(findPriceForRetailer(prices, "USD")?.price_cents).toBe(900);
    expect(findPriceForRetailer(prices, "EUR")?.price_cents).toBe(500);
  });

  test("is unknown when no price is in that currency", () => {
    expect(findPriceForRetailer([price("list", 900, "EUR")], "USD")).toBeNull();
    expect(findPriceForRetailer([], "USD")).toBeNull();
  });

  test("is returned with all fields of the price", () => {
    expect(findPriceForRetailer([{ ...price("list", 900), variant_uuid: "v1" }], "USD")).toMatchObject({
      variant_uuid: "v1",
      scope: "list",
    });
  });
});
