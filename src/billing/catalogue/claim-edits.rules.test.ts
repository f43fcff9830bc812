import { describe, expect, test } from "vitest";
import type { ClaimEdits } from "./claim-edits.rules.ts";
import { applyEdits, noEdits, computeMargin, filterNewPrices } from "./claim-edits.rules.ts";
import type { Claim } from "./claims.contract.ts";

const variant: Claim["variants"][number] = {
  variant_uuid: "mug",
  sku: "MUG",
  title: "",
  weight_grams: null,
  length_mm: null,
  width_mm: null,
  height_mm: null,
  available: 3,
  price_cents: 1200,
  own_sku: "MY-MUG",
  sale_price_cents: 2000,
  agreed_price_cents: 1200,
  margin_percent: 40,
  is_offered: true,
};
const claim: Claim = {
  claim_uuid: "claim",
  item_uuid: "item",
  title: "Mug",
  description: "",
  status: "active",
  is_listed: true,
  image_uuids: [],
  images: [],
  currency: "USD",
  sale_currency: "USD",
  variants: [variant],
  has_new_prices: false,
  created_at: "2026-03-01T00:00:00.000Z",
  version: 1,
};
const parse = (text: string) => (/^\d+$/.test(text) ? Number(text) * 100 : null);
const edited = (edits: ClaimEdits, of = claim) => applyEdits(of, edits, parse);

describe("a claim with unsaved edits", () => {
  test("shows the saved value of an untouched field, even after that value changes", () => {
    expect(edited(noEdits)).toMatchObject({ title: "Mug", currency: "USD", isDirty: false });
    const renamed = edited({ saleCurrency: "eur", variants: {} }, { ...claim, title: "Cup" });
    expect(renamed).toMatchObject({ title: "Cup", currency: "EUR", isDirty: true });
  });

  test("treats an emptied price as no price, and an unreadable price as an error", () => {
    expect(edited({ variants: { mug: { price: "" } } }).variants[0]?.sale_price_cents).toBeNull();
    const wrong = edited({ variants: { mug: { price: "ten" } } });
    expect([[...wrong.wrong], wrong.isDirty]).toEqual([["mug"], true]);
  });

  test("is unchanged when the same values are typed again", () => {
    expect(edited({ title: " Mug ", variants: { mug: { sku: "MY-MUG ", price: "20" } } }).isDirty).toBe(false);
  });

  test("has no currency when the typed one is invalid", () => {
    expect(edited({ saleCurrency: "E1", variants: {} }).currency).toBeNull();
  });
});

test("a margin is computed when both prices are known in the same currency and the sale price is not zero", () => {
  expect(computeMargin({ sale: 2000, saleCurrency: "USD" }, 1300, "USD")).toBe(35);
  expect(computeMargin({ sale: 1000, saleCurrency: "USD" }, 1250, "USD")).toBe(-25);
  const unsaid = [
    computeMargin({ sale: null, saleCurrency: "USD" }, 1300, "USD"),
    computeMargin({ sale: 2000, saleCurrency: "EUR" }, 1300, "USD"),
    computeMargin({ sale: 2000, saleCurrency: "USD" }, null, "USD"),
    computeMargin({ sale: 0, saleCurrency: "USD" }, 1300, "USD"),
  ];
  expect(unsaid).toEqual([null, null, null, null]);
});

test("new prices to agree to include only variants that are still offered", () => {
  const changed = { ...variant, price_cents: 1300 };
  const gone = { ...variant, price_cents: null, is_offered: false };
  expect(filterNewPrices([variant, changed, gone])).toEqual([changed]);
});
