import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { toLocalDay } from "#src/kit/lib/days.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { listStock } from "#src/warehouse/stock/stock.contract.ts";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import type { Charge } from "./charges.contract.ts";
import { listChargedGoods } from "./charges.contract.ts";
import { formatQuantity } from "./wallet-words.rules.ts";

type Goods = OutputOf<typeof listChargedGoods>["result"][number];

type Span = Pick<OutputOf<typeof listChargedGoods>, "from" | "until">;

/** Returns the days in this browser's time zone that overlap a charge's day, to filter movements. For a night, everything before it. */
function toCalendarDays({ from, until }: Span, isNight: boolean): { from?: string; until?: string } {
  if (until === "") return {};
  const last = toLocalDay(new Date(Date.parse(until) - 1));
  return isNight ? { until: last } : { from: toLocalDay(new Date(from)), until: last };
}

/** A SKU with links to its stock and its movements, if the user may see them. */
function Sku({ of, days }: { of: Goods; days: ReturnType<typeof toCalendarDays> }): ReactNode {
  const caller = useCaller();
  const isVisible = mayCall(caller, listStock) && (of.is_own || caller.area !== "ds");
  if (!isVisible) return <span translate="no">{of.sku}</span>;
  return (
    <Link to={caller.area === "ds" ? "/ds/warehousing" : "/p/stock"} search={{ variant: of.variant_uuid, ...days }} translate="no">
      {of.sku}
    </Link>
  );
}

function createColumns(
  { t, locale }: ReturnType<typeof useTranslation>,
  days: ReturnType<typeof toCalendarDays>,
  isByLitre: boolean,
): ShortColumn<Goods>[] {
  const columns: ShortColumn<Goods>[] = [
    { id: "sku", title: t("wallet.column.sku"), show: (row) => <Sku of={row} days={days} /> },
    { id: "product", title: t("wallet.column.product"), show: ({ product_title }) => <span translate="no">{product_title}</span> },
    { id: "pieces", title: t("wallet.column.pieces"), isNumber: true, show: ({ quantity }) => formatNumber(quantity, locale) },
  ];
  const volume: ShortColumn<Goods> = {
    id: "volume",
    title: t("wallet.column.volume"),
    isNumber: true,
    show: ({ volume_ml }) => (volume_ml === null ? t("wallet.charge.unmeasured") : formatQuantity(volume_ml, locale)),
  };
  return isByLitre ? [...columns, volume] : columns;
}

/** Whether the stock ledger knows the SKUs of a charge. Other work is recorded by the order, parcel or return, which its page shows. */
export function hasChargedGoods({ source_type }: Pick<Charge, "source_type">): boolean {
  return source_type === "warehouse-day" || source_type === "receipt" || source_type === "shipment";
}

/** The SKUs behind a charge, from the stock ledger. */
export function ChargedGoods({ of }: { of: Charge }) {
  const words = useTranslation();
  const { t } = words;
  const { data, error, refetch } = useCallQuery(listChargedGoods, { charge_uuid: of.charge_uuid });
  const isNight = of.source_type === "warehouse-day";
  const title = t(isNight ? "wallet.charge.skusOfNight" : "wallet.charge.skus");
  return (
    <section className="stack">
      <h3>{title}</h3>
      {data === undefined ? (
        <FailedNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <ShortTable
            label={title}
            columns={createColumns(words, toCalendarDays(data, isNight), of.event === "storage_litre_day")}
            rows={data.result}
            rowKey={({ variant_uuid }) => variant_uuid}
            empty={t("wallet.empty.goods")}
          />
          {!data.is_complete && <p className="quiet">{t("wallet.charge.firstSkus", { count: data.result.length })}</p>}
        </>
      )}
    </section>
  );
}
