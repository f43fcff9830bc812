import { useCallback, useMemo, useState } from "react";
import { useAnswer, useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { FailedNotice } from "#src/ui/failed-notice.tsx";
import { List } from "#src/ui/list/list.tsx";
import { EmptyState } from "#src/ui/notice.tsx";
import { Tabs } from "#src/ui/tabs.tsx";
import { useMedia } from "#src/ui/use-media.ts";
import { LocationDialog } from "./location-dialog.tsx";
import { BlockDialog, LabelsDialog } from "./location-dialogs.tsx";
import type { LocationDialogOf, LocationScope } from "./locations.list.tsx";
import { locationsList } from "./locations.list.tsx";
import { PlaceBar } from "./place-bar.tsx";
import { PlaceMenu } from "./place-menus.tsx";
import { useDefinitionPlace } from "./use-definition-place.ts";
import { useReload } from "./use-reload.ts";
import { WarehouseDialog } from "./warehouse-dialog.tsx";
import { WarehouseMap } from "./warehouse-map.tsx";
import type { WarehouseNode } from "./warehouses.contract.ts";
import { queryStorageDefinition } from "./warehouses.contract.ts";
import { WarehousesTree } from "./warehouses-tree.tsx";
import { isPermitted } from "#src/ui/action/action.ts";
import { warehousesActions } from "./warehouses.actions.ts";

/** There is no warehouse yet: what is missing, and the way to it. */
function NoWarehouse({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const [isOpen, setOpen] = useState(false);
  if (!isPermitted(warehousesActions.create, caller)) return <EmptyState line={t("warehouses.noneOperator")} />;
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

function Locations({ warehouse, scope, onChanged }: { warehouse: WarehouseNode; scope: LocationScope; onChanged: () => void }) {
  const [dialog, setDialog] = useState<LocationDialogOf | null>(null);
  const list = useMemo(() => locationsList(scope, setDialog), [scope]);
  const close = useCallback(() => setDialog(null), []);
  return (
    <>
      <List key={scope.shelf_uuid ?? scope.partition_uuid ?? scope.warehouse_uuid} of={list} />
      {dialog?.kind === "edit" && <LocationDialog warehouse={warehouse} of={dialog.location} onChanged={onChanged} onClose={close} />}
      {dialog?.kind === "block" && <BlockDialog locations={dialog.locations} onChanged={onChanged} onClose={close} />}
      {dialog?.kind === "labels" && (
        <LabelsDialog
          of={{ location_uuids: dialog.locations.map(({ location_uuid }) => location_uuid) }}
          warehouseUuid={warehouse.warehouse_uuid}
          onClose={close}
        />
      )}
    </>
  );
}

/** What the address names while it is there; else the first warehouse that is open. */
function chosenOf(
  warehouses: readonly WarehouseNode[],
  wanted: Pick<ReturnType<typeof useDefinitionPlace>, "warehouse" | "partition" | "shelf">,
) {
  const warehouse =
    warehouses.find(({ warehouse_uuid }) => warehouse_uuid === wanted.warehouse) ??
    warehouses.find(({ is_closed }) => !is_closed) ??
    warehouses[0] ??
    null;
  const partition = warehouse?.partitions.find(({ partition_uuid }) => partition_uuid === wanted.partition) ?? null;
  const shelf = partition?.shelves.find(({ shelf_uuid }) => shelf_uuid === wanted.shelf) ?? null;
  return { warehouse, partition, shelf };
}

function Definition({ warehouses, onChanged }: { warehouses: readonly WarehouseNode[]; onChanged: () => void }) {
  const { t } = useTranslation();
  const { tab, go, ...wanted } = useDefinitionPlace();
  const isNarrow = useMedia("(max-width: 640px)");
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
    if (home !== undefined) go({ warehouse_uuid: warehouseUuid, partition_uuid: home.partition_uuid, shelf_uuid: uuid }, "locations");
  };
  return (
    <div className="warehouses">
      {!isNarrow && <WarehousesTree warehouses={warehouses} chosen={scope} onChoose={(chosen) => go(chosen, tab)} />}
      <div className="stack">
        <PlaceBar
          warehouse={warehouse}
          partition={partition}
          shelf={shelf}
          onChanged={onChanged}
          renderChooser={
            isNarrow
              ? (title) => <PlaceMenu warehouses={warehouses} chosen={scope} title={title} onChoose={(chosen) => go(chosen, tab)} />
              : null
          }
        />
        <Tabs
          label={t("warehouses.tab.label")}
          tabs={[
            { value: "locations", text: t("warehouses.tab.locations") },
            { value: "map", text: t("warehouses.tab.map") },
          ]}
          value={tab}
          onValue={(value) => go(scope, value)}
        >
          {tab === "locations" ? (
            <Locations warehouse={warehouse} scope={scope} onChanged={onChanged} />
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
  const reload = useReload();
  const { data, error } = useAnswer(queryStorageDefinition, {});
  if (data === undefined) return <FailedNotice error={error} onRetry={reload} />;
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
