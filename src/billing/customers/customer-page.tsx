import { useNavigate } from "@tanstack/react-router";
import { Suspense, use, useMemo, useState } from "react";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay, formatNumber } from "#src/kit/lib/formats.ts";
import { getTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { listReceipts } from "#src/warehouse/receipts/receipts.contract.ts";
import { listStatements } from "#src/billing/statements/statements.contract.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Facts } from "#src/kit/ui/facts.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { listCharges } from "#src/billing/wallet/charges.contract.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { getWallet } from "#src/billing/wallet/wallet.contract.ts";
import { CustomerTabs } from "./added-tabs.ts";
import { BlockDialog } from "./block-dialog.tsx";
import { customerGoodsList } from "./customer-goods.list.tsx";
import { customerReceiptsList } from "./customer-receipts.list.tsx";
import { querySpecificCustomer } from "./customers.contract.ts";
import type { Customer } from "./customers.contract.ts";
import { formatCard, formatValue } from "./customers-words.rules.ts";
import { SupportDialog } from "./support-dialog.tsx";
import { useCountryName } from "#src/kit/countries/use-country-name.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { customersActions } from "./customers.actions.ts";

// Loaded on first use: one person seldom needs all of them.
const WalletTabScreen = lazyPart(async () => (await import("#src/billing/wallet/wallet-tab.screen.tsx")).WalletTabScreen);
const ChargesTabScreen = lazyPart(async () => (await import("#src/billing/wallet/charges-tab.screen.tsx")).ChargesTabScreen);
const StatementsTabScreen = lazyPart(async () => (await import("#src/billing/statements/statements-tab.screen.tsx")).StatementsTabScreen);
const TermsTabScreen = lazyPart(async () => (await import("#src/billing/wallet/terms-tab.screen.tsx")).TermsTabScreen);

interface PageProps {
  readonly uuid: string;
  /** the open tab, from the address */
  readonly tab: unknown;
  readonly onTab: (tab: string) => void;
  readonly onBack: () => void;
  readonly onChanged: () => void;
  /** opens the retailer's goods; null if the user may not see them */
  readonly onGoods: ((customer: Customer) => void) | null;
}

/** One retailer: its figures, actions, goods and receipts. */
export function CustomerPage(props: PageProps) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(querySpecificCustomer, { uuid: props.uuid });
  const customer = data?.result[0];
  if (customer !== undefined) return <Shown {...props} of={customer} />;
  return (
    <div className="stack customers">
      <h1>{t("navigation.customer")}</h1>
      {error === null ? (
        <p className="quiet">{t("ui.loading")}</p>
      ) : (
        <Notice tone="bad" title={t(error.codeName === "notFound" ? "customers.notFound" : "ui.failed")}>
          <Button onClick={props.onBack}>{t("customers.back")}</Button>
        </Notice>
      )}
    </div>
  );
}

function Shown({ of, tab, onTab, onBack, onChanged, onGoods }: PageProps & { of: Customer }) {
  const { t } = useTranslation();
  return (
    <div className="stack customers">
      <div className="row row-apart">
        <div className="row">
          <h1 translate="no">{of.name}</h1>
          <StatusTag tone={of.is_blocked ? "bad" : "good"} text={t(of.is_blocked ? "customers.state.blocked" : "customers.state.active")} />
        </div>
        <Button onClick={onBack}>{t("customers.back")}</Button>
      </div>
      {of.is_blocked && (
        <Notice tone="warn" title={t("customers.blocked.title")}>
          <p>{t("customers.blocked.text")}</p>
        </Notice>
      )}
      <section className="panel stack">
        <CustomerFacts of={of} />
        <Buttons of={of} onChanged={onChanged} onGoods={onGoods} />
      </section>
      <Parts of={of} tab={tab} onTab={onTab} />
    </div>
  );
}

function CustomerFacts({ of }: { of: Customer }) {
  const { t, locale } = useTranslation();
  const countryName = useCountryName();
  const facts: [string, string][] = [
    [t("customers.column.since"), formatDay(of.since, locale)],
    [t("customers.column.country"), countryName(of.country_code)],
    [t("customers.column.skus"), formatNumber(of.sku_count, locale)],
    [t("customers.column.onHand"), formatNumber(of.on_hand, locale)],
    [t("customers.column.value"), formatValue(of, locale)],
    [t("customers.column.openReceipts"), formatNumber(of.open_receipts, locale)],
    [t("customers.column.lastReceipt"), of.last_receipt_at === "" ? "" : formatDay(of.last_receipt_at, locale)],
    [t("customers.column.balance"), formatAmount(of.balance_cents, of.wallet_currency, locale)],
    [t("customers.credit"), of.credit_limit_cents === 0 ? "" : formatAmount(of.credit_limit_cents, of.wallet_currency, locale)],
    [t("customers.column.rateCard"), formatCard(of, t)],
  ];
  const isPart = of.stock_value_cents !== null && of.unvalued_quantity > 0;
  return (
    <>
      <Facts of={facts} />
      {isPart && <p className="quiet">{t("customers.unvalued", { count: of.unvalued_quantity })}</p>}
    </>
  );
}

function Buttons({ of, onChanged, onGoods }: { of: Customer } & Pick<PageProps, "onChanged" | "onGoods">) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<"support" | "block" | null>(null);
  const close = () => setDialog(null);
  return (
    <div className="row">
      {onGoods !== null && <Button onClick={() => onGoods(of)}>{t("customers.action.goods")}</Button>}
      <ActionButton of={customersActions.support} subject={of} onClick={() => setDialog("support")}>
        {t("customers.action.support")}
      </ActionButton>
      <ActionButton of={customersActions.block} subject={of} tone="danger" onClick={() => setDialog("block")}>
        {t("customers.action.block")}
      </ActionButton>
      <ActionButton of={customersActions.letIn} subject={of} tone="primary" onClick={() => setDialog("block")}>
        {t("customers.action.letIn")}
      </ActionButton>
      {dialog === "support" && <SupportDialog of={of} onClose={close} />}
      {dialog === "block" && <BlockDialog of={of} onChanged={onChanged} onClose={close} />}
    </div>
  );
}

function Goods({ of }: { of: Customer }) {
  const caller = useCaller();
  const navigate = useNavigate();
  const mayOpenGoods = caller.role === "provider" || caller.permissions.includes("goods");
  const list = useMemo(
    () =>
      customerGoodsList(
        caller,
        of.retailer_uuid,
        mayOpenGoods ? (product) => void navigate({ to: "/p/product", search: { product } }) : null,
      ),
    [caller, of.retailer_uuid, mayOpenGoods, navigate],
  );
  return <List of={list} />;
}

function Receipts({ of }: { of: Customer }) {
  const navigate = useNavigate();
  const list = useMemo(
    () => customerReceiptsList(of.retailer_uuid, (receipt) => void navigate({ to: "/p/addWarehouse", search: { receipt } })),
    [of.retailer_uuid, navigate],
  );
  return <List of={list} />;
}

/** The tabs of a retailer, and who may see each. */
const parts = [
  { value: "goods", text: "customers.tab.goods", may: () => true },
  { value: "receipts", text: "customers.tab.receipts", may: (caller: Caller) => mayCall(caller, listReceipts) },
  { value: "wallet", text: "wallet.tab.wallet", may: (caller: Caller) => mayCall(caller, getWallet) },
  { value: "charges", text: "wallet.tab.charges", may: (caller: Caller) => mayCall(caller, listCharges) },
  { value: "statements", text: "wallet.tab.statements", may: (caller: Caller) => mayCall(caller, listStatements) },
  { value: "terms", text: "wallet.tab.terms", may: (caller: Caller) => mayCall(caller, getTerms) },
] as const;

function Parts({ of, tab, onTab }: { of: Customer } & Pick<PageProps, "tab" | "onTab">) {
  const { t } = useTranslation();
  const caller = useCaller();
  const added = use(CustomerTabs).filter(({ may }) => may(caller));
  const own = parts.filter(({ may }) => may(caller));
  const behind = own.findIndex(({ value }) => value === "receipts") + 1 || 1;
  const seen = [...own.slice(0, behind), ...added, ...own.slice(behind)];
  const shown = seen.find(({ value }) => value === tab)?.value ?? "goods";
  const other = added.find(({ value }) => value === shown);
  const { retailer_uuid, name } = of;
  return (
    <Tabs label={name} tabs={seen.map(({ value, text }) => ({ value, text: t(text) }))} value={shown} onValue={onTab}>
      <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
        {shown === "goods" && <Goods of={of} />}
        {shown === "receipts" && <Receipts of={of} />}
        {other !== undefined && <other.Content retailerUuid={retailer_uuid} />}
        {shown === "wallet" && <WalletTabScreen retailerUuid={retailer_uuid} />}
        {shown === "charges" && <ChargesTabScreen retailerUuid={retailer_uuid} />}
        {shown === "statements" && <StatementsTabScreen retailerUuid={retailer_uuid} />}
        {shown === "terms" && <TermsTabScreen retailerUuid={retailer_uuid} name={name} />}
      </Suspense>
    </Tabs>
  );
}
