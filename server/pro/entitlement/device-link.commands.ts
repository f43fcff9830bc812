import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { codeLetters, mostDevices, parseCode } from "#src/pro/entitlement/entitlement.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { nameBucket, countAgainst, toNetwork, uncount } from "#server/platform/http/rate-limits.commands.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { createToken, hashToken } from "#server/platform/http/authenticate.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { mailDeviceLinked } from "#server/pro/subscription/customer-mail.commands.ts";
import { holdCustomer } from "#server/pro/subscription/customer.queries.ts";
import { linkOfCode, getLinkState } from "./device-link.queries.ts";
import type { LinkRow, LinkState } from "./device-link.queries.ts";
import { endDeviceSessions } from "./remove-device.commands.ts";

const hourMs = 3_600_000;
const linkLifeMs = 15 * 60_000;
const startsPerNetwork = 30;
const wrongCodesPerCustomer = 20;
/** There are 25,600,000,000 codes, so a hundred collisions in a row are not a coincidence. */
const mostTries = 100;

/** Counts a device's request for a code against its network's limit, in a separate transaction. @returns whether it is within the limit */
export async function countStart({ services, address, now }: RequestContext): Promise<boolean> {
  const ofNetwork = nameBucket("entitlement.start-link network", toNetwork(address));
  return services.database.transaction(anonymous, (tx) => countAgainst(tx, ofNetwork, startsPerNetwork, hourMs, now));
}

function newCode(): string {
  return Array.from({ length: 8 }, () => codeLetters[randomInt(codeLetters.length)]).join("");
}

/** Records a waiting device under an unused code. The caller must act as `anonymous`. */
export async function startDeviceLink(
  tx: Tx,
  { thumbprint, deviceName, now }: { thumbprint: string; deviceName: string; now: Date },
): Promise<{ deviceCode: string; userCode: string; expiresAt: Date }> {
  const deviceCode = createToken();
  const expiresAt = new Date(now.getTime() + linkLifeMs);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const userCode = newCode();
    const made = await tx
      .insertInto("device_link")
      .values({
        link_uuid: newId(),
        device_code_hash: hashToken(deviceCode),
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
  throw new Error("entitlement: found no unused code");
}

/**
 * Finds the link of a typed code. Each attempt is counted before the code is looked up, so that concurrent attempts get no more than sequential
 * ones; the count is undone if the code was right.
 * @returns `entitlement.codeUnknown`; `tooMany` after too many attempts
 */
export async function findLink(typed: string, context: RequestContext): Promise<Result<LinkRow, RefusalName>> {
  const { services, now } = context;
  const { userUuid } = requireActor(context);
  const tries = nameBucket("entitlement.user-code customer", userUuid);
  return services.database.transaction(anonymous, async (tx) => {
    if (!(await countAgainst(tx, tries, wrongCodesPerCustomer, hourMs, now))) return refuse("tooMany");
    const code = parseCode(typed);
    const link = code === null ? null : await linkOfCode(tx, { code, userUuid, now });
    if (link === null) return refuse("entitlement.codeUnknown");
    await uncount(tx, tries, hourMs, now);
    return ok(link);
  });
}

/** Removes the device from every account but this one. */
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

/** Adds the device to the account, or returns the existing one; null if the account has three others. The caller must lock the customer's row. */
async function addDevice(tx: Tx, link: LinkRow, userUuid: string, now: Date): Promise<string | null> {
  const { thumbprint, device_name: name } = link;
  // Two accounts may approve one device at once: the second waits here.
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
 * Approves or rejects the device behind a code. A second decision changes nothing and returns the first. The caller must act as `anonymous`.
 * @param code of a link that `findLink` returned
 */
export async function decide(
  tx: Tx,
  { code, decision }: { code: string; decision: "approve" | "deny" },
  context: RequestContext,
): Promise<Result<LinkState, RefusalName>> {
  const { now } = context;
  const { userUuid } = requireActor(context);
  const customer = await holdCustomer(tx, userUuid);
  const link = customer === null ? null : await linkOfCode(tx, { code, userUuid, now }, "hold");
  if (customer === null || link === null) return refuse("entitlement.codeUnknown");
  if (link.state !== "PENDING") return ok(getLinkState(link, now));
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
