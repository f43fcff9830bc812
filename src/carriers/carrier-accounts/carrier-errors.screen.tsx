import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { carrierErrorsList } from "./carrier-errors.list.tsx";

/** The failed requests to carriers, as a tab of the logistics page. */
export function CarrierErrorsPanel() {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <p className="quiet">{t("carrierAccounts.errors.intro")}</p>
      <List of={carrierErrorsList} />
    </div>
  );
}
