import "./shipping-notices.css";
import { useState } from "react";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { DateField } from "#src/kit/ui/date-field.tsx";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { shippingNoticeActions } from "./shipping-notices.actions.ts";
import { getLoadPlan, printLoadPlan } from "./shipping-notices.contract.ts";
import type { PlanChannel, PlanRow } from "./shipping-notices.contract.ts";
import { loadStates } from "./shipping-notices.rules.ts";

type Figures = Omit<PlanChannel, "channel_name" | "orders">;

/** How far the boxes of shipping notices are, by channel and by order, for the people who load them. */
export function LoadPlan() {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const { language } = useAppearance();
  const [warehouse, setWarehouse] = useState("");
  const [day, setDay] = useState("");
  const warehouses = useCallQuery(queryStorage, { page_size: 200 }).data?.result ?? [];
  const input = { ...(warehouse === "" ? {} : { warehouse_uuid: warehouse }), ...(day === "" ? {} : { ship_day: day }) };
  const { data, error, refetch } = useCallQuery(getLoadPlan, input);
  const figures: ShortColumn<Figures>[] = [
    { id: "boxes", title: t("shippingNotices.column.boxes"), isNumber: true, show: ({ boxes }) => formatNumber(boxes, locale) },
    ...loadStates.map((state): ShortColumn<Figures> => ({
      id: state,
      title: t(`shippingNotices.state.${state}`),
      isNumber: true,
      show: (row) => formatNumber(row[state], locale),
    })),
    { id: "kg", title: t("shippingNotices.column.kilograms"), isNumber: true, show: ({ grams }) => formatNumber(grams / 1000, locale) },
    {
      id: "m3",
      title: t("shippingNotices.column.volume"),
      isNumber: true,
      show: ({ volume_cm3 }) => formatNumber(volume_cm3 / 1_000_000, locale),
    },
  ];
  const ofChannels: ShortColumn<PlanChannel>[] = [
    { id: "channel", title: t("shippingNotices.column.channel"), show: (row) => row.channel_name },
    { id: "orders", title: t("shippingNotices.column.orders"), isNumber: true, show: ({ orders }) => formatNumber(orders, locale) },
    ...figures,
  ];
  const ofOrders: ShortColumn<PlanRow>[] = [
    { id: "day", title: t("shippingNotices.column.day"), show: ({ ship_day }) => ship_day },
    { id: "order", title: t("shippingNotices.column.order"), show: ({ order_number }) => order_number },
    { id: "owner", title: t("shippingNotices.column.owner"), show: ({ owner_name }) => owner_name },
    { id: "channel", title: t("shippingNotices.column.channel"), show: ({ channel_name }) => channel_name },
    ...figures,
  ];
  return (
    <div className="stack">
      <div className="load-plan-bar">
        <Select
          label={t("shippingNotices.column.warehouse")}
          value={warehouse}
          nothing={t("orders.scope.allWarehouses")}
          options={warehouses.map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
          onValue={setWarehouse}
        />
        <DateField label={t("shippingNotices.column.day")} value={day} onValue={setDay} />
        <ActionButton
          of={shippingNoticeActions.loadPlan}
          subject={null}
          onClick={() =>
            void downloadFile(caller.client, printLoadPlan, { ...input, language }, (sent) => (sent === "" ? "load-plan.pdf" : sent))
          }
        >
          {t("shippingNotices.printPlan")}
        </ActionButton>
      </div>
      {data === undefined ? (
        <FailedNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <ShortTable
            label={t("shippingNotices.byChannel")}
            columns={ofChannels}
            rows={data.channels}
            rowKey={({ channel_name }) => channel_name}
            empty={t("shippingNotices.emptyPlan")}
          />
          {data.result.length > 0 && (
            <ShortTable
              label={t("shippingNotices.byOrder")}
              columns={ofOrders}
              rows={data.result}
              rowKey={({ order_uuid }) => order_uuid}
              empty={t("shippingNotices.emptyPlan")}
            />
          )}
        </>
      )}
    </div>
  );
}
