import "./subscription.css";
import { useState } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { entitlementCalls } from "#src/pro/entitlement/entitlement.calls.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { AccountDeleted } from "./account-deleted.screen.tsx";
import { AccountPanel } from "./account-panel.tsx";
import { CallFailed } from "./call-failed.screen.tsx";
import { Devices } from "./devices.screen.tsx";
import { EmailPanel } from "./email-panel.tsx";
import { PlanPanel } from "./plan-panel.tsx";
import { ReceiptsTable } from "./receipts-table.tsx";
import { SubLoading } from "./sub-loading.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";

interface SubscriptionSettingsProps {
  readonly language: Language;
  /** opens a page: a URL of the payment provider, or a path of our site (`/esty-checkout/pro`) */
  readonly openPage: (url: string) => void;
  /** ends the session, if the page has its own */
  readonly signOut?: () => void;
  /** called when the account was deleted; the screen also says so while it is shown */
  readonly onDeleted?: () => void;
}

/** All of a customer's settings: plan, receipts, devices, address, data. On the web, and in the extension's dashboard. */
export function SubscriptionSettings({ language, openPage, signOut, onDeleted }: SubscriptionSettingsProps) {
  const { t } = useTranslation();
  const [isDeleted, setDeleted] = useState(false);
  // Once loaded it stays: a panel that is refetched shows that itself.
  const [isComplete, setComplete] = useState(false);
  const options = { enabled: !isDeleted };
  const answer = useCallQuery(subscriptionCalls.getSubscription, {}, options);
  // Fetched with the rest, so that no panel grows while the user reads another.
  const parts = [useCallQuery(subscriptionCalls.listReceipts, {}, options), useCallQuery(entitlementCalls.listDevices, {}, options)];
  if (isDeleted) return <AccountDeleted />;
  if (!isComplete && !answer.isPending && !parts.some((part) => part.isPending)) setComplete(true);
  if (answer.error !== null && answer.data === undefined) return <CallFailed problem={answer.error} retry={() => void answer.refetch()} />;
  if (answer.data === undefined || !isComplete) return <SubLoading />;
  const deleted = () => {
    setDeleted(true);
    onDeleted?.();
  };
  return (
    <div className="sub-settings">
      {answer.error !== null && <CallFailed problem={answer.error} retry={() => void answer.refetch()} />}
      <PlanPanel language={language} view={answer.data} openPage={openPage} />
      <section className="panel stack" aria-labelledby="sub-receipts">
        <h2 id="sub-receipts">{t("subscription.receipts.title")}</h2>
        <ReceiptsTable />
      </section>
      <div className="sub-two">
        <section className="panel stack" aria-labelledby="sub-devices">
          <h2 id="sub-devices">{t("subscription.devices.title")}</h2>
          <Devices />
        </section>
        <EmailPanel language={language} email={answer.data.email} />
      </div>
      <AccountPanel email={answer.data.email} onDeleted={deleted} {...(signOut === undefined ? {} : { signOut })} />
    </div>
  );
}
