import { expect, test } from "vitest";
import { listOfferedResolutions, resolutionsOf } from "./exceptions.rules.ts";

const of = { has_retailer: true, consent: null, has_left: false } as const;

test("what changes a whole order is offered only while none of its parcels has left", () => {
  expect(listOfferedResolutions({ ...of, type: "weight_variance" })).toEqual(["repacked", "other"]);
  expect(listOfferedResolutions({ ...of, type: "weight_variance", has_left: true })).toEqual(["other"]);
  expect(listOfferedResolutions({ ...of, type: "cancelled" })).toEqual(["order_cancelled", "cancel_rejected"]);
  expect(listOfferedResolutions({ ...of, type: "cancelled", has_left: true })).toEqual(["cancel_rejected"]);
  expect(listOfferedResolutions({ ...of, type: "address", has_left: true })).toEqual(["address_corrected", "address_confirmed"]);
});

test("a substitute is offered once its retailer has agreed, and for the provider's own order at once", () => {
  const without = resolutionsOf.short.filter((one) => one !== "substituted");
  expect(listOfferedResolutions({ ...of, type: "short" })).toEqual(without);
  expect(listOfferedResolutions({ ...of, type: "short", consent: "declined" })).toEqual(without);
  expect(listOfferedResolutions({ ...of, type: "short", consent: "agreed" })).toEqual(resolutionsOf.short);
  expect(listOfferedResolutions({ ...of, type: "short", has_retailer: false })).toEqual(resolutionsOf.short);
});
