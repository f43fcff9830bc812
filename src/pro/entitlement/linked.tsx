import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";
import { subscriptionCalls } from "#src/pro/subscription/subscription.calls.ts";
import { ButtonLink } from "#src/kit/ui/light/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";

/** Shown once the device is linked: continue to Pro, or done. `isPro` is null while unknown. */
export function Linked({ language, isPro }: { language: Language; isPro: boolean | null }) {
  const { t } = useTranslation();
  const answer = useCallQuery(subscriptionCalls.getSubscription, {}, { enabled: isPro === null });
  const hasPro = isPro ?? (answer.data === undefined ? null : answer.data.plan_id === "pro");
  if (hasPro === false)
    return (
      <Notice tone="good" title={t("entitlement.linked.title")}>
        <p>{t("entitlement.linked.free")}</p>
        <div className="row">
          <ButtonLink tone="primary" href={getPublicHref("checkout", language)}>
            {t("entitlement.linked.get")}
          </ButtonLink>
        </div>
      </Notice>
    );
  return (
    <Notice tone="good" title={t("entitlement.linked.title")}>
      <p>{hasPro === true ? t("entitlement.linked.pro") : t("entitlement.linked.plain")}</p>
      <p>
        <a href={getPublicHref("subscription", language)}>{t("entitlement.linked.settings")}</a>
      </p>
    </Notice>
  );
}
