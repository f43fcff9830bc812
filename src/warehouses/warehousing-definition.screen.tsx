import { useCallback, useMemo, useState } from "react";
import { mayCall, useAnswer, useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { List } from "#src/ui/list/list.tsx";
import { EmptyState, Notice } from "#src/ui/notice.tsx";
import { Tabs } from "#src/ui/tabs.tsx";
import { BlockDialog, LabelsDialog, LocationDialog } from "./location-dialogs.tsx";
import type { LocationDialogOf, LocationScope } from "./locations.list.tsx";
import { locationsList } from "./locations.list.tsx";
import { PlaceBar } from "./place-bar.tsx";
import { useReload } from "./use-reload.ts";
import { WarehouseDialog } from "./warehouse-dialog.tsx";
import { WarehouseMap } from "./warehouse-map.tsx";
import type { WarehouseNode } from "./warehouses.contract.ts";
import { createWarehouse, queryStorageDefinition } from "./warehouses.contract.ts";
import { WarehousesTree } from "./warehouses-tree.tsx";

/** There is no warehouse yet: what is missing, and the way to it. */
function NoWarehouse({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const [isOpen, setOpen] = useState(false);
  if (!mayCall(caller, createWarehouse)) return <EmptyState line={t("warehouses.noneOperator")} />;
  return (
    <>
      <EmptyState
        line={t("warehouses.none")}
        action={
          <Button tone="primary" onClick={() => setOpen(true)}>
            {t("warehouses.add")}
          </Button>
        }
      />
      {isOpen && <WarehouseDialog warehouse={null} onChanged={onChanged} onClose={() => setOpen(false)} />}
    </>
  );
}

function Locations({ scope, onChanged }: { scope: LocationScope; onChanged: () => void }) {
  const [dialog, setDialog] = useState<LocationDialogOf | null>(null);
  const list = useMemo(() => locationsList(scope, setDialog), [scope]);
  const close = useCallback(() => setDialog(null), []);
  return (
    <>
      <List key={scope.shelf_uuid ?? scope.partition_uuid ?? scope.warehouse_uuid} of={list} />
      {dialog?.kind === "edit" && <LocationDialog of={dialog.location} onChanged={onChanged} onClose={close} />}
      {dialog?.kind === "block" && <BlockDialog locations={dialog.locations} onChanged={onChanged} onClose={close} />}
      {dialog?.kind === "labels" && (
        <LabelsDialog of={{ location_uuids: dialog.locations.map(({ location_uuid }) => location_uuid) }} onClose={close} />
      )}
    </>
  );
}

/** What is chosen while it is there; else the first warehouse that is open. */
function chosenOf(warehouses: readonly WarehouseNode[], wanted: LocationScope | null) {
  const warehouse =
    warehouses.find(({ warehouse_uuid }) => warehouse_uuid === wanted?.warehouse_uuid) ??
    warehouses.find(({ is_closed }) => !is_closed) ??
    warehouses[0] ??
    null;
  const partition = warehouse?.partitions.find(({ partition_uuid }) => partition_uuid === wanted?.partition_uuid) ?? null;
  const shelf = partition?.shelves.find(({ shelf_uuid }) => shelf_uuid === wanted?.shelf_uuid) ?? null;
  return { warehouse, partition, shelf };
}

function Definition({ warehouses, onChanged }: { warehouses: readonly WarehouseNode[]; onChanged: () => void }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<LocationScope | null>(null);
  const [tab, setTab] = useState<"locations" | "map">("locations");
  const { warehouse, partition, shelf } = chosenOf(warehouses, wanted);
  const [warehouseUuid, partitionUuid, shelfUuid] = [warehouse?.warehouse_uuid ?? "", partition?.partition_uuid, shelf?.shelf_uuid];
  const scope: LocationScope = useMemo(
    () => ({
      warehouse_uuid: warehouseUuid,
      ...(partitionUuid === undefined ? {} : { partition_uuid: partitionUuid }),
      ...(shelfUuid === undefined ? {} : { shelf_uuid: shelfUuid }),
    }),
    [warehouseUuid, partitionUuid, shelfUuid],
  );
  if (warehouse === null) return <NoWarehouse onChanged={onChanged} />;
  const openShelf = (uuid: string) => {
    const home = warehouse.partitions.find(({ shelves }) => shelves.some(({ shelf_uuid }) => shelf_uuid === uuid));
    if (home === undefined) return;
    setWanted({ warehouse_uuid: warehouseUuid, partition_uuid: home.partition_uuid, shelf_uuid: uuid });
    setTab("locations");
  };
  return (
    <div className="warehouses">
      <WarehousesTree warehouses={warehouses} chosen={scope} onChoose={setWanted} />
      <div className="stack">
        <PlaceBar warehouse={warehouse} partition={partition} shelf={shelf} onChanged={onChanged} />
        <Tabs
          label={t("warehouses.tab.label")}
          tabs={[
            { value: "locations", text: t("warehouses.tab.locations") },
            { value: "map", text: t("warehouses.tab.map") },
          ]}
          value={tab}
          onValue={setTab}
        >
          {tab === "locations" ? (
            <Locations scope={scope} onChanged={onChanged} />
          ) : (
            <WarehouseMap key={warehouseUuid} warehouseUuid={warehouseUuid} onShelf={openShelf} />
          )}
        </Tabs>
      </div>
    </div>
  );
}

/** What the warehouses are made of, once they are known. */
function Chosen() {
  const { t } = useTranslation();
  const reload = useReload();
  const { data, error } = useAnswer(queryStorageDefinition, {});
  if (error !== null && data === undefined)
    return (
      <Notice tone="bad" title={t("warehouses.failed")}>
        <div className="row">
          <Button onClick={reload}>{t("warehouses.again")}</Button>
        </div>
      </Notice>
    );
  if (data === undefined) return <div className="map-waiting" aria-busy="true" />;
  return <Definition warehouses={data.result} onChanged={reload} />;
}

/** What a provider's warehouses are made of: partitions, shelves, locations, as lists and as a map. */
export function WarehousingDefinitionScreen() {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <h1>{t("places.warehousingDefinition")}</h1>
      <Chosen />
    </div>
  );
}
