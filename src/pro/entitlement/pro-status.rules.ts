import type { PlanDecision, WhyFree } from "./token.rules.ts";

/** The purpose of linking: to buy Pro, or to use an existing subscription. */
export const linkGoals = ["buy", "use"] as const;
export type LinkGoal = (typeof linkGoals)[number];

/**
 * How the last link ended, if the user should know: the account's owner removed this device; the code was denied or expired; it was unlinked here and the
 * server could not be notified.
 */
export const leftReasons = ["removed", "denied", "codeExpired", "unlinkedHere"] as const;

/** The problem of the last request to the server: no response, rate limiting, a wrong clock, a key that is not the linked one, or a blocked account. */
export const proProblems = ["unreachable", "busy", "clockWrong", "proofWrong", "blocked"] as const;
export type ProProblem = (typeof proProblems)[number];

/** The tokens of a customer's session for this device. */
export interface DeviceSession {
  readonly access_token: string;
  readonly csrf_token: string;
}

/** The status of Pro on this device for pages. Times in ms since 1970, by this device's clock. */
export interface ProStatus {
  /** whether the build has a server, which buying Pro requires */
  readonly isSold: boolean;
  readonly plan: "free" | "pro";
  /** null with Pro; `ended`: cancelled, and the paid period is over */
  readonly whyFree: WhyFree | "ended" | null;
  /** until when Pro lasts without the network */
  readonly goodUntil: number | null;
  readonly isLinked: boolean;
  /** identifies this link, different for each account; null if unlinked. Not secret. */
  readonly deviceUuid: string | null;
  /** the masked e-mail address of the linked account; empty until the server sends it */
  readonly account: string;
  readonly isEnding: boolean;
  /** when Pro ends, or the next payment is due */
  readonly proUntil: number | null;
  readonly linking: { readonly userCode: string; readonly endsAt: number; readonly goal: LinkGoal } | null;
  readonly left: (typeof leftReasons)[number] | null;
  readonly problem: ProProblem | null;
}

/** The part of the stored entitlement that pages receive. Excludes the secret of the pending link. */
interface Remembered {
  readonly deviceUuid: string | null;
  readonly account: string;
  readonly isEnding: boolean;
  readonly proUntil: number | null;
  readonly pending: ProStatus["linking"];
  readonly clockOffsetMs: number;
  readonly left: ProStatus["left"];
  readonly problem: ProProblem | null;
}

function getWhyFree(stored: Remembered, verdict: PlanDecision, now: number): ProStatus["whyFree"] {
  if (verdict.plan === "pro") return null;
  const isOver = stored.isEnding && stored.proUntil !== null && now >= stored.proUntil;
  return verdict.why === "expired" && isOver ? "ended" : verdict.why;
}

/** Builds the status for pages from the stored state and the verified token. */
export function toProStatus(stored: Remembered, verdict: PlanDecision, { isSold, clock }: { isSold: boolean; clock: number }): ProStatus {
  const { pending, clockOffsetMs } = stored;
  const isCodeOver = pending !== null && clock >= pending.endsAt;
  return {
    isSold,
    plan: verdict.plan,
    whyFree: getWhyFree(stored, verdict, clock + clockOffsetMs),
    goodUntil: verdict.plan === "pro" ? verdict.goodUntil - clockOffsetMs : null,
    isLinked: stored.deviceUuid !== null,
    deviceUuid: stored.deviceUuid,
    account: stored.account,
    isEnding: stored.isEnding,
    proUntil: stored.proUntil === null ? null : stored.proUntil - clockOffsetMs,
    linking: pending === null || isCodeOver ? null : { userCode: pending.userCode, endsAt: pending.endsAt, goal: pending.goal },
    left: isCodeOver ? "codeExpired" : stored.left,
    problem: stored.problem,
  };
}

/** Whether a visible page should wait for the server: for a decision about the code, or for a payment. */
export function isWaiting({ isSold, whyFree, isLinked, linking, problem }: ProStatus): boolean {
  return isSold && (linking !== null || (isLinked && whyFree !== null && whyFree !== "wrongDevice" && problem !== "blocked"));
}
