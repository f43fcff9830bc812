import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import type { Settings } from "#src/collector/settings/settings.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { TabFacts } from "#src/collector/jobs/background-calls.ts";
import { call } from "#src/collector/jobs/background-calls.ts";
import { CountsFold } from "./counts-fold.tsx";
import { PopupUnfinishedJob } from "./popup-unfinished-job.tsx";
import { PopupFinishedJob } from "./popup-finished-job.tsx";
import { OptionsForm } from "./options-form.tsx";
import { PageCard } from "./page-card.tsx";
import { PageProblem } from "./page-problem.tsx";
import { PopupBack } from "./popup-back.tsx";
import type { TabProblem } from "./popup.store.ts";
import { usePopup } from "./popup.store.ts";
import { StartForm } from "./start-form.tsx";
import { aboutCount, countsDiffer, isUnfinished, findJobOfPage } from "./view.rules.ts";

interface PopupPageProps {
  tabId: number;
  facts: TabFacts;
  settings: Settings;
  origins: readonly string[];
  onOptions: (options: CollectOptions) => void;
}

/** How many reviews the page states; all its numbers if they differ and nothing more urgent is shown. */
function PageCounts({ facts, about, isShort }: { facts: TabFacts; about: number | null; isShort: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {about === null ? (
        <p className="small quiet">{t("collect.counts.unknown")}</p>
      ) : (
        <p className="count-line number">{t("collect.counts.about", { count: about })}</p>
      )}
      {!isShort && countsDiffer(facts.counts) && <CountsFold counts={facts.counts} marketplace={facts.marketplace} isOpenAtFirst />}
    </>
  );
}

/** Returns the focus to the button that opened a view, once that view is closed. */
function useFocusOnReturn(isAway: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isAway && wasAway.current) button.current?.focus();
    wasAway.current = isAway;
  }, [isAway]);
  return button;
}

/**
 * The popup over a page that can be collected: the page with its job or the way to a first one. The options, and starting anew beside a
 * finished job, are views of their own: with them the page would be higher than a popup can be.
 */
export function PopupPage({ tabId, facts, settings, origins, onOptions }: PopupPageProps) {
  const { t } = useTranslation();
  const { jobs, plan, putJob, fail, load } = usePopup();
  const show = useToasts((toasts) => toasts.show);
  const [refusal, setRefusal] = useState<TabProblem | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [isAgain, setAgain] = useState(false);
  const optionsButton = useFocusOnReturn(isChoosing);
  const againButton = useFocusOnReturn(isAgain);
  const job = findJobOfPage(jobs, facts);
  const going = job !== null && isUnfinished(job);
  const hasResult = job !== null && !going && job.kept > 0;
  const about = aboutCount(facts.counts, facts.kind) ?? job?.expected ?? null;
  const other = jobs.find((one) => one.status === "running" && one.jobId !== job?.jobId);
  const queued = t("collect.start.queued", { title: other?.title ?? "" });
  const options = settings.lastOptions;
  const start = async () => {
    try {
      const answer = await call("jobs.start", { tabId, options });
      setRefusal(answer.ok ? null : answer.problem);
      if (!answer.ok) return;
      putJob(answer.value);
      setAgain(false);
      show("normal", t("collect.start.started"));
    } catch (error) {
      fail(error);
    }
  };
  if (isChoosing) {
    return (
      <>
        <PopupBack title={t("collect.options.title")} onBack={() => setChoosing(false)} />
        <OptionsForm options={options} onOptions={onOptions} onClear={() => onOptions({ ...defaultOptions, format: options.format })} />
      </>
    );
  }
  const showsStart = !going && (!hasResult || isAgain);
  return (
    <>
      {isAgain && <PopupBack title={t("collect.start.again")} onBack={() => setAgain(false)} />}
      <PageCard page={facts} />
      {job === null && <PageCounts facts={facts} about={about} isShort={refusal !== null} />}
      {going && <PopupUnfinishedJob job={job} plan={plan} onJob={putJob} onError={fail} settings={settings} />}
      {job !== null && !going && !isAgain && (
        <PopupFinishedJob
          job={job}
          plan={plan}
          settings={settings}
          onJob={putJob}
          onError={fail}
          onAgain={() => setAgain(true)}
          againButton={againButton}
        />
      )}
      {isAgain && <p className="small quiet">{t("collect.start.againHint")}</p>}
      {refusal !== null && !going && (
        <PageProblem problem={refusal} tabId={tabId} marketplace={facts.marketplace} origins={origins} onChanged={() => void load()} />
      )}
      {facts.signedIn === false && job === null && <p className="small quiet">{t("collect.page.signedOut")}</p>}
      {other !== undefined && (
        <div className="small" role="status">
          <p className="clip-1" title={queued}>
            {queued}
          </p>
          <p className="quiet">{t("collect.start.queuedWhy", { marketplace: t(`collect.marketplace.${other.marketplace}`) })}</p>
        </div>
      )}
      {showsStart && (
        <StartForm
          options={options}
          onOptions={onOptions}
          onChoose={() => setChoosing(true)}
          optionsButton={optionsButton}
          plan={plan}
          language={settings.language}
          about={about}
          again={isAgain}
          onStart={start}
        />
      )}
    </>
  );
}
