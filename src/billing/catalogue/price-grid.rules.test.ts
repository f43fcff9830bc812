import { describe, expect, test } from "vitest";
import type { CataloguePrice } from "./catalogue.contract.ts";
import type { Cell, PriceColumn, TypedPrices } from "./price-grid.rules.ts";
import {
  getCellKey,
  listCurrencies,
  findInheritedPrice,
  parsePastedCells,
  applyTypedPrices,
  filterUnsaved,
  filterUnpriced,
} from "./price-grid.rules.ts";

const [mug, lid, gold, ada] = ["mug", "lid", "gold", "ada"];
const list: PriceColumn = { scope: "list", scopeUuid: null };
const ofGold: PriceColumn = { scope: "tier", scopeUuid: gold };
const ofAda: PriceColumn = { scope: "retailer", scopeUuid: ada };
const cell = (column: PriceColumn, variantUuid = mug, currency = "USD"): Cell => ({ ...column, variantUuid, currency });
const price = ({ variantUuid, scopeUuid, ...rest }: Cell, price_cents: number): CataloguePrice => ({
  ...rest,
  variant_uuid: variantUuid,
  scope_uuid: scopeUuid,
  price_cents,
});
const typed = (...cells: (readonly [Cell, string])[]): TypedPrices =>
  new Map(cells.map(([of, text]) => [getCellKey(of), { cell: of, text }]));
const parse = (text: string) => (/^\d+(\.\d\d)?$/.test(text) ? Math.round(Number(text) * 100) : null);

describe("an empty cell", () => {
  const inherited = (of: Cell, tier: string | null, ...prices: CataloguePrice[]) =>
    findInheritedPrice(of, tier, applyTypedPrices(prices, typed(), parse).at);

  test("inherits the tier's price for a retailer, or else the list price", () => {
    const prices = [price(cell(list), 1000), price(cell(ofGold), 900)];
    expect(inherited(cell(ofAda), gold, ...prices)).toBe(900);
    expect(inherited(cell(ofAda), null, ...prices)).toBe(1000);
    expect(inherited(cell(ofAda), "silver", ...prices)).toBe(1000);
  });

  test("inherits the list price for a tier, and nothing for the list itself", () => {
    expect(inherited(cell(ofGold), null, price(cell(list), 1000), price(cell(ofAda), 1))).toBe(1000);
    expect(inherited(cell(list), null, price(cell(ofGold), 900))).toBeNull();
  });

  test("inherits nothing from another variant or currency, and accepts a price of zero", () => {
    expect(inherited(cell(ofGold), null, price(cell(list, lid), 1000), price(cell(list, mug, "EUR"), 800))).toBeNull();
    expect(inherited(cell(ofAda), gold, price(cell(list), 1000), price(cell(ofGold), 0))).toBe(0);
  });
});

describe("prices with unsaved edits", () => {
  const saved = [price(cell(list), 1000), price(cell(ofGold), 900)];

  test("are those that would be saved: changed, added, or removed when a field was emptied", () => {
    const shown = applyTypedPrices(saved, typed([cell(list), "12.50"], [cell(ofGold), " "], [cell(ofAda), "7"]), parse);
    expect(shown.prices).toEqual([price(cell(list), 1250), price(cell(ofAda), 700)]);
    expect([shown.isDirty, shown.at(cell(ofGold))]).toEqual([true, null]);
  });

  test("are unchanged when the same values are typed again", () => {
    expect(applyTypedPrices(saved, typed([cell(list), "10"], [cell(ofAda), ""]), parse).isDirty).toBe(false);
  });

  test("flag the cells that are unreadable, below zero or above the maximum", () => {
    const texts = ["ten", "-1", "99999999999"];
    for (const text of texts) {
      const { wrong, isDirty } = applyTypedPrices(saved, typed([cell(list), text]), (one) => (one === "-1" ? -100 : parse(one)));
      expect([...wrong], text).toEqual([getCellKey(cell(list))]);
      expect(isDirty).toBe(true);
    }
  });

  test("follow another user's changes in untouched cells, and keep what was typed in the others", () => {
    const mine = typed([cell(ofAda), "7"]);
    const theirs = [price(cell(list), 1100), price(cell(ofGold), 900)];
    expect(applyTypedPrices(theirs, mine, parse).prices).toEqual([...theirs, price(cell(ofAda), 700)]);
    expect([...filterUnsaved([...theirs, price(cell(ofAda), 700)], mine, parse)]).toEqual([]);
    expect(filterUnsaved(theirs, mine, parse)).toEqual(mine);
  });
});

test("an item lacks a list price when one of its variants has none in any currency", () => {
  const variants = [{ variant_uuid: mug }, { variant_uuid: lid }];
  expect(filterUnpriced(variants, [price(cell(list, mug, "EUR"), 1), price(cell(ofGold, lid), 1)])).toEqual([{ variant_uuid: lid }]);
});

test("text copied from a sheet is parsed into rows of cells, and a single value is left to be typed", () => {
  expect(parsePastedCells("12.50\t11\r\n13\t\r\n")).toEqual([
    ["12.50", "11"],
    ["13", ""],
  ]);
  expect(parsePastedCells("12.50")).toBeNull();
  expect(parsePastedCells("12.50\n")).toBeNull();
});

test("the currency with the most prices comes first", () => {
  expect(listCurrencies(["EUR", "USD", "CNY", "USD"].map((currency) => ({ currency })))).toEqual(["USD", "CNY", "EUR"]);
});
