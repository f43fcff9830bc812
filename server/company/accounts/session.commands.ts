import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { SessionArea } from "#src/kit/api/roles-and-permissions.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { deriveCsrfToken, createToken, hashToken } from "#server/platform/http/authenticate.ts";
import { recheckSockets } from "#server/platform/realtime/session-changes.commands.ts";
import type { Services } from "#server/platform/services.ts";

/** How long a pair of tokens is valid; it is renewed before. */
const pairLifeMs = 2 * 3_600_000;
/** How long a session can be renewed. */
const sessionLifeMs = 30 * 24 * 3_600_000;
/** How long the previous pair remains valid, for requests in progress. */
const overlapMs = 60_000;

export interface NewSession {
  readonly userUuid: string;
  readonly area: SessionArea;
  /** whose data is shown: the own provider, or the retailer's current one */
  readonly providerUuid: string | null;
  readonly address: string;
  readonly device: string;
  readonly now: Date;
  /** a support session: read-only, by this user of the provider, for so long without renewal; it ends with the session it was opened in */
  readonly support?: { readonly openedBy: string; readonly openedIn: string; readonly lifeMs: number };
  /** opened by a PIN or badge on a shared device: not a full sign-in */
  readonly isByPin?: boolean;
}

/** A pair of tokens as issued, once: only its hash is stored. */
export interface TokenPair {
  readonly accessToken: string;
  readonly csrfToken: string;
  readonly expiresAt: Date;
}

function toTokenPair(accessToken: string, expiresAt: Date): TokenPair {
  return { accessToken, csrfToken: deriveCsrfToken(accessToken), expiresAt };
}

/**
 * Opens a session.
 * @param tx acts for `anonymous` or the user; for a support session, for the provider whose user `openedBy` is
 */
export async function openSessionFor(tx: Tx, session: NewSession): Promise<TokenPair & { sessionUuid: string }> {
  const { now, support } = session;
  const sessionUuid = newId();
  const accessToken = createToken();
  const endsAt = new Date(now.getTime() + (support?.lifeMs ?? sessionLifeMs));
  const expiresAt = new Date(Math.min(now.getTime() + pairLifeMs, endsAt.getTime()));
  await tx
    .insertInto("session")
    .values({
      session_uuid: sessionUuid,
      user_uuid: session.userUuid,
      area: session.area,
      token_hash: hashToken(accessToken),
      provider_uuid: session.providerUuid,
      is_read_only: support !== undefined,
      opened_by: support?.openedBy ?? null,
      opened_in: support?.openedIn ?? null,
      address: session.address,
      device: session.device,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      ends_at: endsAt,
      is_by_pin: session.isByPin ?? false,
    })
    .execute();
  return { ...toTokenPair(accessToken, expiresAt), sessionUuid };
}

/** The sessions to end, by user or id. */
export type SessionsToEnd =
  | { readonly userUuids: readonly string[]; readonly except?: string }
  | { readonly sessionUuids: readonly string[] };

/**
 * Ends open sessions with the support sessions that were opened in them, and their websockets once this is committed. Sessions that had ended
 * before stay unchanged.
 * @param tx acts for somebody who may: `anonymous`, the user, or the provider for its operators
 * @returns how many were ended
 */
export async function endSessions(tx: Tx, which: SessionsToEnd, now: Date): Promise<number> {
  const meant =
    "userUuids" in which
      ? sql`user_uuid = any (${[...which.userUuids]}::uuid[]) and session_uuid is distinct from ${which.except ?? null}::uuid`
      : sql`session_uuid = any (${[...which.sessionUuids]}::uuid[])`;
  // locked in the order of their keys, so that two who end each other's sessions do not deadlock
  const { rows } = await sql<{ session_uuid: string }>`
    with ending as (
      select session_uuid from session
      where (${meant} or opened_in in (select session_uuid from session where ${meant})) and revoked_at is null and expires_at > ${now}
      order by session_uuid for update
    )
    update session set revoked_at = ${now} from ending where session.session_uuid = ending.session_uuid
    returning session.session_uuid`.execute(tx);
  const ended = rows.map((row) => row.session_uuid);
  await recheckSockets(tx, ended);
  return ended.length;
}

/**
 * Derives the token that follows another. Two tabs that renew the same token at once get the same new one, though only hashes are stored; without
 * the server's secret a token reveals nothing about its successor.
 */
function deriveSuccessor({ secrets }: Pick<Services, "secrets">, token: string): string {
  return createHmac("sha256", secrets.derive("accounts.renew-session")).update(token).digest("base64url");
}

/**
 * Renews a session's pair of tokens; the previous pair stays valid for a minute. Renewing is safe to repeat, concurrently or after a lost answer:
 * within that minute the old token gets the same new pair again, and the new one gets itself.
 *
 * @param token the bearer token as it was sent, by which `sessionUuid` was found
 * @returns the pair to continue with and whether it is new; null if the token was replaced longer ago than that: `loginExpired`
 */
export async function renewTokens(
  tx: Tx,
  services: Pick<Services, "secrets">,
  { token, sessionUuid, now }: { token: string; sessionUuid: string; now: Date },
): Promise<(TokenPair & { isNew: boolean }) | null> {
  const next = deriveSuccessor(services, token);
  const renewed = await tx
    .updateTable("session")
    .set({
      token_hash: hashToken(next),
      previous_token_hash: hashToken(token),
      previous_until: new Date(now.getTime() + overlapMs),
      expires_at: sql`least(${new Date(now.getTime() + pairLifeMs)}::timestamptz, ends_at)`,
    })
    .where("session_uuid", "=", sessionUuid)
    .where("token_hash", "=", hashToken(token))
    // otherwise the previous pair would be dropped within its minute
    .where((on) => on.or([on("previous_until", "is", null), on("previous_until", "<=", now)]))
    .returning("expires_at")
    .executeTakeFirst();
  if (renewed !== undefined) return { ...toTokenPair(next, renewed.expires_at), isNew: true };
  const row = await tx
    .selectFrom("session")
    .select(["token_hash", "expires_at"])
    .where("session_uuid", "=", sessionUuid)
    .executeTakeFirst();
  const current = [token, next].find((candidate) => row?.token_hash.equals(hashToken(candidate)));
  return row === undefined || current === undefined ? null : { ...toTokenPair(current, row.expires_at), isNew: false };
}
