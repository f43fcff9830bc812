import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { appendFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { toDay } from "#src/kit/lib/days.ts";
import { copyFolder, freePortsInARow, makeDataDir, removeDataDir, startProcess } from "#tests/server/process.ts";
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

/** Each project loads this module anew in the same process: shared state is kept outside the modules. */
const shared = globalThis as typeof globalThis & { quaysideDemo?: { users: number; folder: string; done: Promise<void> } };

/**
 * Creates the demo once per test run for all projects: the first start of a server takes more CPU time than most files' tests. It is created
 * while other tests run; `makeDemoDataDir` waits for it.
 * @returns removes it once no project uses it
 */
export default function setup(project: TestProject): () => Promise<void> {
  const use = (shared.quaysideDemo ??= begin());
  use.users += 1;
  project.provide("demoFolder", use.folder);
  return async () => {
    use.users -= 1;
    if (use.users > 0) return;
    delete shared.quaysideDemo;
    await use.done;
    await rm(use.folder, { recursive: true, force: true });
  };
}

function begin(): { users: number; folder: string; done: Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), "quayside-demo-"));
  chmodSync(folder, 0o711);
  return { users: 0, folder, done: createDemo(folder) };
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
  return code === 0 && !existsSync(join(dataDir, "postgres.place"));
}

/**
 * Creates a data folder with the demo, which is a few seconds to some minutes old; an empty folder if a new day has begun.
 * @param isDurable whether its database keeps what it acknowledged when it is killed
 */
export async function makeDemoDataDir(folder: string, { isDurable = false } = {}): Promise<string> {
  const day = await until(async () => readDay(folder), "the demo", 360_000);
  const dataDir = makeDataDir();
  // Dates such as "tomorrow" would be wrong.
  if (day !== toDay(new Date())) return dataDir;
  await copyFolder(join(folder, dataName), dataDir);
  // Copies that prefer the same port take it from each other when one of them restarts.
  const logins = join(dataDir, "postgres-logins.json");
  await writeFile(logins, JSON.stringify({ ...(JSON.parse(await readFile(logins, "utf8")) as object), port: await freePortsInARow() }));
  if (!isDurable) await appendFile(join(dataDir, "postgres/postgresql.auto.conf"), "synchronous_commit = off\nfull_page_writes = off\n");
  return dataDir;
}

function readDay(folder: string): string | null {
  try {
    return readFileSync(join(folder, dayName), "utf8");
  } catch {
    return null;
  }
}
