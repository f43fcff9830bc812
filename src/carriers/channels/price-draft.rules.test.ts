import { describe, expect, test } from "vitest";
import type { Zone } from "./channels.contract.ts";
import type { DraftRow } from "./price-draft.rules.ts";
import { createRow, findRowProblems, parseGrams, parsePasted, parseZones, toDraft } from "./price-draft.rules.ts";

let keys = 0;
const newKey = () => `k${(keys += 1)}`;
const row = (part: Partial<DraftRow>): DraftRow => ({ ...createRow(newKey()), upTo: "500", base: "6.50", ...part });

const zones: Zone[] = [
  {
    name: "North America",
    countries: ["CA", "US"],
    prices: [
      { up_to_grams: 500, base_micros: 6_500_000, step: null },
      { up_to_grams: 20_000, base_micros: 6_500_000, step: { from_grams: 500, every_grams: 500, price_micros: 2_100_000 } },
    ],
  },
];

test.each(["en-US", "zh-CN", "de-DE"])("a saved price table comes back the same from the editor, in %s", (locale) => {
  expect(parseZones(toDraft(zones, locale, newKey), locale)).toEqual(zones);
});

test.each([
  ["500", 500],
  ["1,500", 1500],
  ["2 000 g", 2000],
  ["５００", 500],
  ["0", null],
  ["1.5", null],
  ["10000001", null],
  ["", null],
])("the weight %j is read as %j g", (text, grams) => {
  expect(parseGrams(text, 1)).toBe(grams);
});

describe("a row", () => {
  test.each<[string, Partial<DraftRow>, object]>([
    ["without a step is right", {}, {}],
    ["needs a weight and a price", { upTo: "", base: "-1" }, { upTo: "weight", base: "price" }],
    ["with a step's price needs the step's weight", { step: "2" }, { every: "weight" }],
    ["with a step's weight needs its price", { every: "500" }, { step: "price" }],
    ["may leave out what the base includes", { every: "100", step: "1.15" }, {}],
    ["is told a wrong included weight", { from: "x", every: "100", step: "1" }, { from: "weight" }],
  ])("%s", (_what, part, problems) => {
    expect(findRowProblems(row(part), "en-US")).toEqual(problems);
  });

  test("with a step and no included weight counts from 0", () => {
    const [zone] = parseZones([{ key: "z", name: "All", countries: [], rows: [row({ every: "100", step: "1.15" })] }], "en-US") ?? [];
    expect(zone?.prices[0]?.step).toEqual({ from_grams: 0, every_grams: 100, price_micros: 1_150_000 });
  });
});

test("a zone without a name, without rows or with a wrong row is not saved", () => {
  const zone = { key: "z", name: "All", countries: [], rows: [row({})] };
  expect(parseZones([zone], "en-US")).toHaveLength(1);
  for (const wrong of [
    { ...zone, name: " " },
    { ...zone, rows: [] },
    { ...zone, rows: [row({}), row({ base: "" })] },
  ])
    expect(parseZones([zone, wrong], "en-US")).toBeNull();
});

test("rows are pasted from a spreadsheet without their headings; a single cell is pasted as text", () => {
  const text = "Up to (g)\tPrice\tIncludes\tPer\tStep\r\n500\t6.50\r\n20,000\t6.50\t500\t500\t2.10\r\n";
  expect(parsePasted(text, () => "k")).toEqual([
    { key: "k", upTo: "500", base: "6.50", from: "", every: "", step: "" },
    { key: "k", upTo: "20,000", base: "6.50", from: "500", every: "500", step: "2.10" },
  ]);
  expect(parsePasted("500", newKey)).toBeNull();
});
