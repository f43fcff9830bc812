import { useTranslation } from "#src/i18n/shown.store.ts";
import { Notice } from "#src/ui/notice.tsx";

/** The account is gone: what that means. */
export function AccountDeleted() {
  const { t } = useTranslation();
  return (
    <Notice tone="good" title={t("subscription.account.deleted")}>
      <p>{t("subscription.account.deletedNext")}</p>
    </Notice>
  );
}
