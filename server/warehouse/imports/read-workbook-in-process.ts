import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Template } from "#src/kit/files/templates.contract.ts";
import { maxImportRows } from "#src/warehouse/imports/imports.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { RequesterGone } from "#server/platform/runtime/fair-limiter.ts";
import type { SheetRow } from "./import-kind.ts";
import type { ReadRow } from "./sheet-table.ts";
import { WorkbookRefusal } from "./workbook-refusal.ts";
import type { WorkbookFault } from "./workbook-refusal.ts";
import type { WorkbookNews } from "./workbook.worker.ts";

/** What reading may use up before it is ended. */
interface ReadLimits {
  readonly maxRows: number;
  /** from when it is ready: what a busy machine needs to start a process is no fault of the file */
  readonly timeoutMs: number;
  readonly heapMb: number;
}

/** Measured on 2 cores: 50,000 receipt rows as .xlsx 1.5 s, the process 130 MB; the same as .ods 7 s and 400 MB, as an .xls of 14 MB 3 s and 550 MB. */
const ordinary: ReadLimits = { maxRows: maxImportRows, timeoutMs: 20_000, heapMb: 384 };

const program = fileURLToPath(new URL("workbook.worker.ts", import.meta.url));
/** How long a worker may take to be ready; then it is the machine that has no time. */
const startWithinMs = 60_000;
const maxDetailChars = 2000;

function tooHeavy(): WorkbookFault {
  return new WorkbookRefusal("imports.tooHeavy").fault;
}

/** Gathers what a worker tells until it has told the end, or is gone. `onReady` when it has been loaded. */
function receiveRows(
  reader: ChildProcess,
  order: unknown,
  onReady: () => void,
  keep: (row: ReadRow) => void,
): Promise<WorkbookFault | null> {
  return new Promise((resolve, reject) => {
    let told = "";
    reader.stderr?.on("data", (chunk: Buffer) => (told = (told + chunk.toString()).slice(-maxDetailChars)));
    reader.on("message", (message) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both ends of this channel use these types
      const news = message as WorkbookNews;
      if ("isReady" in news) onReady();
      else if ("rows" in news) for (const row of news.rows) keep(row);
      else resolve(news.fault);
    });
    reader.once("error", reject);
    // A signal is ours, for the time, or that of its own heap limit. An exit by itself is an exception that nobody caught: a bug.
    reader.once("close", (code) =>
      code === null ? resolve(tooHeavy()) : reject(new Error(`imports: the workbook worker failed: ${told}`)),
    );
    // That it is gone already is told by its end.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both ends of this channel use these types
    reader.send(order as object, () => undefined);
  });
}

/**
 * Reads a workbook that somebody sent, in a process of its own. The call has its turn (`slow-work.ts`) before it comes here.
 * @param bytes .xlsx, .xls, .ods or CSV, known by themselves and not by a name
 * @param template whose columns are read
 * @param limits other than the ordinary ones; `signal` ends the reading
 * @returns the rows of the first sheet that has the template's headers; or the one reason why there are none
 * @throws RequesterGone where the signal was aborted; Error with code ETIMEDOUT where the machine does not come to start the worker; else what is a bug of ours
 */
export async function readWorkbookRows(
  bytes: Buffer,
  template: Template,
  limits: Partial<ReadLimits> & { readonly signal?: AbortSignal | undefined } = {},
): Promise<Result<SheetRow[], WorkbookFault>> {
  const { maxRows, timeoutMs, heapMb } = { ...ordinary, ...limits };
  const { signal } = limits;
  const reader = fork(program, {
    serialization: "advanced",
    execArgv: [`--max-old-space-size=${heapMb}`],
    // A parser has no use for our secrets, and its warnings are none of ours.
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const ended = once(reader, "close");
  const late = Promise.withResolvers<never>();
  const onAbort = () => late.reject(new RequesterGone());
  signal?.addEventListener("abort", onAbort, { once: true });
  // "Not now" to whoever asked (`server/platform/http/errors.ts`): the file may be as good as any.
  const tooLate = () => late.reject(Object.assign(new Error("imports: the workbook worker did not start in time"), { code: "ETIMEDOUT" }));
  let timer = setTimeout(tooLate, startWithinMs);
  const onReady = () => {
    clearTimeout(timer);
    timer = setTimeout(() => reader.kill("SIGKILL"), timeoutMs);
  };
  const { columns } = template;
  const rows: SheetRow[] = [];
  try {
    const keep = ([number, ...texts]: ReadRow) => {
      rows.push({ number, values: Object.fromEntries(columns.map(({ field }, index) => [field, texts[index] ?? ""])) });
    };
    const fault = await Promise.race([receiveRows(reader, { bytes, columns, maxRows }, onReady, keep), late.promise]);
    return fault === null ? ok(rows) : refuse(fault);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    reader.kill("SIGKILL");
    await ended;
  }
}
