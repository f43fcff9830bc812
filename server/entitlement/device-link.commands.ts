import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { RefusalName } from "#src/api/codes.ts";
import { codeLetters, mostDevices, plainCode } from "#src/entitlement/entitlement.rules.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { bucketOf, countAgainst, networkOf, uncount } from "#server/accounts/rate.commands.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { newId } from "#server/clock.ts";
import { gate } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import { newToken, tokenHash } from "#server/http/authenticate.ts";
import { signedIn } from "#server/http/context.ts";
import type { RequestContext } from "#server/http/context.ts";
import { mailDeviceLinked } from "#server/subscription/customer-mail.commands.ts";
import { holdCustomer } from "#server/subscription/customer.queries.ts";
import { linkOfCode, stateOf } from "./device-link.queries.ts";
import type { LinkRow, LinkState } from "./device-link.queries.ts";
import { endDeviceSessions } from "./devices.commands.ts";

const hourMs = 3_600_000;
const linkLifeMs = 15 * 60_000;
const startsPerNetwork = 30;
const wrongCodesPerCustomer = 20;
/** Of 25,600,000,000 codes, a hundred in a row that are taken is no accident. */
const mostTries = 100;

/** Counts a device that asks for a code, by network, in a transaction of its own. @returns whether it is within the limit; else `tooMany` */
export async function withinStartLimit({ services, address, now }: RequestContext): Promise<boolean> {
  const ofNetwork = bucketOf("entitlement.start-link network", networkOf(address));
  return services.database.transaction(gate, (tx) => countAgainst(tx, ofNetwork, startsPerNetwork, hourMs, now));
}

function newCode(): string {
  return Array.from({ length: 8 }, () => codeLetters[randomInt(codeLetters.length)]).join("");
}

/** Writes down that a device waits, under a code that nobody has. Wants the gate. */
export async function startDeviceLink(
  tx: Tx,
  { thumbprint, deviceName, now }: { thumbprint: string; deviceName: string; now: Date },
): Promise<{ deviceCode: string; userCode: string; expiresAt: Date }> {
  const deviceCode = newToken();
  const expiresAt = new Date(now.getTime() + linkLifeMs);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const userCode = newCode();
    const made = await tx
      .insertInto("device_link")
      .values({
        link_uuid: newId(),
        device_code_hash: tokenHash(deviceCode),
        user_code: userCode,
        thumbprint,
        device_name: deviceName,
        state: "PENDING",
        created_at: now,
        expires_at: expiresAt,
      })
      .onConflict((conflict) => conflict.column("user_code").doNothing())
      .returning("link_uuid")
      .executeTakeFirst();
    if (made !== undefined) return { deviceCode, userCode, expiresAt };
  }
  throw new Error("entitlement: every code is taken");
}

/**
 * The link behind a code that somebody typed. Each try is counted before it is looked at, so that many at once get no more than one after another, and
 * is given back where it was right.
 * @returns `entitlement.codeUnknown`; `tooMany` for who tries codes
 */
export async function findLink(typed: string, context: RequestContext): Promise<Result<LinkRow, RefusalName>> {
  const { services, now } = context;
  const { userUuid } = signedIn(context);
  const tries = bucketOf("entitlement.user-code customer", userUuid);
  return services.database.transaction(gate, async (tx) => {
    if (!(await countAgainst(tx, tries, wrongCodesPerCustomer, hourMs, now))) return refuse("tooMany");
    const code = plainCode(typed);
    const link = code === null ? null : await linkOfCode(tx, { code, userUuid, now });
    if (link === null) return refuse("entitlement.codeUnknown");
    await uncount(tx, tries, hourMs, now);
    return ok(link);
  });
}

/** Takes the device off every account but this one. */
async function takeFromOthers(tx: Tx, { thumbprint, userUuid, now }: { thumbprint: string; userUuid: string; now: Date }): Promise<void> {
  const taken = await tx
    .updateTable("device")
    .set({ revoked_at: now })
    .where("thumbprint", "=", thumbprint)
    .where("revoked_at", "is", null)
    .where("user_uuid", "<>", userUuid)
    .returning(["device_uuid", "user_uuid"])
    .execute();
  for (const { device_uuid, user_uuid } of taken) await endDeviceSessions(tx, { deviceUuid: device_uuid, userUuid: user_uuid }, now);
}

/** Puts the device onto the account, or gives the one that it is there already; null where three others are. Wants the customer's row locked. */
async function addDevice(tx: Tx, link: LinkRow, userUuid: string, now: Date): Promise<string | null> {
  const { thumbprint, device_name: name } = link;
  // Two accounts may let one device in at once: the second waits here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`device ${thumbprint}`}, 0))`.execute(tx);
  await takeFromOthers(tx, { thumbprint, userUuid, now });
  const known = await tx
    .updateTable("device")
    .set({ name, linked_at: now })
    .where("user_uuid", "=", userUuid)
    .where("thumbprint", "=", thumbprint)
    .where("revoked_at", "is", null)
    .returning("device_uuid")
    .executeTakeFirst();
  if (known !== undefined) return known.device_uuid;
  const { linked } = await tx
    .selectFrom("device")
    .select((on) => on.fn.countAll<number>().as("linked"))
    .where("user_uuid", "=", userUuid)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  if (linked >= mostDevices) return null;
  const deviceUuid = newId();
  await tx.insertInto("device").values({ device_uuid: deviceUuid, user_uuid: userUuid, name, thumbprint, linked_at: now }).execute();
  return deviceUuid;
}

/**
 * Lets the device behind a code in or turns it away. Deciding again changes nothing and answers what was decided. Wants the gate.
 * @param code of a link that `findLink` gave
 */
export async function decide(
  tx: Tx,
  { code, decision }: { code: string; decision: "approve" | "deny" },
  context: RequestContext,
): Promise<Result<LinkState, RefusalName>> {
  const { now } = context;
  const { userUuid } = signedIn(context);
  const customer = await holdCustomer(tx, userUuid);
  const link = customer === null ? null : await linkOfCode(tx, { code, userUuid, now }, "hold");
  if (customer === null || link === null) return refuse("entitlement.codeUnknown");
  if (link.state !== "PENDING") return ok(stateOf(link, now));
  const deviceUuid = decision === "approve" ? await addDevice(tx, link, userUuid, now) : null;
  if (decision === "approve" && deviceUuid === null) return refuse("entitlement.tooManyDevices");
  const state = decision === "approve" ? "APPROVED" : "DENIED";
  await tx
    .updateTable("device_link")
    .set({ state, user_uuid: userUuid, device_uuid: deviceUuid })
    .where("link_uuid", "=", link.link_uuid)
    .execute();
  if (state === "APPROVED") await mailDeviceLinked(tx, customer, link.device_name, context);
  await writeAudit(tx, context, {
    action: state === "APPROVED" ? "entitlement.link-device" : "entitlement.deny-device",
    subjectType: "device",
    subjectUuid: deviceUuid,
  });
  return ok(state);
}
