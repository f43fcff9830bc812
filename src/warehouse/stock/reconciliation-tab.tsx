import { useMemo, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { List } from "#src/kit/ui/list/list.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { reconciliationsList } from "./reconciliations.list.tsx";
import type { ReconciliationRow } from "./reconciliations.list.tsx";
import type { Difference } from "./stock.contract.ts";

function Differences({ of, onClose }: { of: ReconciliationRow; onClose: () => void }) {
  const { t, locale } = useTranslation();
  const columns: ShortColumn<Difference>[] = [
    { id: "kind", title: t("stock.column.kind"), show: ({ kind }) => t(`stock.reconciliation.kind.${kind}`) },
    { id: "sku", title: t("stock.column.sku"), show: ({ sku }) => sku },
    { id: "location", title: t("stock.column.location"), show: ({ barcode }) => barcode },
    { id: "stated", title: t("stock.reconciliation.stated"), isNumber: true, show: ({ stated }) => formatNumber(stated, locale) },
    { id: "counted", title: t("stock.reconciliation.counted"), isNumber: true, show: ({ counted }) => formatNumber(counted, locale) },
  ];
  return (
    <Dialog
      title={t("stock.reconciliation.of", { at: formatInstant(of.at, locale) })}
      actions={null}
      closeText={t("ui.close")}
      onClose={onClose}
    >
      <ShortTable
        label={t("stock.reconciliation.differences")}
        columns={columns}
        rows={of.differences}
        rowKey={({ kind, variant_uuid, location_uuid, lot, condition }) => [kind, variant_uuid, location_uuid, condition, lot].join(" ")}
        empty={t("stock.reconciliation.nothing")}
      />
      {of.difference_count > of.differences.length && of.differences.length > 0 && (
        <p className="quiet">{t("stock.reconciliation.first", { count: of.differences.length })}</p>
      )}
    </Dialog>
  );
}

/** The results of the ledger reconciliations. */
export function ReconciliationTab() {
  const { t } = useTranslation();
  const [shown, setShown] = useState<ReconciliationRow | null>(null);
  const list = useMemo(() => reconciliationsList(setShown), []);
  return (
    <div className="stack">
      <p className="quiet">{t("stock.reconciliation.what")}</p>
      <List of={list} />
      {shown !== null && <Differences of={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
