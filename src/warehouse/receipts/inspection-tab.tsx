import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { NewestOnly } from "./newest-only.tsx";
import type { InspectionRow, ReceiptDetail } from "./receipts.contract.ts";

type Words = ReturnType<typeof useTranslation>;

function buildColumns({ t, locale }: Words): ShortColumn<InspectionRow>[] {
  return [
    { id: "at", title: t("receipts.column.at"), show: ({ at }) => formatInstant(at, locale) },
    { id: "sku", title: t("receipts.draft.sku"), show: ({ sku }) => <strong>{sku}</strong> },
    { id: "lot", title: t("receipts.draft.lot"), show: ({ lot }) => lot },
    {
      id: "qualified",
      title: t("receipts.column.qualified"),
      isNumber: true,
      show: ({ qualified_quantity }) => formatNumber(qualified_quantity, locale),
    },
    {
      id: "unqualified",
      title: t("receipts.column.unqualified"),
      isNumber: true,
      show: ({ unqualified_quantity }) => formatNumber(unqualified_quantity, locale),
    },
    { id: "reason", title: t("receipts.reason"), show: ({ reason, is_undone }) => (is_undone ? t("receipts.page.undone") : reason) },
    { id: "by", title: t("receipts.column.by"), show: ({ inspected_by }) => inspected_by },
  ];
}

/** The inspections: qualified and unqualified pieces with the reason and the inspector. */
export function InspectionTab({ of }: { of: ReceiptDetail }) {
  const words = useTranslation();
  const { t } = words;
  return (
    <>
      <ShortTable
        keepsColumns
        label={t("receipts.tab.inspection")}
        columns={buildColumns(words)}
        rows={of.inspections}
        rowKey={({ inspection_uuid }) => inspection_uuid}
        empty={t("receipts.none.inspection")}
      />
      <NewestOnly rows={of.inspections.length} />
    </>
  );
}
