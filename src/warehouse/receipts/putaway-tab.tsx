import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { NewestOnly } from "./newest-only.tsx";
import type { PutawayTask, ReceiptDetail } from "./receipts.contract.ts";

type Words = ReturnType<typeof useTranslation>;

function buildColumns({ t, locale }: Words, isRetailer: boolean): ShortColumn<PutawayTask>[] {
  const places: ShortColumn<PutawayTask>[] = [
    { id: "suggested", title: t("receipts.column.suggested"), show: ({ suggested_barcode }) => suggested_barcode },
    { id: "location", title: t("receipts.column.location"), show: ({ location_barcode }) => <strong>{location_barcode}</strong> },
  ];
  return [
    { id: "sku", title: t("receipts.draft.sku"), show: ({ sku }) => <strong>{sku}</strong> },
    { id: "lot", title: t("receipts.draft.lot"), show: ({ lot }) => lot },
    { id: "quantity", title: t("receipts.column.pieces"), isNumber: true, show: ({ quantity }) => formatNumber(quantity, locale) },
    { id: "status", title: t("receipts.column.status"), show: ({ status }) => t(`receipts.task.${status}`) },
    ...(isRetailer ? [] : places),
    { id: "done", title: t("receipts.column.at"), show: ({ done_at }) => (done_at === "" ? "" : formatInstant(done_at, locale)) },
    { id: "by", title: t("receipts.column.by"), show: ({ done_by }) => done_by },
  ];
}

/** The putaway tasks, open and done, with location and person. A retailer sees no locations. */
export function PutawayTab({ of }: { of: ReceiptDetail }) {
  const words = useTranslation();
  const { t } = words;
  const isRetailer = useCaller().role === "dropShipper";
  return (
    <>
      <ShortTable
        keepsColumns
        label={t("receipts.tab.putaway")}
        columns={buildColumns(words, isRetailer)}
        rows={of.putaway}
        rowKey={({ task_uuid }) => task_uuid}
        empty={t("receipts.none.putaway")}
      />
      <NewestOnly rows={of.putaway.length} />
    </>
  );
}
