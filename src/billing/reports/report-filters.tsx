import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { OwnerChoice } from "#src/warehouse/goods/owner-choice.screen.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { translate } from "#src/kit/ui/list/list-problem.ts";
import { DateField } from "#src/kit/ui/date-field.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { dayPresets, getDaysRefusal } from "./reports.rules.ts";
import type { ReportParams } from "./use-report-params.ts";

interface FilterProps {
  readonly params: ReportParams;
}

/** The range of days: a preset, or custom. */
export function DaysFilter({ params: { preset, days, go } }: FilterProps) {
  const { t, locale } = useTranslation();
  const refusal = getDaysRefusal(days);
  const error = refusal === null ? {} : { error: translate(getCodeTexts(refusal), locale) };
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

/** The warehouse. */
export function WarehouseFilter({ params: { warehouse, go } }: FilterProps) {
  const { t } = useTranslation();
  const warehouses = useCallQuery(queryStorage, { page_size: 200 }).data?.result ?? [];
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

/** The owner of the goods. */
export function OwnerFilter({ params: { owner, go } }: FilterProps) {
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

/** The grouping of the rows. */
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
