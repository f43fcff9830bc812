import type { RefusalName } from "#src/kit/api/codes.ts";
import type { PaymentStatus } from "#src/outbound/orders/orders.rules.ts";

/** What orders say of themselves as a whole, besides their lines and recipient. */
export interface OrderHead {
  readonly order_uuid: string;
  readonly channel_uuid: string | null;
  readonly cod_type: string;
  readonly cod_cents: number | null;
  /** empty without cash on delivery */
  readonly cod_currency: string;
  readonly ioss_number: string;
  readonly vat_number: string;
  readonly weight_grams: number | null;
  readonly remark: string;
  readonly delay_until: Date | null;
  readonly due_at: Date | null;
  readonly priority: number;
  readonly payment_status: PaymentStatus;
  /** what its buyer pays, if that is known */
  readonly total_cents: number | null;
  /** of the total and the lines' prices; empty if unknown */
  readonly currency: string;
  /** the order that it was split off; its total stayed with that */
  readonly split_from_uuid: string | null;
}

function findFirst<K extends "channel_uuid" | "vat_number" | "cod_currency" | "currency">(
  heads: readonly OrderHead[],
  key: K,
): OrderHead[K] | undefined {
  return heads.map((head) => head[key]).find((value) => value !== null && value !== "");
}

/**
 * Finds the orders that cannot be merged with the others without losing something: each may have one channel and one VAT number at most, cash is collected in
 * one currency, and an IOSS number says of all goods that their tax is paid.
 * @param heads of the orders to merge, the one that stays first
 * @returns the refusal of each such order
 */
export function findHeadRefusals(heads: readonly OrderHead[]): Map<string, RefusalName> {
  const [target] = heads;
  const [channel, vat, currency] = [findFirst(heads, "channel_uuid"), findFirst(heads, "vat_number"), findFirst(heads, "cod_currency")];
  const refusals = new Map<string, RefusalName>();
  for (const head of heads) {
    const isOtherVat = head.vat_number !== "" && head.vat_number !== vat;
    if (head.channel_uuid !== null && head.channel_uuid !== channel) refusals.set(head.order_uuid, "orders.differentChannel");
    else if (head.ioss_number !== target?.ioss_number || isOtherVat) refusals.set(head.order_uuid, "orders.differentTaxNumber");
    else if (head.cod_currency !== "" && head.cod_currency !== currency) refusals.set(head.order_uuid, "orders.differentCurrency");
  }
  return refusals;
}

/** Returns the latest of some times, or the earliest. */
function findEnd(times: readonly (Date | null)[], end: "first" | "last"): Date | null {
  const sorted = times.flatMap((time) => time ?? []).toSorted((one, other) => one.getTime() - other.getTime());
  return sorted.at(end === "first" ? 0 : -1) ?? null;
}

/** Returns what is paid of orders together: all alike, or not paid as long as one of them is not; otherwise some money went back. */
function joinPaymentStatus(heads: readonly OrderHead[]): PaymentStatus {
  const all = new Set(heads.map(({ payment_status }) => payment_status));
  const [only = "not_paid"] = all;
  if (all.size === 1) return only;
  return all.has("not_paid") ? "not_paid" : "partially_refunded";
}

/** Returns what the buyers of orders pay together; null unless it is known of each, in one currency. A part's is that of the order it was split off. */
function joinTotal(heads: readonly OrderHead[]): number | null {
  const uuids = new Set(heads.map(({ order_uuid }) => order_uuid));
  const isPart = ({ total_cents, split_from_uuid }: OrderHead) => total_cents === null && uuids.has(split_from_uuid ?? "");
  const whole = heads.filter((head) => !isPart(head));
  const totals = whole.flatMap(({ total_cents }) => total_cents ?? []);
  const isOneCurrency = new Set(heads.map(({ currency }) => currency)).size === 1;
  return isOneCurrency && totals.length === whole.length ? totals.reduce((total, value) => total + value, 0) : null;
}

/**
 * Joins the heads of orders that are merged: the cash of all is collected, each remark is kept, and the merged order waits for the latest delay, is as urgent
 * as the most urgent, and is due with the first. Its total is that of all, and it is paid once all are. Its parcel weighs what all were announced with; the
 * size of it is not known.
 * @param heads without refusals, the one that stays first
 */
export function joinHeads(heads: readonly OrderHead[]): Omit<OrderHead, "order_uuid" | "split_from_uuid"> {
  const cash = heads.flatMap(({ cod_cents }) => cod_cents ?? []);
  const weights = heads.flatMap(({ weight_grams }) => weight_grams ?? []);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    channel_uuid: findFirst(heads, "channel_uuid") ?? null,
    cod_type: heads.find(({ cod_type }) => cod_type !== "none")?.cod_type ?? "none",
    cod_cents: cash.length === 0 ? null : sum(cash),
    cod_currency: findFirst(heads, "cod_currency") ?? "",
    ioss_number: heads[0]?.ioss_number ?? "",
    vat_number: findFirst(heads, "vat_number") ?? "",
    weight_grams: weights.length === heads.length ? sum(weights) : null,
    remark: [...new Set(heads.map(({ remark }) => remark).filter((remark) => remark !== ""))].join("\n"),
    delay_until: findEnd(
      heads.map(({ delay_until }) => delay_until),
      "last",
    ),
    due_at: findEnd(
      heads.map(({ due_at }) => due_at),
      "first",
    ),
    priority: Math.max(...heads.map(({ priority }) => priority)),
    payment_status: joinPaymentStatus(heads),
    total_cents: joinTotal(heads),
    currency: findFirst(heads, "currency") ?? "",
  };
}
