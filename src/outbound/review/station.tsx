import "./review.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Reviewing } from "./review.store.ts";

/** The order that was reviewed last, readable at arm's length, and where the goods go. */
export function Station({ location, last }: Pick<Reviewing, "location" | "last">) {
  const { t } = useTranslation();
  return (
    <section className="review-order" aria-label={t("review.station")}>
      {last !== null && (
        <>
          <p className="review-last" translate="no">
            {last.order}
          </p>
          <p>{last.location === "" ? t("review.lastWaits") : t("review.lastTo", { location: last.location })}</p>
        </>
      )}
      {last?.location !== location && (
        <p className="quiet">{location === "" ? t("review.noLocation") : t("review.location", { location })}</p>
      )}
    </section>
  );
}
