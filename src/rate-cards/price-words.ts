import type { Translate } from "#src/i18n/shown.store.ts";
import { amountText, priceText } from "#src/wallet/money.rules.ts";
import type { PricedEvent } from "#src/wallet/charging.rules.ts";
import type { Span } from "./prices.rules.ts";
import { exampleCents } from "./prices.rules.ts";

/** What a tier is for, in words: "The first 30 days", "From piece 1,001 of a month". */
export function spanText({ by, kind, from, until }: Span, t: Translate): string {
  if (kind === "first") return t(`rateCards.span.${by}.first`, { count: until });
  return t(`rateCards.span.${by}.${kind}`, { from, until });
}

/** A price as it is read: nothing is "Free". @param micros millionths of the currency @param locale BCP 47 */
export function pricedText(micros: number, currency: string, t: Translate, locale: string): string {
  return micros === 0 ? t("rateCards.free") : priceText(micros, currency, locale);
}

/** What a price means, by an example: "100 pieces for 30 days: $60.00". @param micros millionths of the currency @param locale BCP 47 */
export function exampleText(event: PricedEvent, micros: number, currency: string, t: Translate, locale: string): string {
  return t(`rateCards.example.${event}`, { amount: amountText(exampleCents(event, micros), currency, locale) });
}
