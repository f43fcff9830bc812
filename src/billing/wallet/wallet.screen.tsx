import "./wallet.css";
import { Suspense } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { useMoneyParams } from "./use-money-params.ts";
import { WalletTabScreen } from "./wallet-tab.screen.tsx";

// Loaded on first use: one person seldom needs all of them.
const ChargesTabScreen = lazyPart(async () => (await import("./charges-tab.screen.tsx")).ChargesTabScreen);
const StatementsTabScreen = lazyPart(async () => (await import("#src/billing/statements/statements-tab.screen.tsx")).StatementsTabScreen);
const TermsTabScreen = lazyPart(async () => (await import("./terms-tab.screen.tsx")).TermsTabScreen);

const tabs = [
  { value: "wallet", text: "wallet.tab.overview" },
  { value: "charges", text: "wallet.tab.charges" },
  { value: "statements", text: "wallet.tab.statements" },
  { value: "terms", text: "wallet.tab.prices" },
] as const;

/** A retailer's wallet with its supplier: read-only except for top-up requests. Follows the supplier's entries live. */
export function WalletScreen() {
  const { t } = useTranslation();
  const { tab, go } = useMoneyParams();
  const shown = tabs.find(({ value }) => value === tab)?.value ?? "wallet";
  return (
    <div className="stack">
      <h1>{t("navigation.wallet")}</h1>
      <p className="quiet">{t("wallet.intro")}</p>
      <Tabs
        label={t("navigation.wallet")}
        tabs={tabs.map(({ value, text }) => ({ value, text: t(text) }))}
        value={shown}
        onValue={(value) => go({ tab: value }, "replace")}
      >
        <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
          {shown === "wallet" && <WalletTabScreen retailerUuid={null} />}
          {shown === "charges" && <ChargesTabScreen retailerUuid={null} />}
          {shown === "statements" && <StatementsTabScreen retailerUuid={null} />}
          {shown === "terms" && <TermsTabScreen retailerUuid={null} name="" />}
        </Suspense>
      </Tabs>
    </div>
  );
}
