import { sql } from "kysely";
import { actingFor, platform, platformUuid } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";

/** A limit on the size of the file, which no customer reaches. In rows. */
const most = 10_000;

/**
 * Returns records about the customer that only the site's staff can see: audit entries with their time and address, and messages to support. The caller
 * must act for the platform.
 */
async function seenByOthers(tx: Tx, userUuid: string, email: string) {
  const log = await tx
    .selectFrom("audit_person")
    .innerJoin("audit_log", (join) =>
      join.onRef("audit_log.audit_uuid", "=", "audit_person.audit_uuid").on("audit_log.provider_uuid", "=", platformUuid),
    )
    .select(["audit_log.at", "audit_log.action", "audit_person.about"])
    .where("audit_person.provider_uuid", "=", platformUuid)
    .where("audit_person.user_uuid", "=", userUuid)
    .orderBy("audit_log.at")
    .limit(most)
    .execute();
  const support_requests = await tx
    .selectFrom("support_request")
    .select(["number", "email", "topic", "message", "page", "language", "status", "answer", "answered_at", "created_at"])
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .orderBy("created_at")
    .limit(most)
    .execute();
  return { log, support_requests };
}

/**
 * Returns everything that is stored about a customer, except secrets (hashes of tokens and links). The transaction acts for the customer.
 * @returns plain data, times as dates
 */
export async function readAccountData(tx: Tx, userUuid: string, acting: Acting): Promise<object> {
  const account = await tx
    .selectFrom("app_user")
    .select(["user_uuid", "email", "default_language", "default_theme", "status", "created_at", "last_seen_at"])
    .where("user_uuid", "=", userUuid)
    .executeTakeFirstOrThrow();
  const payment_customers = await tx
    .selectFrom("payment_customer")
    .select(["provider_name", "provider_customer_id", "checkout_id", "checkout_currency", "checkout_expires_at", "created_at"])
    .where("user_uuid", "=", userUuid)
    .execute();
  const subscriptions = await tx.selectFrom("subscription").selectAll().where("user_uuid", "=", userUuid).orderBy("created_at").execute();
  const receipts = await tx
    .selectFrom("payment_receipt")
    .selectAll()
    .where("user_uuid", "=", userUuid)
    .orderBy("paid_at")
    .limit(most)
    .execute();
  const devices = await tx.selectFrom("device").selectAll().where("user_uuid", "=", userUuid).orderBy("linked_at").limit(most).execute();
  const sessions = await tx
    .selectFrom("session")
    .select(["session_uuid", "area", "address", "device", "created_at", "last_seen_at", "expires_at", "ends_at", "revoked_at"])
    .where("user_uuid", "=", userUuid)
    .orderBy("created_at")
    .limit(most)
    .execute();
  const mailed_links = await tx
    .selectFrom("mailed_link")
    .select(["purpose", "detail", "created_at", "expires_at", "used_at"])
    .where("user_uuid", "=", userUuid)
    .orderBy("created_at")
    .limit(most)
    .execute();
  const others = await actingFor(tx, platform, acting, () => seenByOthers(tx, userUuid, account.email));
  return { account, payment_customers, subscriptions, receipts, devices, sessions, mailed_links, ...others };
}
