import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import type { Tone } from "#src/kit/ui/status-tag.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { CallFailed } from "./call-failed.screen.tsx";
import { SubLoading } from "./sub-loading.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";
import type { Receipt } from "./subscription.contract.ts";
import { getReceiptState } from "./receipt-state.rules.ts";

const tones = { paid: "good", refunded: "quiet", partly: "quiet", disputed: "warn" } as const satisfies Record<string, Tone>;

function formatState(receipt: Receipt, t: Translate, locale: string): string {
  const state = getReceiptState(receipt);
  if (state !== "partly") return t(`subscription.receipts.${state}`);
  return t("subscription.receipts.partly", { amount: formatAmount(receipt.refunded_cents, receipt.currency, locale) });
}

/** All payments, newest first, with their state. On a narrow screen each is a card. */
export function ReceiptsTable() {
  const { t } = useTranslation();
  const answer = useCallQuery(subscriptionCalls.listReceipts, {});
  if (answer.isPending) return <SubLoading />;
  if (answer.data === undefined) return answer.error && <CallFailed problem={answer.error} retry={() => void answer.refetch()} />;
  const { result } = answer.data;
  if (result.length === 0) return <p className="quiet">{t("subscription.receipts.none")}</p>;
  return (
    // Explicit roles, because the card layout of a narrow screen would remove them.
    <table className="sub-receipts" role="table" aria-labelledby="sub-receipts">
      <thead role="rowgroup">
        <tr role="row">
          {(["date", "number", "period", "amount", "state"] as const).map((column) => (
            <th key={column} scope="col" role="columnheader" className={`sub-receipt-${column}`}>
              {t(`subscription.receipts.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {result.map((receipt) => (
          <ReceiptRow key={receipt.receipt_uuid} receipt={receipt} />
        ))}
      </tbody>
    </table>
  );
}

function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const { t, locale } = useTranslation();
  const { number, currency, amount_cents, period_start, period_end, paid_at } = receipt;
  const span = t("subscription.receipts.span", { from: formatDay(period_start, locale), to: formatDay(period_end, locale) });
  return (
    <tr role="row">
      <td role="cell" className="sub-receipt-date">
        {formatDay(paid_at, locale)}
      </td>
      <td role="cell" className="sub-receipt-number sub-wrap" translate="no">
        {number}
      </td>
      <td role="cell" className="sub-receipt-period">
        {span}
      </td>
      <td role="cell" className="sub-receipt-amount">
        {formatAmount(amount_cents, currency, locale)}
      </td>
      <td role="cell" className="sub-receipt-state">
        <StatusTag tone={tones[getReceiptState(receipt)]} text={formatState(receipt, t, locale)} />
      </td>
    </tr>
  );
}
