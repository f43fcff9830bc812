import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { listBagColumns } from "./bag-lists.tsx";
import { baggingActions } from "./bagging.actions.ts";
import type { BagParcel } from "./bagging.contract.ts";
import { Unread } from "./cut-lists.tsx";
import { dissolveManifest, getManifest } from "./manifests.contract.ts";
import type { Manifest, ManifestRow } from "./manifests.contract.ts";

function listBlockedColumns(t: Translate): readonly ShortColumn<BagParcel>[] {
  return [
    { id: "parcel", title: t("bagging.column.parcel"), show: ({ parcel_number }) => <strong translate="no">{parcel_number}</strong> },
    { id: "bag", title: t("bagging.column.bag"), show: ({ bag_number }) => <span translate="no">{bag_number}</span> },
    { id: "order", title: t("bagging.column.order"), show: ({ order_number }) => order_number },
    {
      id: "state",
      title: t("bagging.column.state"),
      show: ({ blocked_by }) => (
        <StatusTag tone="bad" text={t(blocked_by === "" ? "bagging.contents.noWaybill" : `bagging.block.${blocked_by}`)} />
      ),
    },
  ];
}

function Contents({ of: { manifest_number, bags, blocked } }: { readonly of: Manifest }) {
  const { t, locale } = useTranslation();
  return (
    <div className="stack">
      {blocked.length === 0 ? (
        <p className="quiet">{t("bagging.contents.clear")}</p>
      ) : (
        <Notice tone="bad" title={t("bagging.contents.blocked")}>
          <ShortTable
            label={t("bagging.contents.blocked")}
            columns={listBlockedColumns(t)}
            rows={blocked}
            rowKey={({ parcel_uuid }) => parcel_uuid}
            empty=""
          />
        </Notice>
      )}
      <ShortTable
        label={manifest_number}
        columns={listBagColumns(t, locale)}
        rows={bags}
        rowKey={({ bag_uuid }) => bag_uuid}
        empty={t("bagging.empty.sealed")}
      />
    </div>
  );
}

interface ManifestProps {
  readonly manifest: ManifestRow;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The bags of a manifest, and which of their parcels keep it here, and why. */
export function ManifestDialog({ manifest, onChanged, onClose }: ManifestProps) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const { manifest_uuid, manifest_number } = manifest;
  const { data, error } = useCallQuery(getManifest, { manifest_uuid });
  const dissolve = async () => {
    // The client says why not.
    const dissolved = await client.call(dissolveManifest, { manifest_uuid }).catch(() => null);
    onChanged();
    if (dissolved === null) return;
    useToasts.getState().show("good", t("bagging.dissolved", { manifest: manifest_number }));
    onClose();
  };
  return (
    <Dialog
      title={t("bagging.contents.title", { manifest: manifest_number })}
      actions={
        <ActionButton of={baggingActions.dissolve} subject={manifest} tone="danger" onClick={() => void dissolve()}>
          {t("bagging.action.dissolve")}
        </ActionButton>
      }
      closeText={t("ui.close")}
      isWide
      onClose={onClose}
    >
      {data === undefined ? <Unread error={error} /> : <Contents of={data} />}
    </Dialog>
  );
}
