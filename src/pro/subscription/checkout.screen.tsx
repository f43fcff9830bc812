import "./subscription.css";
import { useEffect, useState } from "react";
import { useCallQuery, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { CallFailed } from "./call-failed.screen.tsx";
import { CheckoutDone, ProActive } from "./checkout-done.tsx";
import { CustomerSignInGate } from "./customer-sign-in-gate.screen.tsx";
import { SubLoading } from "./sub-loading.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";

interface CheckoutProps {
  readonly language: Language;
  /** the token of a mailed link; null for none */
  readonly token: string | null;
  /** the outcome with which the payment page redirected back; null otherwise */
  readonly outcome: "done" | "cancelled" | null;
  /** the payment's id, if there is one */
  readonly sessionId: string | null;
  /** navigates to the payment page */
  readonly openPage: (url: string) => void;
}

/** The checkout: sign in by mail, continue to the payment page, and see the result here. */
export function CheckoutScreen({ language, token, outcome, sessionId, openPage }: CheckoutProps) {
  return (
    <CustomerSignInGate language={language} purpose="checkout" token={token}>
      {/* A reload loses the payment's id; then pressing Pay reports that Pro is already active. */}
      {outcome === "done" && sessionId !== null ? (
        <CheckoutDone language={language} sessionId={sessionId} />
      ) : (
        <Pay language={language} isCancelled={outcome === "cancelled"} openPage={openPage} />
      )}
    </CustomerSignInGate>
  );
}

/** Whether the payment page is loading. Resets when the user returns by the back button, which restores the page as it was. */
function useLeaving(): [boolean, (isLeaving: boolean) => void] {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeaving(false);
    };
    addEventListener("pageshow", wake);
    return () => removeEventListener("pageshow", wake);
  }, []);
  return [isLeaving, setLeaving];
}

function Pay({ language, isCancelled, openPage }: { language: Language; isCancelled: boolean; openPage: (url: string) => void }) {
  const { t } = useTranslation();
  const answer = useCallQuery(subscriptionCalls.getSubscription, {});
  const { perform } = useCallMutation(subscriptionCalls.createCheckout);
  const { run, isBusy, problem } = useAsyncWork();
  const [isLeaving, setLeaving] = useLeaving();
  if (answer.isPending) return <SubLoading />;
  if (answer.data === undefined) return answer.error && <CallFailed problem={answer.error} retry={() => void answer.refetch()} />;
  if (answer.data.plan_id === "pro") return <ProActive language={language} view={answer.data} />;
  const pay = () =>
    run(async () => {
      const { url } = await perform({ plan_id: "pro", language }, { isQuiet: true });
      setLeaving(true);
      openPage(url);
    });
  if (problem?.codeName === "subscription.alreadyPro")
    return (
      <Notice tone="good" title={t("subscription.checkout.active")}>
        <p>
          <a href={getPublicHref("subscription", language)}>{t("subscription.checkout.settings")}</a>
        </p>
      </Notice>
    );
  const isWaiting = isBusy || isLeaving;
  return (
    <div className="sub-form">
      {isCancelled && problem === null && (
        <Notice tone="normal" title={t("subscription.checkout.cancelled")}>
          <p>{t("subscription.checkout.cancelledNext")}</p>
        </Notice>
      )}
      {problem !== null && <CallFailed problem={problem} />}
      <Button tone="primary" size="big" disabled={isWaiting} aria-describedby="checkout-next" onClick={() => void pay()}>
        {isWaiting ? t("subscription.checkout.opening") : t("subscription.checkout.pay")}
      </Button>
      <p id="checkout-next" className="quiet small">
        {t("subscription.checkout.next")}
      </p>
    </div>
  );
}
