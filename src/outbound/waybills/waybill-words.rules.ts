import { formatCarrierWords } from "#src/carriers/carrier-accounts/own-words.rules.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { ownVoidReasons } from "./waybills.rules.ts";
import type { WaybillRow } from "./waybills.contract.ts";
import type { WaybillProblemKind, WaybillState, WaybillStatus, WaybillTrackingStatus } from "./waybills.rules.ts";

/** The tone of each status of a waybill. */
export const waybillTones = {
  requested: "quiet",
  asked: "quiet",
  issued: "good",
  failed: "bad",
  void_requested: "warn",
  void_asked: "warn",
  voided: "quiet",
} as const satisfies Record<WaybillStatus, string>;

/** The tone of where a parcel is. */
export const trackingTones = {
  "": "quiet",
  created: "quiet",
  inTransit: "normal",
  delivered: "good",
  exception: "bad",
  returned: "bad",
  cancelled: "quiet",
} as const satisfies Record<WaybillTrackingStatus, string>;

/** A waybill's status in words: of one that is made by hand, that its number is missing. */
export function formatWaybillStatus({ status, is_by_hand }: Pick<WaybillState, "status" | "is_by_hand">, t: Translate): string {
  return status === "requested" && is_by_hand ? t("waybills.numberMissing") : t(`waybills.status.${status}`);
}

/** Why a waybill is void: somebody's words, or ours in the language of the page. */
export function formatVoidReason({ void_reason }: Pick<WaybillState, "void_reason">, t: Translate): string {
  const own = ownVoidReasons.find((one) => one === void_reason);
  return own === undefined ? void_reason : t(`waybills.voidReason.${own}`);
}

/** Problems that no carrier has described: their words are ours, for the log. */
const withoutWords: readonly WaybillProblemKind[] = ["rateLimited", "unreachable", "unreadable", "unclear"];

/** What went wrong, in the language of the page, with the carrier's own words: also that a waybill is not void as it should be. */
export function formatWaybillProblem(
  { status, void_reason, problem }: Pick<WaybillRow, "status" | "void_reason" | "problem">,
  t: Translate,
): string {
  if (problem === null) return "";
  const kind = t(`waybills.problem.${problem.kind}`);
  const hasNoWords = problem.text === "" || withoutWords.includes(problem.kind);
  const whole = hasNoWords ? kind : t("waybills.problemOf", { problem: kind, words: formatCarrierWords(problem.text, t) });
  return status === "issued" && void_reason !== "" ? t("waybills.notVoided", { problem: whole }) : whole;
}
