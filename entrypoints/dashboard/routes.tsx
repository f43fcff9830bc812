import { useQuery } from "@tanstack/react-query";
import { createHashHistory, createRootRoute, createRoute, createRouter, useNavigate } from "@tanstack/react-router";
import { HistoryList } from "#src/collector/collect/history.list.tsx";
import type { JobTab } from "#src/collector/collect/job.screen.tsx";
import { JobScreen, jobTabs } from "#src/collector/collect/job.screen.tsx";
import { JobsList } from "#src/collector/collect/jobs.list.tsx";
import { jobsQuery, planQuery, usageQuery } from "#src/collector/collect/jobs.queries.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { sites } from "#src/collector/marketplaces/sites.ts";
import { ImportScreen } from "#src/collector/review-import/import.screen.tsx";
import { freePlan } from "#src/pro/plan/plan.contract.ts";
import { PlanScreen } from "#src/collector/device-plan/plan.screen.tsx";
import { proQuery } from "#src/collector/device-plan/pro.queries.ts";
import { ColumnsChooser } from "#src/collector/settings/columns-chooser.tsx";
import { SettingsScreen } from "#src/collector/settings/settings.screen.tsx";
import { useSettings } from "#src/collector/settings/settings.store.ts";
import { Button, ButtonLink } from "#src/kit/ui/button.tsx";
import { EmptyState, Notice } from "#src/kit/ui/notice.tsx";
import { loadReviews } from "./dashboard-data.ts";
import { readChosen } from "./import-chosen-file.ts";
import { Shell } from "./shell.tsx";
import { Subscription } from "./subscription.tsx";

function NotFound() {
  const { t } = useTranslation();
  return <EmptyState line={t("ui.notFound")} action={<ButtonLink href="#/">{t("collect.jobList.back")}</ButtonLink>} />;
}

function Broken({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice tone="bad" title={t("collect.problem.unexpected.title")}>
      <p>{t("collect.problem.unexpected.advice")}</p>
      <code className="small">{error instanceof Error ? error.message : String(error)}</code>
      <div className="row">
        <Button onClick={reset}>{t("ui.retry")}</Button>
      </div>
    </Notice>
  );
}

/** The path of a job, as a plain string: the registered routes are those of the web application. */
const getJobPath = (jobId: string): string => `/jobs/${jobId}`;

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: Broken });

const jobs = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: function Jobs() {
    return <JobsList settings={useSettings().settings} marketplaceUrl={sites[0].homeUrl} />;
  },
});

const job = createRoute({
  getParentRoute: () => root,
  path: "/jobs/$jobId",
  validateSearch: (search: Record<string, unknown>): { tab?: JobTab } => {
    const tab = jobTabs.find((known) => known === search["tab"]);
    return tab === undefined ? {} : { tab };
  },
  component: function JobPage() {
    const { jobId } = job.useParams();
    const { tab = "overview" } = job.useSearch();
    const navigate = useNavigate();
    return (
      <JobScreen
        jobId={jobId}
        tab={tab}
        onTab={(next) => void navigate({ to: getJobPath(jobId), search: { tab: next }, replace: true })}
        onRemoved={() => void navigate({ to: "/" })}
        settings={useSettings().settings}
        load={loadReviews}
        columns={<ColumnsChooser />}
      />
    );
  },
});

const history = createRoute({ getParentRoute: () => root, path: "/history", component: HistoryList });

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: function SettingsPage() {
    return <SettingsScreen usage={useQuery(usageQuery).data} />;
  },
});

const importing = createRoute({
  getParentRoute: () => root,
  path: "/import",
  component: function ImportPage() {
    const navigate = useNavigate();
    return <ImportScreen readChosen={readChosen} onSaved={(jobId) => void navigate({ to: getJobPath(jobId) })} />;
  },
});

const plan = createRoute({
  getParentRoute: () => root,
  path: "/plan",
  component: function PlanPage() {
    const { language } = useSettings().settings;
    const deviceUuid = useQuery(proQuery).data?.deviceUuid ?? null;
    const hasLimited = useQuery(jobsQuery).data?.some(({ status }) => status === "limited") ?? false;
    return (
      <PlanScreen
        plan={useQuery(planQuery).data ?? freePlan}
        language={language}
        hasLimited={hasLimited}
        settings={deviceUuid === null ? null : <Subscription key={deviceUuid} deviceUuid={deviceUuid} language={language} />}
      />
    );
  },
});

export const router = createRouter({
  routeTree: root.addChildren([jobs, job, history, settings, importing, plan]),
  history: createHashHistory(),
  defaultPreload: false,
});
