import { marginPercent } from "./catalogue.rules.ts";
import { currencyIn } from "./catalogue-words.rules.ts";
import type { Claim } from "./claims.contract.ts";
import { priceOf } from "./prices.rules.ts";

interface TypedVariant {
  readonly sku?: string;
  readonly price?: string;
}

/** What a retailer typed over a claim and has not saved: all that is not here follows what is saved. */
export interface ClaimEdits {
  readonly title?: string;
  readonly description?: string;
  readonly saleCurrency?: string;
  readonly variants: Readonly<Record<string, TypedVariant>>;
}

export const noEdits: ClaimEdits = { variants: {} };

/** A variant as it would be saved now. */
export interface EditedVariant {
  readonly variant_uuid: string;
  readonly own_sku: string;
  readonly sale_price_cents: number | null;
}

/** A claim with what was typed over it. */
export interface EditedClaim {
  readonly title: string;
  readonly description: string;
  /** as it was typed */
  readonly saleCurrency: string;
  /** null where what was typed is no currency */
  readonly currency: string | null;
  readonly variants: readonly EditedVariant[];
  /** variants whose sale price cannot be read */
  readonly wrong: ReadonlySet<string>;
  readonly isDirty: boolean;
}

/** @param parse reads an amount as hundredths */
export function editedClaim(claim: Claim, edits: ClaimEdits, parse: (text: string) => number | null): EditedClaim {
  const { title = claim.title, description = claim.description, saleCurrency = claim.sale_currency } = edits;
  const wrong = new Set<string>();
  const variants = claim.variants.map(({ variant_uuid, own_sku, sale_price_cents }): EditedVariant => {
    const typed = edits.variants[variant_uuid];
    const price = typed?.price === undefined ? sale_price_cents : priceOf(typed.price, parse);
    if (price === "wrong") wrong.add(variant_uuid);
    return { variant_uuid, own_sku: (typed?.sku ?? own_sku).trim(), sale_price_cents: price === "wrong" ? null : price };
  });
  const isSame = claim.variants.every(
    ({ own_sku, sale_price_cents }, place) =>
      variants[place]?.own_sku === own_sku && variants[place]?.sale_price_cents === sale_price_cents,
  );
  const areTextsSame = title.trim() === claim.title && description.trim() === claim.description;
  const currency = currencyIn(saleCurrency);
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

/** What is left of a sale price, in percent; null where the two are not in one currency, or one of them is not there. */
export function shownMargin(
  { sale, saleCurrency }: { sale: number | null; saleCurrency: string | null },
  cost: number | null,
  currency: string,
) {
  return sale === null || cost === null || saleCurrency !== currency ? null : marginPercent(sale, cost);
}

/** The variants that are offered still, at another price than the one that was agreed to. */
export function withNewPrices<
  V extends { readonly is_offered: boolean; readonly price_cents: number | null; readonly agreed_price_cents: number | null },
>(variants: readonly V[]): V[] {
  return variants.filter(({ is_offered, price_cents, agreed_price_cents }) => is_offered && price_cents !== agreed_price_cents);
}
