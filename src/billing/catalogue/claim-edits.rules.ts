import { computeMarginPercent } from "./catalogue.rules.ts";
import { parseCurrency } from "./catalogue-words.rules.ts";
import type { Claim } from "./claims.contract.ts";
import { parsePrice } from "./price-grid.rules.ts";

interface TypedVariant {
  readonly sku?: string;
  readonly price?: string;
}

/** A retailer's unsaved edits of a claim: everything else follows the saved claim. */
export interface ClaimEdits {
  readonly title?: string;
  readonly description?: string;
  readonly saleCurrency?: string;
  readonly variants: Readonly<Record<string, TypedVariant>>;
}

export const noEdits: ClaimEdits = { variants: {} };

/** A variant as it would be saved. */
export interface EditedVariant {
  readonly variant_uuid: string;
  readonly own_sku: string;
  readonly sale_price_cents: number | null;
}

/** A claim with its unsaved edits. */
export interface EditedClaim {
  readonly title: string;
  readonly description: string;
  /** as typed */
  readonly saleCurrency: string;
  /** null if the input is not a currency */
  readonly currency: string | null;
  readonly variants: readonly EditedVariant[];
  /** variants whose sale price is invalid */
  readonly wrong: ReadonlySet<string>;
  readonly isDirty: boolean;
}

/**
 * Applies unsaved edits to a claim.
 * @param parse parses an amount into hundredths
 */
export function applyEdits(claim: Claim, edits: ClaimEdits, parse: (text: string) => number | null): EditedClaim {
  const { title = claim.title, description = claim.description, saleCurrency = claim.sale_currency } = edits;
  const wrong = new Set<string>();
  const variants = claim.variants.map(({ variant_uuid, own_sku, sale_price_cents }): EditedVariant => {
    const typed = edits.variants[variant_uuid];
    const price = typed?.price === undefined ? sale_price_cents : parsePrice(typed.price, parse);
    if (price === "wrong") wrong.add(variant_uuid);
    return { variant_uuid, own_sku: (typed?.sku ?? own_sku).trim(), sale_price_cents: price === "wrong" ? null : price };
  });
  const isSame = claim.variants.every(
    ({ own_sku, sale_price_cents }, place) =>
      variants[place]?.own_sku === own_sku && variants[place]?.sale_price_cents === sale_price_cents,
  );
  const areTextsSame = title.trim() === claim.title && description.trim() === claim.description;
  const currency = parseCurrency(saleCurrency);
  return {
    title,
    description,
    saleCurrency,
    currency,
    variants,
    wrong,
    isDirty: !isSame || !areTextsSame || wrong.size > 0 || currency !== claim.sale_currency,
  };
}

/** Computes the margin in percent; null if the currencies differ or a price is missing. */
export function computeMargin(
  { sale, saleCurrency }: { sale: number | null; saleCurrency: string | null },
  cost: number | null,
  currency: string,
) {
  return sale === null || cost === null || saleCurrency !== currency ? null : computeMarginPercent(sale, cost);
}

/** Filters the offered variants whose price differs from the agreed one. */
export function filterNewPrices<
  V extends { readonly is_offered: boolean; readonly price_cents: number | null; readonly agreed_price_cents: number | null },
>(variants: readonly V[]): V[] {
  return variants.filter(({ is_offered, price_cents, agreed_price_cents }) => is_offered && price_cents !== agreed_price_cents);
}
