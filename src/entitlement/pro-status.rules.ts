import type { Verdict, WhyFree } from "./token.rules.ts";

/** What somebody links for: to buy Pro, or to use the one that was bought before. */
export const linkGoals = ["buy", "use"] as const;
export type LinkGoal = (typeof linkGoals)[number];

/**
 * How the last link ended, where a person should know: the account's owner removed this device; the code was turned away, or nobody used it in
 * time; it was unlinked here and the server could not be told.
 */
export const leftReasons = ["removed", "denied", "codeExpired", "unlinkedHere"] as const;

/**
 * What went wrong when the server was last asked: no answer, too many questions, a clock that is off, a key that is not the linked one, or an
 * account that was blocked.
 */
export const proProblems = ["unreachable", "busy", "clockWrong", "proofWrong", "blocked"] as const;
export type ProProblem = (typeof proProblems)[number];

/** The tokens of a customer's session that was opened for this device. */
export interface DeviceSession {
  readonly access_token: string;
  readonly csrf_token: string;
}

/** What pages know of Pro on this device. Times in ms since 1970, by this device's clock. */
export interface ProStatus {
  /** whether the build knows a server: without one Pro cannot be bought */
  readonly isSold: boolean;
  readonly plan: "free" | "pro";
  /** null under Pro; `ended`: it was cancelled, and what was paid is over */
  readonly whyFree: WhyFree | "ended" | null;
  /** until when Pro goes on without the network */
  readonly goodUntil: number | null;
  readonly isLinked: boolean;
  /** what this link is known by, another for another account; null where there is none. Not secret. */
  readonly deviceUuid: string | null;
  /** the address that it is linked to, mostly hidden; empty until the server told it */
  readonly account: string;
  readonly isEnding: boolean;
  /** when Pro ends, or is to be paid again */
  readonly proUntil: number | null;
  readonly linking: { readonly userCode: string; readonly endsAt: number; readonly goal: LinkGoal } | null;
  readonly left: (typeof leftReasons)[number] | null;
  readonly problem: ProProblem | null;
}

/** What of the stored entitlement pages are told. Of the pending link not its secret. */
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

function whyFreeOf(stored: Remembered, verdict: Verdict, now: number): ProStatus["whyFree"] {
  if (verdict.plan === "pro") return null;
  const isOver = stored.isEnding && stored.proUntil !== null && now >= stored.proUntil;
  return verdict.why === "expired" && isOver ? "ended" : verdict.why;
}

/** What pages are told, from what is stored and what the token proved. */
export function statusOf(stored: Remembered, verdict: Verdict, { isSold, clock }: { isSold: boolean; clock: number }): ProStatus {
  const { pending, clockOffsetMs } = stored;
  const isCodeOver = pending !== null && clock >= pending.endsAt;
  return {
    isSold,
    plan: verdict.plan,
    whyFree: whyFreeOf(stored, verdict, clock + clockOffsetMs),
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

/** Whether something is to come from the server that a page in sight should wait for: somebody's word on the code, or a payment. */
export function isWaiting({ isSold, whyFree, isLinked, linking, problem }: ProStatus): boolean {
  return isSold && (linking !== null || (isLinked && whyFree !== null && whyFree !== "wrongDevice" && problem !== "blocked"));
}
