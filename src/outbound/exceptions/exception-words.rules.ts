import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
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

/** A weight that is off, as `server/outbound/packing/report.commands.ts` writes it: the parcel, measured and expected. */
const weightPattern = /^(\S+): (\d+) g \/ (\d+|\?) g$/;

/** A piece that belongs to no order, as `server/outbound/review/report.commands.ts` writes it: its code, and behind " · " the order that was reviewed before. */
const loosePattern = /^(.+) · (\S+)$/;

function formatWrongItem(reason: string, isOfOrder: boolean, t: Translate): string {
  if (isOfOrder) return t("exceptions.wrongItem.ofOrder", { code: reason });
  const [, code = reason, order] = loosePattern.exec(reason) ?? [];
  return order === undefined ? t("exceptions.wrongItem.loose", { code }) : t("exceptions.wrongItem.after", { code, order });
}

/**
 * The reason of an exception: words that somebody wrote, or what the server noted of a short pick, a label, a weight or a piece.
 * @param locale BCP 47
 */
export function formatReason(
  { type, reason, order_uuid }: Pick<ExceptionRow, "type" | "reason" | "order_uuid">,
  { t, locale }: { readonly t: Translate; readonly locale: string },
): string {
  switch (type) {
    case "label_failed":
    case "channel_refused":
      return formatLabelReason(reason, t);
    case "short":
    case "damaged": {
      const known = shortReasons.find((one) => one === reason);
      return known === undefined ? reason : t(`picking.reason.${known}`);
    }
    case "weight_variance": {
      const [, parcel, measured, expected] = weightPattern.exec(reason) ?? [];
      if (parcel === undefined) return reason;
      const grams = formatNumber(Number(measured), locale);
      return expected === "?"
        ? t("exceptions.weight.alone", { parcel, measured: grams })
        : t("exceptions.weight.off", { parcel, measured: grams, expected: formatNumber(Number(expected), locale) });
    }
    case "wrong_item":
      return formatWrongItem(reason, order_uuid !== null, t);
    default:
      return reason;
  }
}

/** Names a status; a retailer reads that it is waited for. */
export function formatExceptionStatus(status: ExceptionStatus, isStaff: boolean, t: Translate): string {
  return status === "waiting_retailer" && !isStaff ? t("exceptions.waitingForYou") : t(`exceptions.status.${status}`);
}
