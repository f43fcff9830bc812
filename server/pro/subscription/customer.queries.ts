import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { AppUser } from "#server/platform/db/schema.generated.ts";

/** A customer. The address identifies it; the username is generated. */
export interface Customer extends Pick<Selectable<AppUser>, "user_uuid" | "username" | "email"> {
  /** `invited` until a mailed link is opened for the first time */
  status: "invited" | "active" | "blocked";
  /** the language of mails that no request triggered */
  default_language: Language;
}

const columns = ["user_uuid", "username", "email", "status", "default_language"] as const;

/**
 * Returns the customer of an address, ignoring case, with the row locked: two concurrent requests for one address run one after the other. Null if
 * there is none. The caller must act as `anonymous`.
 */
export async function holdCustomerByEmail(tx: Tx, email: string): Promise<Customer | null> {
  const row = await tx
    .selectFrom("app_user")
    .select(columns)
    .where("role", "=", "customer")
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .forNoKeyUpdate()
    .$castTo<Customer>()
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a customer by id with the row locked. Always lock it before its links, devices and sessions, to avoid deadlocks. */
export async function holdCustomer(tx: Tx, userUuid: string): Promise<Customer | null> {
  const row = await tx
    .selectFrom("app_user")
    .select(columns)
    .where("user_uuid", "=", userUuid)
    .where("role", "=", "customer")
    .forNoKeyUpdate()
    .$castTo<Customer>()
    .executeTakeFirst();
  return row ?? null;
}

/** Returns how the audit log identifies a customer before sign-in. */
export function findAuditedCustomer({ user_uuid, username }: Pick<Customer, "user_uuid" | "username">) {
  return { providerUuid: null, retailerUuid: null, userUuid: user_uuid, username };
}
