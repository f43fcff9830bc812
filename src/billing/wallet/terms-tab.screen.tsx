import "./wallet.css";
import { useState } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { getTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { Facts } from "#src/kit/ui/facts.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { formatAmount } from "#src/kit/lib/money.ts";
import { PricesPanel } from "./event-prices-panel.tsx";
import { TermsDialog } from "./terms-dialog.tsx";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { rateCardsActions } from "#src/billing/rate-cards/rate-cards.actions.ts";

type Terms = OutputOf<typeof getTerms>;

function Agreed({ of, isOwn }: { of: Terms; isOwn: boolean }) {
  const { t, locale } = useTranslation();
  const isDefault = of.rate_card_uuid === null && of.rate_card_name !== "";
  const card = of.rate_card_name === "" ? t("wallet.terms.noCard") : of.rate_card_name;
  const facts: readonly (readonly [string, string])[] = [
    [t("wallet.terms.card"), isDefault ? t("wallet.fact.defaultCard", { name: card }) : card],
    [t("wallet.terms.tier"), of.price_tier_name === "" ? t("wallet.terms.listPrices") : of.price_tier_name],
    [
      t("wallet.terms.credit"),
      of.credit_limit_cents === 0 ? t("wallet.fact.noCredit") : formatAmount(of.credit_limit_cents, of.currency, locale),
    ],
  ];
  return (
    <>
      <h2>{t(isOwn ? "wallet.terms.ownTitle" : "wallet.terms.title")}</h2>
      <Facts of={facts} />
    </>
  );
}

function Prices({ of, isOwn }: { of: Terms; isOwn: boolean }) {
  const { t, locale } = useTranslation();
  const none = t(isOwn ? "wallet.terms.ownNoPrices" : "wallet.terms.noPrices");
  const title = of.valid_from === "" ? t("wallet.tab.prices") : t("wallet.terms.prices", { day: formatDay(of.valid_from, locale) });
  const next = of.next_from === "" ? "" : formatDay(of.next_from, locale);
  return (
    <>
      <PricesPanel title={title} prices={of.prices} currency={of.currency} empty={none} />
      {next !== "" && (
        <PricesPanel
          title={t("wallet.terms.next", { day: next })}
          prices={of.next_prices}
          currency={of.currency}
          empty={t("wallet.terms.nextNone", { day: next })}
        />
      )}
    </>
  );
}

interface TermsTabProps {
  /** null: the signed-in retailer */
  readonly retailerUuid: string | null;
  /** the retailer's name, if it is not the signed-in one */
  readonly name: string;
}

/** A retailer's terms, and the prices in effect. */
export function TermsTabScreen({ retailerUuid, name }: TermsTabProps) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const { data, error, refetch } = useCallQuery(getTerms, retailerUuid === null ? {} : { retailer_uuid: retailerUuid });
  if (data === undefined) return <FailedNotice error={error} onRetry={() => void refetch()} />;
  const isOwn = retailerUuid === null;
  return (
    <div className="stack">
      <section className="panel stack">
        <Agreed of={data} isOwn={isOwn} />
        <div className="row">
          <ActionButton of={rateCardsActions.terms} subject={data} onClick={() => setEditing(true)}>
            {t("wallet.action.terms")}
          </ActionButton>
        </div>
      </section>
      <Prices of={data} isOwn={isOwn} />
      {isEditing && <TermsDialog of={data} name={name} onClose={() => setEditing(false)} />}
    </div>
  );
}
