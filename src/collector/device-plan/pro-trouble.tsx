import type { ProStatus } from "#src/pro/entitlement/pro-status.rules.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant } from "#src/kit/lib/formats.ts";
import { Notice } from "#src/kit/ui/notice.tsx";

/** Formats an instant. */
export function momentText(epochMs: number, locale: string): string {
  return formatInstant(new Date(epochMs).toISOString(), locale);
}

/** Problems with Pro, each with what to do now; under Pro, how long it lasts without the server. */
export function ProTrouble({ status }: { status: ProStatus }) {
  const { t, locale } = useTranslation();
  const { left, problem, whyFree, goodUntil, isLinked, linking } = status;
  // One notice about the clock is enough.
  const shownProblem = problem === "clockWrong" && whyFree === "clockBack" ? null : problem;
  const why = isLinked && whyFree !== "none" && whyFree !== "notLinked" ? whyFree : null;
  return (
    <>
      {left !== null && !isLinked && linking === null && (
        <Notice tone="warn" title={t(`plan.device.ended.${left}.title`)}>
          <p>{t(`plan.device.ended.${left}.next`)}</p>
        </Notice>
      )}
      {why !== null && (
        <Notice tone="bad" title={t(`plan.device.why.${why}.title`)}>
          <p>{t(`plan.device.why.${why}.next`)}</p>
        </Notice>
      )}
      {shownProblem !== null && (
        <Notice tone="warn" title={t(`plan.device.problem.${shownProblem}.title`)}>
          {goodUntil === null ? (
            <p>{t(`plan.device.problem.${shownProblem}.next`)}</p>
          ) : (
            <p>{t("plan.device.offline", { date: momentText(goodUntil, locale) })}</p>
          )}
        </Notice>
      )}
    </>
  );
}
