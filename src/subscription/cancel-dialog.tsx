import { useDeed } from "#src/api/caller.tsx";
import { useAttempt } from "#src/api/use-attempt.ts";
import type { Translate } from "#src/i18n/shown.store.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Language } from "#src/lib/look.ts";
import { dayText } from "#src/lib/wording.ts";
import { freePlan } from "#src/plan/plan.contract.ts";
import { publicHref } from "#src/public-pages/public-pages.rules.ts";
import { Button } from "#src/ui/light/button.tsx";
import { Dialog } from "#src/ui/light/dialog.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { CallFailed } from "./call-failed.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";
import type { SubscriptionView } from "./subscription.contract.ts";
import type { PlanState } from "./subscription-words.rules.ts";
import { lastDay, planStateOf } from "./subscription-words.rules.ts";
import { useTakeView } from "./use-view.ts";

interface CancelDialogProps {
  readonly language: Language;
  readonly view: SubscriptionView;
  readonly openPage: (url: string) => void;
  readonly onClose: () => void;
}

/** What cancelling means in a state: a payment that failed is not called back by it, and may still be tried. */
function askText(state: PlanState, date: string | null, limit: number, t: Translate): string {
  if (date === null) return t("subscription.ask.over", { limit });
  return t(state === "late" ? "subscription.ask.late" : "subscription.ask.until", { date, limit });
}

function doneText(state: PlanState, date: string | null, t: Translate): string {
  if (state === "late") return t("subscription.plan.cancelledLate");
  return date === null ? t("subscription.plan.cancelledPlain") : t("subscription.plan.cancelled", { date });
}

/** Asks before Pro is cancelled: until when it stays, and one honest offer of help. No reason has to be given. */
export function CancelDialog({ language, view, openPage, onClose }: CancelDialogProps) {
  const { t, locale } = useTranslation();
  const take = useTakeView();
  const { perform } = useDeed(subscriptionCalls.cancel);
  const { run, isBusy, problem } = useAttempt();
  const state = planStateOf(view);
  const day = lastDay(state, view);
  const date = day === null ? null : dayText(day, locale);
  const limit = freePlan.reviewsPerClick ?? 0;
  const cancel = () =>
    run(async () => {
      take(await perform({}, { isQuiet: true }));
      useToasts.getState().show("good", doneText(state, date, t));
      onClose();
    });
  return (
    <Dialog
      title={t("subscription.ask.title")}
      closeText={t("subscription.ask.no")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => openPage(publicHref("support", language))}>{t("subscription.ask.write")}</Button>
          <Button tone="danger" disabled={isBusy} onClick={() => void cancel()}>
            {t("subscription.ask.yes")}
          </Button>
        </>
      }
    >
      <p>{askText(state, date, limit, t)}</p>
      <p className="quiet">{t("subscription.ask.stay")}</p>
      {problem !== null && <CallFailed problem={problem} />}
    </Dialog>
  );
}
