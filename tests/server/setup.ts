import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { closeTemplate, runStatements, urlOfDatabase } from "./postgres.ts";

/** The database server of one test run. */
interface TestServer {
  /** postgres:// URL of a login that may create databases */
  ownerUrl: string;
  /** Returns the URL of a login that owns nothing and may act as quayside_app, once that role exists. */
  appUrl(): Promise<string>;
  stop(): Promise<void>;
}

interface Prepared {
  provided: ProvidedContext["postgres"];
  clear(): Promise<void>;
}

/** Each project loads this module anew in the same process: shared state is kept outside the modules. */
const shared = globalThis as typeof globalThis & { quaysideTests?: { users: number; prepared: Promise<Prepared> } };

/**
 * Runs once per test run for all projects: starts PostgreSQL (or uses TEST_DATABASE_URL) and migrates one template, which
 * `freshDatabase` copies for each test file.
 * @returns removes everything once no project uses it
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const use = (shared.quaysideTests ??= { users: 0, prepared: prepare() });
  use.users += 1;
  const { provided, clear } = await use.prepared;
  project.provide("postgres", provided);
  return async () => {
    use.users -= 1;
    if (use.users > 0) return;
    delete shared.quaysideTests;
    await clear();
  };
}

async function prepare(): Promise<Prepared> {
  const url = process.env["TEST_DATABASE_URL"];
  const server = url ? existingServer(url) : await embeddedServer();
  const template = `quayside_template_${randomBytes(6).toString("hex")}`;
  const demo = { template: `${template}_demo`, folder: await mkdtemp(join(tmpdir(), "quayside-demo-")) };
  const clear = async () => {
    for (const name of [template, demo.template]) await runStatements(server.ownerUrl, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]);
    await server.stop();
    await rm(demo.folder, { recursive: true, force: true });
  };
  try {
    await runStatements(server.ownerUrl, [`CREATE DATABASE ${template}`]);
    await migrate(urlOfDatabase(server.ownerUrl, template), () => undefined);
    await closeTemplate(server.ownerUrl, template);
    return { provided: { ownerUrl: server.ownerUrl, appUrl: await server.appUrl(), template, demo }, clear };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** Starts a PostgreSQL in a temporary folder, without durability. */
async function embeddedServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "quayside-server-tests-"));
  await chmod(dataDir, 0o711);
  const lines: string[] = [];
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: (line) => lines.push(line),
    flags: ["fsync=off", "synchronous_commit=off", "full_page_writes=off"],
    onExit: (code) => console.error(`The tests' PostgreSQL ended by itself (${code}):\n${lines.slice(-20).join("\n")}`),
  });
  return {
    ownerUrl: postgres.ownerUrl,
    appUrl: () => Promise.resolve(postgres.appUrl),
    stop: async () => {
      await postgres.stop();
      // Root's PostgreSQL is elsewhere if its user cannot enter the temporary folder.
      const place = await readFile(join(dataDir, "postgres.place"), "utf8").catch(() => dataDir);
      for (const folder of [place.trim(), dataDir]) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Uses an existing PostgreSQL; only adds the role quayside_app. */
function existingServer(ownerUrl: string): TestServer {
  const login = `quayside_test_${randomBytes(6).toString("hex")}`;
  const password = randomBytes(18).toString("base64url");
  return {
    ownerUrl,
    appUrl: async () => {
      await runStatements(ownerUrl, [`CREATE ROLE ${login} LOGIN PASSWORD '${password}'`, `GRANT quayside_app TO ${login}`]);
      return Object.assign(new URL(ownerUrl), { username: login, password }).href;
    },
    stop: () => runStatements(ownerUrl, [`DROP ROLE IF EXISTS ${login}`]),
  };
}
