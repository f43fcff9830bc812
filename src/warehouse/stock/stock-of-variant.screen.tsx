import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay, formatNumber } from "#src/kit/lib/formats.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { listBalances } from "./stock.contract.ts";
import type { BalanceRow } from "./stock.contract.ts";
import { getBalanceKey, conditionTones } from "./stock-words.rules.ts";

/** The most locations shown here; the list of locations has the rest. */
const mostShown = 200;

type Words = ReturnType<typeof useTranslation>;

function buildColumns({ t, locale }: Words): ShortColumn<BalanceRow>[] {
  return [
    {
      id: "location",
      title: t("stock.column.location"),
      show: ({ barcode, is_blocked }) => (
        <span className="row">
          <strong>{barcode}</strong>
          {is_blocked && <StatusTag tone="warn" text={t("stock.sku.blocked")} />}
        </span>
      ),
    },
    { id: "warehouse", title: t("stock.column.warehouse"), show: ({ warehouse_name }) => warehouse_name },
    {
      id: "lot",
      title: t("stock.column.lot"),
      show: ({ lot, expires_on }) => (expires_on === null ? lot : t("stock.lotUntil", { lot, day: formatDay(expires_on, locale) })),
    },
    {
      id: "condition",
      title: t("stock.column.condition"),
      show: ({ condition }) => <StatusTag tone={conditionTones[condition]} text={t(`stock.condition.${condition}`)} />,
    },
    { id: "quantity", title: t("stock.column.quantity"), isNumber: true, show: ({ quantity }) => formatNumber(quantity, locale) },
    { id: "reserved", title: t("stock.column.reserved"), isNumber: true, show: ({ reserved }) => formatNumber(reserved, locale) },
  ];
}

function Places({ variantUuid }: { variantUuid: string }) {
  const words = useTranslation();
  const { t } = words;
  const { data } = useCallQuery(listBalances, { variant_uuid: variantUuid, page_size: mostShown });
  if (data === undefined) return <p className="quiet">{t("ui.loading")}</p>;
  return (
    <>
      <ShortTable
        label={t("stock.sku.places")}
        columns={buildColumns(words)}
        rows={data.result}
        rowKey={getBalanceKey}
        empty={t("stock.empty.sku")}
      />
      {data.total > data.result.length && <p className="quiet">{t("stock.sku.morePlaces", { count: mostShown })}</p>}
    </>
  );
}

/** The locations of a SKU's pieces, for staff; a retailer sees none. */
export function StockOfVariantScreen({ variantUuid }: { variantUuid: string }) {
  const { t } = useTranslation();
  const caller = useCaller();
  if (!mayCall(caller, listBalances)) return null;
  return (
    <section className="stack-tight">
      <h2>{t("stock.sku.places")}</h2>
      <Places variantUuid={variantUuid} />
    </section>
  );
}
