import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay, formatInstant } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { Facts } from "#src/kit/ui/facts.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { ChargeSource } from "./charge-source.tsx";
import { formatChargedQuantity } from "./charges.list.tsx";
import { getCharge } from "./charges.contract.ts";
import { ChargedGoods, hasChargedGoods } from "./charged-goods.tsx";
import { formatAmount, priceText } from "#src/kit/lib/money.ts";
import { createChargeReversal } from "./charge-reversal.ts";
import { TakeBackDialog } from "./take-back-dialog.tsx";
import type { Reversal } from "./take-back-dialog.tsx";
import { useReloadMoney } from "./use-money-params.ts";
import { getUnit } from "./charge-kinds.rules.ts";
import { chargeTones, computePartMicros, getPartWord, formatQuantity } from "./wallet-words.rules.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { walletActions } from "./wallet.actions.ts";

type Detail = OutputOf<typeof getCharge>;

/** The number of the statement that contains a charge, with a link. */
function Statement({ of: { retailer_uuid, statement_number, statement_month: month } }: { of: Detail }) {
  const { area } = useCaller();
  const place = { tab: "statements", month };
  return (
    <Link
      to={area === "ds" ? "/ds/wallet" : "/p/customer"}
      search={area === "ds" ? place : { customer: retailer_uuid, ...place }}
      translate="no"
    >
      {statement_number}
    </Link>
  );
}

function ChargeFacts({ of }: { of: Detail }) {
  const words = useTranslation();
  const { t, locale } = words;
  const facts: [string, ReactNode][] = [
    [t("wallet.column.chargedDay"), formatDay(of.day, locale)],
    [t("wallet.column.kind"), t(`wallet.kind.${of.kind}`)],
    [t("wallet.charge.quantity"), formatChargedQuantity(of, words)],
    [t("wallet.column.warehouse"), of.warehouse_name],
    [t("wallet.fact.card"), of.rate_card_name],
    [t("wallet.column.posted"), formatInstant(of.posted_at, locale)],
    [t("wallet.charge.by"), of.posted_by === "" && of.source_type !== "hand" ? t("wallet.charge.system") : of.posted_by],
    [t("wallet.charge.statement"), of.statement_number === "" ? t("wallet.charge.noStatement") : <Statement key="statement" of={of} />],
  ];
  return <Facts of={facts} written={[t("wallet.column.remark"), of.remark]} />;
}

/** How the amount is computed, one sentence per tier. */
function Why({ of: { event, parts, amount_cents, currency } }: { of: Detail }) {
  const { t, locale } = useTranslation();
  if (event === "by_hand") return <p>{t("wallet.charge.byHand")}</p>;
  if (parts.length === 0) return <p>{t("wallet.charge.free")}</p>;
  return (
    <>
      <ul className="wallet-sentences">
        {parts.map((part) => {
          const { from, quantity_milli, price_micros } = part;
          const count = Math.abs(quantity_milli) / 1000;
          const quantity = t(`wallet.quantity.${getUnit(event)}`, { count, shown: formatQuantity(quantity_milli, locale) });
          const price = priceText(price_micros, currency, locale);
          const amount = priceText(computePartMicros(part), currency, locale);
          return (
            <li key={`${from} ${price_micros}`}>
              {t(`wallet.part.${getPartWord(event, part)}`, { count: from, quantity, price, amount })}
            </li>
          );
        })}
      </ul>
      <p>
        <strong>{t("wallet.charge.sum", { amount: formatAmount(amount_cents, currency, locale) })}</strong>
      </p>
    </>
  );
}

function Shown({ of, onBack }: { of: Detail; onBack: () => void }) {
  const { t, locale } = useTranslation();
  const reload = useReloadMoney();
  const [asked, setAsked] = useState<Reversal | null>(null);
  const { amount_cents, currency } = of;
  return (
    <div className="stack">
      <div className="row row-apart">
        <div className="row">
          <h2>{t(`wallet.event.${of.event}`)}</h2>
          <StatusTag tone={chargeTones[of.state]} text={t(`wallet.state.${of.state}`)} />
        </div>
        <Button onClick={onBack}>{t("wallet.charge.back")}</Button>
      </div>
      {of.state === "reversed" && (
        <Notice tone="warn" title={t("wallet.charge.reversedTitle", { at: formatInstant(of.reversed_at, locale) })}>
          <p translate="no">{of.reversal_reason}</p>
        </Notice>
      )}
      <section className="panel stack">
        <p className="wallet-amount number">{formatAmount(amount_cents, currency, locale)}</p>
        <ChargeFacts of={of} />
        <div className="row">
          <ActionButton of={walletActions.reverseCharge} subject={of} tone="danger" onClick={() => setAsked(createChargeReversal(of))}>
            {t("wallet.action.takeBack")}
          </ActionButton>
        </div>
      </section>
      <section className="panel stack">
        <h3>{t("wallet.charge.why")}</h3>
        <Why of={of} />
        <h3>{t("wallet.charge.forWhat")}</h3>
        <ChargeSource of={of} />
      </section>
      {hasChargedGoods(of) && <ChargedGoods of={of} />}
      {asked !== null && <TakeBackDialog of={asked} onDone={reload} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** One charge: the computation of its amount, its source, and the SKUs behind it. */
export function ChargePage({ uuid, onBack }: { uuid: string; onBack: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCallQuery(getCharge, { charge_uuid: uuid });
  if (data !== undefined) return <Shown of={data} onBack={onBack} />;
  if (error?.codeName !== "notFound") return <FailedNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Notice tone="bad" title={t("wallet.charge.unknown")}>
      <div className="row">
        <Button onClick={onBack}>{t("wallet.charge.back")}</Button>
      </div>
    </Notice>
  );
}
