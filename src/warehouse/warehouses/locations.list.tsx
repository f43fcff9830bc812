import { callRowByRow } from "#src/kit/api/row-by-row.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import type { Action, ActionTools, BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { Location } from "./locations.contract.ts";
import { deleteLocations, listLocations, setLocationsBlocked } from "./locations.contract.ts";
import { locationTypes } from "./warehouses.rules.ts";
import { warehousesActions } from "./warehouses.actions.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";

/** The dialog that is open over the list. */
export type LocationDialogOf =
  | { readonly kind: "edit"; readonly location: Location }
  | { readonly kind: "block" | "labels"; readonly locations: readonly Location[] };

const mostAtOnce = 200;
const uuids = (rows: readonly Location[]) => rows.map(({ location_uuid }) => location_uuid);
const litres = (ml: number | null, t: Translate) =>
  ml === null ? t("warehouses.locations.notLimited") : t("warehouses.locations.litres", { count: ml / 1000 });
const kilograms = (grams: number | null, t: Translate) =>
  grams === null ? t("warehouses.locations.notLimited") : t("warehouses.locations.kilograms", { count: grams / 1000 });

function stateText({ is_blocked, blocked_reason }: Location, t: Translate): string {
  return is_blocked ? t("warehouses.locations.blocked", { reason: blocked_reason }) : t("warehouses.locations.open");
}

/** Applies a batch call to the chosen locations and reports the result of each. */
export async function updateEach(
  { rows, reload }: Pick<ActionTools<Location>, "rows" | "reload">,
  perform: (part: readonly Location[]) => Promise<unknown>,
): Promise<BatchResult> {
  const result = await callRowByRow({
    rows,
    most: mostAtOnce,
    id: ({ location_uuid }) => location_uuid,
    label: ({ barcode }) => barcode,
    perform,
  });
  reload();
  return result;
}

function actions(open: (dialog: LocationDialogOf) => void): readonly Action<Location>[] {
  return [
    {
      id: "edit",
      label: "warehouses.locations.edit",
      needs: "one",
      shortcut: "e",
      rule: warehousesActions.editLocation,
      perform: ({ rows: [location] }) => {
        if (location !== undefined) open({ kind: "edit", location });
      },
    },
    {
      id: "print",
      label: "warehouses.locations.print",
      needs: "some",
      shortcut: "p",
      rule: warehousesActions.labels,
      perform: ({ rows }) => open({ kind: "labels", locations: rows }),
    },
    {
      id: "block",
      label: "warehouses.locations.block",
      needs: "some",
      isDangerous: true,
      rule: warehousesActions.blockLocation,
      perform: ({ rows }) => open({ kind: "block", locations: rows }),
    },
    {
      id: "unblock",
      label: "warehouses.locations.unblock",
      needs: "some",
      confirm: "warehouses.locations.confirmUnblock",
      rule: warehousesActions.unblockLocation,
      perform: (tools) =>
        updateEach(tools, (part) =>
          tools.caller.client.call(setLocationsBlocked, { location_uuids: uuids(part), blocked: false }, { isQuiet: true }),
        ),
    },
    {
      id: "delete",
      label: "warehouses.locations.delete",
      needs: "some",
      isDangerous: true,
      confirm: "warehouses.locations.confirmDelete",
      rule: warehousesActions.deleteLocation,
      perform: (tools) =>
        updateEach(tools, (part) => tools.caller.client.call(deleteLocations, { location_uuids: uuids(part) }, { isQuiet: true })),
    },
  ];
}

/** The part of the warehouse that is listed. */
export interface LocationScope {
  readonly warehouse_uuid: string;
  readonly partition_uuid?: string;
  readonly shelf_uuid?: string;
}

/** Lists the locations of a warehouse or a part of it. @param open opens a dialog over the list */
export function locationsList(scope: LocationScope, open: (dialog: LocationDialogOf) => void) {
  return defineList({
    name: "warehouses.locations",
    call: listLocations,
    title: "warehouses.locations.title",
    rowKey: ({ location_uuid }) => location_uuid,
    cardTitle: "barcode",
    secondLine: ["type", "quantity", "capacity"],
    input: { ...scope },
    columns: [
      { id: "barcode", title: "warehouses.locations.column.barcode", sort: "barcode", text: ({ barcode }) => barcode },
      { id: "type", title: "warehouses.locations.column.type", text: ({ type }, { t }) => t(`warehouses.type.${type}`) },
      {
        id: "state",
        title: "warehouses.locations.column.state",
        text: (row, { t }) => stateText(row, t),
        render: (row, { t }) => <StatusTag tone={row.is_blocked ? "bad" : "good"} text={stateText(row, t)} />,
      },
      {
        id: "quantity",
        title: "warehouses.locations.column.quantity",
        align: "end",
        text: ({ quantity }, { locale }) => quantity.toLocaleString(locale),
      },
      {
        id: "skus",
        title: "warehouses.locations.column.skus",
        align: "end",
        text: ({ sku_count }, { locale }) => sku_count.toLocaleString(locale),
      },
      { id: "partition", title: "warehouses.locations.column.partition", isHidden: true, text: ({ partition_code }) => partition_code },
      { id: "shelf", title: "warehouses.locations.column.shelf", text: ({ shelf_code }) => shelf_code },
      { id: "level", title: "warehouses.locations.column.level", align: "end", isHidden: true, text: ({ level }) => String(level) },
      {
        id: "place",
        title: "warehouses.locations.column.place",
        align: "end",
        isHidden: true,
        text: ({ x_mm, y_mm }, { t }) => t("warehouses.locations.place", { x: x_mm / 1000, y: y_mm / 1000 }),
      },
      {
        id: "pick",
        title: "warehouses.locations.column.pick",
        align: "end",
        sort: "pick_sequence",
        text: ({ pick_sequence }, { locale }) => pick_sequence.toLocaleString(locale),
      },
      {
        id: "put",
        title: "warehouses.locations.column.put",
        align: "end",
        sort: "put_sequence",
        isHidden: true,
        text: ({ put_sequence }, { locale }) => put_sequence.toLocaleString(locale),
      },
      {
        id: "capacity",
        title: "warehouses.locations.column.capacity",
        align: "end",
        text: ({ capacity_ml }, { t }) => litres(capacity_ml, t),
      },
      {
        id: "weight",
        title: "warehouses.locations.column.weight",
        align: "end",
        isHidden: true,
        text: ({ capacity_grams }, { t }) => kilograms(capacity_grams, t),
      },
    ],
    filters: [
      { field: "barcode", label: "warehouses.locations.column.barcode", kind: "text", scans: true },
      {
        field: "type",
        label: "warehouses.locations.column.type",
        kind: "choice",
        options: locationTypes.map((type) => ({ value: type, text: `warehouses.type.${type}` as const })),
      },
      {
        field: "is_blocked",
        label: "warehouses.locations.column.state",
        kind: "choice",
        options: [
          { value: "false", text: "warehouses.locations.open" },
          { value: "true", text: "warehouses.locations.isBlocked" },
        ],
      },
      {
        field: "is_empty",
        label: "warehouses.locations.column.use",
        kind: "choice",
        options: [
          { value: "false", text: "warehouses.locations.used" },
          { value: "true", text: "warehouses.locations.isEmpty" },
        ],
      },
    ],
    actions: actions(open),
    onOpen: (location, { caller }) => {
      if (location.type !== "slot" && isPermitted(warehousesActions.editLocation, caller)) open({ kind: "edit", location });
    },
    empty: { text: "warehouses.locations.empty" },
  });
}
