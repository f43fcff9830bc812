import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { formatAmount, priceText } from "#src/kit/lib/money.ts";
import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import { getUnit } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { Span } from "./price-editor.rules.ts";
import { computeExampleCents } from "./price-editor.rules.ts";

/** Describes a tier's range: "The first 30 days", "From piece 1,001 of a month". */
export function formatSpan({ by, kind, from, until }: Span, t: Translate): string {
  if (kind === "first") return t(`rateCards.span.${by}.first`, { count: until });
  return t(`rateCards.span.${by}.${kind}`, { from, until });
}

/**
 * Formats a price; zero is "Free".
 * @param micros millionths of the currency
 * @param locale BCP 47
 */
export function formatPrice(micros: number, currency: string, t: Translate, locale: string): string {
  return micros === 0 ? t("rateCards.free") : priceText(micros, currency, locale);
}

/**
 * Formats an example of a price: "100 pieces for 30 days: $60.00".
 * @param micros millionths of the currency
 * @param locale BCP 47
 */
export function formatExample(event: PricedEvent, micros: number, currency: string, t: Translate, locale: string): string {
  return t(`rateCards.example.${getUnit(event)}`, { amount: formatAmount(computeExampleCents(event, micros), currency, locale) });
}
