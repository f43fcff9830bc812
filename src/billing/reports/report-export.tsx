import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ChunkError, loadChunk } from "#src/kit/lib/load-chunk.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { ChunkNotice } from "#src/kit/ui/chunk-notice.tsx";
import { buildFileName } from "#src/kit/ui/list/gather-exported-rows.ts";
import type { Sheet } from "#src/kit/ui/list/write-list-file.ts";
import { Menu } from "#src/kit/ui/menu.tsx";
import { saveBlob } from "#src/kit/ui/save-blob.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";

/**
 * Saves a sheet through the browser.
 * @returns the file's name
 */
async function saveSheet(sheet: Sheet, format: "csv" | "xlsx"): Promise<string> {
  const { writeSheet } = await loadChunk(() => import("#src/kit/ui/list/write-list-file.ts"));
  const name = buildFileName(sheet.title, new Date(), format);
  saveBlob(await writeSheet(sheet, format), name);
  return name;
}

/** Saves the displayed report as a file; the writer is loaded on first use. */
export function ReportExport({ sheet }: { sheet: () => Sheet }) {
  const { t } = useTranslation();
  const say = useToasts(({ show }) => show);
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);

  function start(format: "csv" | "xlsx"): void {
    setBusy(true);
    void saveSheet(sheet(), format)
      .then((name) => say("good", t("reports.export.done", { name })))
      .catch((error: unknown) => {
        if (error instanceof ChunkError) setMissing(true);
        else say("bad", t("reports.export.failed"));
      })
      .finally(() => setBusy(false));
  }

  if (isMissing) return <ChunkNotice />;
  const items = (["xlsx", "csv"] as const).map((format) => ({
    id: format,
    text: t("reports.export.as", { format: t(`ui.format.${format}`) }),
    choose: () => start(format),
  }));
  const title = t("reports.export.title");
  return <Menu label={title} items={items} trigger={<Button isPending={isBusy}>{title}</Button>} />;
}
