import { useQuery } from "@tanstack/react-query";
import { createHashHistory, createRootRoute, createRoute, createRouter, useNavigate } from "@tanstack/react-router";
import { HistoryList } from "#src/collect/history.list.tsx";
import type { JobTab } from "#src/collect/job.screen.tsx";
import { JobScreen, jobTabs } from "#src/collect/job.screen.tsx";
import { JobsList } from "#src/collect/jobs.list.tsx";
import { jobsQuery, planQuery, usageQuery } from "#src/collect/jobs.query.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { ImportScreen } from "#src/import/import.screen.tsx";
import { freePlan } from "#src/plan/plan.contract.ts";
import { PlanScreen } from "#src/plan/plan.screen.tsx";
import { proQuery } from "#src/plan/pro.query.ts";
import { ColumnsChooser } from "#src/settings/columns-chooser.tsx";
import { SettingsScreen } from "#src/settings/settings.screen.tsx";
import { useSettings } from "#src/settings/settings.store.ts";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { EmptyState, Notice } from "#src/ui/notice.tsx";
import { loadReviews, readChosen } from "./sources.ts";
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

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: Broken });

const jobs = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: function Jobs() {
    return <JobsList settings={useSettings().settings} marketplaceUrl="https://www.etsy.com/" />;
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
        onTab={(next) => void navigate({ to: "/jobs/$jobId", params: { jobId }, search: { tab: next }, replace: true })}
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
    return <ImportScreen readChosen={readChosen} onSaved={(jobId) => void navigate({ to: "/jobs/$jobId", params: { jobId } })} />;
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
