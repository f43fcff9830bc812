import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay, formatMonth } from "#src/kit/lib/formats.ts";
import { Facts } from "#src/kit/ui/facts.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { chargeKinds } from "./charge-kinds.rules.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { getCreditLeft, getStanding, standingTones } from "./wallet-words.rules.ts";
import type { Wallet } from "./wallet.contract.ts";

type Words = ReturnType<typeof useTranslation>;

function formatCard({ rate_card_uuid, rate_card_name: name, is_default_card }: Wallet, { t }: Words): string {
  if (rate_card_uuid === null) return t("wallet.fact.noCard");
  return is_default_card ? t("wallet.fact.defaultCard", { name }) : name;
}

function getFacts(of: Wallet, words: Words): readonly (readonly [string, string])[] {
  const { t, locale } = words;
  const credit: readonly (readonly [string, string])[] =
    of.credit_limit_cents === 0
      ? [[t("wallet.fact.creditLimit"), t("wallet.fact.noCredit")]]
      : [
          [t("wallet.fact.creditLimit"), formatAmount(of.credit_limit_cents, of.currency, locale)],
          [t("wallet.fact.creditLeft"), formatAmount(getCreditLeft(of), of.currency, locale)],
        ];
  const until = of.charged_until === "" ? t("wallet.fact.notYet") : formatDay(of.charged_until, locale);
  return [...credit, [t("wallet.fact.card"), formatCard(of, words)], [t("wallet.fact.chargedUntil"), until]];
}

/** The prepaid or owed amount, large and in words, and the terms. */
function Balance({ of }: { of: Wallet }) {
  const words = useTranslation();
  const { t, locale } = words;
  const standing = getStanding(of);
  return (
    <section className="panel stack">
      <div className="row row-apart">
        <h2>{t("wallet.balance")}</h2>
        <StatusTag tone={standingTones[standing]} text={t(`wallet.standing.${standing}`)} />
      </div>
      <p className={of.balance_cents < 0 ? "wallet-balance number wallet-owed" : "wallet-balance number"}>
        {formatAmount(of.balance_cents, of.currency, locale)}
      </p>
      <p className="quiet">{t(`wallet.says.${standing}`)}</p>
      <Facts of={getFacts(of, words)} />
    </section>
  );
}

/** The charges of this month so far, by kind. */
function Month({ of }: { of: Wallet }) {
  const { t, locale } = useTranslation();
  const total = chargeKinds.reduce((sum, kind) => sum + of.month_cents[kind], 0);
  return (
    <section className="panel stack">
      <h2>{t("wallet.month.title", { month: formatMonth(of.month, locale) })}</h2>
      <dl className="wallet-month">
        {chargeKinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`wallet.kind.${kind}`)}</dt>
            <dd className="number">{formatAmount(of.month_cents[kind], of.currency, locale)}</dd>
          </div>
        ))}
        <div>
          <dt className="wallet-total">{t("wallet.month.total")}</dt>
          <dd className="number wallet-total">{formatAmount(total, of.currency, locale)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** The state of a wallet: its balance, its credit, and the month so far. */
export function BalancePanel({ of }: { of: Wallet }) {
  return (
    <div className="wallet-head">
      <Balance of={of} />
      <Month of={of} />
    </div>
  );
}
