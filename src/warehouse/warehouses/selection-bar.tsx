import type { ReactNode } from "react";
import { useState } from "react";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ImportDialog } from "#src/warehouse/imports/import-dialog.screen.tsx";
import { RemoveDialog } from "#src/kit/ui/remove-dialog.tsx";
import { GeneratorDialog } from "./generator-dialog.tsx";
import { LocationDialog } from "./location-dialog.tsx";
import { LabelsDialog } from "./block-and-label-dialogs.tsx";
import { SelectionActions } from "./selection-menus.tsx";
import { PartitionDialog, ShelfDialog } from "./partition-dialogs.tsx";
import { TotesDialog } from "./totes-dialog.tsx";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import type { PartitionNode, ShelfNode, WarehouseNode } from "./warehouses.contract.ts";
import { deletePartition, deleteShelf } from "./warehouses.contract.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import type { ActionRule } from "#src/kit/ui/action/action.ts";
import { withSubject } from "#src/kit/ui/action/action.ts";
import { warehousesActions } from "./warehouses.actions.ts";

interface Selection {
  readonly warehouse: WarehouseNode;
  readonly partition: PartitionNode | null;
  readonly shelf: ShelfNode | null;
}

interface SelectionBarProps extends Selection {
  readonly onChanged: () => void;
  /** the menu to choose another selection, on a narrow screen */
  readonly renderChooser: ((title: string) => ReactNode) | null;
}

type Open = "generate" | "totes" | "import" | "location" | "partition" | "shelf" | "edit" | "delete" | "labels";

function OpenDialog({
  open,
  warehouse,
  partition,
  shelf,
  onChanged,
  onClose,
}: Omit<SelectionBarProps, "renderChooser"> & { open: Open; onClose: () => void }) {
  const { t } = useTranslation();
  const removePartition = useCallMutation(deletePartition);
  const removeShelf = useCallMutation(deleteShelf);
  const rest = { onChanged, onClose };
  const of = { warehouse_uuid: warehouse.warehouse_uuid };
  if (open === "generate") return <GeneratorDialog warehouse={warehouse} {...rest} />;
  if (open === "totes") return <TotesDialog warehouse={warehouse} {...rest} />;
  if (open === "import") return <ImportDialog kind="locations" open onClose={onClose} onPosted={onChanged} />;
  if (open === "partition") return <PartitionDialog warehouse={warehouse} partition={null} {...rest} />;
  if (open === "location") {
    // In a partition the default is one of its shelves, not the floor.
    const meant = shelf ?? partition?.shelves[0];
    return <LocationDialog warehouse={warehouse} of={{ shelf_uuid: meant?.shelf_uuid ?? null }} {...rest} />;
  }
  if (open === "labels") {
    const place = partition === null ? of : { partition_uuid: partition.partition_uuid };
    const which = shelf === null ? place : { shelf_uuid: shelf.shelf_uuid };
    return <LabelsDialog of={which} warehouseUuid={warehouse.warehouse_uuid} onClose={onClose} />;
  }
  if (partition === null) return null;
  if (open === "shelf") return <ShelfDialog partition={partition} shelf={null} {...rest} />;
  if (open === "edit")
    return shelf === null ? (
      <PartitionDialog warehouse={warehouse} partition={partition} {...rest} />
    ) : (
      <ShelfDialog partition={partition} shelf={shelf} {...rest} />
    );
  const { code } = shelf ?? partition;
  return (
    <RemoveDialog
      title={t(shelf === null ? "warehouses.place.deletePartition" : "warehouses.place.deleteShelf", { code })}
      text={t("warehouses.place.deleteText")}
      submit={t("warehouses.place.delete")}
      done={t("warehouses.place.deleted", { code })}
      remove={() =>
        shelf === null
          ? removePartition.perform({ partition_uuid: partition.partition_uuid })
          : removeShelf.perform({ shelf_uuid: shelf.shelf_uuid })
      }
      {...rest}
    />
  );
}

interface SelectionButton {
  readonly open: Open;
  readonly text: TextKey;
  /** the rule bound to its subject */
  readonly rule: ActionRule;
}

function createButton<S>(open: Open, text: TextKey, rule: ActionRule<S>, subject: S): SelectionButton {
  return { open, text, rule: withSubject(rule, subject) };
}

/** Lists the buttons for the selection, the main one first. */
function listButtons({ warehouse, partition, shelf }: Selection): readonly SelectionButton[] {
  const labels = createButton("labels", "warehouses.place.labels", warehousesActions.placeLabels, shelf ?? partition ?? warehouse);
  const location = createButton("location", "warehouses.place.addLocation", warehousesActions.addLocation, warehouse);
  if (partition === null)
    return [
      createButton("generate", "warehouses.place.generate", warehousesActions.generate, warehouse),
      createButton("import", "warehouses.place.import", warehousesActions.import, warehouse),
      createButton("partition", "warehouses.place.addPartition", warehousesActions.addPartition, warehouse),
      location,
      createButton("totes", "warehouses.place.addTotes", warehousesActions.addTotes, warehouse),
      labels,
    ];
  if (shelf === null)
    return [
      createButton("shelf", "warehouses.place.addShelf", warehousesActions.addShelf, warehouse),
      location,
      labels,
      createButton("edit", "warehouses.place.edit", warehousesActions.editPartition, partition),
      createButton("delete", "warehouses.place.delete", warehousesActions.deletePartition, partition),
    ];
  return [
    location,
    labels,
    createButton("edit", "warehouses.place.edit", warehousesActions.editShelf, shelf),
    createButton("delete", "warehouses.place.delete", warehousesActions.deleteShelf, shelf),
  ];
}

/** Returns the name of the selection. */
function getSelectionName({ warehouse, partition, shelf }: Selection, t: Translate): string {
  if (shelf !== null) return t("warehouses.place.shelf", { code: shelf.code });
  return partition === null ? warehouse.name : t("warehouses.place.partition", { code: partition.code });
}

/** The selected part of a warehouse and its actions. */
export function SelectionBar({ renderChooser, ...props }: SelectionBarProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open | null>(null);
  const title = getSelectionName(props, t);
  const buttons = listButtons(props);
  const draw = ({ open: what, text, rule }: SelectionButton, at: number) => (
    <ActionButton key={what} of={rule} subject={undefined} tone={at === 0 ? "primary" : "normal"} onClick={() => setOpen(what)}>
      {t(text)}
    </ActionButton>
  );
  return (
    <div className={renderChooser === null ? "stack" : "place-row"}>
      <h2 className={renderChooser === null ? undefined : "visually-hidden"}>{title}</h2>
      {renderChooser?.(title)}
      {renderChooser === null ? (
        <div className="row place-bar">{buttons.map(draw)}</div>
      ) : (
        <>
          {buttons.slice(0, 1).map(draw)}
          <SelectionActions
            actions={buttons.slice(1).map(({ open: id, text, rule }) => ({ id, text: t(text), rule, choose: () => setOpen(id) }))}
          />
        </>
      )}
      {open !== null && <OpenDialog {...props} open={open} onClose={() => setOpen(null)} />}
    </div>
  );
}
