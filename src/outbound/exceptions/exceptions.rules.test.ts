import { expect, test } from "vitest";
import { listOfferedResolutions, resolutionsOf } from "./exceptions.rules.ts";

const of = { has_retailer: true, consent: null, has_left: false } as const;

test("an order is offered to be packed again only while none of its parcels has left", () => {
  expect(listOfferedResolutions({ ...of, type: "weight_variance" })).toEqual(["repacked", "other"]);
  expect(listOfferedResolutions({ ...of, type: "weight_variance", has_left: true })).toEqual(["other"]);
});

test("a substitute is offered once its retailer has agreed, and for the provider's own order at once", () => {
  const without = resolutionsOf.short.filter((one) => one !== "substituted");
  expect(listOfferedResolutions({ ...of, type: "short" })).toEqual(without);
  expect(listOfferedResolutions({ ...of, type: "short", consent: "declined" })).toEqual(without);
  expect(listOfferedResolutions({ ...of, type: "short", consent: "agreed" })).toEqual(resolutionsOf.short);
  expect(listOfferedResolutions({ ...of, type: "short", has_retailer: false })).toEqual(resolutionsOf.short);
});
