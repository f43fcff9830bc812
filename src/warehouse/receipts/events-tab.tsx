import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import { NewestOnly } from "./newest-only.tsx";
import { getEventWord } from "./receipt-words.rules.ts";
import type { ReceiptDetail } from "./receipts.contract.ts";

/** The receipt's events, newest first. */
export function EventsTab({ of }: { of: ReceiptDetail }) {
  const { t, locale } = useTranslation();
  return (
    <>
      <ol className="receipt-events">
        {of.events.map(({ reason, quantity, username, at, ...row }) => (
          <li key={row.event_uuid} className="stack-tight">
            <span className="row">
              <strong>{t(`receipts.event.${getEventWord(row)}`)}</strong>
              {quantity !== null && (
                <span className="number">{t("receipts.page.pieces", { count: quantity, shown: formatNumber(quantity, locale) })}</span>
              )}
            </span>
            {reason !== "" && <span>{reason}</span>}
            <span className="quiet small">{[formatInstant(at, locale), username].filter((text) => text !== "").join(" · ")}</span>
          </li>
        ))}
      </ol>
      <NewestOnly rows={of.events.length} />
    </>
  );
}
