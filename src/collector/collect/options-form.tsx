import "./options-form.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Checkbox, DateField, Field, Select } from "#src/kit/ui/light/field.tsx";

interface OptionsProps {
  options: CollectOptions;
  onOptions: (options: CollectOptions) => void;
}

/** Stars to keep, five first; none chosen keeps all. */
function Stars({ options, onOptions }: OptionsProps) {
  const { t, locale } = useTranslation();
  const choose = (star: number, chosen: boolean) => {
    const others = options.stars.filter((one) => one !== star);
    onOptions({ ...options, stars: chosen ? [...others, star].toSorted() : others });
  };
  return (
    <fieldset className="star-choice">
      <legend className="field-label">{t("collect.options.stars")}</legend>
      {[5, 4, 3, 2, 1].map((star) => (
        <label key={star} className="check">
          <input
            type="checkbox"
            aria-label={t("collect.options.star", { count: star })}
            checked={options.stars.includes(star)}
            onChange={(event) => choose(star, event.target.checked)}
          />
          {`${formatNumber(star, locale)} ★`}
        </label>
      ))}
    </fieldset>
  );
}

/** Whether the dates leave room for any review. */
export function datesInOrder({ dateFrom, dateTo }: Pick<CollectOptions, "dateFrom" | "dateTo">): boolean {
  return dateFrom === "" || dateTo === "" || dateFrom <= dateTo;
}

/** What to collect. */
export function OptionsForm({ options, onOptions, onClear }: OptionsProps & { onClear: () => void }) {
  const { t } = useTranslation();
  const orderError = datesInOrder(options) ? {} : { error: t("collect.options.dateOrder") };
  return (
    <div className="options-form">
      <Select
        label={t("collect.options.sort")}
        value={options.sort}
        options={[
          { value: "newest", text: t("collect.options.newest") },
          { value: "suggested", text: t("collect.options.suggested") },
        ]}
        onValue={(sort) => onOptions({ ...options, sort })}
      />
      <Stars options={options} onOptions={onOptions} />
      <Checkbox
        label={t("collect.options.withPhotos")}
        checked={options.withPhotos}
        onChecked={(withPhotos) => onOptions({ ...options, withPhotos })}
      />
      <Checkbox
        label={t("collect.options.withText")}
        checked={options.withText}
        onChecked={(withText) => onOptions({ ...options, withText })}
      />
      <div className="options-dates">
        <DateField
          label={t("collect.options.dateFrom")}
          value={options.dateFrom}
          onText={(dateFrom) => onOptions({ ...options, dateFrom })}
        />
        <DateField
          label={t("collect.options.dateTo")}
          value={options.dateTo}
          onText={(dateTo) => onOptions({ ...options, dateTo })}
          {...orderError}
        />
      </div>
      <Field
        label={t("collect.options.keyword")}
        value={options.keyword}
        maxLength={200}
        onText={(keyword) => onOptions({ ...options, keyword })}
      />
      <Button tone="plain" onClick={onClear}>
        {t("collect.options.clear")}
      </Button>
    </div>
  );
}
