import { useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { AccountPage } from "./account-page.tsx";

/** The personal settings of a provider or a retailer. */
export function AccountSettingsScreen() {
  const { t } = useTranslation();
  const { role } = useCaller();
  return <AccountPage title={t("places.settings")} hasOperators={role === "provider"} />;
}
