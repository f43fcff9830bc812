import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Language } from "#src/lib/look.ts";
import type { Tx } from "#server/db/tx.ts";
import type { AppUser } from "#server/db/schema.generated.ts";

/** A customer: known by the address alone; the username is made up. */
export interface Customer extends Pick<Selectable<AppUser>, "user_uuid" | "username" | "email"> {
  /** `invited` until a mailed link is opened for the first time */
  status: "invited" | "active" | "blocked";
  /** what mails are written in that nobody asked for */
  default_language: Language;
}

const columns = ["user_uuid", "username", "email", "status", "default_language"] as const;

/**
 * The customer of an address, whatever its case, with the row locked: two that ask at once for one address come one after the other. Null where
 * there is none. Wants the gate.
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

/** A customer by id with the row locked: before its links, devices and sessions, everywhere, so that nobody waits in a circle. */
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

/** Who a customer is to the audit log before anybody is signed in. */
export function auditedCustomer({ user_uuid, username }: Pick<Customer, "user_uuid" | "username">) {
  return { providerUuid: null, retailerUuid: null, userUuid: user_uuid, username };
}
