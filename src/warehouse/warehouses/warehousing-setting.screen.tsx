import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useCallback, useMemo, useState } from "react";
import { callRowByRow } from "#src/kit/api/row-by-row.ts";
import { getCountryName } from "#src/kit/countries/country-names.rules.ts";
import { useCountries } from "#src/kit/countries/use-countries.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import type { ActionTools } from "#src/kit/ui/list/list-definition.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { SenderDialog } from "./sender-dialog.tsx";
import { SettingsDialog } from "./settings-dialog.tsx";
import { WarehouseDialog } from "./warehouse-dialog.tsx";
import type { Warehouse } from "./warehouses.contract.ts";
import { closeWarehouse, queryStorage } from "./warehouses.contract.ts";
import { warehousesReads } from "./warehouses-reads.contract.ts";
import { warehousesActions } from "./warehouses.actions.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";

type Open = { readonly kind: "new" } | { readonly kind: "edit" | "settings" | "sender"; readonly warehouse: Warehouse };

function setClosed({ rows, caller, reload }: ActionTools<Warehouse>, is_closed: boolean) {
  return callRowByRow({
    rows,
    most: 1,
    id: ({ warehouse_uuid }) => warehouse_uuid,
    label: ({ name }) => name,
    perform: async (part) => {
      for (const { warehouse_uuid, version = 1 } of part)
        await caller.client.call(closeWarehouse, { warehouse_uuid, version, is_closed }, { isQuiet: true });
    },
  }).finally(reload);
}

/** Lists the provider's warehouses. @param open opens a dialog over the list @param nameOf a country's name by its code */
function warehousesList(open: (open: Open) => void, nameOf: (code: string) => string) {
  return defineList({
    name: "warehouses.list",
    call: queryStorage,
    title: "warehouses.setting.list",
    rowKey: ({ warehouse_uuid }) => warehouse_uuid,
    cardTitle: "name",
    columns: [
      { id: "name", title: "warehouses.setting.column.name", text: ({ name }) => name },
      { id: "code", title: "warehouses.setting.column.code", text: ({ code }) => code },
      { id: "country", title: "warehouses.setting.column.country", text: ({ country_code }) => nameOf(country_code) },
      { id: "timeZone", title: "warehouses.setting.column.timeZone", text: ({ time_zone = "" }) => time_zone },
      {
        id: "locations",
        title: "warehouses.setting.column.locations",
        align: "end",
        text: ({ location_count = 0 }, { locale }) => location_count.toLocaleString(locale),
      },
      {
        id: "state",
        title: "warehouses.setting.column.state",
        text: ({ is_closed }, { t }) => t(is_closed ? "warehouses.setting.closed" : "warehouses.setting.open"),
        render: ({ is_closed }, { t }) => (
          <StatusTag tone={is_closed ? "normal" : "good"} text={t(is_closed ? "warehouses.setting.closed" : "warehouses.setting.open")} />
        ),
      },
    ],
    filters: [
      {
        field: "is_closed",
        label: "warehouses.setting.column.state",
        kind: "choice",
        options: [
          { value: "false", text: "warehouses.setting.open" },
          { value: "true", text: "warehouses.setting.closed" },
        ],
      },
    ],
    actions: [
      {
        id: "new",
        label: "warehouses.add",
        needs: "none",
        shortcut: "n",
        isPrimary: true,
        rule: warehousesActions.create,
        perform: () => open({ kind: "new" }),
      },
      {
        id: "settings",
        label: "warehouses.setting.settings",
        needs: "one",
        shortcut: "s",
        rule: warehousesActions.settings,
        perform: ({ rows: [warehouse] }) => {
          if (warehouse !== undefined) open({ kind: "settings", warehouse });
        },
      },
      {
        id: "sender",
        label: "warehouses.setting.sender",
        needs: "one",
        rule: warehousesActions.sender,
        perform: ({ rows: [warehouse] }) => {
          if (warehouse !== undefined) open({ kind: "sender", warehouse });
        },
      },
      {
        id: "edit",
        label: "warehouses.setting.edit",
        needs: "one",
        shortcut: "e",
        rule: warehousesActions.edit,
        perform: ({ rows: [warehouse] }) => {
          if (warehouse !== undefined) open({ kind: "edit", warehouse });
        },
      },
      {
        id: "close",
        label: "warehouses.setting.close",
        needs: "some",
        isDangerous: true,
        confirm: "warehouses.setting.confirmClose",
        rule: warehousesActions.close,
        perform: (tools) => setClosed(tools, true),
      },
      {
        id: "reopen",
        label: "warehouses.setting.reopen",
        needs: "some",
        confirm: "warehouses.setting.confirmOpen",
        rule: warehousesActions.open,
        perform: (tools) => setClosed(tools, false),
      },
    ],
    onOpen: (warehouse, { caller }) => {
      if (isPermitted(warehousesActions.settings, caller)) open({ kind: "settings", warehouse });
    },
    empty: { text: "warehouses.none", action: "new" },
  });
}

/** A provider's warehouses and their settings. */
export function WarehousingSettingScreen() {
  const reload = useCallReload(warehousesReads);
  const [dialog, setDialog] = useState<Open | null>(null);
  const { t, locale } = useTranslation();
  const { countries } = useCountries();
  const list = useMemo(() => {
    const names = new Map(countries.map((country) => [country.code, getCountryName(country, locale)]));
    return warehousesList(setDialog, (code) => names.get(code) ?? code);
  }, [countries, locale]);
  const close = useCallback(() => setDialog(null), []);
  return (
    <div className="stack">
      <h1>{t("navigation.warehousingSetting")}</h1>
      <List of={list} />
      {dialog?.kind === "new" && <WarehouseDialog warehouse={null} onChanged={reload} onClose={close} />}
      {dialog?.kind === "edit" && <WarehouseDialog warehouse={dialog.warehouse} onChanged={reload} onClose={close} />}
      {dialog?.kind === "sender" && <SenderDialog warehouse={dialog.warehouse} onChanged={reload} onClose={close} />}
      {dialog?.kind === "settings" && <SettingsDialog warehouse={dialog.warehouse} onChanged={reload} onClose={close} />}
    </div>
  );
}
