import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Template } from "#src/files/templates.contract.ts";
import { maxImportRows } from "#src/imports/imports.contract.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { createGate } from "#server/gate.ts";
import type { SheetRow } from "./import-kind.ts";
import type { ReadRow } from "./sheet-table.ts";
import { WorkbookRefusal } from "./workbook-refusal.ts";
import type { WorkbookFault } from "./workbook-refusal.ts";
import type { WorkbookNews } from "./workbook.worker.ts";

/** What reading may use up before it is ended. */
interface ReadLimits {
  readonly maxRows: number;
  readonly timeoutMs: number;
  readonly heapMb: number;
}

/** Measured on 2 cores: 50,000 receipt rows as .xlsx 1.5 s, the process 130 MB; the same as .ods 7 s and 400 MB, as an .xls of 14 MB 3 s and 550 MB. */
const ordinary: ReadLimits = { maxRows: maxImportRows, timeoutMs: 20_000, heapMb: 384 };

const program = fileURLToPath(new URL("workbook.worker.ts", import.meta.url));
const maxToldChars = 2000;

/** At most two workbooks at a time; who comes first is served first. Each that waits is 10 MB of the server's memory, so only some may. */
const throughGate = createGate(2, 8);

function tooHeavy(): WorkbookFault {
  return new WorkbookRefusal("imports.tooHeavy").fault;
}

/** Gathers what a worker tells until it has told the end, or is gone. */
function heard(reader: ChildProcess, order: unknown, keep: (row: ReadRow) => void): Promise<WorkbookFault | null> {
  return new Promise((resolve, reject) => {
    let told = "";
    reader.stderr?.on("data", (chunk: Buffer) => (told = (told + chunk.toString()).slice(-maxToldChars)));
    reader.on("message", (message) => {
      const news = message as WorkbookNews;
      if ("rows" in news) for (const row of news.rows) keep(row);
      else resolve(news.fault);
    });
    reader.once("error", reject);
    // A signal is ours, for the time, or that of its own heap limit. An exit by itself is an exception that nobody caught: a bug.
    reader.once("close", (code) =>
      code === null ? resolve(tooHeavy()) : reject(new Error(`imports: the workbook worker failed: ${told}`)),
    );
    // That it is gone already is told by its end.
    reader.send(order as object, () => undefined);
  });
}

async function read(
  bytes: Buffer,
  template: Template,
  { maxRows, timeoutMs, heapMb }: ReadLimits,
): Promise<Result<SheetRow[], WorkbookFault>> {
  const reader = fork(program, {
    serialization: "advanced",
    execArgv: [`--max-old-space-size=${heapMb}`],
    // A parser has no use for our secrets, and its warnings are none of ours.
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const ended = once(reader, "close");
  const timer = setTimeout(() => reader.kill("SIGKILL"), timeoutMs);
  const { columns } = template;
  const rows: SheetRow[] = [];
  try {
    const fault = await heard(reader, { bytes, columns, maxRows }, ([number, ...texts]) => {
      rows.push({ number, values: Object.fromEntries(columns.map(({ field }, index) => [field, texts[index] ?? ""])) });
    });
    return fault === null ? ok(rows) : refuse(fault);
  } finally {
    clearTimeout(timer);
    reader.kill("SIGKILL");
    await ended;
  }
}

/**
 * Reads a workbook that somebody sent, in a process of its own.
 * @param bytes .xlsx, .xls, .ods or CSV, known by themselves and not by a name
 * @param template whose columns are read
 * @returns the rows of the first sheet that has the template's headers; or the one reason why there are none
 * @throws Busy where eight wait already; else what is a bug of ours
 */
export async function rowsOfWorkbook(
  bytes: Buffer,
  template: Template,
  limits: Partial<ReadLimits> = {},
): Promise<Result<SheetRow[], WorkbookFault>> {
  return throughGate(() => read(bytes, template, { ...ordinary, ...limits }));
}
