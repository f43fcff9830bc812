import { useState } from "react";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { freePlan } from "#src/pro/plan/plan.contract.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import type { Tone } from "#src/kit/ui/status-tag.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { CallFailed } from "./call-failed.screen.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";
import type { SubscriptionView } from "./subscription.contract.ts";
import type { PlanState } from "./plan-state-and-actions.rules.ts";
import { getDayOfState, isPaid, getPlanActions, getPlanState } from "./plan-state-and-actions.rules.ts";
import { useShowView } from "./use-view.ts";

interface PlanPanelProps {
  readonly language: Language;
  readonly view: SubscriptionView;
  readonly openPage: (url: string) => void;
}

const tones: Readonly<Record<PlanState, Tone>> = {
  none: "quiet",
  incomplete: "warn",
  trial: "good",
  active: "good",
  ending: "warn",
  late: "bad",
  lateOver: "bad",
  paused: "quiet",
  ended: "quiet",
  expired: "quiet",
};

function formatSentence(state: PlanState, view: SubscriptionView, t: Translate, locale: string): string {
  const day = getDayOfState(state, view);
  return t(`subscription.plan.text.${state}`, { date: day === null ? "" : formatDay(day, locale), limit: freePlan.reviewsPerClick ?? 0 });
}

/** The plan, its price and next payment, and the actions. */
export function PlanPanel({ language, view, openPage }: PlanPanelProps) {
  const { t, locale } = useTranslation();
  const state = getPlanState(view);
  const isCancelled = view.subscription?.cancel_at_period_end === true;
  const isLate = state === "late" || state === "lateOver";
  return (
    <section className="panel stack" aria-labelledby="sub-plan">
      <h2 id="sub-plan">{t("subscription.plan.title")}</h2>
      <p className="sub-plan">
        <strong>{t(view.plan_id === "pro" ? "subscription.plan.pro" : "subscription.plan.free")}</strong>
        {state !== "none" && <StatusTag tone={tones[state]} text={t(`subscription.plan.state.${state}`)} />}
      </p>
      <p>{formatSentence(state, view, t, locale)}</p>
      {isLate && isCancelled && <p>{t("subscription.plan.cancelledLate")}</p>}
      <PlanFacts view={view} state={state} />
      <PlanButtons language={language} view={view} state={state} openPage={openPage} />
    </section>
  );
}

/** Price, next payment and paid period of an active subscription. */
function PlanFacts({ view: { subscription }, state }: { view: SubscriptionView; state: PlanState }) {
  const { t, locale } = useTranslation();
  if (subscription === null || !getPlanActions(state, false).portal) return null;
  const { amount_cents, currency, next_payment_at, current_period_end } = subscription;
  const price = formatAmount(amount_cents, currency, locale);
  return (
    <dl className="sub-facts">
      <dt>{t("subscription.plan.price")}</dt>
      <dd className="number">{t("subscription.plan.monthly", { price })}</dd>
      <dt>{t("subscription.plan.next")}</dt>
      <dd className="number">
        {next_payment_at === null
          ? t("subscription.plan.nextNone")
          : t("subscription.plan.nextOf", { price, date: formatDay(next_payment_at, locale) })}
      </dd>
      {isPaid(state) && <dt>{t("subscription.plan.until")}</dt>}
      {isPaid(state) && <dd className="number">{formatDay(current_period_end, locale)}</dd>}
    </dl>
  );
}

/** Buy, cancel, resume, fix the card: the actions that the state allows. */
function PlanButtons({ language, view, state, openPage }: PlanPanelProps & { state: PlanState }) {
  const { t, locale } = useTranslation();
  const take = useShowView();
  const resume = useCallMutation(subscriptionCalls.resume);
  const portal = useCallMutation(subscriptionCalls.openPortal);
  const { run, isBusy, problem, clear } = useAsyncWork();
  const [isAsking, setAsking] = useState(false);
  const deeds = getPlanActions(state, view.subscription?.cancel_at_period_end === true);
  const keepPro = () =>
    run(async () => {
      const answer = await resume.perform({}, { isQuiet: true });
      take(answer);
      const next = answer.subscription?.next_payment_at ?? null;
      const said = next === null ? t("subscription.plan.resumedPlain") : t("subscription.plan.resumed", { date: formatDay(next, locale) });
      useToasts.getState().show("good", said);
    });
  const openPortal = () => run(async () => openPage((await portal.perform({ language, flow: "overview" }, { isQuiet: true })).url));
  const ask = () => {
    clear();
    setAsking(true);
  };
  return (
    <>
      {problem !== null && <CallFailed problem={problem} />}
      <div className="row">
        {deeds.get && (
          <Button tone="primary" onClick={() => openPage(getPublicHref("checkout", language))}>
            {state === "incomplete" ? t("subscription.plan.goOn") : t("subscription.plan.get")}
          </Button>
        )}
        {deeds.mend && (
          <Button tone="primary" disabled={isBusy} onClick={() => void openPortal()}>
            {t("subscription.plan.mend")}
          </Button>
        )}
        {deeds.resume && (
          <Button tone="primary" disabled={isBusy} onClick={() => void keepPro()}>
            {t("subscription.plan.resume")}
          </Button>
        )}
        {deeds.portal && !deeds.mend && (
          <Button disabled={isBusy} onClick={() => void openPortal()}>
            {t("subscription.plan.portal")}
          </Button>
        )}
        {deeds.cancel && (
          <Button tone="danger" disabled={isBusy} onClick={ask}>
            {t("subscription.plan.cancel")}
          </Button>
        )}
      </div>
      {deeds.portal && <p className="quiet small">{t("subscription.plan.portalHint")}</p>}
      {isAsking && <CancelDialog language={language} view={view} openPage={openPage} onClose={() => setAsking(false)} />}
    </>
  );
}
