import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { freePlan } from "#src/pro/plan/plan.contract.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Dialog } from "#src/kit/ui/light/dialog.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { CallFailed } from "./call-failed.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";
import type { SubscriptionView } from "./subscription.contract.ts";
import type { PlanState } from "./plan-state-and-actions.rules.ts";
import { getLastDay, getPlanState } from "./plan-state-and-actions.rules.ts";
import { useShowView } from "./use-view.ts";

interface CancelDialogProps {
  readonly language: Language;
  readonly view: SubscriptionView;
  readonly openPage: (url: string) => void;
  readonly onClose: () => void;
}

/** Formats what cancelling means in a state. It does not void a failed payment, which may still be retried. */
function formatQuestion(state: PlanState, date: string | null, limit: number, t: Translate): string {
  if (date === null) return t("subscription.ask.over", { limit });
  return t(state === "late" ? "subscription.ask.late" : "subscription.ask.until", { date, limit });
}

function formatDone(state: PlanState, date: string | null, t: Translate): string {
  if (state === "late") return t("subscription.plan.cancelledLate");
  return date === null ? t("subscription.plan.cancelledPlain") : t("subscription.plan.cancelled", { date });
}

/** Asks for confirmation before Pro is cancelled: until when it lasts, and one offer of help. No reason is required. */
export function CancelDialog({ language, view, openPage, onClose }: CancelDialogProps) {
  const { t, locale } = useTranslation();
  const take = useShowView();
  const { perform } = useCallMutation(subscriptionCalls.cancel);
  const { run, isBusy, problem } = useAsyncWork();
  const state = getPlanState(view);
  const day = getLastDay(state, view);
  const date = day === null ? null : formatDay(day, locale);
  const limit = freePlan.reviewsPerClick ?? 0;
  const cancel = () =>
    run(async () => {
      take(await perform({}, { isQuiet: true }));
      useToasts.getState().show("good", formatDone(state, date, t));
      onClose();
    });
  return (
    <Dialog
      title={t("subscription.ask.title")}
      closeText={t("subscription.ask.no")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => openPage(getPublicHref("support", language))}>{t("subscription.ask.write")}</Button>
          <Button tone="danger" disabled={isBusy} onClick={() => void cancel()}>
            {t("subscription.ask.yes")}
          </Button>
        </>
      }
    >
      <p>{formatQuestion(state, date, limit, t)}</p>
      <p className="quiet">{t("subscription.ask.stay")}</p>
      {problem !== null && <CallFailed problem={problem} />}
    </Dialog>
  );
}
