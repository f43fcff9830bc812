import type { Claim } from "./claims.contract.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { formatAmount } from "#src/kit/lib/money.ts";

/**
 * Formats the lowest and highest amount; empty if there is none.
 * @param amounts hundredths
 */
export function formatSpan(amounts: readonly (number | null)[], currency: string, { t, locale }: { t: Translate; locale: string }): string {
  const span = getSpan(amounts);
  if (span === null) return "";
  const from = formatAmount(span.from, currency, locale);
  return span.from === span.until ? from : t("catalogue.span", { from, until: formatAmount(span.until, currency, locale) });
}

export const itemTones = { draft: "quiet", listed: "good", withdrawn: "warn" } as const;

/** The state of a claim, most urgent first. */
export type ClaimState = "givenUp" | "gone" | "newPrices" | "active";
export const claimTones = { givenUp: "quiet", gone: "bad", newPrices: "warn", active: "good" } as const;

/** Gets a claim's displayed state. A gone item precedes a new price, which no longer matters then. */
export function getClaimState({ status, is_listed, has_new_prices }: Pick<Claim, "status" | "is_listed" | "has_new_prices">): ClaimState {
  if (status === "withdrawn") return "givenUp";
  if (!is_listed) return "gone";
  return has_new_prices ? "newPrices" : "active";
}

/** Returns the lowest and highest amount; null if there is none. */
export function getSpan(amounts: readonly (number | null)[]): { readonly from: number; readonly until: number } | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : { from: Math.min(...known), until: Math.max(...known) };
}

/** Parses a typed currency: three letters, or null. */
export function parseCurrency(text: string): string | null {
  const code = text.normalize("NFKC").trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
}
