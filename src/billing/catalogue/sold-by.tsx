import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { ItemDetail } from "./catalogue.contract.ts";

/** The retailers that sell an item, withdrawn claims last. */
export function SoldBy({ of: { claims, status } }: { of: ItemDetail }) {
  const { t, locale } = useTranslation();
  const sorted = claims.toSorted((a, b) => Number(b.is_active) - Number(a.is_active));
  return (
    <section className="panel stack" aria-labelledby="catalogue-sold-by">
      <h2 id="catalogue-sold-by">{t("catalogue.soldBy.heading")}</h2>
      {claims.length === 0 && <p className="quiet">{t(status === "listed" ? "catalogue.soldBy.noneYet" : "catalogue.soldBy.unseen")}</p>}
      <ul className="catalogue-lines">
        {sorted.map(({ retailer_uuid, retailer_name, since, is_active }) => (
          <li key={retailer_uuid}>
            <span translate="no">{retailer_name}</span>
            <span className="quiet">{t("catalogue.soldBy.since", { day: formatDay(since, locale) })}</span>
            <StatusTag tone={is_active ? "good" : "quiet"} text={t(is_active ? "catalogue.soldBy.active" : "catalogue.soldBy.givenUp")} />
          </li>
        ))}
      </ul>
    </section>
  );
}
