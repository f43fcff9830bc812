import "./job.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatClock, formatDuration } from "#src/kit/lib/formats.ts";
import { hasFilter } from "#src/collector/reviews/reviews.rules.ts";
import type { Settings } from "#src/collector/settings/settings.contract.ts";
import { Progress } from "#src/kit/ui/progress.tsx";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { useLive } from "./live.store.ts";
import { getProgress } from "./progress.rules.ts";
import { useSecondsLeft } from "./use-seconds-left.ts";
import { pageSizeSeen } from "./view.rules.ts";

type Waits = Pick<Settings, "waitFromSeconds" | "waitToSeconds">;

/** What a running job is doing, in one sentence, with a countdown while it waits. */
function Doing({ job, waits }: { job: Job; waits: Waits }) {
  const { t, locale } = useTranslation();
  const waitingUntil = useLive((live) => live.waitingUntil[job.jobId]);
  const until = Math.max(job.notBefore ?? 0, waitingUntil ?? 0);
  const seconds = useSecondsLeft(until);
  const marketplace = t(`collect.marketplace.${job.marketplace}`);
  if (job.notBefore === until && seconds > 0) {
    const asked = job.problem?.kind === "unavailable" ? "trouble" : "retry";
    return t(`collect.progress.${asked}`, { marketplace, time: formatDuration(seconds * 1000, locale), clock: formatClock(until, locale) });
  }
  if (job.tabId === null) return t("collect.progress.noTab");
  if (seconds > 0) return t("collect.progress.waiting", { marketplace, seconds });
  if (waitingUntil === undefined && job.requests > 0)
    return t("collect.progress.pacing", { from: waits.waitFromSeconds, to: waits.waitToSeconds });
  if (job.totalPages === null || job.totalPages < job.nextPage) return t("collect.progress.reading", { page: job.nextPage });
  return t("collect.progress.readingOf", { page: job.nextPage, pages: job.totalPages });
}

/** Why a stopped job is stopped. A problem has its own notice. */
function Stopped({ job }: { job: Job }) {
  const { t } = useTranslation();
  if (job.status === "paused") return t("collect.progress.paused", { marketplace: t(`collect.marketplace.${job.marketplace}`) });
  return job.status === "interrupted" ? t("collect.progress.interrupted") : "";
}

/** Bar, count, current step, and time left. Screen readers announce the count when it changes, but not the countdown. */
export function JobProgress({ job, waits }: { job: Job; waits: Waits }) {
  const { t, locale } = useTranslation();
  const running = job.status === "running";
  const { fraction, done, total, isLimited, msLeft } = getProgress(job, pageSizeSeen(job), waits);
  const count =
    total === null
      ? t("collect.progress.count", { count: done })
      : t(isLimited ? "collect.progress.countOfLimit" : "collect.progress.countOf", { seen: done, count: total });
  return (
    <div className="job-progress">
      <div className="row row-apart number" role="status">
        <strong>{count}</strong>
        {hasFilter(job.options) && <span>{t("collect.progress.kept", { count: job.kept })}</span>}
      </div>
      <Progress label={t("collect.progress.bar")} part={running ? fraction : (fraction ?? 0)} still={!running} />
      {running ? (
        <div className="job-doing small quiet number">
          <span>
            <Doing job={job} waits={waits} />
          </span>
          <span>{msLeft !== null && msLeft > 0 && t("collect.progress.left", { time: formatDuration(msLeft, locale) })}</span>
        </div>
      ) : (
        <p className="small quiet">
          <Stopped job={job} />
        </p>
      )}
    </div>
  );
}
