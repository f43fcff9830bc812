import { dayMs } from "#src/kit/lib/days.ts";
import type { Permission, Role } from "#src/kit/api/roles-and-permissions.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { OrderStatus } from "./orders.machine.ts";

/** The kinds of orders: one customer's order, and a bulk shipment in boxes. */
export const orderKinds = ["one_piece", "shipping_notice"] as const;
export type OrderKind = (typeof orderKinds)[number];

/** The specification's payment and fulfilment statuses. */
export const paymentStatuses = ["not_paid", "paid", "partially_refunded", "refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export const fulfilmentStatuses = ["unfulfilled", "partially_fulfilled", "fulfilled"] as const;
export type FulfilmentStatus = (typeof fulfilmentStatuses)[number];

/** What can hold an order back from allocation and waves, besides a day until which it is delayed. A wish to cancel (`cancel`) holds an order in a wave. */
export const holdKinds = ["fraud", "address", "payment", "operator", "cancel"] as const;
export type HoldKind = (typeof holdKinds)[number];

/** The holds that a person sets by hand. */
export const handHoldKinds = ["fraud", "address", "payment", "operator"] as const satisfies readonly HoldKind[];

/** Why fewer pieces were picked for an order than it needs. */
export const shortReasons = ["missing", "damaged", "wrong_goods", "unreachable"] as const;
export type ShortReason = (typeof shortReasons)[number];

/** Cash on delivery. */
export const codTypes = ["none", "cash"] as const;

/** Upper limits: lines of an order, pieces of a line, and orders of one batch call. */
export const mostLines = 500;
export const mostPieces = 10_000_000;
export const mostInBatch = 10_000;
/** The most events that an order shows. */
export const mostEvents = 200;
/** Priorities: the higher, the earlier an order gets stock. */
export const priorities = { low: -1, normal: 0, high: 1, urgent: 2 } as const;

export const orderSorts = ["-created", "created"] as const;
export type OrderSort = (typeof orderSorts)[number];

/** The tabs of the lists of orders: each is a filter by status. */
export const orderTabs = {
  draft: ["draft"],
  submitted: ["submitted"],
  waiting: ["confirmed", "short"],
  allocated: ["allocated"],
  working: ["in_wave", "picking", "picked", "reviewed", "packed", "weighed", "bagged"],
  shipped: ["shipped", "delivered", "sent_back"],
  ended: ["cancelled", "merged"],
} as const satisfies Record<string, readonly OrderStatus[]>;
export type OrderTab = keyof typeof orderTabs;

/** What waits for somebody: `correct` one's own returned draft, `confirm` a submitted order, `short` of stock, `held` back. */
export const orderToDos = ["correct", "confirm", "late", "short", "held", "shipped_today"] as const;
export type OrderToDo = (typeof orderToDos)[number];

interface LineNames {
  readonly variant_uuid?: string | undefined;
  readonly sku?: string | undefined;
}

/** Returns why a line is refused: it names its product by variant, or by a SKU of the order's owner or of an item that it has claimed. */
export function getLineRefusal({ variant_uuid, sku = "" }: LineNames): RefusalName | null {
  return variant_uuid === undefined && sku === "" ? "orders.lineIncomplete" : null;
}

interface CodFields {
  readonly cod_type: (typeof codTypes)[number];
  readonly cod_cents: number | null;
  readonly cod_currency: string;
}

/** Returns why the cash-on-delivery fields are refused: an amount and its currency belong to cash alone. */
export function getCodRefusal({ cod_type, cod_cents, cod_currency }: CodFields): RefusalName | null {
  const isComplete = cod_type === "none" ? cod_cents === null && cod_currency === "" : cod_cents !== null && cod_currency !== "";
  return isComplete ? null : "orders.codIncomplete";
}

/** What decides whether an order can be submitted. */
export interface SubmitSubject {
  readonly line_count: number;
  readonly consignee: string;
  readonly country: string;
  readonly address: string;
  readonly city: string;
}

/** Decides whether an order is complete enough to be submitted: somebody to send something to. Returns the refusal, or null. */
export function getSubmitRefusal({ line_count, consignee, country, address, city }: SubmitSubject): RefusalName | null {
  if (line_count === 0) return "orders.noLines";
  return [consignee, country, address, city].some((part) => part.trim() === "") ? "orders.addressIncomplete" : null;
}

const longestDelayMs = 366 * 24 * 60 * 60 * 1000;

/** Returns why an order cannot be delayed until a time: it is over, or more than a year away, where a wrong year is likelier than a plan. */
export function getDelayRefusal(until: Date, now: Date): "orders.delayPast" | "orders.delayTooLong" | null {
  const left = until.getTime() - now.getTime();
  if (left <= 0) return "orders.delayPast";
  return left > longestDelayMs ? "orders.delayTooLong" : null;
}

/** Whether an order is delayed at a time. */
export function isDelayed(delayUntil: string, now: Date): boolean {
  return delayUntil !== "" && Date.parse(delayUntil) > now.getTime();
}

/**
 * Reduces an address to what makes two the same: case, spaces and punctuation aside. Orders are merged only if they go to the same person at the same
 * address.
 */
export function normalizeAddress(parts: readonly string[]): string {
  return parts
    .map((part) =>
      part
        .normalize("NFKC")
        .toLowerCase()
        .replaceAll(/[\s\p{P}]+/gu, ""),
    )
    .join("|");
}

/** Rights of operators who need to know whom orders go to: they ask about addresses, print labels, or answer customers. */
const recipientPermissions = ["exceptions", "packing", "customers"] as const satisfies readonly Permission[];

/** Whether a person sees recipients in full; an operator whose work does not need them sees them masked. */
export function seesRecipients({ role, permissions }: { readonly role: Role | null; readonly permissions: readonly string[] }): boolean {
  return role !== "operator" || recipientPermissions.some((one) => permissions.includes(one));
}

/** Masks what names a person: the first character stays, so that people can tell two apart. Empty stays empty. */
export function maskText(text: string): string {
  const [first = ""] = text.trim();
  return first === "" ? "" : `${first}•••`;
}
/** How far a place's day may be from that of UTC. */
const zoneMs = 14 * 3_600_000;

/** Whether a shipment may have been received on a day: not before it left, and not later than today, wherever it arrived. */
export function canBeReceivedOn(day: string, shippedAt: Date, now: Date): boolean {
  const start = Date.parse(day);
  return start + dayMs + zoneMs > shippedAt.getTime() && start - zoneMs <= now.getTime();
}

/** Returns the time of receipt: the day's end, or now if it has not ended, and never before the shipment left. */
export function toReceivedAt(day: string | undefined, shippedAt: Date, now: Date): Date {
  const end = day === undefined ? now.getTime() : Math.min(now.getTime(), Date.parse(day) + dayMs - 1);
  return new Date(Math.max(end, shippedAt.getTime()));
}
