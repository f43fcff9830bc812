import type { CallProblem } from "#src/api/client.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import type { Translate } from "#src/i18n/shown.store.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/light/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** What a failed call says, and what to do now. */
function wordsOf(problem: CallProblem, t: Translate, locale: string): { title: string; next: string | null } {
  if (problem.kind === "network") return { title: t("subscription.failed.network"), next: t("subscription.failed.networkNext") };
  if (problem.kind === "timeout") return { title: t("subscription.failed.timeout"), next: t("subscription.failed.timeoutNext") };
  const texts = problemTexts(problem) ?? problem.msg ?? ownTexts.operationFailed;
  return { title: locale.startsWith("zh") ? texts.zh_cn : texts.en_us, next: null };
}

/** The sentence of a failed call in the page's language, for a field. */
export function useProblemText(problem: CallProblem | null): string | undefined {
  const { t, locale } = useTranslation();
  return problem === null ? undefined : wordsOf(problem, t, locale).title;
}

/** A failed call in place: what happened, its code small beside it, and a button to try again where that is not there already. */
export function CallFailed({ problem, retry }: { problem: CallProblem; retry?: () => void }) {
  const { t, locale } = useTranslation();
  const { title, next } = wordsOf(problem, t, locale);
  const code = problem.code === 0 ? problem.status : problem.code;
  return (
    <Notice tone="bad" title={title} {...(code === 0 ? {} : { code: String(code) })}>
      {next !== null && <p>{next}</p>}
      {retry !== undefined && (
        <div className="row">
          <Button onClick={retry}>{t("subscription.failed.retry")}</Button>
        </div>
      )}
    </Notice>
  );
}
