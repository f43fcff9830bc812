import { describe, expect, test } from "vitest";
import type { Parcel, ShippingChannel, ShippingObstacle } from "./channel-choice.rules.ts";
import { chooseChannels, computeAmountCents, findZone, getChargeableGrams, priceShipping } from "./channel-choice.rules.ts";
import type { Zone } from "./channels.contract.ts";

const flat = (up_to_grams: number, dollars: number) => ({ up_to_grams, base_micros: dollars * 1_000_000, step: null });
const northAmerica: Zone = { name: "North America", countries: ["US", "CA"], prices: [flat(500, 6), flat(2000, 9)] };
const rest: Zone = { name: "Rest", countries: [], prices: [flat(1000, 15)] };

function channel(name: string, part: Partial<ShippingChannel> = {}): ShippingChannel {
  return {
    channel_uuid: name,
    name,
    is_enabled: true,
    is_account_enabled: true,
    include_countries: [],
    exclude_countries: [],
    currency: "USD",
    min_chargeable_grams: 0,
    max_grams: null,
    volumetric_divisor: null,
    zones: [northAmerica, rest],
    cut_offs: [],
    ...part,
  };
}
const parcel = (countryCode: string, weightGrams: number, sizeMm: Parcel["sizeMm"] = null): Parcel => ({
  countryCode,
  weightGrams,
  sizeMm,
});

describe("the chargeable weight", () => {
  const size = { length: 300, width: 200, height: 100 };
  test.each([
    ["its weight, where it is the greater", { volumetric_divisor: 6000, min_chargeable_grams: 0 }, 1500, size, 1500],
    ["its volume, 6 litres by 5000 cm³ per kg", { volumetric_divisor: 5000, min_chargeable_grams: 0 }, 900, size, 1200],
    ["its weight, where the channel has no divisor", { volumetric_divisor: null, min_chargeable_grams: 0 }, 900, size, 900],
    ["its weight, where the size is unknown", { volumetric_divisor: 5000, min_chargeable_grams: 0 }, 900, null, 900],
    ["the channel's minimum", { volumetric_divisor: 5000, min_chargeable_grams: 50 }, 12, null, 50],
    ["rounded up to a gram", { volumetric_divisor: 7000, min_chargeable_grams: 0 }, 1, size, 858],
  ] as const)("of a parcel is %s", (_why, limits, grams, sizeMm, expected) => {
    expect(getChargeableGrams(limits, { weightGrams: grams, sizeMm })).toBe(expected);
  });
});

describe("an amount", () => {
  const step = { from_grams: 500, every_grams: 500, price_micros: 2_000_000 };
  test.each([
    [500, 600],
    [501, 800],
    [1000, 800],
    [1001, 1000],
  ])("of %i g with a step of 500 g after the first 500 g is %i cents", (grams, cents) => {
    expect(computeAmountCents({ up_to_grams: 20_000, base_micros: 6_000_000, step }, grams)).toBe(cents);
  });

  test("is rounded once, half up", () => {
    const perGram = { from_grams: 0, every_grams: 1, price_micros: 85_500 };
    // 1.5 + 111 × 0.0855 = 10.9905; and half a cent
    expect(computeAmountCents({ up_to_grams: 2000, base_micros: 1_500_000, step: perGram }, 111)).toBe(1099);
    expect(computeAmountCents({ up_to_grams: 2000, base_micros: 5000, step: null }, 1)).toBe(1);
    expect(computeAmountCents({ up_to_grams: 2000, base_micros: 4999, step: null }, 1)).toBe(0);
  });

  test("is exact for the highest prices and weights", () => {
    const most = { from_grams: 0, every_grams: 1, price_micros: 1_000_000_000_000 };
    expect(computeAmountCents({ up_to_grams: 10_000_000, base_micros: 1_000_000_000_000, step: most }, 10_000_000)).toBe(
      1_000_000_100_000_000,
    );
  });
});

test("a country belongs to the zone that names it, others to the zone without countries", () => {
  expect(findZone([rest, northAmerica], "CA")).toBe(northAmerica);
  expect(findZone([rest, northAmerica], "JP")).toBe(rest);
  expect(findZone([northAmerica], "JP")).toBeUndefined();
});

describe("a channel", () => {
  test("prices a parcel by the lightest row that reaches its weight, whatever the order of the rows", () => {
    const unsorted = { ...northAmerica, prices: northAmerica.prices.toReversed() };
    const at = (grams: number) => priceShipping(channel("A", { zones: [unsorted] }), parcel("US", grams));
    expect(at(500)).toEqual({ ok: true, value: { amountCents: 600, currency: "USD", chargeableGrams: 500, zoneName: "North America" } });
    expect(at(501)).toMatchObject({ value: { amountCents: 900 } });
  });

  test.each<[ShippingObstacle, Partial<ShippingChannel>, Parcel]>([
    ["countryExcluded", { exclude_countries: ["US"] }, parcel("US", 100)],
    ["countryNotIncluded", { include_countries: ["DE"] }, parcel("US", 100)],
    ["tooHeavy", { max_grams: 99 }, parcel("US", 100)],
    ["tooHeavy", {}, parcel("US", 2001)],
    ["tooHeavy", { volumetric_divisor: 5000 }, parcel("US", 100, { length: 1000, width: 500, height: 500 })],
    ["noPrice", { zones: [northAmerica] }, parcel("JP", 100)],
    ["noPrice", { currency: null }, parcel("US", 100)],
    ["noPrice", { zones: [] }, parcel("US", 100)],
  ])("has no price: %s", (problem, part, of) => {
    expect(priceShipping(channel("A", part), of)).toEqual({ ok: false, problem });
  });

  test("that includes a country still excludes others", () => {
    const both = channel("A", { include_countries: ["US", "CA"], exclude_countries: ["DE"] });
    expect(priceShipping(both, parcel("US", 100)).ok).toBe(true);
    expect(priceShipping(both, parcel("DE", 100))).toEqual({ ok: false, problem: "countryExcluded" });
    expect(priceShipping(both, parcel("JP", 100))).toEqual({ ok: false, problem: "countryNotIncluded" });
  });
});

describe("the choice", () => {
  const request = { ...parcel("US", 400), warehouseUuid: "w1", currency: "USD" };
  const dear = channel("Dear", { zones: [{ ...northAmerica, prices: [flat(2000, 20)] }] });
  const cheap = channel("Cheap", { cut_offs: [{ warehouse_uuid: "w1", warehouse_name: "East", time: "16:00" }] });
  const disabled = channel("Disabled", { is_enabled: false });
  const orphan = channel("Orphan", { is_account_enabled: false });
  const yuan = channel("Yuan", { currency: "CNY" });

  test("lists what can ship, cheapest first, then the others with why not", () => {
    const offers = chooseChannels([yuan, orphan, dear, disabled, cheap], [request]);
    expect(offers.map(({ channel: { name }, price }) => [name, price.ok ? price.value.amountCents : price.problem])).toEqual([
      ["Cheap", 600],
      ["Dear", 2000],
      ["Disabled", "disabled"],
      ["Orphan", "accountDisabled"],
      ["Yuan", "otherCurrency"],
    ]);
    expect(offers[0]?.cutOff).toBe("16:00");
    expect(offers[1]?.cutOff).toBeNull();
  });

  test("without a wallet's currency orders the prices of each currency by themselves", () => {
    const offers = chooseChannels([dear, yuan, cheap], [{ ...request, currency: null }]);
    expect(offers.map(({ channel: { name } }) => name)).toEqual(["Yuan", "Cheap", "Dear"]);
  });

  test("orders equal prices by name", () => {
    const names = chooseChannels([channel("B"), channel("A")], [request]).map(({ channel: { name } }) => name);
    expect(names).toEqual(["A", "B"]);
  });

  test("prices each parcel of an order by itself, and ships all of them or none", () => {
    const both = chooseChannels([dear, cheap], [request, { ...request, weightGrams: 900 }]);
    expect(both.map(({ channel: { name }, price }) => [name, price.ok ? price.value.amountCents : price.problem])).toEqual([
      ["Cheap", 1500],
      ["Dear", 4000],
    ]);
    const tooHeavy = chooseChannels([cheap], [request, { ...request, weightGrams: 2001 }]);
    expect(tooHeavy[0]?.price).toEqual({ ok: false, problem: "tooHeavy" });
  });
});
