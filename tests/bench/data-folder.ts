import { rmSync } from "node:fs";
import { chmod, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { anonymous } from "#server/platform/db/row-security.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { seedDemo } from "#server/demo.ts";

/** A folder to fill, and its database's URL. */
export interface NewFolder {
  readonly dataDir: string;
  readonly ownerUrl: string;
  /** the provider of the demo's accounts */
  readonly providerUuid: string;
}

/**
 * Creates a data folder with the demo's accounts, which `fill` may add to. Removed when the process ends; only one server or PostgreSQL may use it at a
 * time.
 * @param prefix begins the folder's name
 */
export async function makeDataFolder<T>(prefix: string, fill: (folder: NewFolder) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  // PostgreSQL does not run as root, so its user needs access.
  await chmod(dataDir, 0o711);
  const folders = [dataDir];
  process.once("exit", () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  // Exits normally, so that registered exit handlers run.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  // Keeps synchronous commits: vacuum would not mark rows as all-visible while their commit is pending.
  const careless = ["fsync=off", "full_page_writes=off", "max_wal_size=8GB", "autovacuum=off"];
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, flags: careless });
  folders.push(
    await readFile(join(dataDir, "postgres.place"), "utf8").then(
      (place) => place.trim(),
      () => dataDir,
    ),
  );
  try {
    await migrate(postgres.ownerUrl, () => undefined);
    const providerUuid = await seedDemoProvider(postgres.appUrl);
    return await fill({ dataDir, ownerUrl: postgres.ownerUrl, providerUuid });
  } finally {
    await postgres.stop();
  }
}

async function seedDemoProvider(appUrl: string): Promise<string> {
  const database = openDatabase(appUrl, { connections: 1 });
  try {
    await seedDemo(database);
    const user = await database.transaction(anonymous, (tx) =>
      tx.selectFrom("app_user").select("related_uuid").where("username", "=", "provider01").executeTakeFirstOrThrow(),
    );
    if (user.related_uuid === null) throw new Error("bench: provider01 has no provider");
    return user.related_uuid;
  } finally {
    await database.close();
  }
}

/** Runs `work` on a client of the database's owner. */
export async function withOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
