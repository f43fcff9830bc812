import { fileURLToPath } from "node:url";
import type { Bench, Figure } from "./bench.ts";
import { atMost, median, note } from "./bench.ts";
import { inChromium, withModules, withPeakMemory } from "./chromium.ts";
import type { Answer } from "./xlsx-orders.ts";

const rows = 100_000;
const rounds = 3;

interface Run {
  ms: number;
  bytes: number;
  /** the main thread's longest task in ms; 0 if none exceeded 50 */
  longestTaskMs: number;
  extraMb: number;
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

/** Writes one file in a fresh browser; timed in the page, from the request to the worker's answer. */
async function writeOnce(origin: string, worker: "ours" | "sheetjs"): Promise<Run> {
  return inChromium(origin, async ({ page, pid }) => {
    const { result, extraMb } = await withPeakMemory(pid, () =>
      page.evaluate(
        async (script: string, count: number) => {
          const tasks: number[] = [];
          const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
          observer.observe({ type: "longtask" });
          const begun = performance.now();
          const writer = new Worker(script, { type: "module" });
          const answer = await new Promise<Answer>((resolve) => {
            writer.addEventListener("message", ({ data }: MessageEvent<Answer>) => resolve(data));
            writer.addEventListener("error", (event) => resolve({ ok: false, detail: event.message }));
            writer.postMessage(count, []);
          });
          const ms = performance.now() - begun;
          // Long tasks are reported shortly after they end.
          await new Promise((resolve) => setTimeout(resolve, 200));
          tasks.push(...observer.takeRecords().map((entry) => entry.duration));
          return { ms, answer, longestTaskMs: Math.max(0, ...tasks) };
        },
        `/${worker}.js`,
        rows,
      ),
    );
    if (!result.answer.ok) throw new Error(`bench: ${worker}: ${result.answer.detail}`);
    return { ms: result.ms, bytes: result.answer.bytes, longestTaskMs: result.longestTaskMs, extraMb };
  });
}

/** 100,000 rows of 20 columns to XLSX, ours and SheetJS alternating in workers of the same browser; medians. */
export const collectorXlsx: Bench = {
  name: "xlsx",
  run: () =>
    withModules({ ours: pathOf("./xlsx-ours.worker.ts"), sheetjs: pathOf("./xlsx-sheetjs.worker.ts") }, async (origin) => {
      const ours: Run[] = [];
      const theirs: Run[] = [];
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await writeOnce(origin, "ours"));
        theirs.push(await writeOnce(origin, "sheetjs"));
      }
      return figures(ours, theirs);
    }),
};

function figures(ours: readonly Run[], theirs: readonly Run[]): Figure[] {
  const middle = (runs: readonly Run[], field: keyof Run) => median(runs.map((run) => run[field]));
  return [
    atMost("xlsx time ratio", middle(ours, "ms") / middle(theirs, "ms"), 0.5),
    atMost("xlsx extra memory ratio", middle(ours, "extraMb") / middle(theirs, "extraMb"), 0.1),
    atMost("xlsx longest main-thread task", Math.max(...ours.map((run) => run.longestTaskMs)), 50, "ms"),
    note("xlsx time, ours", middle(ours, "ms") / 1_000, "s"),
    note("xlsx time, SheetJS", middle(theirs, "ms") / 1_000, "s"),
    note("xlsx extra memory, ours", middle(ours, "extraMb"), "MB"),
    note("xlsx extra memory, SheetJS", middle(theirs, "extraMb"), "MB"),
    note("xlsx file, ours", middle(ours, "bytes") / 1e6, "MB"),
    note("xlsx file, SheetJS", middle(theirs, "bytes") / 1e6, "MB"),
  ];
}
