import { chargeEvents } from "#src/billing/wallet/charge-kinds.rules.ts";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { estimateOrder } from "./order-writes.contract.ts";
import type { Estimate } from "./orders.contract.ts";

/** Names the work that a part of an estimate is for. */
function formatEvent(event: string, t: ReturnType<typeof useTranslation>["t"]): string {
  const known = chargeEvents.find((one) => one === event);
  return known === undefined ? event : t(`wallet.event.${known}`);
}

/** What an order costs its owner, part by part, and which prices are missing. */
export function EstimateTable({ of }: { of: Estimate }) {
  const { t, locale } = useTranslation();
  const format = (cents: number) => formatAmount(cents, of.currency, locale);
  return (
    <>
      <ShortTable
        keepsColumns
        label={t("orders.column.estimate")}
        columns={[
          { id: "event", title: t("orders.estimate.part"), show: ({ event }) => formatEvent(event, t) },
          { id: "quantity", title: t("orders.line.quantity"), isNumber: true, show: ({ quantity }) => formatNumber(quantity, locale) },
          { id: "amount", title: t("orders.estimate.amount"), isNumber: true, show: ({ amount_cents }) => format(amount_cents) },
        ]}
        rows={of.parts}
        rowKey={({ event }) => event}
        empty={t("orders.none.estimate")}
        sums={{ event: t("orders.page.sum"), amount: format(of.total_cents) }}
      />
      {of.missing.length > 0 && (
        <Notice tone="warn" title={t("orders.estimate.incomplete")}>
          <p>{of.missing.map((part) => t(`orders.estimate.missing.${part}`)).join(" · ")}</p>
        </Notice>
      )}
    </>
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
