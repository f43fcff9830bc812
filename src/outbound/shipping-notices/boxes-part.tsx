import "./shipping-notices.css";
import { Suspense, useState } from "react";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { getObstacle } from "#src/kit/ui/action/action.ts";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { ordersReads } from "#src/outbound/orders/orders-reads.contract.ts";
import type { OrderDetail } from "#src/outbound/orders/orders.contract.ts";
import { packingReads } from "#src/outbound/packing/packing-reads.contract.ts";
import { getPacking } from "#src/outbound/packing/packing.contract.ts";
import { shippingNoticeActions } from "./shipping-notices.actions.ts";
import { shippingNoticesReads } from "./shipping-notices-reads.contract.ts";
import { getBoxes, printBoxLabels, printPackingList } from "./shipping-notices.contract.ts";
import type { NoticeBox } from "./shipping-notices.contract.ts";
import { getGrams, sumBoxes } from "./shipping-notices.rules.ts";
import type { LoadState } from "./shipping-notices.rules.ts";

const BoxBuilder = lazyPart(async () => (await import("#src/outbound/packing/box-builder.screen.tsx")).BoxBuilder);
const BoxNumbers = lazyPart(async () => (await import("./box-numbers.tsx")).BoxNumbers);
const reads = [...ordersReads, ...packingReads, ...shippingNoticesReads] as const;

export const stateTones = { open: "quiet", ready: "warn", loaded: "good", shipped: "good" } as const satisfies Record<LoadState, string>;

function useColumns(): ShortColumn<NoticeBox>[] {
  const { t, locale } = useTranslation();
  return [
    { id: "box", title: t("shippingNotices.column.box"), show: ({ box_mark }) => <strong translate="no">{box_mark}</strong> },
    { id: "parcel", title: t("shippingNotices.column.parcel"), show: ({ parcel_number }) => <span translate="no">{parcel_number}</span> },
    {
      id: "state",
      title: t("shippingNotices.column.state"),
      show: ({ state }) => <StatusTag tone={stateTones[state]} text={t(`shippingNotices.state.${state}`)} />,
    },
    {
      id: "goods",
      title: t("shippingNotices.column.goods"),
      show: ({ items }) => (
        <span translate="no">
          {items.map(({ sku, lot, quantity }) => `${quantity} × ${sku}${lot === "" ? "" : ` (${lot})`}`).join(", ")}
        </span>
      ),
    },
    {
      id: "pieces",
      title: t("shippingNotices.column.pieces"),
      isNumber: true,
      show: ({ piece_count }) => formatNumber(piece_count, locale),
    },
    {
      id: "weight",
      title: t("shippingNotices.column.kilograms"),
      isNumber: true,
      show: (box) => {
        const grams = getGrams(box);
        return grams === null ? "" : formatNumber(grams / 1000, locale);
      },
    },
    {
      id: "size",
      title: t("shippingNotices.column.size"),
      show: ({ length_mm, width_mm, height_mm }) =>
        length_mm === null || width_mm === null || height_mm === null
          ? ""
          : [length_mm, width_mm, height_mm].map((mm) => formatNumber(mm / 10, locale)).join(" × "),
    },
    {
      id: "waybill",
      title: t("shippingNotices.column.waybill"),
      show: ({ waybill_number, tracking_number }) => {
        const numbers = [...new Set([waybill_number, tracking_number])].filter((number) => number !== "");
        return numbers.length === 0 ? null : <span translate="no">{numbers.join(" · ")}</span>;
      },
    },
  ];
}

/** The box builder of an order that waits to be packed. */
function Builder({ of }: { readonly of: OrderDetail }) {
  const { t } = useTranslation();
  const reload = useCallReload(reads);
  const { data } = useCallQuery(getPacking, { order_uuid: of.order_uuid });
  if (data === undefined) return <p className="quiet">{t("ui.loading")}</p>;
  return (
    <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
      <BoxBuilder packing={data} onPacked={reload} />
    </Suspense>
  );
}

/** The boxes of a shipping notice: how they are packed, or what is in them and how far they are. */
export function BoxesPart({ of }: { readonly of: OrderDetail }) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const columns = useColumns();
  const { language } = useAppearance();
  const { order_uuid, order_number } = of;
  const { data } = useCallQuery(getBoxes, { order_uuid });
  const reload = useCallReload(reads);
  const [isEntering, setEntering] = useState(false);
  if (of.status === "reviewed" && mayCall(caller, getPacking)) return <Builder of={of} />;
  if (data === undefined) return <p className="quiet">{t("ui.loading")}</p>;
  if (isEntering && getObstacle(shippingNoticeActions.enterNumbers, data, caller) === null)
    return (
      <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
        <BoxNumbers orderUuid={order_uuid} boxes={data.boxes} onClose={() => setEntering(false)} onSaved={reload} />
      </Suspense>
    );
  const sums = sumBoxes(data.boxes);
  const save = (call: typeof printPackingList | typeof printBoxLabels) =>
    void downloadFile(caller.client, call, { order_uuid, language }, (sent) => (sent === "" ? `${order_number}.pdf` : sent));
  return (
    <div className="stack">
      {data.boxes.length > 0 && (
        <div className="row">
          <ActionButton of={shippingNoticeActions.packingList} subject={of} onClick={() => save(printPackingList)}>
            {t("shippingNotices.packingList")}
          </ActionButton>
          <ActionButton of={shippingNoticeActions.boxLabels} subject={of} onClick={() => save(printBoxLabels)}>
            {t("shippingNotices.boxLabels")}
          </ActionButton>
          <ActionButton of={shippingNoticeActions.enterNumbers} subject={data} onClick={() => setEntering(true)}>
            {t("shippingNotices.numbers.title")}
          </ActionButton>
        </div>
      )}
      <ShortTable
        label={t("shippingNotices.boxes")}
        columns={columns}
        rows={data.boxes}
        rowKey={({ parcel_uuid }) => parcel_uuid}
        empty={t("shippingNotices.noBoxes")}
        sums={{
          box: t("shippingNotices.sum"),
          pieces: formatNumber(sums.pieces, locale),
          weight: formatNumber(sums.grams / 1000, locale),
        }}
      />
    </div>
  );
}
