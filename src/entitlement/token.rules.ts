import { clockBackToleranceMs, renewAfterMs } from "./entitlement.rules.ts";
import type { EntitlementClaims } from "./entitlement.rules.ts";

/**
 * Why the free plan is in force.
 * - notLinked: no account · none: an account without Pro · forged: none of our keys signed the token
 * - wrongDevice: the token is another device's, or this device's key is gone · clockBack: the clock runs behind what it showed before
 * - expired: not confirmed for a week, or Pro has ended
 */
export type WhyFree = "notLinked" | "none" | "forged" | "wrongDevice" | "clockBack" | "expired";

export type Verdict = { readonly plan: "pro"; readonly goodUntil: number } | { readonly plan: "free"; readonly why: WhyFree };

/** What decides about the plan. Times in ms since 1970. */
export interface Evidence {
  /** claims whose signature was verified, `forged`, or null for no token */
  readonly reading: EntitlementClaims | "forged" | null;
  /** the device that the server knows this one as; null while it is not linked */
  readonly deviceUuid: string | null;
  /** thumbprint of this device's own key; null where the key is gone */
  readonly jkt: string | null;
  /** this device's clock, put right by what the server said last */
  readonly now: number;
  /** the latest moment that this clock has shown */
  readonly lastSeen: number;
}

const free = (why: WhyFree): Verdict => ({ plan: "free", why });

/** The plan in force, from evidence that nobody can make up, and without the network. */
export function judge({ reading, deviceUuid, jkt, now, lastSeen }: Evidence): Verdict {
  if (deviceUuid === null) return free("notLinked");
  if (jkt === null) return free("wrongDevice");
  if (reading === null) return free("none");
  if (reading === "forged") return free("forged");
  if (reading.sub !== deviceUuid || reading.cnf.jkt !== jkt) return free("wrongDevice");
  // A token's own birth was seen as well, whatever became of the note of it.
  if (now < Math.max(lastSeen, reading.iat * 1000) - clockBackToleranceMs) return free("clockBack");
  const goodUntil = reading.exp * 1000;
  return now < goodUntil ? { plan: "pro", goodUntil } : free("expired");
}

/** Whether the server is to be asked again: a linked device without Pro at every occasion, one with Pro once its token is a day old. */
export function isRenewalDue(verdict: Verdict, { reading, now }: Evidence): boolean {
  if (verdict.plan === "free") return verdict.why !== "notLinked";
  return reading !== null && reading !== "forged" && now - reading.iat * 1000 > renewAfterMs;
}
