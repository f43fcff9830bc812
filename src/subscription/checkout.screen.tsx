import "./subscription.css";
import { useEffect, useState } from "react";
import { useAnswer, useDeed } from "#src/api/caller.tsx";
import { useAttempt } from "#src/api/use-attempt.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Language } from "#src/lib/look.ts";
import { publicHref } from "#src/public-pages/public-pages.rules.ts";
import { Button } from "#src/ui/light/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { CallFailed } from "./call-failed.screen.tsx";
import { CheckoutDone, ProActive } from "./checkout-done.tsx";
import { CustomerDoor } from "./customer-door.screen.tsx";
import { SubLoading } from "./sub-loading.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";

interface CheckoutProps {
  readonly language: Language;
  /** what a mailed link brought; null for none */
  readonly token: string | null;
  /** what the payment page sent people back with; null where they come from elsewhere */
  readonly outcome: "done" | "cancelled" | null;
  /** the payment's id, where one was made */
  readonly sessionId: string | null;
  /** leaves for the payment page */
  readonly openPage: (url: string) => void;
}

/** Pro is bought here: sign in by mail, go on to the payment page, and see here that it went well. */
export function CheckoutScreen({ language, token, outcome, sessionId, openPage }: CheckoutProps) {
  return (
    <CustomerDoor language={language} purpose="checkout" token={token}>
      {/* The payment's id is gone after a reload: then who presses Pay is told by the provider that Pro is there. */}
      {outcome === "done" && sessionId !== null ? (
        <CheckoutDone language={language} sessionId={sessionId} />
      ) : (
        <Pay language={language} isCancelled={outcome === "cancelled"} openPage={openPage} />
      )}
    </CustomerDoor>
  );
}

/** Whether the payment page is on its way. Somebody who comes back by the browser's button finds the page as it was left: it is woken up. */
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
  const answer = useAnswer(subscriptionCalls.getSubscription, {});
  const { perform } = useDeed(subscriptionCalls.createCheckout);
  const { run, isBusy, problem } = useAttempt();
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
          <a href={publicHref("subscription", language)}>{t("subscription.checkout.settings")}</a>
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
