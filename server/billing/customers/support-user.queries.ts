import type { Tx } from "#server/platform/db/row-security.ts";

/** A retailer's user, whose view the provider may open for support. */
export interface RetailerUser {
  user_uuid: string;
  username: string;
  is_blocked: boolean;
}

/** Returns the first user of one of the provider's retailers who can sign in; null if there is none, or the retailer belongs to another provider. */
export async function findFirstUser(tx: Tx, providerUuid: string, retailerUuid: string): Promise<RetailerUser | null> {
  const user = await tx
    .selectFrom("retailer_provider as rp")
    .innerJoin("app_user as u", "u.related_uuid", "rp.retailer_uuid")
    .select(["u.user_uuid", "u.username", "rp.is_blocked"])
    .where("rp.provider_uuid", "=", providerUuid)
    .where("rp.retailer_uuid", "=", retailerUuid)
    .where("u.role", "=", "dropShipper")
    .where("u.status", "=", "active")
    .orderBy("u.user_uuid")
    .limit(1)
    .executeTakeFirst();
  return user ?? null;
}
