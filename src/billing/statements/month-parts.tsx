import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay, formatNumber } from "#src/kit/lib/formats.ts";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { formatAmount } from "#src/kit/lib/money.ts";
import { getUnit } from "#src/billing/wallet/charge-kinds.rules.ts";
import { formatQuantity } from "#src/billing/wallet/wallet-words.rules.ts";
import type { viewMonth } from "./statements.contract.ts";

export type MonthView = OutputOf<typeof viewMonth>;
type Words = ReturnType<typeof useTranslation>;
type ChargeRow = MonthView["charges"][number];
type PaymentRow = MonthView["payments"][number];

/** Opening balance, payments, charges and closing balance. */
export function Sums({ of, isRunning }: { of: MonthView; isRunning: boolean }) {
  const { t, locale } = useTranslation();
  const sums: readonly (readonly [string, number, boolean])[] = [
    [t("statements.sum.opening"), of.opening_cents, of.opening_cents < 0],
    [t("statements.sum.paidIn"), of.paid_in_cents, false],
    [t("statements.sum.charged"), of.charged_cents, false],
    [t(isRunning ? "statements.sum.closingNow" : "statements.sum.closing"), of.closing_cents, of.closing_cents < 0],
  ];
  return (
    <dl className="statement-sums">
      {sums.map(([name, cents, isOwed]) => (
        <div key={name}>
          <dt className="quiet">{name}</dt>
          <dd className="number">
            {formatAmount(cents, of.currency, locale)}
            {isOwed && <span className="small"> {t("statements.owed")}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function createChargeColumns({ t, locale }: Words, currency: string): ShortColumn<ChargeRow>[] {
  return [
    { id: "kind", title: t("statements.column.kind"), show: ({ kind }) => t(`wallet.kind.${kind}`) },
    { id: "event", title: t("statements.column.event"), show: ({ event }) => t(`wallet.event.${event}`) },
    {
      id: "count",
      title: t("statements.column.count"),
      isNumber: true,
      show: ({ charge_count }) => formatNumber(charge_count, locale),
    },
    {
      id: "quantity",
      title: t("statements.column.quantity"),
      isNumber: true,
      show: ({ event, quantity_milli }) =>
        event === "by_hand"
          ? ""
          : t(`wallet.quantity.${getUnit(event)}`, {
              count: Math.abs(quantity_milli) / 1000,
              shown: formatQuantity(quantity_milli, locale),
            }),
    },
    {
      id: "amount",
      title: t("statements.column.amount"),
      isNumber: true,
      show: ({ amount_cents }) => formatAmount(amount_cents, currency, locale),
    },
  ];
}

/** Charges, one row per kind of event. */
export function ChargesOfMonth({ of }: { of: MonthView }) {
  const words = useTranslation();
  const { t, locale } = words;
  return (
    <section className="stack-tight">
      <h3>{t("statements.charges")}</h3>
      <ShortTable
        label={t("statements.charges")}
        columns={createChargeColumns(words, of.currency)}
        rows={of.charges}
        rowKey={({ kind, event }) => `${kind} ${event}`}
        empty={t("statements.noCharges")}
        sums={{ kind: t("statements.total"), amount: formatAmount(of.charged_cents, of.currency, locale) }}
      />
    </section>
  );
}

function createPaymentColumns({ t, locale }: Words, currency: string): ShortColumn<PaymentRow>[] {
  return [
    { id: "day", title: t("statements.column.day"), show: ({ day }) => formatDay(day, locale) },
    {
      id: "what",
      title: t("statements.column.kind"),
      show: ({ is_reversal }) => t(is_reversal ? "statements.takenBack" : "statements.cameIn"),
    },
    { id: "text", title: t("statements.column.text"), show: ({ text }) => (text === "" ? "" : <span translate="no">{text}</span>) },
    {
      id: "amount",
      title: t("statements.column.amount"),
      isNumber: true,
      show: ({ amount_cents }) => formatAmount(amount_cents, currency, locale),
    },
  ];
}

/** Payments and reversals, in chronological order. */
export function PaymentsOfMonth({ of }: { of: MonthView }) {
  const words = useTranslation();
  const { t, locale } = words;
  return (
    <section className="stack-tight">
      <h3>{t("statements.payments")}</h3>
      <ShortTable
        label={t("statements.payments")}
        columns={createPaymentColumns(words, of.currency)}
        rows={of.payments}
        rowKey={({ at, text, amount_cents }) => `${at} ${amount_cents} ${text}`}
        empty={t("statements.noPayments")}
        sums={{ day: t("statements.total"), amount: formatAmount(of.paid_in_cents, of.currency, locale) }}
      />
    </section>
  );
}
