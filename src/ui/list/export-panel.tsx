import { Button } from "antd";
import type { Translate } from "#src/i18n/shown.store.ts";
import { ChunkNotice } from "#src/ui/chunk-notice.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Progress } from "#src/ui/progress.tsx";
import { mostExported } from "./list-export.ts";
import type { MenuItem } from "./list-menu.tsx";
import { MenuButton } from "./list-menu.tsx";
import type { Extent, ExportState } from "./use-export.ts";

interface ExportProps {
  readonly exporting: ExportState;
  readonly t: Translate;
}

/** The menu of files to save: all rows, or those chosen. */
export function ExportMenu({ exporting, t, selected }: ExportProps & { readonly selected: number }) {
  const { phase, start } = exporting;
  const itemsOf = (extent: Extent, text: (format: string) => string): MenuItem[] =>
    (["xlsx", "csv"] as const).map((format) => ({
      id: `${extent} ${format}`,
      text: text(t(`ui.format.${format}`)),
      choose: () => start(format, extent),
    }));
  const items = itemsOf("all", (format) => t("list.export.all", { format }));
  if (selected > 0) items.push(...itemsOf("selected", (format) => t("list.export.selected", { format, count: selected })));
  return <MenuButton label={t("list.export.title")} items={items} isBusy={phase?.kind === "gathering" || phase?.kind === "writing"} />;
}

/** How far an export is, and how it ended where that was not well. */
export function ExportPanel({ exporting: { phase, start, cancel, close }, t }: ExportProps) {
  if (phase === null) return null;
  if (phase.kind === "tooMany")
    return (
      <Dialog
        title={t("list.export.tooManyTitle")}
        closeText={t("list.export.back")}
        onClose={close}
        actions={
          <Button type="primary" onClick={() => start(phase.format, "first")}>
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
          <Button onClick={() => start(phase.format, phase.extent)}>{t("list.retry")}</Button>
          <Button onClick={close}>{t("ui.close")}</Button>
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
      <Button onClick={cancel}>{t("list.export.cancel")}</Button>
    </div>
  );
}
