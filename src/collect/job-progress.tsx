import "./job.css";
import type { TFunction } from "i18next";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { durationText } from "#src/lib/wording.ts";
import { hasFilter } from "#src/reviews/reviews.rules.ts";
import type { Settings } from "#src/settings/settings.contract.ts";
import { Progress } from "#src/ui/progress.tsx";
import type { Job } from "./collect.contract.ts";
import { useLive } from "./live.store.ts";
import { progressOf } from "./progress.rules.ts";
import { useNow } from "./use-now.ts";
import { pageSizeSeen } from "./view.rules.ts";

type Waits = Pick<Settings, "waitFromSeconds" | "waitToSeconds">;

/** What a job does at this moment, in one sentence. */
function doingNow(job: Job, waits: Waits, now: number, until: number | undefined, t: TFunction, locale: string): string {
  const marketplace = t(`collect.marketplace.${job.marketplace}`);
  if (job.status === "paused") return t("collect.progress.paused", { marketplace });
  if (job.status === "interrupted") return t("collect.progress.interrupted");
  if (job.status !== "running") return "";
  if (job.notBefore !== null && job.notBefore > now)
    return t("collect.progress.retry", { marketplace, time: durationText(job.notBefore - now, locale) });
  if (job.tabId === null) return t("collect.progress.noTab");
  if (until !== undefined && until > now) return t("collect.progress.waiting", { marketplace, seconds: Math.ceil((until - now) / 1000) });
  if (until === undefined && job.requests > 0)
    return t("collect.progress.pacing", { marketplace, from: waits.waitFromSeconds, to: waits.waitToSeconds });
  if (job.totalPages === null || job.totalPages < job.nextPage) return t("collect.progress.reading", { page: job.nextPage });
  return t("collect.progress.readingOf", { page: job.nextPage, pages: job.totalPages });
}

/** Bar, count, time left, and what happens now. The count is spoken when it changes; the countdown is not. */
export function JobProgress({ job, waits }: { job: Job; waits: Waits }) {
  const { t, locale } = useTranslation();
  const running = job.status === "running";
  const now = useNow(running);
  const until = useLive((live) => live.waitingUntil[job.jobId]);
  const { fraction, done, total, msLeft } = progressOf(job, pageSizeSeen(job), waits);
  const count = total === null ? t("collect.progress.count", { count: done }) : t("collect.progress.countOf", { seen: done, count: total });
  return (
    <div className="stack-tight">
      <div className="row row-apart number" role="status">
        <strong>{count}</strong>
        {hasFilter(job.options) && <span>{t("collect.progress.kept", { count: job.kept })}</span>}
      </div>
      <Progress label={t("collect.progress.bar")} part={running ? fraction : (fraction ?? 0)} still={!running} />
      <div className="row row-apart small quiet number">
        <span>{doingNow(job, waits, now, until, t, locale)}</span>
        {running && msLeft !== null && msLeft > 0 && <span>{t("collect.progress.left", { time: durationText(msLeft, locale) })}</span>}
      </div>
    </div>
  );
}
