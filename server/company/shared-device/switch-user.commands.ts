import { sql } from "kysely";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { isBadge, mostWrongOfDay, mostWrongTries } from "#src/company/shared-device/pin.rules.ts";
import { findAccount, nameKey } from "#server/company/accounts/account.queries.ts";
import type { Account } from "#server/company/accounts/account.queries.ts";
import { nameBucket, countAgainst, uncount } from "#server/platform/http/rate-limits.commands.ts";
import { endSessions, openSessionFor } from "#server/company/accounts/session.commands.ts";
import type { TokenPair } from "#server/company/accounts/session.commands.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { Actor, RequestContext } from "#server/platform/http/context.ts";
import { verifyPassword } from "#server/platform/runtime/passwords.ts";
import { findColleagueOn } from "./shared-device.queries.ts";
import type { Colleague } from "./shared-device.queries.ts";
import { hashSecret } from "./pin.commands.ts";

const windowMs = 15 * 60_000;
const dayMs = 24 * 3_600_000;
/** Failed attempts of one device, for whatever users. */
const perDevice = 30;
/** A shift: after that the password is needed again. */
const shiftMs = 12 * 3_600_000;
/** How long the previous session remains valid for requests in progress. */
const overlapMs = 60_000;

/** A request of a user to take over. */
interface UserSwitch {
  readonly providerUuid: string;
  readonly deviceHash: Buffer;
  /** empty for a badge */
  readonly username: string;
  /** the PIN, or the badge's code */
  readonly secret: string;
  readonly permission: Permission | undefined;
}

const bucketOfDevice = ({ providerUuid, deviceHash }: UserSwitch): string =>
  nameBucket("scanning.change-hands device", `${providerUuid} ${deviceHash.toString("hex")}`);

/** Takes one of the five attempts, before anything is checked: concurrent attempts get no more than sequential ones. */
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

/** Returns an attempt that was right, or that was not checked after all. */
async function giveTryBack(tx: Tx, providerUuid: string, userUuid: string, isRight: boolean): Promise<void> {
  await tx
    .updateTable("operator_pin")
    .set({ wrong_tries: isRight ? 0 : sql`greatest(wrong_tries - 1, 0)` })
    .where("provider_uuid", "=", providerUuid)
    .where("user_uuid", "=", userUuid)
    .execute();
}

/**
 * Counts a wrong PIN of the day. Neither a right one nor a full sign-in resets this count: the last allowed one, and each further one until the day
 * is over, locks PIN and badge at once.
 */
async function countOfDay(tx: Tx, providerUuid: string, userUuid: string, now: Date): Promise<void> {
  const bucket = nameBucket("scanning.change-hands user", `${providerUuid} ${userUuid}`);
  if (await countAgainst(tx, bucket, mostWrongOfDay - 1, dayMs, now)) return;
  await tx
    .updateTable("operator_pin")
    .set({ wrong_tries: mostWrongTries })
    .where("provider_uuid", "=", providerUuid)
    .where("user_uuid", "=", userUuid)
    .execute();
}

/** The user of an attempt, as far as it is known, and why it ends here; null if the PIN is to be checked. */
interface Begun {
  readonly found: Colleague | null;
  readonly refusal: RefusalName | null;
}

/** Counts the attempt and looks the colleague up. */
async function begin(wish: UserSwitch, { services, now }: RequestContext): Promise<Begun> {
  const { providerUuid, deviceHash, username, secret } = wish;
  return services.database.transaction(anonymous, async (tx) => {
    if (!(await countAgainst(tx, bucketOfDevice(wish), perDevice, windowMs, now))) return { found: null, refusal: "tooMany" };
    const isByBadge = username === "";
    // A code that is not a badge of ours is not looked up.
    if (isByBadge && !isBadge(secret)) return { found: null, refusal: "scanning.wrongPin" };
    const by = isByBadge ? { badgeHash: hashSecret(secret) } : { nameKey: nameKey(username) };
    const found = await findColleagueOn(tx, providerUuid, deviceHash, by);
    // Badges and accounts elsewhere must not be revealed.
    if (found === null) return { found, refusal: isByBadge ? "scanning.wrongPin" : "scanning.notOnDevice" };
    if ((found.wrong_tries ?? 0) >= mostWrongTries) return { found, refusal: "scanning.pinLocked" };
    const isCounted = isByBadge || found.pin_hash === null || (await takeTry(tx, providerUuid, found.user_uuid, now));
    return { found, refusal: isCounted ? null : "scanning.pinLocked" };
  });
}

/** Whether the PIN is the colleague's; a badge was found by its code, which is proof enough. */
async function isProven(wish: UserSwitch, found: Colleague, { services }: RequestContext): Promise<boolean> {
  if (wish.username === "") return true;
  try {
    return await verifyPassword(found.pin_hash, wish.secret);
  } catch (error) {
    if (found.pin_hash !== null)
      await services.database.transaction(anonymous, (tx) => giveTryBack(tx, wish.providerUuid, found.user_uuid, false));
    throw error;
  }
}

function mayDo({ role, granted }: Colleague, permission: Permission | undefined): boolean {
  return role === "provider" || permission === undefined || granted.includes(permission);
}

/**
 * Checks whether somebody may take over. Each wrong attempt is counted and audited, whatever becomes of the request.
 * @throws LimitReached if too many wait to be hashed
 */
export async function checkSwitch(wish: UserSwitch, actor: Actor, context: RequestContext): Promise<Result<Colleague, RefusalName>> {
  const { found, refusal: early } = await begin(wish, context);
  const isRight = early === null && found !== null && (await isProven(wish, found, context));
  const refusal = early ?? (isRight ? null : "scanning.wrongPin");
  const { services, now, acting } = context;
  if (early === null && found !== null && found.pin_hash !== null && !isRight)
    await services.database.transaction(anonymous, (tx) => countOfDay(tx, wish.providerUuid, found.user_uuid, now));
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
  await services.database.transaction(anonymous, async (tx) => {
    await uncount(tx, bucketOfDevice(wish), windowMs, now);
    await giveTryBack(tx, wish.providerUuid, found.user_uuid, true);
  });
  if (found.user_uuid === actor.userUuid) return refuse("scanning.alreadyYou");
  return mayDo(found, wish.permission) ? ok(found) : refuse("scanning.notPermitted");
}

/**
 * Opens the colleague's session for a shift, and replaces the one that an earlier switch opened here; the previous user's session ends in a minute.
 * @param tx acts for `anonymous`
 * @returns null if the colleague was blocked, or changed PIN or badge, at this moment
 */
export async function takeOver(
  tx: Tx,
  { providerUuid, deviceHash, username, secret }: UserSwitch,
  before: Colleague,
  { sessionUuid }: Actor,
  { address, device, now }: Pick<RequestContext, "address" | "device" | "now">,
): Promise<(TokenPair & { sessionUuid: string; account: Account }) | null> {
  // The row stays locked until this ends: no session is opened behind a block's back.
  await sql`select 1 from app_user where user_uuid = ${before.user_uuid} for share`.execute(tx);
  // One after another: the second sees, and ends, the session that the first one opened.
  await tx
    .selectFrom("shared_device")
    .select("user_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("device_hash", "=", deviceHash)
    .where("user_uuid", "=", before.user_uuid)
    .forUpdate()
    .execute();
  const by = username === "" ? { badgeHash: hashSecret(secret) } : { nameKey: nameKey(username) };
  const still = await findColleagueOn(tx, providerUuid, deviceHash, by);
  const account = await findAccount(tx, before.user_uuid);
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
