import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/light/button.tsx";

/** A report for support: copied with one click, and visible, so that a person knows what is sent. */
export function CopySupportReport({ report }: { report: string }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<"" | "copied" | "copyFailed">("");
  const copy = () => {
    navigator.clipboard.writeText(report).then(
      () => setOutcome("copied"),
      () => setOutcome("copyFailed"),
    );
  };
  return (
    <>
      <div className="row">
        <Button onClick={copy}>{t("collect.problem.copyReport")}</Button>
        <span className="small" role="status">
          {outcome !== "" && t(`collect.problem.${outcome}`)}
        </span>
      </div>
      <details>
        <summary className="small">{t("collect.problem.showReport")}</summary>
        <pre className="report small">{report}</pre>
      </details>
    </>
  );
}
