import { chargeEvents } from "#src/billing/wallet/charge-kinds.rules.ts";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { estimateOrder } from "./order-writes.contract.ts";
import type { ChargeDifference, Estimate, OrderDetail } from "./orders.contract.ts";

type Row = Pick<Estimate["parts"][number], "event"> & { readonly quantity: number | null; readonly amount_cents: number | null };

/** Names the work that a part of an estimate is for. */
function formatEvent(event: string, t: ReturnType<typeof useTranslation>["t"]): string {
  const known = chargeEvents.find((one) => one === event);
  return known === undefined ? event : t(`wallet.event.${known}`);
}

/**
 * What an order costs its owner, part by part, and which prices are missing.
 * @param charged what is charged for it so far; nothing of a draft
 */
export function EstimateTable({ of, charged = [] }: { of: Estimate; charged?: OrderDetail["charged"] }) {
  const { t, locale } = useTranslation();
  const format = (cents: number) => formatAmount(cents, of.currency, locale);
  const chargedFor = new Map(charged.map(({ event, amount_cents }) => [event, amount_cents]));
  const unexpected = charged.filter(({ event }) => of.parts.every((part) => part.event !== event));
  const rows: Row[] = [...of.parts, ...unexpected.map(({ event }) => ({ event, quantity: null, amount_cents: null }))];
  const total = charged.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const column: ShortColumn<Row> = {
    id: "charged",
    title: t("orders.estimate.charged"),
    isNumber: true,
    show: ({ event }) => format(chargedFor.get(event) ?? 0),
  };
  return (
    <>
      <ShortTable
        keepsColumns
        label={t("orders.column.estimate")}
        columns={[
          { id: "event", title: t("orders.estimate.part"), show: ({ event }) => formatEvent(event, t) },
          {
            id: "quantity",
            title: t("orders.line.quantity"),
            isNumber: true,
            show: ({ quantity }) => (quantity === null ? "" : formatNumber(quantity, locale)),
          },
          {
            id: "amount",
            title: t(charged.length === 0 ? "orders.estimate.amount" : "orders.estimate.estimated"),
            isNumber: true,
            show: ({ amount_cents }) => (amount_cents === null ? "" : format(amount_cents)),
          },
          ...(charged.length === 0 ? [] : [column]),
        ]}
        rows={rows}
        rowKey={({ event }) => event}
        empty={t("orders.none.estimate")}
        sums={{ event: t("orders.page.sum"), amount: format(of.total_cents), ...(charged.length === 0 ? {} : { charged: format(total) }) }}
      />
      {of.missing.length > 0 && (
        <Notice tone="warn" title={t("orders.estimate.incomplete")}>
          <p>{of.missing.map((part) => t(`orders.estimate.missing.${part}`)).join(" · ")}</p>
        </Notice>
      )}
    </>
  );
}

/** Why an order costs something else than was estimated, or will cost it once its work is charged. */
export function ChargeDifferences({ of, isCharged }: { of: readonly ChargeDifference[]; isCharged: boolean }) {
  const { t, locale } = useTranslation();
  if (of.length === 0) return null;
  const formatValue = (kind: ChargeDifference["kind"], value: string): string => {
    if (kind === "box") return value === "" ? t("orders.differences.noBox") : value;
    return kind === "channel" ? value : formatNumber(Number(value), locale);
  };
  return (
    <Notice tone="normal" title={t(isCharged ? "orders.differences.title" : "orders.differences.titleBefore")}>
      <ul className="stack-tight">
        {of.map(({ kind, expected, actual }) => (
          <li key={kind}>
            {t(`orders.differences.${kind}`, { expected: formatValue(kind, expected), actual: formatValue(kind, actual) })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What a draft will cost at today's prices if it is submitted now, and whether its owner can pay it. */
export function DraftEstimate({ uuid }: { uuid: string }) {
  const { t, locale } = useTranslation();
  const { data, error } = useCallQuery(estimateOrder, { order_uuid: uuid });
  if (data === undefined) return error === null ? <p className="quiet">{t("ui.loading")}</p> : null;
  const { estimate, credit_left_cents: left, obstacle } = data;
  if (obstacle !== null) return <Notice tone="warn" title={t(`orders.estimate.obstacle.${obstacle}`)} />;
  if (estimate === null) return <p className="quiet">{t("orders.none.estimate")}</p>;
  const isBeyond = left !== null && left < 0;
  return (
    <section className="stack">
      <h2>{t("orders.estimate.today")}</h2>
      <EstimateTable of={estimate} />
      {isBeyond && (
        <Notice tone="warn" title={t("orders.estimate.beyond")}>
          <p>{t("orders.estimate.short", { amount: formatAmount(-left, estimate.currency, locale) })}</p>
        </Notice>
      )}
      {left !== null && !isBeyond && (
        <p className="quiet">{t("orders.estimate.left", { amount: formatAmount(left, estimate.currency, locale) })}</p>
      )}
    </section>
  );
}
