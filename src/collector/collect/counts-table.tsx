import "./counts-table.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import type { MarketplaceId, StatedCount } from "#src/collector/reviews/reviews.contract.ts";
import { countsDiffer } from "./view.rules.ts";

/** Every number of reviews that the marketplace states, each with what it counts. */
export function CountsTable({ counts, marketplace }: { counts: readonly StatedCount[]; marketplace: MarketplaceId }) {
  const { t, locale } = useTranslation();
  if (counts.length === 0) return <p className="small quiet">{t("collect.counts.unknown")}</p>;
  const name = t(`collect.marketplace.${marketplace}`);
  return (
    <table className="counts small">
      <caption className="visually-hidden">
        {countsDiffer(counts) ? t("collect.counts.disagree", { marketplace: name }) : t("collect.counts.agree")}
      </caption>
      <tbody>
        {counts.map(({ meaning, value }) => (
          <tr key={meaning}>
            <th scope="row">{t(`collect.counts.meaning.${meaning}`)}</th>
            <td>{formatNumber(value, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
