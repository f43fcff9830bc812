import type { TFunction } from "i18next";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDuration, listText } from "#src/kit/lib/formats.ts";
import type { Problem } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { MarketplaceId } from "#src/collector/reviews/reviews.contract.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import { CopySupportReport } from "./copy-support-report.tsx";

/** The number that support asks for; it stands small beside the words. */
function getCode(problem: Problem): string | undefined {
  switch (problem.kind) {
    case "blocked":
      return String(problem.status);
    case "unavailable":
      return problem.status === 0 ? undefined : String(problem.status);
    case "tooManyRequests":
      return "429";
    default:
      return undefined;
  }
}

/** What to do now. @param button label of the button that the advice tells to press */
function getAdvice(problem: Problem, button: string, t: TFunction, locale: string): string {
  if (problem.kind === "contractChanged" && problem.tooLongSeconds !== undefined)
    return t("collect.problem.contractChanged.adviceTooLong", { most: problem.tooLongSeconds });
  if (problem.kind === "contractChanged") return t("collect.problem.contractChanged.advice", { fields: listText(problem.missing, locale) });
  if (problem.kind === "tooManyRequests" && problem.retryAfterSeconds !== null) {
    return t("collect.problem.tooManyRequests.adviceAfter", { button, time: formatDuration(problem.retryAfterSeconds * 1000, locale) });
  }
  return t(`collect.problem.${problem.kind}.advice`, { button });
}

interface ProblemProps {
  problem: Problem;
  marketplace: MarketplaceId;
  /** reviews that are safe; 0 says nothing of them */
  safe: number;
  /** label of the button that continues; Resume by default */
  button?: string;
}

/** Why collecting stopped, that nothing is lost, and what to do now. */
export function ProblemNotice({ problem, marketplace, safe, button }: ProblemProps) {
  const { t, locale } = useTranslation();
  const code = getCode(problem);
  const calm = problem.kind === "noReviews" || problem.kind === "notProductPage";
  return (
    <Notice
      tone={calm ? "normal" : "bad"}
      title={t(`collect.problem.${problem.kind}.title`, { marketplace: t(`collect.marketplace.${marketplace}`) })}
      {...(code === undefined ? {} : { code })}
    >
      {safe > 0 && <p>{t("collect.problem.safe", { count: safe })}</p>}
      <p>{getAdvice(problem, button ?? t("collect.event.resume"), t, locale)}</p>
      {problem.kind === "contractChanged" && <CopySupportReport report={problem.report} />}
    </Notice>
  );
}
