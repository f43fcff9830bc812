import type { CataloguePrice } from "./catalogue.contract.ts";
import type { PriceScope } from "./price-for-retailer.rules.ts";
import { findPriceForRetailer } from "./price-for-retailer.rules.ts";
import { mostPriceCents } from "./catalogue.rules.ts";

/** A column of the price grid: the list, a tier or a retailer. */
export interface PriceColumn {
  readonly scope: PriceScope;
  /** null for the list */
  readonly scopeUuid: string | null;
}

/** One price of an item: of a variant, in a currency, for a payer. */
export interface Cell extends PriceColumn {
  readonly variantUuid: string;
  readonly currency: string;
}

/** Unsaved cell texts, by the cell's key. */
export type TypedPrices = ReadonlyMap<string, { readonly cell: Cell; readonly text: string }>;

/** Returns a column's key: its scope, and the tier or retailer. */
export function getColumnKey({ scope, scopeUuid }: PriceColumn): string {
  return `${scope} ${scopeUuid ?? ""}`;
}

/** Returns a cell's key within its item: variant, currency and column. */
export function getCellKey(cell: Cell): string {
  return `${cell.variantUuid} ${cell.currency} ${getColumnKey(cell)}`;
}

/** Returns the cell of a price. */
function toCell(price: CataloguePrice): Cell {
  return { variantUuid: price.variant_uuid, currency: price.currency, scope: price.scope, scopeUuid: price.scope_uuid };
}

/**
 * Parses a cell's text: null if empty, "wrong" if invalid.
 * @param parse parses an amount into hundredths
 */
export function parsePrice(text: string, parse: (text: string) => number | null): number | null | "wrong" {
  if (text.trim() === "") return null;
  const cents = parse(text);
  return cents === null || cents < 0 || cents > mostPriceCents ? "wrong" : cents;
}

/** Filters the typed texts that differ from the saved prices. */
export function filterUnsaved(saved: readonly CataloguePrice[], typed: TypedPrices, parse: (text: string) => number | null): TypedPrices {
  const cents = new Map(saved.map((price) => [getCellKey(toCell(price)), price.price_cents] as const));
  return new Map([...typed].filter(([key, { text }]) => parsePrice(text, parse) !== (cents.get(key) ?? null)));
}

/** Prices as they would be saved: the saved ones overlaid with the typed ones. */
export interface ShownPrices {
  /** hundredths; null if the cell is empty or invalid */
  readonly at: (cell: Cell) => number | null;
  readonly prices: readonly CataloguePrice[];
  /** keys of cells with invalid text */
  readonly wrong: ReadonlySet<string>;
  /** whether there are changes */
  readonly isDirty: boolean;
}

/** Overlays saved prices with typed ones. Untouched cells follow the saved prices, also while somebody else changes them. */
export function applyTypedPrices(
  saved: readonly CataloguePrice[],
  typed: TypedPrices,
  parse: (text: string) => number | null,
): ShownPrices {
  const cents = new Map(saved.map((price) => [getCellKey(toCell(price)), price] as const));
  const wrong = new Set<string>();
  let isDirty = false;
  for (const [key, { cell, text }] of typed) {
    const price = parsePrice(text, parse);
    isDirty ||= price !== (cents.get(key)?.price_cents ?? null);
    if (price === "wrong") wrong.add(key);
    if (price === null || price === "wrong") cents.delete(key);
    else
      cents.set(key, {
        variant_uuid: cell.variantUuid,
        currency: cell.currency,
        scope: cell.scope,
        scope_uuid: cell.scopeUuid,
        price_cents: price,
      });
  }
  return { at: (cell) => cents.get(getCellKey(cell))?.price_cents ?? null, prices: [...cents.values()], wrong, isDirty };
}

/**
 * Returns the inherited price of an empty cell: a retailer inherits from its tier and then the list, a tier from the list. Null if unknown or missing.
 * @param tierUuid price tier of a retailer's column, null for none
 */
export function findInheritedPrice(cell: Cell, tierUuid: string | null, at: ShownPrices["at"]): number | null {
  const { currency } = cell;
  const above: PriceColumn[] = [];
  if (cell.scope === "retailer" && tierUuid !== null) above.push({ scope: "tier", scopeUuid: tierUuid });
  if (cell.scope !== "list") above.push({ scope: "list", scopeUuid: null });
  const prices = above.flatMap((column) => {
    const price = at({ ...cell, ...column });
    return price === null ? [] : [{ scope: column.scope, currency, price_cents: price }];
  });
  return findPriceForRetailer(prices, currency)?.price_cents ?? null;
}

/** Lists the currencies of prices, most frequent first, then alphabetically. */
export function listCurrencies(prices: readonly { readonly currency: string }[]): string[] {
  const counts = Map.groupBy(prices, ({ currency }) => currency);
  const count = (currency: string) => counts.get(currency)?.length ?? 0;
  return [...counts.keys()].toSorted((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
}

/** Filters the variants without a list price in any currency, which keep an item from being listed. */
export function filterUnpriced<V extends { readonly variant_uuid: string }>(
  variants: readonly V[],
  prices: readonly CataloguePrice[],
): V[] {
  const priced = new Set(prices.flatMap(({ scope, variant_uuid }) => (scope === "list" ? [variant_uuid] : [])));
  return variants.filter(({ variant_uuid }) => !priced.has(variant_uuid));
}

/** Parses text copied from a spreadsheet into rows of cells; null for a single text, which is pasted normally. */
export function parsePastedCells(text: string): string[][] | null {
  const rows = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const cells = rows.map((row) => row.split("\t").map((cell) => cell.trim()));
  return cells.length === 1 && (cells[0]?.length ?? 0) < 2 ? null : cells;
}
