import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { Permission, Role, SessionArea } from "#src/kit/api/roles-and-permissions.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { Actor } from "./context.ts";

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** Creates a bearer token: 256 random bits. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Hashes a token for storage: nobody who reads the table can act with it. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Derives the CSRF token of a bearer token, so that nothing more needs to be stored. */
export function deriveCsrfToken(token: string): string {
  return createHmac("sha256", token).update("quayside csrf").digest("base64url");
}

/** Returns the token of an Authorization header; null if there is no header, "" if it holds no token of ours. */
export function readBearer(header: string | undefined): string | null {
  if (header === undefined || header.trim() === "") return null;
  const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1] ?? "";
  return tokenShape.test(token) ? token : "";
}

interface SessionRow {
  state: "open" | "expired" | "blocked";
  session_uuid: string;
  area: SessionArea;
  user_uuid: string;
  username: string;
  role: Role;
  related_uuid: string | null;
  provider_uuid: string | null;
  retailer_uuid: string | null;
  is_read_only: boolean;
  opened_by: string | null;
  expires_at: Date;
  permissions: Permission[];
  warehouses: string[];
  is_seen_due: boolean | null;
}

/**
 * Looks a token up and makes the transaction act for its session, in one round trip.
 * @returns the actor; or `loginExpired` for a token that is expired, revoked or unknown, `accountBlocked`
 */
export async function openSession(tx: Tx, token: string, now: Date): Promise<Result<Actor, RefusalName>> {
  const { rows } = await sql<SessionRow>`select * from open_session(${hashToken(token)}, ${now})`.execute(tx);
  const [row] = rows;
  if (row === undefined || row.state === "expired") return refuse("loginExpired");
  if (row.state === "blocked") return refuse("accountBlocked");
  return ok({
    sessionUuid: row.session_uuid,
    area: row.area,
    userUuid: row.user_uuid,
    username: row.username,
    role: row.role,
    relatedUuid: row.related_uuid,
    providerUuid: row.provider_uuid,
    retailerUuid: row.retailer_uuid,
    permissions: row.permissions,
    warehouseUuids: row.warehouses,
    isReadOnly: row.is_read_only,
    openedBy: row.opened_by,
    expiresAt: row.expires_at,
    isSeenDue: row.is_seen_due === true,
  });
}

/** Whether the CSRF header belongs to the token; compared in constant time. */
export function csrfMatches(token: string, header: string | undefined): boolean {
  const wanted = Buffer.from(deriveCsrfToken(token));
  const given = Buffer.from(header ?? "");
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
