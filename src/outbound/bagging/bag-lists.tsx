import { useState } from "react";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { numberFormat } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { baggingActions } from "./bagging.actions.ts";
import { queryBaggedElements, unsealBag } from "./bagging.contract.ts";
import type { BagRow } from "./bagging.contract.ts";
import { toManifestKey } from "./bagging.rules.ts";
import { HandOverDialog } from "./hand-over-dialog.tsx";
import { listManifests, makeManifest } from "./manifests.contract.ts";
import type { ManifestRow } from "./manifests.contract.ts";
import { saveBagList, saveManifest, saveTag } from "./print-bags.calls.ts";

/** Writes a weight in kilograms, as scales of bags show it. */
export function toKilograms(t: Translate, grams: number, locale: string): string {
  return t("bagging.kilograms", {
    shown: numberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(grams / 1000),
  });
}

interface ListProps {
  readonly rows: readonly BagRow[];
  readonly onChanged: () => void;
}

function listBagColumns(t: Translate, locale: string): ShortColumn<BagRow>[] {
  return [
    { id: "bag", title: t("bagging.column.bag"), show: ({ bag_number }) => <strong translate="no">{bag_number}</strong> },
    {
      id: "channel",
      title: t("bagging.column.channel"),
      show: ({ channel_name, account_name }) => [channel_name, account_name].filter((part) => part !== "").join(" · "),
    },
    { id: "date", title: t("bagging.column.date"), show: ({ ship_date }) => ship_date },
    { id: "parcels", title: t("bagging.column.parcels"), show: ({ parcel_count }) => parcel_count, isNumber: true },
    {
      id: "weight",
      title: t("bagging.column.weight"),
      show: ({ weight_grams, parcel_grams }) => toKilograms(t, weight_grams ?? parcel_grams, locale),
      isNumber: true,
    },
  ];
}

function PrintButtons({ bag, caller }: { readonly bag: BagRow; readonly caller: Caller }) {
  const { t } = useTranslation();
  return (
    <>
      <ActionButton of={baggingActions.tags} subject={bag} onClick={() => void saveTag(caller, bag)}>
        {t("bagging.action.tag")}
      </ActionButton>
      <ActionButton of={baggingActions.list} subject={bag} onClick={() => void saveBagList(caller, bag)}>
        {t("bagging.action.list")}
      </ActionButton>
    </>
  );
}

/** Bags that take parcels. */
export function OpenBags({ rows, onOpen }: { readonly rows: readonly BagRow[]; readonly onOpen: (row: BagRow) => void }) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const actions: ShortColumn<BagRow> = {
    id: "actions",
    title: t("bagging.column.actions"),
    show: (bag) => (
      <span className="row">
        <ActionButton of={baggingActions.put} subject={bag} onClick={() => onOpen(bag)}>
          {t("bagging.action.continue")}
        </ActionButton>
        <PrintButtons bag={bag} caller={caller} />
      </span>
    ),
  };
  return (
    <ShortTable
      label={t("bagging.tabs.open")}
      columns={[...listBagColumns(t, locale), actions]}
      rows={rows}
      rowKey={({ bag_uuid }) => bag_uuid}
      empty={t("bagging.empty.open")}
    />
  );
}

/** Sealed bags: those of one carrier and day are chosen for a manifest. */
export function SealedBags({ onChanged }: Pick<ListProps, "onChanged">) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const { data } = useCallQuery(queryBaggedElements, { field: ["status"], value: ["sealed"], page_size: 100 });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  if (data === undefined) return <p className="quiet">{t("ui.loading")}</p>;
  const rows = data.result;
  const picked = rows.filter(({ bag_uuid }) => chosen.includes(bag_uuid));
  const [first] = picked;
  const toggle = (bag: BagRow) =>
    setChosen((now) => (now.includes(bag.bag_uuid) ? now.filter((uuid) => uuid !== bag.bag_uuid) : [...now, bag.bag_uuid]));
  const make = async () => {
    const made = await caller.client.call(makeManifest, { bag_uuids: picked.map(({ bag_uuid }) => bag_uuid) }).catch(() => null);
    if (made === null) return;
    setChosen([]);
    useToasts.getState().show("good", t("bagging.manifestMade", { manifest: made.manifest_number }));
    onChanged();
    await saveManifest(caller, made);
  };
  const unseal = async (bag: BagRow) => {
    const opened = await caller.client.call(unsealBag, { bag_uuid: bag.bag_uuid }).catch(() => null);
    if (opened !== null) useToasts.getState().show("good", t("bagging.unsealed", { bag: bag.bag_number }));
    onChanged();
  };
  const columns: ShortColumn<BagRow>[] = [
    {
      id: "chosen",
      title: t("bagging.column.chosen"),
      show: (bag) => (
        <input
          type="checkbox"
          aria-label={t("bagging.action.choose", { bag: bag.bag_number })}
          checked={chosen.includes(bag.bag_uuid)}
          // The bags of another carrier or day go on a manifest of their own.
          disabled={first !== undefined && toManifestKey(bag) !== toManifestKey(first)}
          onChange={() => toggle(bag)}
        />
      ),
    },
    ...listBagColumns(t, locale),
    {
      id: "actions",
      title: t("bagging.column.actions"),
      show: (bag) => (
        <span className="row">
          <PrintButtons bag={bag} caller={caller} />
          <ActionButton of={baggingActions.unseal} subject={bag} onClick={() => void unseal(bag)}>
            {t("bagging.action.unseal")}
          </ActionButton>
        </span>
      ),
    },
  ];
  return (
    <div className="stack">
      <ShortTable
        label={t("bagging.tabs.sealed")}
        columns={columns}
        rows={rows}
        rowKey={({ bag_uuid }) => bag_uuid}
        empty={t("bagging.empty.sealed")}
      />
      {picked.length > 0 && (
        <div className="row">
          <ActionButton of={baggingActions.makeManifest} subject={null} tone="primary" onClick={() => void make()}>
            {t("bagging.makeManifest", { count: picked.length })}
          </ActionButton>
        </div>
      )}
    </div>
  );
}

/** Manifests that wait for the carrier. */
export function WaitingManifests({ onChanged }: Pick<ListProps, "onChanged">) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const { data } = useCallQuery(listManifests, { status: "made", page_size: 100 });
  const [open, setOpen] = useState<ManifestRow | null>(null);
  if (data === undefined) return <p className="quiet">{t("ui.loading")}</p>;
  const columns: ShortColumn<ManifestRow>[] = [
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
          <ActionButton of={baggingActions.printManifest} subject={row} onClick={() => void saveManifest(caller, row)}>
            {t("bagging.action.print")}
          </ActionButton>
          <ActionButton of={baggingActions.handOver} subject={row} onClick={() => setOpen(row)}>
            {t("bagging.action.handOver")}
          </ActionButton>
        </span>
      ),
    },
  ];
  return (
    <>
      <ShortTable
        label={t("bagging.tabs.manifests")}
        columns={columns}
        rows={data.result}
        rowKey={({ manifest_uuid }) => manifest_uuid}
        empty={t("bagging.empty.manifests")}
      />
      {open !== null && <HandOverDialog manifest={open} onChanged={onChanged} onClose={() => setOpen(null)} />}
    </>
  );
}
