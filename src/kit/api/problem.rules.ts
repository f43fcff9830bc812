import type { CodeName } from "./codes.ts";
import type { Texts } from "./envelope.ts";
import { clientTexts } from "./client-texts.ts";

/** The part of `CallProblem` that decides the message. */
export interface ProblemFacts {
  readonly kind: "refusal" | "http" | "timeout" | "network";
  readonly status: number;
  readonly code: number;
  readonly codeName: CodeName | null;
  readonly msg: Texts | null;
  readonly isSilent: boolean;
}

/**
 * Returns the toast of a failed call (specification, section 8); null for a silent code (12004, 11006, 4004), and for 2003, which ends the session
 * instead.
 */
export function getProblemTexts({ kind, status, code, codeName, msg, isSilent }: ProblemFacts): Texts | null {
  if (isSilent || codeName === "loginExpired") return null;
  if (kind === "timeout") return clientTexts.connectionAbnormal;
  if (kind === "network") return clientTexts.networkAbnormal;
  if (status === 996 || code === 996) return clientTexts.authorizationFailed;
  if (kind === "refusal") return said(msg) ?? clientTexts.operationFailed;
  // 401, 403, 500 and every code of the table have their own message.
  const hasOwn = [401, 403, 500].includes(status) || codeName !== null;
  return (hasOwn ? said(msg) : null) ?? clientTexts.systemError;
}

/** Returns what a failed call says where it is shown in place of a toast: also of one that raises none. */
export function getShownTexts(problem: ProblemFacts): Texts {
  return problem.msg ?? getProblemTexts(problem) ?? clientTexts.operationFailed;
}

/**
 * Whether a failed list call shows as an empty list in a picker: its code is not success (specification, section 3). For a network or HTTP failure the
 * picker says that it could not load.
 */
export function isRefusedList(error: Pick<ProblemFacts, "kind"> | null): boolean {
  return error?.kind === "refusal";
}

/** Returns the message if it has a text in both languages. */
function said(msg: Texts | null): Texts | null {
  return msg !== null && msg.en_us !== "" && msg.zh_cn !== "" ? msg : null;
}
