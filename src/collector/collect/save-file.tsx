import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { call } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { useLive } from "./live.store.ts";
import { isSaved, isUnfinished } from "./view.rules.ts";

interface SaveProps {
  job: Job;
  /** one button each */
  formats: readonly ExportFormat[];
  /** the main action: large, in the primary colour */
  isMain?: boolean;
}

/** Buttons that export the reviews stored so far, whatever the job does meanwhile, and show the progress. */
export function SaveFile({ job, formats, isMain = false }: SaveProps) {
  const { t } = useTranslation();
  const show = useToasts((toasts) => toasts.show);
  const writing = useLive((live) => live.exporting[job.jobId]);
  const save = async (format: ExportFormat) => {
    useLive.getState().receive({ type: "exporting", jobId: job.jobId, rows: 0, total: job.kept });
    try {
      const answer = await call("jobs.export", { jobId: job.jobId, format });
      if (answer.ok) show("good", t("collect.file.saved", { name: answer.value.fileName }));
      else show("bad", t(`collect.file.problem.${answer.problem.kind}`));
    } catch {
      show("bad", t("collect.file.problem.exportFailed"));
    } finally {
      useLive.getState().doneExporting(job.jobId);
    }
  };
  if (writing !== undefined) {
    const part = writing.total === 0 ? null : writing.rows / writing.total;
    const text = t("collect.file.writing", { ...writing });
    return (
      <div className="stack-tight save-file" role="status">
        <span className="small number">{text}</span>
        <Progress label={text} part={part} />
      </div>
    );
  }
  const textFor = (format: ExportFormat) =>
    isUnfinished(job)
      ? t("collect.file.saveSoFar", { count: job.kept })
      : t(isSaved(job, format) ? "collect.file.saveAgain" : "collect.file.save", { format: t(`ui.format.${format}`) });
  return formats.map((format) => (
    <Button
      key={format}
      tone={isMain ? "primary" : "normal"}
      size={isMain ? "big" : "normal"}
      disabled={job.kept === 0}
      onClick={() => void save(format)}
    >
      {textFor(format)}
    </Button>
  ));
}
