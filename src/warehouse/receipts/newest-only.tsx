import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { mostOfReceipt } from "./receipts.rules.ts";

/** Notes that only the newest rows are shown. @param rows how many are shown */
export function NewestOnly({ rows }: { rows: number }) {
  const { t } = useTranslation();
  return rows < mostOfReceipt ? null : (
    <p className="receipt-newest quiet small">{t("receipts.page.newestOnly", { count: mostOfReceipt })}</p>
  );
}
