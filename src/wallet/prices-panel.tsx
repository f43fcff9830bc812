import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Price } from "#src/rate-cards/rate-cards.contract.ts";
import { pricedEvents } from "./charging.rules.ts";
import { priceText } from "./money.rules.ts";
import type { Tier } from "./wallet-words.rules.ts";
import { tiersOf, unitOf } from "./wallet-words.rules.ts";

interface PricesPanelProps {
  readonly title: string;
  readonly prices: readonly Price[];
  /** ISO 4217 */
  readonly currency: string;
  /** said where there is no price at all */
  readonly empty: string;
}

/** Prices by event, each tier a sentence. */
export function PricesPanel({ title, prices, currency, empty }: PricesPanelProps) {
  const { t, locale } = useTranslation();
  const events = pricedEvents.map((event) => ({ event, tiers: tiersOf(event, prices) })).filter(({ tiers }) => tiers.length > 0);
  const words = (unit: ReturnType<typeof unitOf>, { word, count, from, to, price_micros }: Tier) => {
    const price =
      price_micros === 0 ? t("wallet.tier.free") : t(`wallet.tier.price.${unit}`, { price: priceText(price_micros, currency, locale) });
    return t(`wallet.tier.${word}`, { count, from, to, price });
  };
  return (
    <section className="panel stack">
      <h2>{title}</h2>
      {events.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <div className="wallet-prices">
          {events.map(({ event, tiers }) => (
            <div key={event} className="stack-tight">
              <h3>{t(`wallet.event.${event}`)}</h3>
              <ul className="wallet-sentences">
                {tiers.map((tier) => (
                  <li key={`${tier.word} ${tier.from}`}>{words(unitOf(event), tier)}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
