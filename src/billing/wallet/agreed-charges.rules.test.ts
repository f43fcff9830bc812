import { expect, test } from "vitest";
import { computeAgreedCharges } from "./agreed-charges.rules.ts";
import type { AgreedWork } from "./agreed-charges.rules.ts";

const goods = (more: Partial<AgreedWork>): AgreedWork => ({
  retailer_uuid: "a",
  event: "goods_piece",
  source_type: "order",
  source_uuid: "1",
  order_uuid: "1",
  quantity_milli: 2000,
  amount_cents: 998,
  currency: "USD",
  ...more,
});

test("goods of an order are one charge, with a part for each price; parcels are charged each", () => {
  const parcel = { event: "shipping_parcel", source_type: "parcel", quantity_milli: 1000, amount_cents: 731 } as const;
  const work = [
    goods({}),
    goods({ quantity_milli: 1000, amount_cents: 499 }),
    goods({ quantity_milli: 3000, amount_cents: 300 }),
    goods({ ...parcel, source_uuid: "p" }),
    goods({ ...parcel, source_uuid: "q", amount_cents: 0 }),
  ];
  expect(computeAgreedCharges(work, () => "USD").charges).toMatchObject([
    {
      event: "goods_piece",
      amount_cents: 1797,
      quantity_milli: 6000,
      parts: [
        { from: 0, quantity_milli: 3000, price_micros: 4_990_000 },
        { from: 0, quantity_milli: 3000, price_micros: 1_000_000 },
      ],
    },
    { event: "shipping_parcel", source_uuid: "p", order_uuid: "1", amount_cents: 731, parts: [{ price_micros: 7_310_000 }] },
    { event: "shipping_parcel", source_uuid: "q", amount_cents: 0 },
  ]);
});

test("work in another currency than the wallet's, and a charge beyond the maximum, are left out by retailer", () => {
  const work = [goods({}), goods({ retailer_uuid: "b", currency: "EUR" }), goods({ retailer_uuid: "c", amount_cents: 10_000_000_001 })];
  const { charges, ...left } = computeAgreedCharges(work, () => "USD");
  expect(charges.map(({ retailer_uuid }) => retailer_uuid)).toEqual(["a"]);
  expect(left).toEqual({ otherCurrency: ["b"], beyondMeasure: ["c"] });
});
