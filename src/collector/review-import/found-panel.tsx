import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay, listText, formatNumber } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import type { FoundFile } from "./found-file.ts";

interface FoundProps {
  name: string;
  found: FoundFile;
  /** never rejects; shows its own errors */
  onSave: (found: FoundFile, name: string, onStored: (reviews: number) => void) => Promise<void>;
}

/** The contents of a file, and the button that stores them as a job. */
export function FoundPanel({ name, found, onSave }: FoundProps) {
  const { t, locale } = useTranslation();
  const [stored, setStored] = useState<number | null>(null);
  const save = () => {
    setStored(0);
    void onSave(found, name, setStored).finally(() => setStored(null));
  };
  const storing = t("import.storing", { done: stored ?? 0, total: found.count });
  return (
    <section className="panel stack">
      <h2 role="status">{t("import.found", { count: found.count, name })}</h2>
      {found.title !== "" && <p>{t("import.of", { title: found.title })}</p>}
      {found.skipped > 0 && <p className="small quiet">{t("import.skipped", { count: found.skipped })}</p>}
      {found.isTruncated && <p className="small quiet">{t("import.truncated")}</p>}
      {found.missing.length > 0 && <p className="small quiet">{t("import.missing", { fields: listText(found.missing, locale) })}</p>}
      <div>
        <h3>{t("import.sample")}</h3>
        <ul className="import-sample">
          {found.sample.map((review) => (
            <li key={review.reviewId}>
              <p className="small quiet number">
                {[review.rating === null ? "" : `${formatNumber(review.rating, locale)} ★`, formatDay(review.date, locale)]
                  .filter(Boolean)
                  .join("  ")}
              </p>
              <p className="clip-2">{review.text || review.title || t("collect.table.noText")}</p>
            </li>
          ))}
        </ul>
      </div>
      {stored === null ? (
        <div className="row">
          <Button tone="primary" onClick={save}>
            {t("import.save")}
          </Button>
        </div>
      ) : (
        <div className="stack-tight">
          <span className="small number">{storing}</span>
          <Progress label={storing} part={stored / found.count} />
        </div>
      )}
    </section>
  );
}
