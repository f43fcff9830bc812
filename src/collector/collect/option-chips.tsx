import "./option-chips.css";
import type { TFunction } from "i18next";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay, listText } from "#src/kit/lib/formats.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";

/** One chip for each option that is set. */
function listChips(options: CollectOptions, t: TFunction, locale: string): string[] {
  const { sort, stars, withPhotos, withText, dateFrom, dateTo, keyword } = options;
  const chips = [
    sort === "suggested" ? t("collect.options.suggested") : "",
    stars.length > 0 ? t("collect.options.chip.stars", { list: listText(stars.toSorted().map(String), locale) }) : "",
    withPhotos ? t("collect.options.withPhotos") : "",
    withText ? t("collect.options.withText") : "",
    dateFrom === "" ? "" : t("collect.options.chip.from", { date: formatDay(dateFrom, locale) }),
    dateTo === "" ? "" : t("collect.options.chip.to", { date: formatDay(dateTo, locale) }),
    keyword.trim() === "" ? "" : t("collect.options.chip.keyword", { word: keyword.trim() }),
  ].filter(Boolean);
  return chips.length > 0 ? chips : [t("collect.options.none")];
}

/**
 * A summary of options as chips, so that no sentence is put together from pieces.
 * @param most if more options are set than this, one chip states how many
 */
export function OptionChips({ options, most }: { options: CollectOptions; most?: number }) {
  const { t, locale } = useTranslation();
  const chips = listChips(options, t, locale);
  const shown = most !== undefined && chips.length > most ? [t("collect.options.chip.several", { count: chips.length })] : chips;
  return (
    <span className={most === undefined ? "chips" : "chips chips-short"}>
      {shown.map((chip) => (
        <span key={chip} className="chip" title={chip}>
          {chip}
        </span>
      ))}
    </span>
  );
}
