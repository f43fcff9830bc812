import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatMonth, formatNumber } from "#src/kit/lib/formats.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import { getUnit, pricedEvents } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { previewPrices } from "./rate-cards.contract.ts";

/** A computed month, and its input. */
export interface Preview {
  readonly month: string;
  readonly answer: OutputOf<typeof previewPrices>;
  /** actual cost by event, in hundredths; null if unknown */
  readonly did: ReadonlyMap<PricedEvent, number> | null;
  readonly asked: string;
}

interface PreviewResultProps {
  readonly preview: Preview;
  readonly currency: string;
  /** whether the input has changed since */
  readonly isStale: boolean;
}

/** The cost of a month by event, beside the actual cost if known. */
export function PreviewResult({ preview: { month, answer, did }, currency, isStale }: PreviewResultProps) {
  const { t, locale } = useTranslation();
  const would = new Map(answer.events.map((one) => [one.event, one]));
  const events = pricedEvents.filter((event) => would.has(event) || did?.has(event) === true);
  const amount = (cents: number) => formatAmount(cents, currency, locale);
  const didText = (event: PricedEvent) => (did === null ? t("rateCards.preview.unknown") : amount(did.get(event) ?? 0));
  const titles = {
    quantity: t("rateCards.preview.column.quantity"),
    would: t("rateCards.preview.column.would"),
    did: t("rateCards.preview.column.did"),
  };
  const cell = (title: keyof typeof titles, text: string) => (
    <td data-title={titles[title]} className="number rates-end">
      {text}
    </td>
  );
  const didTotal = did === null ? t("rateCards.preview.unknown") : amount([...did.values()].reduce((sum, cents) => sum + cents, 0));
  return (
    <div className="stack" role="status">
      <h3>{t("rateCards.preview.result", { month: formatMonth(month, locale) })}</h3>
      <p className="quiet">{t("rateCards.preview.days", { count: answer.day_count })}</p>
      {isStale && <p className="rates-warn">{t("rateCards.preview.stale")}</p>}
      {events.length === 0 ? (
        <p>{t("rateCards.preview.nothing")}</p>
      ) : (
        <div
          className="rates-frame"
          tabIndex={0}
          role="region"
          aria-label={t("rateCards.preview.result", { month: formatMonth(month, locale) })}
        >
          <table className="rates-table">
            <thead>
              <tr>
                <th scope="col">{t("rateCards.preview.column.event")}</th>
                {Object.values(titles).map((title) => (
                  <th key={title} scope="col" className="rates-end">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {events.map((event) => {
                const one = would.get(event);
                const count = (one?.quantity_milli ?? 0) / 1000;
                return (
                  <tr key={event}>
                    <th scope="row">{t(`rateCards.event.${event}`)}</th>
                    {cell(
                      "quantity",
                      one === undefined
                        ? ""
                        : t(`rateCards.preview.quantity.${getUnit(event)}`, { count, shown: formatNumber(count, locale) }),
                    )}
                    {cell("would", amount(one?.amount_cents ?? 0))}
                    {cell("did", didText(event))}
                  </tr>
                );
              })}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t("rateCards.preview.total")}</th>
                {cell("quantity", "")}
                {cell("would", amount(answer.total_cents))}
                {cell("did", didTotal)}
              </tr>
            </tfoot>
          </table>
        </div>
      )}
      {did === null && <p className="quiet">{t("rateCards.preview.notAdded")}</p>}
    </div>
  );
}
