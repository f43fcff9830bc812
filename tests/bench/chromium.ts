import { createReadStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { build } from "vite";
import { chromiumArgs, findChromium } from "#scripts/browsers.ts";
import { launchBrowser } from "#scripts/launch-browser.ts";

/** A page in a separate browser, and the browser's main process. */
export interface BenchPage {
  page: Page;
  pid: number;
}

/** Runs `use` with a fresh headless Chromium on an empty page of `origin`. */
export async function inChromium<T>(origin: string, use: (bench: BenchPage) => Promise<T>): Promise<T> {
  const chromium = findChromium();
  if (chromium === null) throw new Error("bench: no Chromium here; install one, or set CHROME_PATH");
  const browser = await launchBrowser({
    executablePath: chromium,
    headless: true,
    pipe: true,
    args: [...chromiumArgs],
    protocolTimeout: 600_000,
  });
  try {
    const pid = browser.process()?.pid;
    if (pid === undefined) throw new Error("bench: the browser has no process");
    const page = await browser.newPage();
    await page.goto(origin);
    return await use({ page, pid });
  } finally {
    await browser.close();
  }
}

/**
 * Bundles modules like the extension's build, and serves them on loopback with an empty page at `/`.
 * @param entries maps each served file (without .js) to its module's path
 */
export async function withModules<T>(entries: Record<string, string>, use: (origin: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "quayside-bench-"));
  const rollupOptions = { input: entries, output: { entryFileNames: "[name].js" }, preserveEntrySignatures: "strict" as const };
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: { outDir: folder, emptyOutDir: true, target: "esnext", rollupOptions },
  });
  const server = createServer((request, response) => {
    const name = (request.url ?? "/").slice(1);
    if (!/^[\w./-]+\.js$/.test(name) || name.includes("..")) {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>bench</title>");
      return;
    }
    createReadStream(join(folder, name))
      .on("error", () => response.writeHead(404).end())
      .once("open", () => response.writeHead(200, { "content-type": "text/javascript" }))
      .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lists a process and all its descendants. */
async function treeOf(pid: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // "pid (name) state ppid": the name may hold spaces and brackets.
    const parent = (await readFile(`/proc/${name}/stat`, "utf8").catch(() => "")).replace(/^.*\) \S+ /s, "").split(" ")[0];
    children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const one of tree) tree.push(...(children.get(one) ?? []));
  return tree;
}

/** Returns the memory of a process tree in MB, counting shared pages once (PSS), or RSS if PSS is unreadable. */
async function memoryOf(pid: number): Promise<number> {
  let kilobytes = 0;
  for (const one of await treeOf(pid)) {
    const shared = /^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${one}/smaps_rollup`, "utf8").catch(() => ""))?.[1];
    const resident = shared ?? /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${one}/status`, "utf8").catch(() => ""))?.[1];
    kilobytes += Number(resident ?? 0);
  }
  return kilobytes / 1_000;
}

const everyMs = 200;

/** Runs `work` and returns its result with the peak memory (MB) the process tree used beyond its start. */
export async function withPeakMemory<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; extraMb: number }> {
  const before = await memoryOf(pid);
  let peak = before;
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      peak = Math.max(peak, await memoryOf(pid));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  try {
    const result = await work();
    return { result, extraMb: Math.max(peak, await memoryOf(pid)) - before };
  } finally {
    ended.abort();
    await watching;
  }
}
