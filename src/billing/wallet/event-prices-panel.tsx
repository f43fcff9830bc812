import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Price } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { getUnit, pricedEvents } from "./charge-kinds.rules.ts";
import { priceText } from "#src/kit/lib/money.ts";
import type { Tier } from "./wallet-words.rules.ts";
import { describeTiers } from "./wallet-words.rules.ts";

interface PricesPanelProps {
  readonly title: string;
  readonly prices: readonly Price[];
  /** ISO 4217 */
  readonly currency: string;
  /** shown if there are no prices */
  readonly empty: string;
}

/** Prices by event, one sentence per tier. */
export function PricesPanel({ title, prices, currency, empty }: PricesPanelProps) {
  const { t, locale } = useTranslation();
  const events = pricedEvents.map((event) => ({ event, tiers: describeTiers(event, prices) })).filter(({ tiers }) => tiers.length > 0);
  const words = (unit: ReturnType<typeof getUnit>, { word, count, from, to, price_micros }: Tier) => {
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
                  <li key={`${tier.word} ${tier.from}`}>{words(getUnit(event), tier)}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
