import { sql } from "kysely";
import type { Permission } from "#src/api/actors.ts";
import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { isBadge, mostWrongOfDay, mostWrongTries } from "#src/scanning/hand-over.rules.ts";
import { accountOf, nameKey } from "#server/accounts/account.queries.ts";
import type { Account } from "#server/accounts/account.queries.ts";
import { bucketOf, countAgainst, uncount } from "#server/accounts/rate.commands.ts";
import { endSessions, openSessionFor } from "#server/accounts/session.commands.ts";
import type { TokenPair } from "#server/accounts/session.commands.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { gate } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import type { Actor, RequestContext } from "#server/http/context.ts";
import { verifyPassword } from "#server/passwords.ts";
import { colleagueOn } from "./hand-over.queries.ts";
import type { Colleague } from "./hand-over.queries.ts";
import { hashOf } from "./pin.commands.ts";

const windowMs = 15 * 60_000;
const dayMs = 24 * 3_600_000;
/** Failed tries of one device, whoever is tried. */
const perDevice = 30;
/** A shift, and no longer: then the password is wanted again. */
const shiftMs = 12 * 3_600_000;
/** How long the session that hands over is good for what is under way. */
const overlapMs = 60_000;

/** Somebody who wants to take over. */
interface HandOver {
  readonly providerUuid: string;
  readonly deviceHash: Buffer;
  /** empty for a badge */
  readonly username: string;
  /** the PIN, or the badge's code */
  readonly secret: string;
  readonly permission: Permission | undefined;
}

const bucketOfDevice = ({ providerUuid, deviceHash }: HandOver): string =>
  bucketOf("scanning.change-hands device", `${providerUuid} ${deviceHash.toString("hex")}`);

/** Takes one of the five tries, before anything is looked at: many at once get no more than one after another. */
async function takeTry(tx: Tx, providerUuid: string, userUuid: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable("operator_pin")
    .set({ wrong_tries: sql`wrong_tries + 1`, last_wrong_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("user_uuid", "=", userUuid)
    .where("wrong_tries", "<", mostWrongTries)
    .returning("user_uuid")
    .executeTakeFirst();
  return row !== undefined;
}

/** The try was a right one, or was not looked at after all. */
async function giveTryBack(tx: Tx, providerUuid: string, userUuid: string, isRight: boolean): Promise<void> {
  await tx
    .updateTable("operator_pin")
    .set({ wrong_tries: isRight ? 0 : sql`greatest(wrong_tries - 1, 0)` })
    .where("provider_uuid", "=", providerUuid)
    .where("user_uuid", "=", userUuid)
    .execute();
}

/**
 * Counts a wrong PIN of the day. No right one forgives these, nor does a full sign-in: at the last, and at each that follows until the day is over,
 * PIN and badge lock at once.
 */
async function countOfDay(tx: Tx, providerUuid: string, userUuid: string, now: Date): Promise<void> {
  const bucket = bucketOf("scanning.change-hands user", `${providerUuid} ${userUuid}`);
  if (await countAgainst(tx, bucket, mostWrongOfDay - 1, dayMs, now)) return;
  await tx
    .updateTable("operator_pin")
    .set({ wrong_tries: mostWrongTries })
    .where("provider_uuid", "=", providerUuid)
    .where("user_uuid", "=", userUuid)
    .execute();
}

/** Whom a try is about, as far as that is known, and why it ends here; null where the PIN is to be looked at. */
interface Begun {
  readonly found: Colleague | null;
  readonly refusal: RefusalName | null;
}

/** Counts the try and looks the colleague up. */
async function begin(wish: HandOver, { services, now }: RequestContext): Promise<Begun> {
  const { providerUuid, deviceHash, username, secret } = wish;
  return services.database.transaction(gate, async (tx) => {
    if (!(await countAgainst(tx, bucketOfDevice(wish), perDevice, windowMs, now))) return { found: null, refusal: "tooMany" };
    const isByBadge = username === "";
    // What is no badge of ours is not looked for.
    if (isByBadge && !isBadge(secret)) return { found: null, refusal: "scanning.wrongPin" };
    const by = isByBadge ? { badgeHash: hashOf(secret) } : { nameKey: nameKey(username) };
    const found = await colleagueOn(tx, providerUuid, deviceHash, by);
    // Whose badge it is elsewhere, and who else has an account, is not told.
    if (found === null) return { found, refusal: isByBadge ? "scanning.wrongPin" : "scanning.notOnDevice" };
    if ((found.wrong_tries ?? 0) >= mostWrongTries) return { found, refusal: "scanning.pinLocked" };
    const isCounted = isByBadge || found.pin_hash === null || (await takeTry(tx, providerUuid, found.user_uuid, now));
    return { found, refusal: isCounted ? null : "scanning.pinLocked" };
  });
}

/** Whether the PIN is the colleague's; a badge was found by its code, and nothing is left to look at. */
async function isProven(wish: HandOver, found: Colleague, { services }: RequestContext): Promise<boolean> {
  if (wish.username === "") return true;
  try {
    return await verifyPassword(found.pin_hash, wish.secret);
  } catch (error) {
    if (found.pin_hash !== null)
      await services.database.transaction(gate, (tx) => giveTryBack(tx, wish.providerUuid, found.user_uuid, false));
    throw error;
  }
}

function mayDo({ role, granted }: Colleague, permission: Permission | undefined): boolean {
  return role === "provider" || permission === undefined || granted.includes(permission);
}

/**
 * Says whether somebody may take over. Each wrong try counts and is written down, whatever becomes of the request.
 * @throws LimitReached when too many wait to be hashed
 */
export async function checkHandOver(wish: HandOver, actor: Actor, context: RequestContext): Promise<Result<Colleague, RefusalName>> {
  const { found, refusal: early } = await begin(wish, context);
  const isRight = early === null && found !== null && (await isProven(wish, found, context));
  const refusal = early ?? (isRight ? null : "scanning.wrongPin");
  const { services, now, acting } = context;
  if (early === null && found !== null && found.pin_hash !== null && !isRight)
    await services.database.transaction(gate, (tx) => countOfDay(tx, wish.providerUuid, found.user_uuid, now));
  if (refusal !== null || found === null) {
    const detail = { reason: refusal, by: wish.username === "" ? "badge" : "pin" };
    await services.database.transaction(acting, (tx) =>
      writeAudit(tx, context, {
        action: "scanning.change-hands-failed",
        subjectType: "user",
        subjectUuid: found?.user_uuid ?? null,
        detail,
      }),
    );
    return refuse(refusal ?? "scanning.wrongPin");
  }
  await services.database.transaction(gate, async (tx) => {
    await uncount(tx, bucketOfDevice(wish), windowMs, now);
    await giveTryBack(tx, wish.providerUuid, found.user_uuid, true);
  });
  if (found.user_uuid === actor.userUuid) return refuse("scanning.alreadyYou");
  return mayDo(found, wish.permission) ? ok(found) : refuse("scanning.notPermitted");
}

/**
 * Opens the colleague's session for a shift, in the place of the one that a change of hands opened here before; the session that hands over ends
 * in a minute.
 * @param tx acts for the gate
 * @returns null where the colleague was blocked, or changed PIN or badge, in this very moment
 */
export async function takeOver(
  tx: Tx,
  { providerUuid, deviceHash, username, secret }: HandOver,
  before: Colleague,
  { sessionUuid }: Actor,
  { address, device, now }: Pick<RequestContext, "address" | "device" | "now">,
): Promise<(TokenPair & { sessionUuid: string; account: Account }) | null> {
  // Seen as active until this ends: no session is opened behind a block's back.
  await sql`select 1 from app_user where user_uuid = ${before.user_uuid} for share`.execute(tx);
  // One after another: who comes second sees, and ends, the session that the first one opened.
  await tx
    .selectFrom("shared_device")
    .select("user_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("device_hash", "=", deviceHash)
    .where("user_uuid", "=", before.user_uuid)
    .forUpdate()
    .execute();
  const by = username === "" ? { badgeHash: hashOf(secret) } : { nameKey: nameKey(username) };
  const still = await colleagueOn(tx, providerUuid, deviceHash, by);
  const account = await accountOf(tx, before.user_uuid);
  if (account === null || still?.user_uuid !== before.user_uuid || still.pin_hash !== before.pin_hash) return null;
  if (still.session_uuid !== null) await endSessions(tx, { sessionUuids: [still.session_uuid] }, now);
  const opened = await openSessionFor(tx, { userUuid: account.user_uuid, area: "p", providerUuid, address, device, now, isByPin: true });
  await tx
    .updateTable("session")
    .set({ ends_at: new Date(now.getTime() + shiftMs) })
    .where("session_uuid", "=", opened.sessionUuid)
    .execute();
  await tx
    .updateTable("session")
    .set({
      ends_at: sql`least(ends_at, ${new Date(now.getTime() + overlapMs)}::timestamptz)`,
      expires_at: sql`least(expires_at, ${new Date(now.getTime() + overlapMs)}::timestamptz)`,
    })
    .where("session_uuid", "=", sessionUuid)
    .execute();
  await tx
    .updateTable("shared_device")
    .set({ session_uuid: opened.sessionUuid, last_used_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("device_hash", "=", deviceHash)
    .where("user_uuid", "=", account.user_uuid)
    .execute();
  return { ...opened, account };
}
