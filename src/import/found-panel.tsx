import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { dayText, listText, numberText } from "#src/lib/wording.ts";
import { Button } from "#src/ui/button.tsx";
import type { FoundReviews } from "./saved-file.ts";

/** Reviews shown before they are kept. */
const sampleSize = 5;

interface FoundProps {
  name: string;
  found: FoundReviews;
  onSave: (found: FoundReviews, name: string) => Promise<void>;
}

/** What a file holds, and the button that makes a job of it. */
export function FoundPanel({ name, found, onSave }: FoundProps) {
  const { t, locale } = useTranslation();
  const [busy, setBusy] = useState(false);
  const save = () => {
    setBusy(true);
    void onSave(found, name).finally(() => setBusy(false));
  };
  return (
    <section className="panel stack" role="status">
      <h2>{t("import.found", { count: found.reviews.length, name })}</h2>
      {found.title !== "" && <p>{t("import.of", { title: found.title })}</p>}
      {found.skipped > 0 && <p className="small quiet">{t("import.skipped", { count: found.skipped })}</p>}
      {found.missing.length > 0 && <p className="small quiet">{t("import.missing", { fields: listText(found.missing, locale) })}</p>}
      <div>
        <h3>{t("import.sample")}</h3>
        <ul className="import-sample">
          {found.reviews.slice(0, sampleSize).map((review) => (
            <li key={review.reviewId}>
              <p className="small quiet number">
                {[review.rating === null ? "" : `${numberText(review.rating, locale)} ★`, dayText(review.date, locale)]
                  .filter(Boolean)
                  .join("  ")}
              </p>
              <p className="clip-2">{review.text || review.title || t("collect.table.noText")}</p>
            </li>
          ))}
        </ul>
      </div>
      <div className="row">
        <Button tone="primary" disabled={busy} onClick={save}>
          {t("import.save")}
        </Button>
      </div>
    </section>
  );
}
