import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { mayCall, useAnswer, useCaller } from "#src/api/caller.tsx";
import type { OutputOf } from "#src/api/define-call.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { numberText } from "#src/lib/wording.ts";
import { listStock } from "#src/stock/stock.contract.ts";
import type { ShortColumn } from "#src/ui/short-table.tsx";
import { ShortTable } from "#src/ui/short-table.tsx";
import { FailedNotice } from "#src/ui/failed-notice.tsx";
import { localDay } from "#src/lib/local-day.ts";
import type { Charge } from "./charges.contract.ts";
import { listChargedGoods } from "./charges.contract.ts";
import { quantityText } from "./wallet-words.rules.ts";

type Goods = OutputOf<typeof listChargedGoods>["result"][number];

type Span = Pick<OutputOf<typeof listChargedGoods>, "from" | "until">;

/** The days of this browser's calendar in which a charge's day lies: what movements are filtered by. Of a night all that came before it. */
function daysOf({ from, until }: Span, isNight: boolean): { from?: string; until?: string } {
  if (until === "") return {};
  const last = localDay(new Date(Date.parse(until) - 1));
  return isNight ? { until: last } : { from: localDay(new Date(from)), until: last };
}

/** A SKU with the way to its stock and its movements, for whoever may see that. */
function Sku({ of, days }: { of: Goods; days: ReturnType<typeof daysOf> }): ReactNode {
  const caller = useCaller();
  if (!mayCall(caller, listStock)) return <span translate="no">{of.sku}</span>;
  return (
    <Link to={caller.area === "ds" ? "/ds/warehousing" : "/p/stock"} search={{ variant: of.variant_uuid, ...days }} translate="no">
      {of.sku}
    </Link>
  );
}

function columnsOf(
  { t, locale }: ReturnType<typeof useTranslation>,
  days: ReturnType<typeof daysOf>,
  isByLitre: boolean,
): ShortColumn<Goods>[] {
  const columns: ShortColumn<Goods>[] = [
    { id: "sku", title: t("wallet.column.sku"), show: (row) => <Sku of={row} days={days} /> },
    { id: "product", title: t("wallet.column.product"), show: ({ product_title }) => <span translate="no">{product_title}</span> },
    { id: "pieces", title: t("wallet.column.pieces"), isNumber: true, show: ({ quantity }) => numberText(quantity, locale) },
  ];
  const volume: ShortColumn<Goods> = {
    id: "volume",
    title: t("wallet.column.volume"),
    isNumber: true,
    show: ({ volume_ml }) => (volume_ml === null ? t("wallet.charge.unmeasured") : quantityText(volume_ml, locale)),
  };
  return isByLitre ? [...columns, volume] : columns;
}

/** The SKUs that a charge is for, as the ledger of stock has them. */
export function ChargedGoods({ of }: { of: Charge }) {
  const words = useTranslation();
  const { t } = words;
  const { data, error, refetch } = useAnswer(listChargedGoods, { charge_uuid: of.charge_uuid });
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
            columns={columnsOf(words, daysOf(data, isNight), of.event === "storage_litre_day")}
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
