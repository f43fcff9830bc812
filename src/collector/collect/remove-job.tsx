import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatBytes } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { call } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { jobsQuery, usageQuery } from "./jobs.queries.ts";

/** Removes a job after asking, since its reviews cannot be had back but by collecting again. */
export function RemoveJob({ job, onRemoved }: { job: Job; onRemoved?: () => void }) {
  const { t, locale } = useTranslation();
  const client = useQueryClient();
  const show = useToasts((toasts) => toasts.show);
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    setAsking(false);
    try {
      const { bytes } = await call("jobs.remove", { jobId: job.jobId });
      show("good", t("collect.jobList.removed", { size: formatBytes(bytes, locale) }));
      onRemoved?.();
    } catch (error) {
      show("bad", error instanceof Error ? error.message : String(error));
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: jobsQuery.queryKey }),
      client.invalidateQueries({ queryKey: usageQuery.queryKey }),
    ]);
  };
  return (
    <>
      <Button tone="plain" onClick={() => setAsking(true)}>
        {t("collect.jobList.remove")}
      </Button>
      {asking && (
        <Dialog
          title={t("collect.jobList.removeTitle")}
          closeText={t("ui.cancel")}
          onClose={() => setAsking(false)}
          actions={
            <Button tone="danger" onClick={() => void remove()}>
              {t("collect.jobList.remove")}
            </Button>
          }
        >
          <p className="clip-2">
            <strong>{job.title}</strong>
          </p>
          <p>{t("collect.jobList.removeText", { count: job.kept, size: formatBytes(job.bytes, locale) })}</p>
        </Dialog>
      )}
    </>
  );
}
