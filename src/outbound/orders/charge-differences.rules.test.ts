import { expect, test } from "vitest";
import { listChargeDifferences } from "./charge-differences.rules.ts";
import type { PackedOrder, PackedParcel } from "./charge-differences.rules.ts";
import type { Estimate } from "./orders.contract.ts";

const estimate: Estimate = {
  currency: "USD",
  total_cents: 500,
  parts: [{ event: "shipping_parcel", quantity: 1, amount_cents: 500 }],
  missing: [],
  parcels: [{ box_name: "Small", weight_grams: 950, length_mm: 200, width_mm: 160, height_mm: 120 }],
};
const parcel: PackedParcel = { box_name: "Small", weight_grams: 955, channel_name: "Post", consumables: 0 };
const asEstimated: PackedOrder = { channel_name: "Post", parcels: [parcel], labels: 1, freight_cents: 500 };

test("an order that is packed as advised differs in nothing, whatever a scale adds within a weight step", () => {
  expect(listChargeDifferences(estimate, asEstimated)).toEqual([]);
  expect(listChargeDifferences(estimate, { ...asEstimated, freight_cents: null })).toEqual([]);
});

test("the reasons name what was estimated and what happened", () => {
  const large = { ...parcel, box_name: "Large", weight_grams: 1210 };
  expect(listChargeDifferences(estimate, { ...asEstimated, parcels: [large], freight_cents: 677 })).toEqual([
    { kind: "box", expected: "Small", actual: "Large" },
    { kind: "weight", expected: "950", actual: "1210" },
  ]);
  const two = [
    { ...parcel, consumables: 2 },
    { ...parcel, channel_name: "Express" },
  ];
  expect(listChargeDifferences(estimate, { ...asEstimated, parcels: two, labels: 3, freight_cents: null })).toEqual([
    { kind: "parcels", expected: "1", actual: "2" },
    { kind: "box", expected: "Small", actual: "Small, Small" },
    { kind: "consumables", expected: "0", actual: "2" },
    { kind: "labels", expected: "2", actual: "3" },
    { kind: "channel", expected: "Post", actual: "Express, Post" },
  ]);
});

test("a parcel in its own packaging adds no name to those of the boxes", () => {
  const own = { ...parcel, box_name: "" };
  const packed = { ...asEstimated, parcels: [own, { ...parcel, box_name: "Large" }], labels: 2, freight_cents: null };
  expect(listChargeDifferences(estimate, packed)).toContainEqual({ kind: "box", expected: "Small", actual: "Large" });
  expect(listChargeDifferences(estimate, { ...asEstimated, parcels: [own] })).toEqual([{ kind: "box", expected: "Small", actual: "" }]);
});

test("nothing is compared before an order is packed, or with an estimate that names no parcels", () => {
  expect(listChargeDifferences(estimate, { ...asEstimated, parcels: [] })).toEqual([]);
  expect(listChargeDifferences({ ...estimate, parcels: [] }, { ...asEstimated, parcels: [{ ...parcel, box_name: "Large" }] })).toEqual([]);
});
