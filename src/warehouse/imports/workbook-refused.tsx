import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import { getImportHeader } from "./import-columns.ts";
import type { ImportKindName, WorkbookProblem } from "./imports.contract.ts";

interface WorkbookRefusedProps {
  readonly kind: ImportKindName;
  readonly name: string;
  readonly problem: WorkbookProblem;
}

/** Explains why a workbook is refused, where the problem is, and what to do. */
export function WorkbookRefused({ kind, name, problem }: WorkbookRefusedProps) {
  const { t, locale } = useTranslation();
  const { sheet, place, missing, unknown } = problem;
  return (
    <Notice tone="bad" title={t("imports.refused.title", { name })} code={String(problem.code)}>
      <p>{pickText(problem.msg, locale)}</p>
      {sheet !== "" && <p>{t("imports.refused.sheet", { name: sheet })}</p>}
      {place !== "" && <p>{t("imports.refused.place", { place })}</p>}
      {missing.length > 0 && (
        <Columns title={t("imports.refused.missing")} names={missing.map((field) => getImportHeader(kind, field, locale))} />
      )}
      {unknown.length > 0 && <Columns title={t("imports.refused.unknown")} names={unknown} />}
      <p>{t("imports.refused.nothing")}</p>
    </Notice>
  );
}

function Columns({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <div>
      <p>{title}</p>
      <ul className="import-list">
        {[...new Set(names)].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}
