import "./review.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { CodeLabels } from "#src/warehouse/scanning/code-labels.tsx";
import type { Reviewing } from "./review.store.ts";

/** The order that was reviewed last, readable at arm's length, and where the goods go. */
export function Station({
  location,
  last,
  onAgain,
}: Pick<Reviewing, "location" | "last"> & { readonly onAgain: (reviewUuid: string) => void }) {
  const { t } = useTranslation();
  return (
    <section className="review-order" aria-label={t("review.station")}>
      {last !== null && (
        <>
          <p className="review-last" translate="no">
            {last.order}
          </p>
          {last.review === "" && <p>{t("review.lastWaits")}</p>}
          {last.review !== "" && last.parcels.length === 0 && <p>{t("review.lastTo", { location: last.location })}</p>}
          {last.parcels.length > 0 && <p>{t("review.lastPacked", { location: last.location, parcels: last.parcels.join(", ") })}</p>}
        </>
      )}
      {last?.location !== location && (
        <p className="quiet">{location === "" ? t("review.noLocation") : t("review.location", { location })}</p>
      )}
      <CodeLabels onAgain={last === null || last.review === "" ? undefined : () => onAgain(last.review)} />
    </section>
  );
}
