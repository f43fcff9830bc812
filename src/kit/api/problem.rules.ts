import type { CodeName } from "./codes.ts";
import type { Texts } from "./envelope.ts";
import { clientTexts } from "./client-texts.ts";

/** What is known of a call that failed: the part of `CallProblem` that decides what a person reads. */
export interface ProblemFacts {
  readonly kind: "refusal" | "http" | "timeout" | "network";
  readonly status: number;
  readonly code: number;
  readonly codeName: CodeName | null;
  readonly msg: Texts | null;
  readonly isSilent: boolean;
}

/**
 * What a failed call says as a toast (specification, section 8); null where it says nothing (12004, 11006, 4004), and for 2003, which is no
 * toast of the call's own but ends the session.
 */
export function getProblemTexts({ kind, status, code, codeName, msg, isSilent }: ProblemFacts): Texts | null {
  if (isSilent || codeName === "loginExpired") return null;
  if (kind === "timeout") return clientTexts.connectionAbnormal;
  if (kind === "network") return clientTexts.networkAbnormal;
  if (status === 996 || code === 996) return clientTexts.authorizationFailed;
  if (kind === "refusal") return said(msg) ?? clientTexts.operationFailed;
  // 401, 403 and 500 with the error's own message; what the code table knows has words of its own as well.
  const hasOwn = [401, 403, 500].includes(status) || codeName !== null;
  return (hasOwn ? said(msg) : null) ?? clientTexts.systemError;
}

/**
 * Whether a list call failed in a way that a picker shows as an empty list: its code is not success (specification, section 3). A network or
 * HTTP failure is none: the picker then says that it could not load.
 */
export function isRefusedList(error: Pick<ProblemFacts, "kind"> | null): boolean {
  return error?.kind === "refusal";
}

/** The message, where it says something in both languages. */
function said(msg: Texts | null): Texts | null {
  return msg !== null && msg.en_us !== "" && msg.zh_cn !== "" ? msg : null;
}
