import { useTranslation } from "#src/i18n/shown.store.ts";
import { AccountPage } from "./account-page.tsx";

/** The own profile of an operator or a site administrator: the settings of the house are not theirs. */
export function ProfileScreen() {
  const { t } = useTranslation();
  return <AccountPage title={t("places.profile")} hasOperators={false} />;
}
