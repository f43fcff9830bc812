import type { ReactNode } from "react";
import type { CallProblem } from "#src/api/client.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Notice } from "#src/ui/notice.tsx";

interface ProblemNoticeProps {
  readonly problem: CallProblem;
  /** what did not happen; without it the reason stands alone */
  readonly title?: string;
  readonly children?: ReactNode;
}

/** Why a call failed, in the page's language, with its code for support. */
export function ProblemNotice({ problem, title, children }: ProblemNoticeProps) {
  const { locale } = useTranslation();
  const texts = problemTexts(problem) ?? problem.msg ?? ownTexts.operationFailed;
  const why = texts[locale === "zh-CN" ? "zh_cn" : "en_us"];
  return (
    <Notice tone="bad" title={title ?? why} {...(problem.code === 0 ? {} : { code: String(problem.code) })}>
      {title !== undefined && <p>{why}</p>}
      {children}
    </Notice>
  );
}
