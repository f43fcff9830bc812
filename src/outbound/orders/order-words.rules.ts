import { formatNumber, numberFormat } from "#src/kit/lib/formats.ts";
import { formatSize } from "#src/kit/lib/size.ts";
import type { CellTools } from "#src/kit/ui/list/list-definition.ts";
import type { OrderRow } from "./orders.contract.ts";
import type { OrderStatus } from "./orders.machine.ts";
import { openStatuses } from "./orders.machine.ts";
import { isDelayed } from "./orders.rules.ts";

/** The tone of each status; the label names it. */
export const statusTones = {
  draft: "quiet",
  submitted: "normal",
  confirmed: "normal",
  short: "bad",
  allocated: "good",
  in_wave: "normal",
  picking: "normal",
  picked: "good",
  reviewed: "good",
  packed: "good",
  weighed: "good",
  bagged: "good",
  shipped: "good",
  delivered: "good",
  sent_back: "bad",
  cancelled: "quiet",
  merged: "quiet",
} as const satisfies Record<OrderStatus, string>;

/** Whether an order is delayed at this moment. */
export function isDelayedNow(delayUntil: string, now = new Date()): boolean {
  return isDelayed(delayUntil, now);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Formats a time span in its largest whole unit: "3 days", "5 hr", "12 min". @param locale BCP 47 */
export function formatSpan(ms: number, locale: string): string {
  const [unit, of] = ms >= dayMs ? (["day", dayMs] as const) : ms >= hourMs ? (["hour", hourMs] as const) : (["minute", minuteMs] as const);
  return numberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(Math.max(0, Math.floor(ms / of)));
}

/** Formats the time until a moment in hours and minutes: "3 hr 5 min"; "0 min" once it has come. @param locale BCP 47 */
export function formatTimeLeft(moment: string, locale: string, now: Date): string {
  const minutes = Math.max(0, Math.ceil((Date.parse(moment) - now.getTime()) / minuteMs));
  const part = (unit: "hour" | "minute", value: number) =>
    numberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(value);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? part("minute", minutes) : `${part("hour", hours)} ${part("minute", minutes % 60)}`;
}

/** Returns how long an open order has been with the supplier; empty for any other. */
export function formatAge({ status, submitted_at }: Pick<OrderRow, "status" | "submitted_at">, locale: string, now = new Date()): string {
  const isOpen = (openStatuses as readonly OrderStatus[]).includes(status);
  return isOpen && submitted_at !== "" ? formatSpan(now.getTime() - Date.parse(submitted_at), locale) : "";
}

/** Names the orders that a step is taken with: the number of a single one, or how many they are. */
export function nameOrders(orders: readonly Pick<OrderRow, "order_number">[], { t, locale }: CellTools): string {
  const [only] = orders;
  if (only !== undefined && orders.length === 1) return only.order_number;
  return t("orders.count", { count: orders.length, shown: formatNumber(orders.length, locale) });
}

/** The sides of a parcel; null where they are not known. */
interface Dimensions {
  readonly length_mm: number | null;
  readonly width_mm: number | null;
  readonly height_mm: number | null;
}

/** Formats a parcel's dimensions in centimetres: "30 × 20 × 10.5 cm"; empty if one is not known. @param locale BCP 47 */
export function formatDimensions({ length_mm, width_mm, height_mm }: Dimensions, locale: string): string {
  return formatSize([length_mm, width_mm, height_mm], locale);
}
