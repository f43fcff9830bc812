import { useTranslation } from "#src/i18n/shown.store.ts";
import { instantText, numberText } from "#src/lib/wording.ts";
import { NewestOnly } from "./newest-only.tsx";
import { getEventWord } from "./receipt-words.rules.ts";
import type { ReceiptDetail } from "./receipts.contract.ts";

/** What happened to the receipt, the newest first. */
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
                <span className="number">{t("receipts.page.pieces", { count: quantity, shown: numberText(quantity, locale) })}</span>
              )}
            </span>
            {reason !== "" && <span>{reason}</span>}
            <span className="quiet small">{[instantText(at, locale), username].filter((text) => text !== "").join(" · ")}</span>
          </li>
        ))}
      </ol>
      <NewestOnly rows={of.events.length} />
    </>
  );
}
