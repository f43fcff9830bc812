import { useTranslation } from "#src/i18n/shown.store.ts";
import { mostOfReceipt } from "./receipts.rules.ts";

/** Says that of many rows only the newest are here. @param rows how many are shown */
export function NewestOnly({ rows }: { rows: number }) {
  const { t } = useTranslation();
  return rows < mostOfReceipt ? null : (
    <p className="receipt-newest quiet small">{t("receipts.page.newestOnly", { count: mostOfReceipt })}</p>
  );
}
