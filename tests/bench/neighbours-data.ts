import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { seedDemoGoods, seedDemoWarehouse } from "#server/demo-goods.ts";
import { demoPassword, seedDemo } from "#server/demo.ts";
import { hashPassword } from "#server/platform/runtime/passwords.ts";

/** The second supplier's user; the demo's own are provider01 and its retailer, retailer01. */
export const secondSupplier = "provider02";

/** Adds a supplier with a retailer, goods, stock and receipts like the demo's, sharing nothing with it. */
async function addSecondSupplier(database: Database): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  const [providerUuid, retailerUuid, userUuid] = [newId(), newId(), newId()];
  await database.transaction(anonymous, async (tx) => {
    await tx
      .insertInto("provider")
      .values({ provider_uuid: providerUuid, name: "Second Warehouse", country_code: "CN", introduction: "" })
      .execute();
    await tx.insertInto("retailer").values({ retailer_uuid: retailerUuid, name: "Second Shop", country_code: "US" }).execute();
    await tx
      .insertInto("company")
      .values([{ owner_uuid: providerUuid }, { owner_uuid: retailerUuid }])
      .execute();
    await tx.insertInto("retailer_provider").values({ provider_uuid: providerUuid, retailer_uuid: retailerUuid }).execute();
    const user = { user_uuid: userUuid, username: secondSupplier, password_hash: passwordHash, display_name: "Second supplier" };
    await tx
      .insertInto("app_user")
      .values({ ...user, role: "provider", related_uuid: providerUuid, is_demo: true })
      .execute();
    const people = { providerUuid, retailerUuid, userUuid };
    await seedDemoGoods(tx, people, await seedDemoWarehouse(tx, people), new Date());
  });
}

/** Creates a data folder with the demo and a second supplier. @returns the folder and how to remove it */
export async function makeNeighboursData(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "quayside-bench-"));
  // PostgreSQL does not run as root, so its user needs access.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, flags: [] });
  try {
    await migrate(postgres.ownerUrl, () => undefined);
    const database = openDatabase(postgres.appUrl, { connections: 2 });
    try {
      await seedDemo(database);
      await addSecondSupplier(database);
    } finally {
      await database.close();
    }
  } finally {
    await postgres.stop();
  }
  const place = await readFile(join(dataDir, "postgres.place"), "utf8").then(
    (text) => text.trim(),
    () => dataDir,
  );
  const remove = async () => {
    for (const folder of new Set([dataDir, place])) await rm(folder, { recursive: true, force: true });
  };
  return { dataDir, remove };
}
