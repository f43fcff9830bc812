import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { AccountPage } from "./account-page.tsx";

/** The profile of an operator or a site administrator, who have no company settings. */
export function ProfileScreen() {
  const { t } = useTranslation();
  return <AccountPage title={t("navigation.profile")} hasOperators={false} />;
}

/** The personal settings of a provider or a retailer. */
export function AccountSettingsScreen() {
  const { t } = useTranslation();
  const { role } = useCaller();
  return <AccountPage title={t("navigation.settings")} hasOperators={role === "provider"} />;
}
