import type { OutputOf } from "#src/api/define-call.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { monthText, numberText } from "#src/lib/wording.ts";
import { amountText } from "#src/wallet/money.rules.ts";
import type { PricedEvent } from "#src/wallet/charging.rules.ts";
import { pricedEvents } from "#src/wallet/charging.rules.ts";
import type { previewPrices } from "./rate-cards.contract.ts";

/** A month worked out, and what it was worked out from. */
export interface Preview {
  readonly month: string;
  readonly answer: OutputOf<typeof previewPrices>;
  /** what the events did cost, in hundredths; null where that is not known */
  readonly did: ReadonlyMap<PricedEvent, number> | null;
  readonly asked: string;
}

interface PreviewResultProps {
  readonly preview: Preview;
  readonly currency: string;
  /** whether something else is asked by now */
  readonly isStale: boolean;
}

const unitOf = {
  storage_piece_day: "piece_days",
  storage_litre_day: "litre_days",
  receiving_piece: "pieces",
  putaway_piece: "pieces",
  return_piece: "pieces",
  shipped_piece: "pieces",
} as const satisfies Record<PricedEvent, string>;

/** What a month comes to by event, beside what it did cost where that is known. */
export function PreviewResult({ preview: { month, answer, did }, currency, isStale }: PreviewResultProps) {
  const { t, locale } = useTranslation();
  const would = new Map(answer.events.map((one) => [one.event, one]));
  const events = pricedEvents.filter((event) => would.has(event) || did?.has(event) === true);
  const amount = (cents: number) => amountText(cents, currency, locale);
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
      <h3>{t("rateCards.preview.result", { month: monthText(month, locale) })}</h3>
      <p className="quiet">{t("rateCards.preview.days", { count: answer.day_count })}</p>
      {isStale && <p className="rates-warn">{t("rateCards.preview.stale")}</p>}
      {events.length === 0 ? (
        <p>{t("rateCards.preview.nothing")}</p>
      ) : (
        <div
          className="rates-frame"
          tabIndex={0}
          role="region"
          aria-label={t("rateCards.preview.result", { month: monthText(month, locale) })}
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
                        : t(`rateCards.preview.quantity.${unitOf[event]}`, { count, shown: numberText(count, locale) }),
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
