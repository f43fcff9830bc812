import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import { formatExample, formatPrice, formatSpan } from "./price-words.ts";
import { eventGroups, sortPrices, getSpan, getTiers } from "./price-editor.rules.ts";
import type { Price } from "./rate-cards.contract.ts";

interface PriceTableProps {
  readonly prices: readonly Price[];
  readonly currency: string;
}

function EventRows({ event, tiers, currency }: { event: PricedEvent; tiers: readonly Price[]; currency: string }) {
  const { t, locale } = useTranslation();
  const title = (
    <th scope="rowgroup" rowSpan={Math.max(1, tiers.length)} className="rates-event">
      {t(`rateCards.event.${event}`)}
      <span className="quiet small">{t(`rateCards.about.${event}`)}</span>
    </th>
  );
  const starts = tiers.map(({ from_value }) => from_value);
  if (tiers.length === 0)
    return (
      <tr>
        {title}
        <td className="quiet" colSpan={3}>
          {t("rateCards.noPrice")}
        </td>
      </tr>
    );
  return tiers.map(({ from_value, price_micros }, at) => (
    <tr key={from_value}>
      {at === 0 && title}
      <td data-title={t("rateCards.table.span")}>{formatSpan(getSpan(event, starts, at), t)}</td>
      <td data-title={t("rateCards.table.price")} className="number rates-end">
        {formatPrice(price_micros, currency, t, locale)}
      </td>
      <td data-title={t("rateCards.table.example")} className="number quiet">
        {price_micros === 0 ? "" : formatExample(event, price_micros, currency, t, locale)}
      </td>
    </tr>
  ));
}

/** Read-only prices: events in groups, with a description of each tier. */
export function PriceTable({ prices, currency }: PriceTableProps) {
  const { t } = useTranslation();
  const all = sortPrices(prices);
  return (
    <div className="rates-frame" tabIndex={0} role="region" aria-label={t("rateCards.table.label")}>
      <table className="rates-table rates-prices">
        <thead>
          <tr>
            <th scope="col">{t("rateCards.table.event")}</th>
            <th scope="col">{t("rateCards.table.span")}</th>
            <th scope="col" className="rates-end">
              {t("rateCards.table.price")} <span translate="no">({currency})</span>
            </th>
            <th scope="col">{t("rateCards.table.example")}</th>
          </tr>
        </thead>
        {eventGroups.map(({ group, events }) => (
          <tbody key={group}>
            <tr className="rates-group">
              <th scope="colgroup" colSpan={4}>
                {t(`rateCards.group.${group}`)}
              </th>
            </tr>
            {events.map((event) => (
              <EventRows key={event} event={event} tiers={getTiers(all, event)} currency={currency} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
