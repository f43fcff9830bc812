import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { shortReasons } from "#src/outbound/orders/orders.rules.ts";
import { formatLabelReason } from "#src/outbound/waybills/label-reason.rules.ts";
import type { ExceptionRow } from "./exceptions.contract.ts";
import type { ExceptionStatus } from "./exceptions.machine.ts";

/** The tone of each status; the label names it. */
export const exceptionTones = {
  open: "bad",
  assigned: "normal",
  waiting_retailer: "warn",
  resolved: "good",
  closed: "quiet",
} as const satisfies Record<ExceptionStatus, string>;

/** The reason of an exception: words that somebody wrote, or why a pick was short or a label failed. */
export function formatReason({ type, reason }: Pick<ExceptionRow, "type" | "reason">, t: Translate): string {
  if (type === "label_failed" || type === "channel_refused") return formatLabelReason(reason, t);
  const known = type === "short" || type === "damaged" ? shortReasons.find((one) => one === reason) : undefined;
  return known === undefined ? reason : t(`picking.reason.${known}`);
}

/** Names a status; a retailer reads that it is waited for. */
export function formatExceptionStatus(status: ExceptionStatus, isStaff: boolean, t: Translate): string {
  return status === "waiting_retailer" && !isStaff ? t("exceptions.waitingForYou") : t(`exceptions.status.${status}`);
}
