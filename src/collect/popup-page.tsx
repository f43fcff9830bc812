import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { CollectOptions, Settings } from "#src/settings/settings.contract.ts";
import { Notice } from "#src/ui/notice.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import type { TabFacts } from "./collect.calls.ts";
import { call } from "./collect.calls.ts";
import { CountsTable } from "./counts-table.tsx";
import { JobPanel } from "./job-panel.tsx";
import { PageCard } from "./page-card.tsx";
import { PageProblem } from "./page-problem.tsx";
import type { TabProblem } from "./popup.store.ts";
import { usePopup } from "./popup.store.ts";
import { StartForm } from "./start-form.tsx";
import { aboutCount, countsDiffer, isUnfinished, jobOfPage } from "./view.rules.ts";

interface PopupPageProps {
  tabId: number;
  facts: TabFacts;
  settings: Settings;
  origins: readonly string[];
  onOptions: (options: CollectOptions) => void;
}

/** How many reviews the page says it has; all its numbers where they differ. */
function PageCounts({ facts, about }: { facts: TabFacts; about: number | null }) {
  const { t } = useTranslation();
  const marketplace = t(`collect.marketplace.${facts.marketplace}`);
  return (
    <div className="stack-tight">
      {about === null ? (
        <p className="small quiet">{t("collect.counts.unknown")}</p>
      ) : (
        <p className="count-line number">{t("collect.counts.about", { count: about })}</p>
      )}
      {countsDiffer(facts.counts) && (
        <details open>
          <summary className="small">{t("collect.counts.disagree", { marketplace })}</summary>
          <CountsTable counts={facts.counts} marketplace={facts.marketplace} />
        </details>
      )}
    </div>
  );
}

/** The popup over a page that can be collected: the page, its job if it has one, and the way to a new one. */
export function PopupPage({ tabId, facts, settings, origins, onOptions }: PopupPageProps) {
  const { t } = useTranslation();
  const { jobs, plan, putJob, fail, load } = usePopup();
  const show = useToasts((toasts) => toasts.show);
  const [refusal, setRefusal] = useState<TabProblem | null>(null);
  const job = jobOfPage(jobs, facts);
  const going = job !== null && isUnfinished(job);
  const about = aboutCount(facts.counts, facts.kind) ?? job?.expected ?? null;
  const other = jobs.find((one) => one.status === "running" && one.jobId !== job?.jobId);
  const start = async () => {
    try {
      const answer = await call("jobs.start", { tabId, options: settings.lastOptions });
      setRefusal(answer.ok ? null : answer.problem);
      if (!answer.ok) return;
      putJob(answer.value);
      show("normal", t("collect.start.started"));
    } catch (error) {
      fail(error);
    }
  };
  return (
    <>
      <PageCard page={facts} />
      {job === null && <PageCounts facts={facts} about={about} />}
      {job !== null && <JobPanel job={job} plan={plan} settings={settings} onJob={putJob} onError={fail} />}
      {refusal !== null && !going && (
        <PageProblem problem={refusal} tabId={tabId} marketplace={facts.marketplace} origins={origins} onChanged={() => void load()} />
      )}
      {facts.signedIn === false && job === null && <p className="small quiet">{t("collect.page.signedOut")}</p>}
      {other !== undefined && (
        <Notice tone="normal" title={t("collect.start.queuedTitle")}>
          <p className="small clip-2">
            {t("collect.start.queued", { title: other.title, marketplace: t(`collect.marketplace.${other.marketplace}`) })}
          </p>
        </Notice>
      )}
      {!going && (
        <StartForm
          options={settings.lastOptions}
          onOptions={onOptions}
          plan={plan}
          language={settings.language}
          about={about}
          again={job !== null}
          onStart={start}
        />
      )}
    </>
  );
}
