import { useState } from "react";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { Button } from "#src/kit/ui/button.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { toKilograms } from "./bag-lists.tsx";
import { baggingActions } from "./bagging.actions.ts";
import { CutNote, Unread } from "./cut-lists.tsx";
import { HandOverDialog } from "./hand-over-dialog.tsx";
import { ManifestDialog } from "./manifest-dialog.tsx";
import { listManifests } from "./manifests.contract.ts";
import type { ManifestRow } from "./manifests.contract.ts";
import { saveManifest } from "./print-bags.calls.ts";

function listManifestColumns(
  t: Translate,
  locale: string,
  caller: Caller,
  { onOpen, onHandOver }: Record<"onOpen" | "onHandOver", (row: ManifestRow) => void>,
): ShortColumn<ManifestRow>[] {
  return [
    { id: "manifest", title: t("bagging.column.manifest"), show: (row) => <strong translate="no">{row.manifest_number}</strong> },
    { id: "carrier", title: t("bagging.column.carrier"), show: ({ carrier_name }) => carrier_name },
    { id: "date", title: t("bagging.column.date"), show: ({ ship_date }) => ship_date },
    { id: "bags", title: t("bagging.column.bags"), show: ({ bag_count }) => bag_count, isNumber: true },
    { id: "parcels", title: t("bagging.column.parcels"), show: ({ parcel_count }) => parcel_count, isNumber: true },
    { id: "weight", title: t("bagging.column.weight"), show: (row) => toKilograms(t, row.weight_grams, locale), isNumber: true },
    {
      id: "actions",
      title: t("bagging.column.actions"),
      show: (row) => (
        <span className="row">
          <Button onClick={() => onOpen(row)}>{t("bagging.action.contents")}</Button>
          <ActionButton of={baggingActions.printManifest} subject={row} onClick={() => void saveManifest(caller, row)}>
            {t("bagging.action.print")}
          </ActionButton>
          <ActionButton of={baggingActions.handOver} subject={row} onClick={() => onHandOver(row)}>
            {t("bagging.action.handOver")}
          </ActionButton>
        </span>
      ),
    },
  ];
}

/** Manifests that wait for the carrier. */
export function WaitingManifests({ onChanged }: { readonly onChanged: () => void }) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const { data, error } = useCallQuery(listManifests, { status: "made", page_size: 100 });
  const [leaving, setLeaving] = useState<ManifestRow | null>(null);
  const [open, setOpen] = useState<ManifestRow | null>(null);
  if (data === undefined) return <Unread error={error} />;
  return (
    <>
      <ShortTable
        label={t("bagging.tabs.manifests")}
        columns={listManifestColumns(t, locale, caller, { onOpen: setOpen, onHandOver: setLeaving })}
        rows={data.result}
        rowKey={({ manifest_uuid }) => manifest_uuid}
        empty={t("bagging.empty.manifests")}
      />
      <CutNote shown={data.result.length} total={data.total} />
      {open !== null && <ManifestDialog manifest={open} onChanged={onChanged} onClose={() => setOpen(null)} />}
      {leaving !== null && <HandOverDialog manifest={leaving} onChanged={onChanged} onClose={() => setLeaving(null)} />}
    </>
  );
}
