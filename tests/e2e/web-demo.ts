import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { appendFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { toDay } from "#src/kit/lib/days.ts";
import { makeDataDir, removeDataDir, startProcess } from "#tests/server/process.ts";
import { until } from "./until.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** the folder in which the set-up creates the demo's data folder */
    demoFolder: string;
  }
}

/** The demo's data folder inside the provided one. */
const dataName = "data";
/** Says on which day the demo was created, in UTC; empty if it cannot be copied. Exists once the data folder is complete. */
const dayName = "day";

/**
 * Creates the demo once per test run: the first start of a server takes more CPU time than most files' tests. It is created while the other
 * groups' tests run; `makeDemoDataDir` waits for it.
 * @returns removes it
 */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "quayside-demo-"));
  chmodSync(folder, 0o711);
  project.provide("demoFolder", folder);
  const done = createDemo(folder);
  return async () => {
    await done;
    await rm(folder, { recursive: true, force: true });
  };
}

async function createDemo(folder: string): Promise<void> {
  const dataDir = join(folder, dataName);
  const day = toDay(new Date());
  const canCopy = await startOnce(dataDir).catch((error: unknown) => {
    console.error("The demo could not be created in advance, so each file creates its own:", error);
    return false;
  });
  if (!canCopy) await removeDataDir(dataDir);
  const draft = join(folder, `${dayName}.new`);
  await writeFile(draft, canCopy ? day : "");
  await rename(draft, join(folder, dayName));
}

/** Starts a server once, without its jobs: they run where the folder is used. @returns whether the folder holds everything */
async function startOnce(dataDir: string): Promise<boolean> {
  mkdirSync(dataDir, { mode: 0o711 });
  chmodSync(dataDir, 0o711);
  const server = await startProcess("web", { DATA_DIR: dataDir, HOST: "127.0.0.1" }, 300_000);
  const code = await server.stop();
  // Root's PostgreSQL is elsewhere if its user cannot enter the temporary folder.
  if (code !== 0 || existsSync(join(dataDir, "postgres.place"))) return false;
  // A copy lives for one test file: it need not survive a power cut.
  await appendFile(join(dataDir, "postgres/postgresql.auto.conf"), "synchronous_commit = off\nfull_page_writes = off\n");
  return true;
}

/** Creates a data folder with the demo, which is a few seconds to some minutes old; an empty folder if a new day has begun. */
export async function makeDemoDataDir(folder: string): Promise<string> {
  const day = await until(async () => readDay(folder), "the demo", 300_000);
  const dataDir = makeDataDir();
  // Dates such as "tomorrow" would be wrong.
  if (day !== toDay(new Date())) return dataDir;
  // Node's `cp` loses owners: PostgreSQL's folder belongs to another user if root runs the tests.
  const { status, stderr } = spawnSync("cp", ["-a", `${join(folder, dataName)}/.`, dataDir], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the demo could not be copied: ${stderr}`);
  return dataDir;
}

function readDay(folder: string): string | null {
  try {
    return readFileSync(join(folder, dayName), "utf8");
  } catch {
    return null;
  }
}
