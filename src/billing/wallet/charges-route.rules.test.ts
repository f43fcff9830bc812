import { expect, test } from "vitest";
import { canBeCharged, getChargedOwner, getChargesRoute } from "./charges-route.rules.ts";

const retailer = "019e0000-0000-7000-8000-000000000001";

test("charges of a receipt or a movement are shown to staff on the retailer's page, and to the retailer in its wallet", () => {
  expect(getChargesRoute("p", retailer, { source: "r" })).toEqual({
    to: "/p/customer",
    search: { customer: retailer, tab: "charges", source: "r" },
  });
  expect(getChargesRoute("ds", retailer, { movement: "m" })).toEqual({ to: "/ds/wallet", search: { tab: "charges", movement: "m" } });
});

test("work on a retailer's goods can be charged, but not corrections or work on the provider's own goods", () => {
  const by = (source_type: string, owner_uuid = retailer, for_retailer_uuid: string | null = null) =>
    canBeCharged({ source_type, owner_uuid, for_retailer_uuid }, "provider");
  expect(["receipt", "putaway-undo", "decision", "shipment"].map((type) => by(type))).toEqual([true, true, true, true]);
  expect(["adjustment", "move", "opening", "merge"].map((type) => by(type))).toEqual([false, false, false, false]);
  expect(by("receipt", "provider")).toBe(false);
  expect([by("shipment", "provider"), by("shipment", "provider", retailer)]).toEqual([false, true]);
});

test("a shipment is charged to the retailer that it was for, whoever owned the goods", () => {
  expect(getChargedOwner({ owner_uuid: "provider", for_retailer_uuid: retailer })).toBe(retailer);
  expect(getChargedOwner({ owner_uuid: retailer, for_retailer_uuid: null })).toBe(retailer);
});
