import { useCallback, useMemo, useState } from "react";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { List } from "#src/kit/ui/list/list.tsx";
import { EmptyState } from "#src/kit/ui/notice.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { useMedia } from "#src/kit/ui/use-media.ts";
import { LocationDialog } from "./location-dialog.tsx";
import { BlockDialog, LabelsDialog } from "./block-and-label-dialogs.tsx";
import type { LocationDialogOf, LocationScope } from "./locations.list.tsx";
import { locationsList } from "./locations.list.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { SelectionMenu } from "./selection-menus.tsx";
import { useDefinitionView } from "./use-definition-view.ts";
import { warehousesReads } from "./warehouses-reads.contract.ts";
import { WarehouseDialog } from "./warehouse-dialog.tsx";
import { WarehouseMap } from "./warehouse-map.tsx";
import type { WarehouseNode } from "./warehouses.contract.ts";
import { queryStorageDefinition } from "./warehouses.contract.ts";
import { WarehousesTree } from "./warehouses-tree.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { warehousesActions } from "./warehouses.actions.ts";

/** Explains that there is no warehouse yet, and how to create one. */
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

/** Finds the selection in the address; by default the first open warehouse. */
function findChosen(
  warehouses: readonly WarehouseNode[],
  wanted: Pick<ReturnType<typeof useDefinitionView>, "warehouse" | "partition" | "shelf">,
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
  const { tab, go, ...wanted } = useDefinitionView();
  const isNarrow = useMedia("(max-width: 640px)");
  const { warehouse, partition, shelf } = findChosen(warehouses, wanted);
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
        <SelectionBar
          warehouse={warehouse}
          partition={partition}
          shelf={shelf}
          onChanged={onChanged}
          renderChooser={
            isNarrow
              ? (title) => <SelectionMenu warehouses={warehouses} chosen={scope} title={title} onChoose={(chosen) => go(chosen, tab)} />
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

/** The selected part of the warehouses, once they are loaded. */
function Chosen() {
  const reload = useCallReload(warehousesReads);
  const { data, error } = useCallQuery(queryStorageDefinition, {});
  if (data === undefined) return <FailedNotice error={error} onRetry={reload} />;
  return <Definition warehouses={data.result} onChanged={reload} />;
}

/** A provider's partitions, shelves and locations, as lists and as a map. */
export function WarehousingDefinitionScreen() {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <h1>{t("navigation.warehousingDefinition")}</h1>
      <Chosen />
    </div>
  );
}
