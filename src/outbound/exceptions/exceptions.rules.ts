import type { ExceptionStatus } from "./exceptions.machine.ts";

/**
 * The types of exceptions: pieces that were not found or are damaged, an address that nothing can be sent to, an order that its owner wants to cancel while it is
 * worked on, a scan that came after somebody else had picked the same pieces, a piece of another product among an order's goods, a parcel that weighs more or less
 * than its contents, a label that the carrier does not issue, a channel that refuses the parcel, and a parcel that nobody knows.
 */
export const exceptionTypes = [
  "short",
  "damaged",
  "address",
  "cancelled",
  "late_pick",
  "wrong_item",
  "weight_variance",
  "label_failed",
  "channel_refused",
  "unknown_parcel",
] as const;
export type ExceptionType = (typeof exceptionTypes)[number];

/** The types of which a retailer is told nothing: they are the work inside a warehouse. */
export const insideTypes = [
  "late_pick",
  "wrong_item",
  "weight_variance",
  "label_failed",
  "channel_refused",
  "unknown_parcel",
] as const satisfies readonly ExceptionType[];

/** Whether a retailer is told nothing of exceptions of this type. */
export function isInsideWork(type: ExceptionType): boolean {
  return insideTypes.some((one) => one === type);
}

/** How an exception ended. Some follow from the order alone: see `resolutionsOf`. */
export const resolutions = [
  "reallocated",
  "split",
  "substituted",
  "lines_cancelled",
  "order_cancelled",
  "cancel_rejected",
  "address_corrected",
  "address_confirmed",
  "order_returned",
  "order_merged",
  "repacked",
  "relabelled",
  "scrapped",
  "other",
] as const;
export type Resolution = (typeof resolutions)[number];

/** What staff can choose for each type, the most usual first. `other` ends the case and leaves the order as it is. */
export const resolutionsOf = {
  short: ["reallocated", "split", "substituted", "lines_cancelled", "order_cancelled", "other"],
  damaged: ["scrapped", "reallocated", "split", "substituted", "lines_cancelled", "order_cancelled", "other"],
  address: ["address_corrected", "address_confirmed", "order_returned", "order_cancelled"],
  cancelled: ["order_cancelled", "cancel_rejected"],
  late_pick: ["other"],
  wrong_item: ["other"],
  weight_variance: ["repacked", "other"],
  label_failed: ["relabelled", "other"],
  channel_refused: ["relabelled", "other"],
  unknown_parcel: ["other"],
} as const satisfies Readonly<Record<ExceptionType, readonly Resolution[]>>;

/** The resolutions that staff can choose. */
export const chosenResolutions = [
  "reallocated",
  "split",
  "substituted",
  "lines_cancelled",
  "order_cancelled",
  "cancel_rejected",
  "address_corrected",
  "address_confirmed",
  "order_returned",
  "repacked",
  "relabelled",
  "scrapped",
  "other",
] as const satisfies readonly Resolution[];
export type ChosenResolution = (typeof chosenResolutions)[number];

/** Whether staff can end a case of this type in this way. */
export function isResolutionOf(type: ExceptionType, resolution: ChosenResolution): boolean {
  return resolutionsOf[type].some((one) => one === resolution);
}

/** What decides which resolutions of an exception are offered. */
interface Resolvable {
  readonly type: ExceptionType;
  readonly has_retailer: boolean;
  readonly consent: Consent | null;
  /** a parcel of its order has left */
  readonly has_left: boolean;
}

/** Resolutions that change the whole order: refused once a parcel of it has left. */
const ofWholeOrders: readonly ChosenResolution[] = [
  "reallocated",
  "split",
  "substituted",
  "lines_cancelled",
  "order_cancelled",
  "order_returned",
  "repacked",
];

/** Lists the resolutions that can succeed: a substitute needs the retailer's consent, and an order of which a parcel has left is not changed. */
export function listOfferedResolutions({ type, has_retailer, consent, has_left }: Resolvable): ChosenResolution[] {
  return resolutionsOf[type].filter((one) => {
    if (has_left && ofWholeOrders.includes(one)) return false;
    return one !== "substituted" || maySubstitute({ has_retailer, consent });
  });
}

/** Resolutions that need words: the retailer reads them. */
export const wordedResolutions = [
  "order_cancelled",
  "cancel_rejected",
  "order_returned",
  "other",
] as const satisfies readonly ChosenResolution[];

/** Whether a resolution of a type needs words. A wish to cancel that is granted needs none. */
export function needsMessage(type: ExceptionType, resolution: ChosenResolution): boolean {
  if (type === "cancelled" && resolution === "order_cancelled") return false;
  return wordedResolutions.some((one) => one === resolution);
}

/** Days in which an exception can be reopened after it was resolved (domain.md "Exception"). */
export const reopenDays = 7;

/** Whether an exception was resolved too long ago to be reopened. @param resolvedAt ISO 8601, empty if it is not resolved */
export function isPastReopening(resolvedAt: string, now: Date): boolean {
  return resolvedAt !== "" && Date.parse(resolvedAt) < now.getTime() - reopenDays * 86_400_000;
}

/** What waits for somebody: `work` for the supplier, of which `old` for longer than a day, `answer` for the retailer, `close` for the provider. */
export const exceptionToDos = {
  work: ["open", "assigned"],
  old: ["open", "assigned"],
  answer: ["waiting_retailer"],
  close: ["resolved"],
} as const satisfies Readonly<Record<string, readonly ExceptionStatus[]>>;
export const exceptionToDoKinds = ["work", "old", "answer", "close"] as const satisfies readonly (keyof typeof exceptionToDos)[];
export type ExceptionToDo = (typeof exceptionToDoKinds)[number];

/** After how long an exception that waits for the supplier is old. */
export const oldExceptionMs = 86_400_000;

/** The most events that a case shows, and the longest message. */
export const mostExceptionEvents = 200;
export const longestMessage = 1000;

/** What a retailer says to a proposed substitute; null without a proposal. */
export const consents = ["asked", "agreed", "declined"] as const;
export type Consent = (typeof consents)[number];

/** Whether an order may get a substitute: its retailer has agreed, or it is the provider's own, who agrees with itself. */
export function maySubstitute({ has_retailer, consent }: { readonly has_retailer: boolean; readonly consent: Consent | null }): boolean {
  return !has_retailer || consent === "agreed";
}
