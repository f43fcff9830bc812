import { readFileSync, readdirSync } from "node:fs";
import type { signIn } from "#src/company/accounts/accounts.contract.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import { receiptsWorkbook } from "#tests/factories/workbooks.ts";
import { atMost, note } from "./bench.ts";
import type { Figure } from "./bench.ts";
import type { ServerProcess } from "./server-process.ts";
import { dataOf, pathOf } from "./server-sign-in.ts";
import type { StockGround } from "./stock-data.ts";

const rowCount = 50_000;
const lookEveryMs = 50;

function statusOf(pid: string, name: string): number {
  try {
    return Number(new RegExp(String.raw`^${name}:\s+(\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

/** Returns the resident memory of the server and its child processes in MB. */
function treeMb(server: number): number {
  const children = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && statusOf(pid, "PPid") === server);
  return [String(server), ...children].reduce((sum, pid) => sum + statusOf(pid, "VmRSS"), 0) / 1024;
}

/** Watches the memory during some work. @returns the peak in MB */
async function mostMb(server: number, work: () => Promise<void>): Promise<number> {
  let most = treeMb(server);
  const timer = setInterval(() => (most = Math.max(most, treeMb(server))), lookEveryMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return most;
}

/** A workbook of 50,000 rows (receipts of 500 lines), uploaded, checked against a million SKUs, and posted. */
export async function importFigures(server: ServerProcess, session: OutputOf<typeof signIn>, { skus }: StockGround): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${session.access_token}`, "x-csrf-token": session.csrf_token };
  const bytes = await receiptsWorkbook({ rows: rowCount, linesEach: 500, warehouse: "Bench", skus });
  const form = new FormData();
  form.append("kind", "receipts");
  form.append("workbook", new Blob([new Uint8Array(bytes)]), "receipts.xlsx");
  const times = { checked: 0, posted: 0 };
  const idleMb = treeMb(server.pid);
  const most = await mostMb(server.pid, async () => {
    const begun = performance.now();
    const upload = await fetch(server.origin + pathOf(uploadImport), { method: "POST", headers, body: form });
    const { job, problem } = dataOf<typeof uploadImport>(await upload.text());
    if (job === null || job.problem_count > 0) throw new Error(`bench: the workbook is not right: ${JSON.stringify(problem ?? job)}`);
    times.checked = performance.now() - begun;
    const post = await fetch(server.origin + pathOf(postImport), {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ import_uuid: job.import_uuid }),
    });
    if (dataOf<typeof postImport>(await post.text()).status !== "POSTED") throw new Error("bench: the import was not posted");
    times.posted = performance.now() - begun;
  });
  return [
    atMost("import of 50,000 rows, checked and posted", times.posted / 1000, 20, "s"),
    note("import of 50,000 rows, checked", times.checked / 1000, "s"),
    atMost("import, what it adds to the server at most, with its reader's process", most - idleMb, 300, "MB"),
    note("the server before it", idleMb, "MB"),
  ];
}
