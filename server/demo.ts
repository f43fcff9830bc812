import { sql } from "kysely";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { newId } from "./platform/runtime/clock.ts";
import { withoutEvents } from "./platform/realtime/events.ts";
import { actAs, anonymous } from "./platform/db/row-security.ts";
import type { Database } from "./platform/db/database.ts";
import type { Tx } from "./platform/db/row-security.ts";
import { seedDemoCarriers, seedDemoCutOffs } from "./demo-carriers.ts";
import { seedDemoGoods, seedDemoWarehouse } from "./demo-goods.ts";
import type { DemoPeople } from "./demo-goods.ts";
import { seedDemoMoney } from "./demo-money.ts";
import { otherRetailers } from "./demo-names.ts";
import { seedDemoOrders } from "./demo-orders.ts";
import { seedDemoRange } from "./demo-range.ts";
import { hashPassword } from "./platform/runtime/passwords.ts";

/** The password of every demo account. It is public: the demo listens on 127.0.0.1 alone and never exists in production. */
export const demoPassword = "Quayside-Demo1";

export const demoAccounts = [
  { username: "provider01", role: "provider", area: "p", display_name: "Demo provider" },
  { username: "operator01", role: "operator", area: "p", display_name: "Demo operator" },
  { username: "retailer01", role: "dropShipper", area: "ds", display_name: "Demo retailer" },
  { username: "admin01", role: "siteAdmin", area: "p", display_name: "Demo administrator" },
] as const satisfies readonly { username: string; role: Role; area: "p" | "ds"; display_name: string }[];

/** Since then there are goods and orders. */
const monthMs = 31 * 24 * 60 * 60 * 1000;

/** Any number that nothing else locks. */
const seedLock = 7_239_160_424;

async function isEmpty(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom("app_user").select("user_uuid").limit(1).executeTakeFirst()) === undefined;
}

/** Whether this database contains demo accounts, whose password is public. */
export async function holdsDemo(database: Database): Promise<boolean> {
  return database.transaction(anonymous, async (tx) => {
    const demo = await tx
      .selectFrom("app_user")
      .select("user_uuid")
      .where("is_demo", "=", true)
      .where("status", "=", "active")
      .limit(1)
      .executeTakeFirst();
    return demo !== undefined;
  });
}

/**
 * Creates the demo's provider, retailers, accounts, goods and orders in a database without accounts; all of it, or nothing.
 * @returns the provider and its user; null if there are accounts already
 */
export async function seedDemo(database: Database): Promise<Pick<DemoPeople, "providerUuid" | "userUuid"> | null> {
  if (!(await database.transaction(anonymous, isEmpty))) return null;
  const passwordHash = await hashPassword(demoPassword);
  return database.transaction(anonymous, async (tx) => {
    // Of two that start at once the second waits here as long as the first takes, and then finds it created.
    await sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`.execute(tx);
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx);
    if (!(await isEmpty(tx))) return null;
    const providerUuid = newId();
    const retailerUuid = newId();
    await tx
      .insertInto("provider")
      .values({
        provider_uuid: providerUuid,
        name: "Quayside Demo Warehouse",
        country_code: "CN",
        introduction: "Stores and ships for shops of every size.",
      })
      .execute();
    const others = otherRetailers.map((name) => ({ retailer_uuid: newId(), name, country_code: "GB" }));
    const retailers = [...others, { retailer_uuid: retailerUuid, name: "Demo Shop", country_code: "US" }];
    await tx.insertInto("retailer").values(retailers).execute();
    const retailerUuids = retailers.map(({ retailer_uuid }) => retailer_uuid);
    await tx
      .insertInto("company")
      .values([providerUuid, ...retailerUuids].map((owner_uuid) => ({ owner_uuid })))
      .execute();
    await tx
      .insertInto("retailer_provider")
      .values(retailerUuids.map((retailer_uuid) => ({ provider_uuid: providerUuid, retailer_uuid })))
      .execute();
    let [providersUser, operatorUuid] = ["", ""];
    for (const { username, role, display_name } of demoAccounts) {
      const related = role === "dropShipper" ? retailerUuid : role === "siteAdmin" ? null : providerUuid;
      const userUuid = newId();
      await tx
        .insertInto("app_user")
        .values({ user_uuid: userUuid, username, password_hash: passwordHash, role, related_uuid: related, display_name, is_demo: true })
        .execute();
      if (role === "provider") providersUser = userUuid;
      if (role !== "operator") continue;
      operatorUuid = userUuid;
      actAs(tx, { kind: "provider", providerUuid });
      await tx
        .insertInto("operator_grant")
        .values(permissions.map((permission) => ({ provider_uuid: providerUuid, user_uuid: userUuid, permission })))
        .execute();
      actAs(tx, anonymous);
    }
    const people = { providerUuid, retailerUuid, userUuid: providersUser };
    const now = new Date();
    await withoutEvents(tx, async () => {
      const warehouseUuid = await seedDemoWarehouse(tx, people);
      const since = new Date(now.getTime() - monthMs);
      const variants = await seedDemoRange(tx, { providerUuid, userUuid: providersUser, warehouseUuid }, retailerUuids, since);
      await seedDemoGoods(tx, people, warehouseUuid, now);
      await seedDemoMoney(tx, people, now);
      await seedDemoCarriers(tx, people, now);
      await seedDemoOrders(tx, { ...people, operatorUuid, warehouseUuid }, variants, now, () => seedDemoCutOffs(tx, people, now));
    });
    return { providerUuid, userUuid: providersUser };
  });
}
