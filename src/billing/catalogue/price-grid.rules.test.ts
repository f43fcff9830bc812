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

describe("a cell that is empty", () => {
  const inherited = (of: Cell, tier: string | null, ...prices: CataloguePrice[]) =>
    findInheritedPrice(of, tier, applyTypedPrices(prices, typed(), parse).at);

  test("costs a retailer what its tier pays, and else what the list says", () => {
    const prices = [price(cell(list), 1000), price(cell(ofGold), 900)];
    expect(inherited(cell(ofAda), gold, ...prices)).toBe(900);
    expect(inherited(cell(ofAda), null, ...prices)).toBe(1000);
    expect(inherited(cell(ofAda), "silver", ...prices)).toBe(1000);
  });

  test("costs a tier what the list says, and the list nothing that is known", () => {
    expect(inherited(cell(ofGold), null, price(cell(list), 1000), price(cell(ofAda), 1))).toBe(1000);
    expect(inherited(cell(list), null, price(cell(ofGold), 900))).toBeNull();
  });

  test("takes over nothing from another variant or another currency, and a price of nothing is a price", () => {
    expect(inherited(cell(ofGold), null, price(cell(list, lid), 1000), price(cell(list, mug, "EUR"), 800))).toBeNull();
    expect(inherited(cell(ofAda), gold, price(cell(list), 1000), price(cell(ofGold), 0))).toBe(0);
  });
});

describe("prices with what was typed over them", () => {
  const saved = [price(cell(list), 1000), price(cell(ofGold), 900)];

  test("are those that would be saved: changed, added, and taken away where a field was emptied", () => {
    const shown = applyTypedPrices(saved, typed([cell(list), "12.50"], [cell(ofGold), " "], [cell(ofAda), "7"]), parse);
    expect(shown.prices).toEqual([price(cell(list), 1250), price(cell(ofAda), 700)]);
    expect([shown.isDirty, shown.at(cell(ofGold))]).toEqual([true, null]);
  });

  test("are no change where the same was typed again", () => {
    expect(applyTypedPrices(saved, typed([cell(list), "10"], [cell(ofAda), ""]), parse).isDirty).toBe(false);
  });

  test("name the cells that cannot be read, below nothing or above the most among them", () => {
    const texts = ["ten", "-1", "99999999999"];
    for (const text of texts) {
      const { wrong, isDirty } = applyTypedPrices(saved, typed([cell(list), text]), (one) => (one === "-1" ? -100 : parse(one)));
      expect([...wrong], text).toEqual([getCellKey(cell(list))]);
      expect(isDirty).toBe(true);
    }
  });

  test("follow somebody else's where nothing was typed, and keep what was", () => {
    const mine = typed([cell(ofAda), "7"]);
    const theirs = [price(cell(list), 1100), price(cell(ofGold), 900)];
    expect(applyTypedPrices(theirs, mine, parse).prices).toEqual([...theirs, price(cell(ofAda), 700)]);
    expect([...filterUnsaved([...theirs, price(cell(ofAda), 700)], mine, parse)]).toEqual([]);
    expect(filterUnsaved(theirs, mine, parse)).toEqual(mine);
  });
});

test("an item lacks a list price where one of its variants has none in any currency", () => {
  const variants = [{ variant_uuid: mug }, { variant_uuid: lid }];
  expect(filterUnpriced(variants, [price(cell(list, mug, "EUR"), 1), price(cell(ofGold, lid), 1)])).toEqual([{ variant_uuid: lid }]);
});

test("what was copied from a sheet comes as rows of cells, and one text alone is simply typed", () => {
  expect(parsePastedCells("12.50\t11\r\n13\t\r\n")).toEqual([
    ["12.50", "11"],
    ["13", ""],
  ]);
  expect(parsePastedCells("12.50")).toBeNull();
  expect(parsePastedCells("12.50\n")).toBeNull();
});

test("the currency of the most prices comes first", () => {
  expect(listCurrencies(["EUR", "USD", "CNY", "USD"].map((currency) => ({ currency })))).toEqual(["USD", "CNY", "EUR"]);
});
