import { clockBackToleranceMs, renewAfterMs } from "./entitlement.rules.ts";
import type { EntitlementClaims } from "./entitlement.rules.ts";

/**
 * Why the free plan is in force.
 * - notLinked: no account · none: an account without Pro · forged: none of our keys signed the token
 * - wrongDevice: the token is another device's, or this device's key is gone · clockBack: the clock runs behind what it showed before
 * - expired: not confirmed for a week, or Pro has ended
 */
export type WhyFree = "notLinked" | "none" | "forged" | "wrongDevice" | "clockBack" | "expired";

export type PlanDecision = { readonly plan: "pro"; readonly goodUntil: number } | { readonly plan: "free"; readonly why: WhyFree };

/** The evidence that decides about the plan. Times in ms since 1970. */
export interface Evidence {
  /** claims whose signature was verified, `forged`, or null for no token */
  readonly reading: EntitlementClaims | "forged" | null;
  /** the server's id of this device; null while it is not linked */
  readonly deviceUuid: string | null;
  /** thumbprint of this device's own key; null if the key is gone */
  readonly jkt: string | null;
  /** this device's clock, corrected by the server's last known time */
  readonly now: number;
  /** the latest moment that this clock has shown */
  readonly lastSeen: number;
}

const toFree = (why: WhyFree): PlanDecision => ({ plan: "free", why });

/** Decides the current plan offline, from evidence that cannot be forged. */
export function decidePlan({ reading, deviceUuid, jkt, now, lastSeen }: Evidence): PlanDecision {
  if (deviceUuid === null) return toFree("notLinked");
  if (jkt === null) return toFree("wrongDevice");
  if (reading === null) return toFree("none");
  if (reading === "forged") return toFree("forged");
  if (reading.sub !== deviceUuid || reading.cnf.jkt !== jkt) return toFree("wrongDevice");
  // The token's time of issue was also seen, even if its record is lost.
  if (now < Math.max(lastSeen, reading.iat * 1000) - clockBackToleranceMs) return toFree("clockBack");
  const goodUntil = reading.exp * 1000;
  return now < goodUntil ? { plan: "pro", goodUntil } : toFree("expired");
}

/** Whether to ask the server again: for a linked device without Pro every time, with Pro once its token is a day old. */
export function isRenewalDue(verdict: PlanDecision, { reading, now }: Evidence): boolean {
  if (verdict.plan === "free") return verdict.why !== "notLinked";
  return reading !== null && reading !== "forged" && now - reading.iat * 1000 > renewAfterMs;
}
