import { sql } from "kysely";
import { wireRoles } from "#src/kit/api/roles-and-permissions.ts";
import type { Role, WireRole } from "#src/kit/api/roles-and-permissions.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** Normalises a username for look-ups and counts: usernames must differ in more than case and surrounding blanks. */
export function nameKey(username: string): string {
  return username.trim().toLowerCase();
}

/** A user as sign-in sees it. */
export interface Account {
  user_uuid: string;
  username: string;
  password_hash: string | null;
  role: Role;
  related_uuid: string | null;
  status: "invited" | "active" | "blocked";
  email: string;
  avatar: Buffer | null;
  default_language: Language;
  /** the own provider; for a retailer the oldest that does not block it; null for none */
  provider_uuid: string | null;
}

// By retailer over all of its providers, which has an index: which provider it should be is the question.
const account = sql`
  select u.user_uuid, u.username, u.password_hash, u.role, u.related_uuid, u.status, u.email, u.avatar, u.default_language,
    case when u.role = 'dropShipper' then (
      select rp.provider_uuid from retailer_provider rp
      where rp.retailer_uuid = u.related_uuid and not rp.is_blocked
      order by rp.created_at, rp.provider_uuid limit 1
    ) else u.related_uuid end as provider_uuid
  from app_user u`;

/** Returns the account of a username, or null. The caller must act as `anonymous`. */
export async function findAccountByName(tx: Tx, username: string): Promise<Account | null> {
  const { rows } = await sql<Account>`${account} where lower(u.username) = ${nameKey(username)}`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the account of a user, or null. The caller must act as `anonymous`. */
export async function findAccount(tx: Tx, userUuid: string): Promise<Account | null> {
  const { rows } = await sql<Account>`${account} where u.user_uuid = ${userUuid}`.execute(tx);
  return rows[0] ?? null;
}

/** Returns how the audit log identifies an account before sign-in; without an account only the attempted name is known. */
export function identifyForAudit(found: Account | null, username: string) {
  const retailerUuid = found?.role === "dropShipper" ? found.related_uuid : null;
  return {
    providerUuid: found?.provider_uuid ?? null,
    retailerUuid,
    userUuid: found?.user_uuid ?? null,
    username: found?.username ?? username,
  };
}

/** What sign-in and home return about a user. */
export interface Whoami {
  username: string;
  user_role: WireRole;
  user_related_id: string;
  avatar_base64: string;
}

/** Converts a user to its wire format. */
export function toWhoami(user: { username: string; role: Role; related_uuid: string | null; avatar: Buffer | null }): Whoami {
  return {
    username: user.username,
    user_role: wireRoles[user.role],
    user_related_id: user.related_uuid ?? "",
    avatar_base64: user.avatar?.toString("base64") ?? "",
  };
}
