import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Notice } from "#src/kit/ui/notice.tsx";

/** Shown after the account was deleted: what that means. */
export function AccountDeleted() {
  const { t } = useTranslation();
  return (
    <Notice tone="good" title={t("subscription.account.deleted")}>
      <p>{t("subscription.account.deletedNext")}</p>
    </Notice>
  );
}
