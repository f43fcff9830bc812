import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { toDay } from "#src/kit/lib/days.ts";
import { until } from "#tests/e2e/until.ts";
import { closeTemplate, copyDatabase, freshDatabase, runStatements, urlOfDatabase } from "./postgres.ts";
import type { FreshDatabase } from "./postgres.ts";
import { copyFolder, makeDataDir, removeDataDir, startProcess } from "./process.ts";

/** A database with the demo and the data folder of its files. */
export interface DemoDatabase extends FreshDatabase {
  readonly dataDir: string;
  /** Drops the database and removes the folder. */
  drop(): Promise<void>;
}

/**
 * Creates a database with the demo, whose first start takes more CPU time than most files' tests: the first test to ask creates one, and all
 * get copies. Both are empty instead if a new day has begun since, for dates such as "tomorrow" would be wrong; their first start then
 * creates the demo.
 */
export async function freshDemo(): Promise<DemoDatabase> {
  const { template, folder } = inject("postgres").demo;
  if (claim(folder)) await createTemplate();
  const day = await until(async () => readDay(folder), "the demo", 360_000);
  const dataDir = makeDataDir();
  const isUsable = day === toDay(new Date());
  if (isUsable) await copyFolder(join(folder, "data"), dataDir);
  const database = isUsable ? await copyDatabase(template) : await freshDatabase();
  return {
    ...database,
    dataDir,
    drop: async () => {
      await database.drop();
      await removeDataDir(dataDir);
    },
  };
}

/** Whether the caller is the first, who creates the template. */
function claim(folder: string): boolean {
  try {
    mkdirSync(join(folder, "claimed"));
    return true;
  } catch (error) {
    if (existsSync(join(folder, "claimed"))) return false;
    throw error;
  }
}

/** Starts a server once on a new database. The day of its creation is written at the end, and is empty if there is no template to copy. */
async function createTemplate(): Promise<void> {
  const { ownerUrl, template, demo } = inject("postgres");
  let day = toDay(new Date());
  try {
    await runStatements(ownerUrl, [`CREATE DATABASE ${demo.template} TEMPLATE ${template}`]);
    const variables = { DATABASE_URL: urlOfDatabase(ownerUrl, demo.template), DATA_DIR: join(demo.folder, "data"), HOST: "127.0.0.1" };
    const server = await startProcess("web", variables, 300_000);
    if ((await server.stop()) !== 0) throw new Error("the server did not stop well");
    await closeTemplate(ownerUrl, demo.template);
  } catch (error) {
    console.error("The demo could not be created in advance, so each test creates its own:", error);
    day = "";
  }
  await writeFile(join(demo.folder, "day.new"), day);
  await rename(join(demo.folder, "day.new"), join(demo.folder, "day"));
}

function readDay(folder: string): string | null {
  try {
    return readFileSync(join(folder, "day"), "utf8");
  } catch {
    return null;
  }
}
