import "./stock.css";
import { useState } from "react";
import type { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import type { piecesByState } from "./stock.contract.ts";
import { mainFigures, countWholeDays } from "./stock-words.rules.ts";
import { unavailableReasons } from "./stock.rules.ts";

type Pieces = z.output<typeof piecesByState>;

/** Lists why pieces on hand are not available, with their number. */
function NotAvailable({ pieces }: { pieces: Pieces }) {
  const { t, locale } = useTranslation();
  const reasons = unavailableReasons.filter((reason) => pieces[reason] > 0);
  if (reasons.length === 0) return null;
  return (
    <div>
      <p>{t("stock.sku.notAvailable", { count: pieces.not_available })}</p>
      <ul className="stock-reasons">
        {reasons.map((reason) => (
          <li key={reason}>{t(`stock.unavailable.${reason}`, { shown: formatNumber(pieces[reason], locale) })}</li>
        ))}
      </ul>
    </div>
  );
}

/** The figures of a SKU, and why some pieces are not available. @param since when the oldest piece arrived, ISO 8601; null for none */
export function StockFigures({ pieces, since }: { pieces: Pieces; since: string | null }) {
  const { t, locale } = useTranslation();
  const [now] = useState(() => Date.now());
  const days = countWholeDays(since, now);
  return (
    <>
      <dl className="stock-figures">
        {mainFigures.map((figure) => (
          <div key={figure}>
            <dt className="quiet">{t(`stock.column.${figure}`)}</dt>
            <dd className="number">{formatNumber(pieces[figure], locale)}</dd>
          </div>
        ))}
        {days !== null && (
          <div>
            <dt className="quiet">{t("stock.column.age")}</dt>
            <dd className="number">{t("stock.days", { count: days })}</dd>
          </div>
        )}
      </dl>
      <NotAvailable pieces={pieces} />
    </>
  );
}
