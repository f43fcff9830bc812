import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DiffChecker } from "kysely-codegen";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { dumpSchema } from "./schema/dump.ts";
import { generateTypes } from "./schema/types.ts";

// Writes server/platform/db/schema.sql and server/platform/db/schema.generated.ts from the result of the migrations on an empty database. With --check
// it changes neither, and exits with 1 and the difference if one of them is outdated.

const dumpPath = "server/platform/db/schema.sql";
const typesPath = "server/platform/db/schema.generated.ts";
const mostDiffLines = 60;

/** Runs `work` on a temporary migrated database, and deletes it. */
async function onMigrated<T>(work: (ownerUrl: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "quayside-schema-"));
  // PostgreSQL does not run as root, and its user must be able to enter.
  await chmod(dataDir, 0o711);
  const flags = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, flags });
  try {
    await migrate(postgres.ownerUrl, () => undefined);
    return await work(postgres.ownerUrl);
  } finally {
    await postgres.stop();
    const place = await readFile(join(dataDir, "postgres.place"), "utf8").catch(() => dataDir);
    for (const folder of [place.trim(), dataDir]) await rm(folder, { recursive: true, force: true });
  }
}

async function dumpDatabase(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await dumpSchema(client);
  } finally {
    await client.end();
  }
}

/** @returns whether the file at `path` equals `text`; prints the difference if not */
async function isAsMade(path: string, text: string): Promise<boolean> {
  const committed = await readFile(path, "utf8").catch(() => "");
  if (committed === text) return true;
  const lines = new DiffChecker().diff(committed, text)?.split("\n") ?? ["only blank lines differ"];
  const more = lines.length > mostDiffLines ? [`... and ${lines.length - mostDiffLines} lines more`] : [];
  console.error(
    [`${path} is not what the migrations make; node scripts/schema.ts makes it:`, ...lines.slice(0, mostDiffLines), ...more].join("\n"),
  );
  return false;
}

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const made = await onMigrated(async (ownerUrl) => [
  { path: dumpPath, text: await dumpDatabase(ownerUrl) },
  { path: typesPath, text: await generateTypes(ownerUrl, typesPath) },
]);
for (const { path, text } of made) {
  if (!values.check) await writeFile(path, text);
  else if (!(await isAsMade(path, text))) process.exitCode = 1;
}
