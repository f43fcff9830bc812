import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { proPrice } from "#src/pro/plan/plan.contract.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { ButtonLink } from "#src/kit/ui/light/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { findLeftBehind } from "./view.rules.ts";

/** The end of what is free, how much is left, and the way to it. */
export function LimitedOffer({ job, language, isMain = false }: { job: Job; language: Language; isMain?: boolean }) {
  const { t } = useTranslation();
  const left = findLeftBehind(job);
  return (
    <Notice tone="warn" title={t("collect.limited.title", { count: job.kept })}>
      <p>{left === null ? t("collect.limited.moreUnknown") : t("collect.limited.more", { count: left })}</p>
      <div className="row">
        <ButtonLink tone={isMain ? "primary" : "normal"} href="/dashboard.html#/plan" target="_blank">
          {t("collect.limited.offer", { price: proPrice[language].text })}
        </ButtonLink>
      </div>
    </Notice>
  );
}
