import type { RefusalName } from "#src/kit/api/codes.ts";
import type { EntitlementAnswer } from "#src/pro/entitlement/entitlement.contract.ts";
import { hideEmail, getTokenEnd } from "#src/pro/entitlement/entitlement.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Services } from "#server/platform/services.ts";
import { findLinkedDevice } from "./entitlement.queries.ts";
import type { DeviceStanding } from "./entitlement.queries.ts";

/** The token's issuer, for people who read a token; the extension checks the key. */
const issuer = "quayside";

function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

/** Returns a linked device that has proved possession of its key, in one round trip. */
export async function proveDevice(
  { database, clock }: Pick<Services, "database" | "clock">,
  device: { deviceUuid: string; thumbprint: string },
): Promise<Result<DeviceStanding, RefusalName>> {
  const standing = await findLinkedDevice(database, device, clock.now());
  if (standing === null) return refuse("entitlement.deviceRemoved");
  return standing.thumbprint === device.thumbprint ? ok(standing) : refuse("entitlement.proofWrong");
}

/** Returns the response to a device, with a token of `EntitlementClaims` while its account has Pro. */
export async function buildEntitlement(
  { entitlementKeys }: Pick<Services, "entitlementKeys">,
  { standing, deviceUuid, now }: { standing: DeviceStanding; deviceUuid: string; now: Date },
): Promise<EntitlementAnswer> {
  const { proUntil, isEnding, thumbprint, email } = standing;
  const about = { account: hideEmail(email), server_time: now.toISOString() };
  if (proUntil === null || proUntil <= now) return { token: null, plan_id: "free", pro_until: null, is_ending: false, ...about };
  const token = entitlementKeys.sign({
    iss: issuer,
    sub: deviceUuid,
    plan: "pro",
    iat: seconds(now.getTime()),
    exp: seconds(getTokenEnd(now.getTime(), proUntil.getTime())),
    cnf: { jkt: thumbprint },
  });
  return { token, plan_id: "pro", pro_until: proUntil.toISOString(), is_ending: isEnding, ...about };
}
