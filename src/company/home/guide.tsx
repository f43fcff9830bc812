import { Link } from "@tanstack/react-router";
import Check from "lucide-react/icons/check";
import { useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button, buttonClass } from "#src/kit/ui/button.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import { getGuide } from "./guide.contract.ts";
import type { GuideStep } from "./guide.rules.ts";
import { getGuideStep } from "./guide.rules.ts";
import { hideGuide, isGuideHidden } from "./guide.storage.ts";

type Steps = OutputOf<typeof getGuide>["steps"];

/** The steps of the signed-in user; empty while loading, once all are done, and if the guide is hidden. */
export function useGuide() {
  const { role, scope } = useCaller();
  const [isHidden, setHidden] = useState(() => isGuideHidden(scope.username));
  const isAsked = !isHidden && (role === "provider" || role === "dropShipper");
  const { data, isPending } = useCallQuery(getGuide, {}, { enabled: isAsked });
  const steps: Steps = data?.steps ?? [];
  const hide = () => {
    hideGuide(scope.username);
    setHidden(true);
  };
  return { steps: isAsked && steps.some(({ is_done }) => !is_done) ? steps : [], isLoading: isAsked && isPending, hide };
}

interface StepProps {
  readonly step: GuideStep;
  readonly isDone: boolean;
  /** the first unfinished step */
  readonly isNext: boolean;
}

function Step({ step, isDone, isNext }: StepProps) {
  const { t } = useTranslation();
  const { href, search } = getGuideStep(step);
  return (
    <li className="home-step" {...(isNext ? { "aria-current": "step" } : {})}>
      <span className={isDone ? "home-tick home-tick-done" : "home-tick"}>
        {isDone && <Check size={14} aria-hidden />}
        <span className="visually-hidden">{t(isDone ? "home.guide.done" : "home.guide.open")}</span>
      </span>
      <div className="stack-tight">
        <strong className={isDone ? "quiet" : ""}>{t(`home.guide.${step}`)}</strong>
        {!isDone && <span className="quiet small">{t(`home.guide.${step}Why`)}</span>}
      </div>
      {!isDone && (
        <Link to={href} {...(search === undefined ? {} : { search })} className={buttonClass(isNext ? { tone: "primary" } : {})}>
          {t(`home.guide.${step}Go`)}
        </Link>
      )}
    </li>
  );
}

/** The first steps of a new supplier or retailer, which are ticked automatically. */
export function Guide({ steps, onHide }: { steps: Steps; onHide: () => void }) {
  const { t } = useTranslation();
  const done = steps.filter(({ is_done }) => is_done).length;
  const next = steps.find(({ is_done }) => !is_done)?.step;
  const count = t("home.guide.progress", { done, of: steps.length });
  return (
    <section className="panel stack" aria-labelledby="home-guide-title">
      <div className="row row-apart">
        <h2 id="home-guide-title">{t("home.guide.title")}</h2>
        <Button tone="plain" onClick={onHide}>
          {t("home.guide.hide")}
        </Button>
      </div>
      <div className="stack-tight">
        <Progress label={count} part={done / steps.length} />
        <span className="quiet small">{count}</span>
      </div>
      <ol className="home-steps">
        {steps.map(({ step, is_done: isDone }) => (
          <Step key={step} step={step} isDone={isDone} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}
