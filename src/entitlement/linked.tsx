import { useAnswer } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Language } from "#src/lib/look.ts";
import { publicHref } from "#src/public-pages/public-pages.rules.ts";
import { subscriptionCalls } from "#src/subscription/subscription.calls.ts";
import { ButtonLink } from "#src/ui/light/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** The device is linked: on to Pro, or done. `isPro` is null where it is not known yet. */
export function Linked({ language, isPro }: { language: Language; isPro: boolean | null }) {
  const { t } = useTranslation();
  const answer = useAnswer(subscriptionCalls.getSubscription, {}, { enabled: isPro === null });
  const hasPro = isPro ?? (answer.data === undefined ? null : answer.data.plan_id === "pro");
  if (hasPro === false)
    return (
      <Notice tone="good" title={t("entitlement.linked.title")}>
        <p>{t("entitlement.linked.free")}</p>
        <div className="row">
          <ButtonLink tone="primary" href={publicHref("checkout", language)}>
            {t("entitlement.linked.get")}
          </ButtonLink>
        </div>
      </Notice>
    );
  return (
    <Notice tone="good" title={t("entitlement.linked.title")}>
      <p>{hasPro === true ? t("entitlement.linked.pro") : t("entitlement.linked.plain")}</p>
      <p>
        <a href={publicHref("subscription", language)}>{t("entitlement.linked.settings")}</a>
      </p>
    </Notice>
  );
}
