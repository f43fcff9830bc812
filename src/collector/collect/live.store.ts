import { create } from "zustand";
import type { JobsNews } from "#src/collector/jobs/background-calls.ts";

/** What passes while a page is open and is stored nowhere: files being written, and waits. By job id. */
interface LiveStore {
  exporting: Readonly<Record<string, { rows: number; total: number }>>;
  waitingUntil: Readonly<Record<string, number>>;
  receive: (news: JobsNews) => void;
  doneExporting: (jobId: string) => void;
}

export const useLive = create<LiveStore>((set) => ({
  exporting: {},
  waitingUntil: {},
  receive(news) {
    if (news.type === "exporting") {
      set(({ exporting }) => ({ exporting: { ...exporting, [news.jobId]: { rows: news.rows, total: news.total } } }));
    } else if (news.type === "exported") {
      set(({ exporting }) => ({ exporting: without(exporting, news.record.jobId) }));
    } else if (news.type === "waiting") {
      set(({ waitingUntil }) => ({ waitingUntil: { ...waitingUntil, [news.jobId]: news.until } }));
    }
  },
  doneExporting(jobId) {
    set(({ exporting }) => ({ exporting: without(exporting, jobId) }));
  },
}));

function without<V>(record: Readonly<Record<string, V>>, gone: string): Record<string, V> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== gone));
}
