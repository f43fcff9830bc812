import type { ReactNode } from "react";
import type { CallProblem } from "#src/kit/api/client.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Notice } from "#src/kit/ui/notice.tsx";

interface ProblemNoticeProps {
  readonly problem: CallProblem;
  /** what failed; if omitted, only the reason is shown */
  readonly title?: string;
  readonly children?: ReactNode;
}

/** The reason why a call failed, with its code for support. */
export function ProblemNotice({ problem, title, children }: ProblemNoticeProps) {
  const { locale } = useTranslation();
  const texts = getProblemTexts(problem) ?? problem.msg ?? clientTexts.operationFailed;
  const why = pickText(texts, locale);
  return (
    <Notice tone="bad" title={title ?? why} {...(problem.code === 0 ? {} : { code: String(problem.code) })}>
      {title !== undefined && <p>{why}</p>}
      {children}
    </Notice>
  );
}
