import type { CallProblem } from "#src/kit/api/client.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";

/** Returns the text of a failed call, and what to do now. */
function getWords(problem: CallProblem, t: Translate, locale: string): { title: string; next: string | null } {
  if (problem.kind === "network") return { title: t("subscription.failed.network"), next: t("subscription.failed.networkNext") };
  if (problem.kind === "timeout") return { title: t("subscription.failed.timeout"), next: t("subscription.failed.timeoutNext") };
  const texts = getProblemTexts(problem) ?? problem.msg ?? clientTexts.operationFailed;
  return { title: pickText(texts, locale), next: null };
}

/** The text of a failed call in the page's language, for a field. */
export function useProblemText(problem: CallProblem | null): string | undefined {
  const { t, locale } = useTranslation();
  return problem === null ? undefined : getWords(problem, t, locale).title;
}

/** A failed call in place: what happened, its code, and a retry button unless there is one already. */
export function CallFailed({ problem, retry }: { problem: CallProblem; retry?: () => void }) {
  const { t, locale } = useTranslation();
  const { title, next } = getWords(problem, t, locale);
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
