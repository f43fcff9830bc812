import { useAnswer } from "#src/api/caller.tsx";
import { codes } from "#src/api/codes.ts";
import { OwnerChoice } from "#src/goods/owner-choice.screen.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { saidIn } from "#src/ui/list/list-problem.ts";
import { DateField } from "#src/ui/date-field.tsx";
import { Select } from "#src/ui/select.tsx";
import { queryStorage } from "#src/warehouses/warehouses.contract.ts";
import { dayPresets, daysRefusal } from "./reports.rules.ts";
import type { ReportPlace } from "./use-report-place.ts";

interface FilterProps {
  readonly place: ReportPlace;
}

/** Which days: by a word, or from one to another. */
export function DaysFilter({ place: { preset, days, go } }: FilterProps) {
  const { t, locale } = useTranslation();
  const refusal = daysRefusal(days);
  const error = refusal === null ? {} : { error: saidIn(codes[refusal], locale) };
  const options = [...dayPresets, "chosen" as const].map((value) => ({ value, text: t(`reports.days.${value}`) }));
  return (
    <>
      <Select
        label={t("reports.days.label")}
        value={preset}
        options={options}
        onValue={(value) => go(value === "chosen" ? { ...days, days: "" } : { days: value, from: "", until: "" })}
      />
      <DateField
        label={t("reports.days.from")}
        value={days.from}
        isRequired
        onValue={(from) => {
          if (from !== "") go({ from, until: days.until, days: "" });
        }}
      />
      <DateField
        label={t("reports.days.until")}
        value={days.until}
        isRequired
        {...error}
        onValue={(until) => {
          if (until !== "") go({ from: days.from, until, days: "" });
        }}
      />
    </>
  );
}

/** Which warehouse. */
export function WarehouseFilter({ place: { warehouse, go } }: FilterProps) {
  const { t } = useTranslation();
  const warehouses = useAnswer(queryStorage, { page_size: 200 }).data?.result ?? [];
  const options = warehouses.map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }));
  return (
    <Select
      label={t("reports.column.warehouse")}
      value={warehouse}
      nothing={t("reports.allWarehouses")}
      options={options}
      onValue={(value) => go({ warehouse: value })}
    />
  );
}

/** Whose goods. */
export function OwnerFilter({ place: { owner, go } }: FilterProps) {
  const { t } = useTranslation();
  return (
    <OwnerChoice
      label={t("reports.column.owner")}
      value={owner}
      nothing={t("reports.allOwners")}
      onValue={(value) => go({ owner: value })}
    />
  );
}

/** What the rows are of. */
export function ByFilter<V extends string>({
  value,
  options,
  onValue,
}: {
  value: V;
  options: readonly { value: V; text: string }[];
  onValue: (value: V) => void;
}) {
  const { t } = useTranslation();
  return <Select label={t("reports.by.label")} value={value} options={options} onValue={onValue} />;
}
