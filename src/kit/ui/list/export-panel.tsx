import { Button } from "#src/kit/ui/button.tsx";
import { ChunkNotice } from "#src/kit/ui/chunk-notice.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import { useList } from "./list-context.ts";
import { mostExported } from "./gather-exported-rows.ts";

/** The progress of an export, and why it failed. */
export function ExportPanel() {
  const { t, exporting } = useList();
  const { phase, start, cancel, close } = exporting;
  if (phase === null) return null;
  if (phase.kind === "tooMany")
    return (
      <Dialog
        title={t("list.export.tooManyTitle")}
        closeText={t("list.export.back")}
        onClose={close}
        actions={
          <Button tone="primary" onPress={() => start(phase.format, "first")}>
            {t("list.export.first", { most: mostExported })}
          </Button>
        }
      >
        <p>{t("list.export.tooMany", { total: phase.total, most: mostExported })}</p>
      </Dialog>
    );
  if (phase.kind === "notLoaded") return <ChunkNotice />;
  if (phase.kind === "failed")
    return (
      <Notice tone="bad" title={t("list.export.failed", { reason: phase.reason })}>
        <div className="row">
          <Button onPress={() => start(phase.format, phase.extent)}>{t("list.retry")}</Button>
          <Button onPress={close}>{t("ui.close")}</Button>
        </div>
      </Notice>
    );
  const text =
    phase.kind === "writing"
      ? t("list.export.writing")
      : t(phase.isExact ? "list.export.progress" : "list.export.progressAbout", { done: phase.done, total: phase.total });
  return (
    <div className="list-panel list-export">
      <span className="number">{text}</span>
      <Progress label={text} part={phase.kind === "writing" || phase.total === 0 ? null : phase.done / phase.total} />
      <Button onPress={cancel}>{t("list.export.cancel")}</Button>
    </div>
  );
}
