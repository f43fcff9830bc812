import { useEffect, useRef, useState } from "react";
import { CallProblem } from "#src/kit/api/client.ts";
import { ChunkError, loadChunk } from "#src/kit/lib/load-chunk.ts";
import { saveBlob } from "#src/kit/ui/save-blob.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { buildFileName, gather } from "./gather-exported-rows.ts";
import { explainProblem } from "./list-problem.ts";
import type { ListModel } from "./use-list-model.ts";

type FileFormat = "csv" | "xlsx";
/** All filtered rows, the first of them, or the selected rows. */
type Extent = "all" | "first" | "selected";

/** The state of an export. */
type ExportPhase =
  | { readonly kind: "gathering"; readonly done: number; readonly total: number; readonly isExact: boolean }
  | { readonly kind: "writing" }
  | { readonly kind: "tooMany"; readonly total: number; readonly format: FileFormat }
  /** the chunk that writes files failed to load */
  | { readonly kind: "notLoaded" }
  | { readonly kind: "failed"; readonly reason: string; readonly format: FileFormat; readonly extent: Extent };

/** Saves a list as a file: the visible columns with the current filters and sort, or the selected rows. Never a partial file. */
export function useExport({ shape, caller, t, locale, columns, input, chosen, rows, book }: ListModel) {
  const say = useToasts(({ show }) => show);
  const [phase, setPhase] = useState<ExportPhase | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(format: FileFormat, extent: Extent, signal: AbortSignal): Promise<void> {
    const line = (row: unknown) => columns.map(({ text }) => text(row, { t, locale }));
    const gathered =
      extent === "selected"
        ? { lines: chosen().map(([, row]) => line(row)) }
        : await gather({
            client: caller.client,
            call: shape.call,
            input,
            line,
            signal,
            firstOnly: extent === "first",
            onProgress: (progress) => setPhase({ kind: "gathering", ...progress }),
          });
    if ("tooMany" in gathered) return setPhase({ kind: "tooMany", total: gathered.tooMany, format });
    setPhase({ kind: "writing" });
    const { writeSheet } = await loadChunk(() => import("./write-list-file.ts"));
    const title = t(shape.title);
    const sheet = { title, lines: gathered.lines, columns: columns.map((one) => ({ title: t(one.title), isNumber: one.align === "end" })) };
    const blob = await writeSheet(sheet, format);
    if (signal.aborted) return;
    const name = buildFileName(title, new Date(), format);
    saveBlob(blob, name);
    setPhase(null);
    say("good", t("list.export.done", { count: gathered.lines.length, name }));
  }

  function start(format: FileFormat, extent: Extent): void {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setPhase({ kind: "gathering", done: 0, total: rows, isExact: book.length?.isExact === true });
    void run(format, extent, controller.signal)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        if (error instanceof ChunkError) return setPhase({ kind: "notLoaded" });
        const reason = error instanceof CallProblem ? explainProblem(error, locale) : t("list.export.broken");
        setPhase({ kind: "failed", reason, format, extent });
      })
      .finally(() => {
        if (running.current === controller) running.current = null;
      });
  }

  return {
    phase,
    isBusy: phase?.kind === "gathering" || phase?.kind === "writing",
    start,
    /** Cancels a running export; nothing is saved. */
    cancel(): void {
      running.current?.abort();
      running.current = null;
      setPhase(null);
      say("normal", t("list.export.cancelled"));
    },
    /** Dismisses the message of a finished export. */
    close: () => setPhase(null),
  };
}

export type ExportState = ReturnType<typeof useExport>;
