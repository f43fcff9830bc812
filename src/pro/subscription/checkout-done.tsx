import { useEffect, useState } from "react";
import { useCallQuery, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import type { CallProblem } from "#src/kit/api/client.ts";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import { CallFailed } from "./call-failed.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";
import type { SubscriptionView } from "./subscription.contract.ts";
import { isPaid, getPlanState } from "./plan-state-and-actions.rules.ts";
import { useOnce } from "./use-once.ts";
import { useShowView } from "./use-view.ts";

const askEveryMs = 2000;
const askForMs = 60_000;

/** Shown once Pro is active: what to do next. */
export function ProActive({ language, view }: { language: Language; view: SubscriptionView }) {
  const { t, locale } = useTranslation();
  const end = isPaid(getPlanState(view)) ? view.subscription?.current_period_end : undefined;
  return (
    <Notice tone="good" title={t("subscription.checkout.active")}>
      <p>{t("subscription.checkout.activeNext")}</p>
      <p>{t("subscription.checkout.notLinked", { email: view.email })}</p>
      {end !== undefined && <p className="number">{t("subscription.checkout.until", { date: formatDay(end, locale) })}</p>}
      <p>
        <a href={getPublicHref("subscription", language)}>{t("subscription.checkout.settings")}</a>
      </p>
    </Notice>
  );
}

/** Asks the payment provider for the state of the payment, at once and when `ask` is called; its webhook may be late. */
function useConfirming(sessionId: string): { problem: CallProblem | null; ask: () => Promise<void> } {
  const take = useShowView();
  const { perform } = useCallMutation(subscriptionCalls.confirmCheckout);
  const { run, problem } = useAsyncWork();
  const ask = () => run(async () => take(await perform({ session_id: sessionId }, { isQuiet: true })));
  useOnce(ask);
  return { problem, ask };
}

function SupportLink({ language }: { language: Language }) {
  const { t } = useTranslation();
  return <a href={getPublicHref("support", language)}>{t("subscription.ask.write")}</a>;
}

/** Shown after the payment page: waits up to a minute for Pro, and says how long it may take. */
export function CheckoutDone({ language, sessionId }: { language: Language; sessionId: string }) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const { problem, ask } = useConfirming(sessionId);
  const isUnknown = problem?.codeName === "subscription.checkoutUnknown";
  const isAsking = !isOver && !isUnknown;
  const answer = useCallQuery(subscriptionCalls.getSubscription, {}, { refetchInterval: isAsking ? askEveryMs : false });
  const isPro = answer.data?.plan_id === "pro";
  useEffect(() => {
    if (isPro || isOver) return;
    const timer = setTimeout(() => setOver(true), askForMs);
    return () => clearTimeout(timer);
  }, [isPro, isOver]);
  if (answer.data?.plan_id === "pro") return <ProActive language={language} view={answer.data} />;
  if (isUnknown)
    return (
      <Notice tone="warn" title={t("subscription.checkout.unknown")} code={String(problem?.code)}>
        <p>{t("subscription.checkout.unknownNext")}</p>
        <p>
          <SupportLink language={language} />
        </p>
      </Notice>
    );
  if (!isOver)
    return (
      <Notice tone="normal" title={t("subscription.checkout.confirming")}>
        <p>{t("subscription.checkout.confirmingNext")}</p>
        <Progress label={t("subscription.checkout.confirming")} part={null} />
      </Notice>
    );
  const again = () => {
    setOver(false);
    void ask();
  };
  return (
    <div className="stack">
      {answer.error !== null && <CallFailed problem={answer.error} />}
      <Notice tone="warn" title={t("subscription.checkout.slow")}>
        <p>{t("subscription.checkout.slowNext")}</p>
        <div className="row">
          <Button onClick={again}>{t("subscription.checkout.look")}</Button>
          <SupportLink language={language} />
        </div>
      </Notice>
    </div>
  );
}
