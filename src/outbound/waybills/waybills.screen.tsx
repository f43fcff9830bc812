import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { toListShape } from "#src/kit/ui/list/list-definition.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { ImportDialog } from "#src/warehouse/imports/import-dialog.screen.tsx";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { parcelsWithoutList } from "./parcels-without.list.tsx";
import { LabelSizeChoice, PrintStation } from "./print-station.tsx";
import { useWaybillDialogs } from "./waybill-dialogs.tsx";
import { waybillsList } from "./waybills.list.tsx";
import { listChoices, waybillReads } from "./waybills.contract.ts";
import { waybillPageTabs } from "./waybills-search.rules.ts";

/** Where an order's channel is chosen. */
const orderPages = { one_piece: "/p/p-one-piece-for-shipping", shipping_notice: "/p/p-shipping-notice" } as const;

type Limit = "warehouse" | "channel" | "wave";

interface LimitsProps {
  readonly values: Readonly<Record<Limit, string>>;
  /** parcels without a waybill have no channel of their own yet */
  readonly isWarehouseOnly: boolean;
  readonly onValue: (limit: Limit, value: string) => void;
}

/** What the list is limited to: a warehouse, a channel, a wave. */
function Limits({ values, isWarehouseOnly, onValue }: LimitsProps) {
  const { t } = useTranslation();
  const warehouses = useCallQuery(queryStorage, { page_size: 200 }).data?.result ?? [];
  const choices = useCallQuery(listChoices, values.warehouse === "" ? {} : { warehouse_uuid: values.warehouse }).data;
  return (
    <>
      {warehouses.length > 1 && (
        <Select
          label={t("waybills.column.warehouse")}
          isLabelHidden
          value={values.warehouse}
          nothing={t("waybills.all.warehouses")}
          options={warehouses.map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
          onValue={(value) => onValue("warehouse", value)}
        />
      )}
      {!isWarehouseOnly && (
        <>
          <Select
            label={t("waybills.column.channel")}
            isLabelHidden
            value={values.channel}
            nothing={t("waybills.all.channels")}
            options={(choices?.channels ?? []).map(({ channel_uuid, name }) => ({ value: channel_uuid, text: name }))}
            onValue={(value) => onValue("channel", value)}
          />
          <Select
            label={t("waybills.column.wave")}
            isLabelHidden
            value={values.wave}
            nothing={t("waybills.all.waves")}
            options={(choices?.waves ?? []).map(({ wave_uuid, wave_number }) => ({ value: wave_uuid, text: wave_number }))}
            onValue={(value) => onValue("wave", value)}
          />
        </>
      )}
    </>
  );
}

/** Waybills by what is to be done with them, and the station that prints labels as they arrive. */
export function WaybillsScreen() {
  const { t } = useTranslation();
  const caller = useCaller();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const textOf = (value: unknown) => (typeof value === "string" ? value : "");
  const [warehouse, channel, wave] = [textOf(search.warehouse), textOf(search.channel), textOf(search.wave)];
  const tab = waybillPageTabs.find((one) => one === search.tab) ?? "to_print";
  const { ask, dialog } = useWaybillDialogs();
  const [isImporting, setImporting] = useState(false);
  const reload = useCallReload(waybillReads);
  const list = useMemo(() => {
    const inWarehouse = warehouse === "" ? {} : { warehouse_uuid: warehouse };
    if (tab === "without")
      return toListShape(
        parcelsWithoutList(
          caller,
          inWarehouse,
          ({ order_kind, order_uuid }) => void navigate({ to: orderPages[order_kind], search: { order: order_uuid } }),
        ),
      );
    const input = { ...inWarehouse, ...(channel === "" ? {} : { channel_uuid: channel }), ...(wave === "" ? {} : { wave_uuid: wave }) };
    return toListShape(waybillsList(caller, { tab, input }, { ask, upload: () => setImporting(true) }));
  }, [caller, tab, warehouse, channel, wave, ask, navigate]);
  const change = (limit: Limit | "tab", value: string): void =>
    void navigate({
      to: ".",
      search: ({ page: _page, [limit]: _old, ...others }: Record<string, unknown>) =>
        value === "" ? others : { ...others, [limit]: value },
      resetScroll: false,
    });
  return (
    <div className="stack">
      <h1>{t("navigation.printWaybill")}</h1>
      <div className="row">
        <PrintStation warehouse={warehouse} />
        <LabelSizeChoice />
      </div>
      <Tabs
        label={t("waybills.tabs")}
        tabs={waybillPageTabs.map((value) => ({ value, text: t(`waybills.tab.${value}`) }))}
        value={tab}
        onValue={(value) => change("tab", value)}
      >
        <List
          key={`${tab} ${warehouse} ${channel} ${wave}`}
          of={list}
          scope={<Limits values={{ warehouse, channel, wave }} isWarehouseOnly={tab === "without"} onValue={change} />}
        />
      </Tabs>
      {dialog}
      <ImportDialog kind="tracks" open={isImporting} onClose={() => setImporting(false)} onPosted={reload} />
    </div>
  );
}
