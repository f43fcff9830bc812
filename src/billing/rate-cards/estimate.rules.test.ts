import { describe, expect, test } from "vitest";
import { MonthCount, groupTiers } from "#src/billing/wallet/day-charges.rules.ts";
import { mostMicros } from "./rate-cards.rules.ts";
import { estimateOrders } from "./estimate.rules.ts";

const retailer = "019e0000-0000-7000-8000-000000000001";
const tiers = groupTiers([
  { event: "picking_order", from_value: 0, price_micros: 333_333 },
  { event: "picking_piece", from_value: 0, price_micros: 100_000 },
  { event: "picking_piece", from_value: 10, price_micros: 50_000 },
  { event: "label_parcel", from_value: 0, price_micros: 0 },
]);

describe("an estimate", () => {
  test("has a charge for each event, rounded separately, and names events without a price", () => {
    const [one] =
      estimateOrders(retailer, tiers, new MonthCount(), [
        [
          { event: "picking_order", quantity: 1 },
          { event: "picking_piece", quantity: 2 },
          { event: "picking_piece", quantity: 1 },
          { event: "label_parcel", quantity: 1 },
          { event: "weighing_parcel", quantity: 1 },
          { event: "bagging_parcel", quantity: 0 },
        ],
      ]) ?? [];
    expect(one?.charges.map(({ event, quantity_milli, amount_cents }) => [event, quantity_milli, amount_cents])).toEqual([
      ["picking_order", 1000, 33],
      ["picking_piece", 3000, 30],
      ["label_parcel", 1000, 0],
    ]);
    expect(one).toMatchObject({ total_cents: 63, unpriced: ["weighing_parcel"] });
  });

  test("continues the month's count, from one order to the next", () => {
    const month = new MonthCount();
    month.add(retailer, "picking_piece", 6000);
    const orders = [3, 3, 3].map((quantity) => [{ event: "picking_piece", quantity } as const]);
    expect(estimateOrders(retailer, tiers, month, orders)?.map(({ total_cents }) => total_cents)).toEqual([30, 20, 15]);
  });

  test("is null beyond the maximum of a charge, and refuses parts of a piece", () => {
    const dear = groupTiers([{ event: "picking_piece", from_value: 0, price_micros: mostMicros }]);
    const estimate = (quantity: number) => estimateOrders(retailer, dear, new MonthCount(), [[{ event: "picking_piece", quantity }]]);
    expect(estimate(100)?.[0]?.total_cents).toBe(10_000_000_000);
    expect(estimate(101)).toBe(null);
    for (const quantity of [0.5, -1, Number.NaN]) expect(() => estimate(quantity)).toThrow(RangeError);
  });
});
