import type { CataloguePrice } from "./catalogue.contract.ts";
import type { PriceScope } from "./catalogue.rules.ts";
import { agreedPrice, mostPriceCents } from "./catalogue.rules.ts";

/** A column of the price grid: the list, a tier or a retailer. */
export interface PriceColumn {
  readonly scope: PriceScope;
  /** null for the list */
  readonly scopeUuid: string | null;
}

/** One price of an item: of a variant, in a currency, for somebody. */
export interface Cell extends PriceColumn {
  readonly variantUuid: string;
  readonly currency: string;
}

/** What was typed into cells and is not saved yet, by the cell's key. */
export type TypedPrices = ReadonlyMap<string, { readonly cell: Cell; readonly text: string }>;

/** Tells a column from the others: its scope, and whose it is. */
export function columnKey({ scope, scopeUuid }: PriceColumn): string {
  return `${scope} ${scopeUuid ?? ""}`;
}

/** Tells a cell from the others of its item: variant, currency and column. */
export function cellKey(cell: Cell): string {
  return `${cell.variantUuid} ${cell.currency} ${columnKey(cell)}`;
}

/** The cell that a price stands in. */
function cellOf(price: CataloguePrice): Cell {
  return { variantUuid: price.variant_uuid, currency: price.currency, scope: price.scope, scopeUuid: price.scope_uuid };
}

/** What a cell's text says: null for an empty one, "wrong" for what is no price. @param parse reads an amount as hundredths */
export function priceOf(text: string, parse: (text: string) => number | null): number | null | "wrong" {
  if (text.trim() === "") return null;
  const cents = parse(text);
  return cents === null || cents < 0 || cents > mostPriceCents ? "wrong" : cents;
}

/** What was typed and is not what is saved. */
export function stillTyped(saved: readonly CataloguePrice[], typed: TypedPrices, parse: (text: string) => number | null): TypedPrices {
  const cents = new Map(saved.map((price) => [cellKey(cellOf(price)), price.price_cents] as const));
  return new Map([...typed].filter(([key, { text }]) => priceOf(text, parse) !== (cents.get(key) ?? null)));
}

/** Prices as they would be saved now: the saved ones with what was typed over them. */
export interface ShownPrices {
  /** hundredths; null where a cell is empty or holds no price */
  readonly at: (cell: Cell) => number | null;
  readonly prices: readonly CataloguePrice[];
  /** keys of the cells whose text is no price */
  readonly wrong: ReadonlySet<string>;
  /** whether something would change */
  readonly isDirty: boolean;
}

/** Puts what was typed over what is saved. Cells that nobody touched follow what is saved, also while somebody else changes it. */
export function shownPrices(saved: readonly CataloguePrice[], typed: TypedPrices, parse: (text: string) => number | null): ShownPrices {
  const cents = new Map(saved.map((price) => [cellKey(cellOf(price)), price] as const));
  const wrong = new Set<string>();
  let isDirty = false;
  for (const [key, { cell, text }] of typed) {
    const price = priceOf(text, parse);
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
  return { at: (cell) => cents.get(cellKey(cell))?.price_cents ?? null, prices: [...cents.values()], wrong, isDirty };
}

/**
 * What a cell costs where nothing stands in it: a retailer goes by its tier and then by the list, a tier by the list. Null where that is not known
 * or not there.
 * @param tierUuid of a retailer's column: its price tier, null for none
 */
export function inheritedPrice(cell: Cell, tierUuid: string | null, at: ShownPrices["at"]): number | null {
  const { currency } = cell;
  const above: PriceColumn[] = [];
  if (cell.scope === "retailer" && tierUuid !== null) above.push({ scope: "tier", scopeUuid: tierUuid });
  if (cell.scope !== "list") above.push({ scope: "list", scopeUuid: null });
  const prices = above.flatMap((column) => {
    const price = at({ ...cell, ...column });
    return price === null ? [] : [{ scope: column.scope, currency, price_cents: price }];
  });
  return agreedPrice(prices, currency)?.price_cents ?? null;
}

/** The currencies of prices, those of the most prices first, and then in the order of the alphabet. */
export function currenciesOf(prices: readonly { readonly currency: string }[]): string[] {
  const counts = Map.groupBy(prices, ({ currency }) => currency);
  const count = (currency: string) => counts.get(currency)?.length ?? 0;
  return [...counts.keys()].toSorted((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
}

/** The variants that have no list price in any currency: an item with one of them cannot be listed. */
export function withoutListPrice<V extends { readonly variant_uuid: string }>(
  variants: readonly V[],
  prices: readonly CataloguePrice[],
): V[] {
  const priced = new Set(prices.flatMap(({ scope, variant_uuid }) => (scope === "list" ? [variant_uuid] : [])));
  return variants.filter(({ variant_uuid }) => !priced.has(variant_uuid));
}

/** What was copied from a spreadsheet: rows of cells; null where it is one text alone, which is simply typed. */
export function pastedCells(text: string): string[][] | null {
  const rows = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const cells = rows.map((row) => row.split("\t").map((cell) => cell.trim()));
  return cells.length === 1 && (cells[0]?.length ?? 0) < 2 ? null : cells;
}
