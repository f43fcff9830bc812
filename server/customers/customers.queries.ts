import type { Tx } from "#server/db/tx.ts";

/** A retailer's user, as its provider may look on for support. */
export interface RetailerUser {
  user_uuid: string;
  username: string;
  is_blocked: boolean;
}

/** The first user of one of the provider's own retailers who can sign in; null where there is none, or the retailer is another's. */
export async function firstUserOf(tx: Tx, providerUuid: string, retailerUuid: string): Promise<RetailerUser | null> {
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
