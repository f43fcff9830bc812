import { carrierProblemKinds } from "#src/carriers/carrier-accounts/carrier-problem.rules.ts";
import { waybillPageTabs } from "./waybills-search.rules.ts";

/** The states of a waybill, as in the constraint `waybill_status_known`. */
export const waybillStatuses = ["requested", "asked", "issued", "failed", "void_requested", "void_asked", "voided"] as const;
export type WaybillStatus = (typeof waybillStatuses)[number];

/**
 * Why a waybill is not as wished: what its carrier answered, or what no carrier is asked for.
 * - `cannotCollect`: cash on delivery, which no carrier's interface has a field for (ADR 56).
 * - `mixedCurrencies`: its goods are declared in several currencies, and a declaration has one.
 */
export const waybillProblemKinds = [...carrierProblemKinds, "cannotCollect", "mixedCurrencies"] as const;
export type WaybillProblemKind = (typeof waybillProblemKinds)[number];

/** What a label is, as in the constraint `waybill_label_known`: a carrier's, one that we draw, or none yet. */
export const labelTypes = ["", "application/pdf", "image/png", "text/zpl", "own"] as const;
export type WaybillLabelType = (typeof labelTypes)[number];

/** Where a parcel is, as in the constraint `waybill_tracking_known`; empty before the carrier says anything. */
export const trackingStatuses = ["", "created", "inTransit", "delivered", "exception", "returned", "cancelled"] as const;
export type WaybillTrackingStatus = (typeof trackingStatuses)[number];

/** What a carrier can report of a parcel only once it has it. */
export const statusesOnTheWay = ["inTransit", "delivered", "exception", "returned"] as const satisfies readonly WaybillTrackingStatus[];

/** The parts that the list of waybills is looked at in. */
export const waybillTabs = waybillPageTabs.filter((tab) => tab !== "without");
export type WaybillTab = (typeof waybillTabs)[number];

/** The sizes of labels that we draw. */
export const labelSizes = ["100x150", "a4"] as const;
export type LabelSize = (typeof labelSizes)[number];

/** Why a waybill is void without anybody's words: its parcel is, or goes by another channel. */
export const ownVoidReasons = ["parcelVoid", "relabel"] as const;

/** Upper limits: labels of one print, waybills of one call, characters of a carrier's number. */
export const mostPrinted = 1000;
export const mostWaybills = 1000;
export const mostNumberLength = 60;

/** What decides whether a waybill is requested for a parcel. */
export interface ParcelState {
  readonly is_parcel_voided: boolean;
  /** whether it has a waybill that is not void */
  readonly has_live_waybill: boolean;
}

/** What decides whether the tracking of a waybill is taken back. */
interface TrackingState {
  readonly status: WaybillStatus;
  readonly tracking_status: WaybillTrackingStatus;
  readonly is_handed_over: boolean;
}

/** What decides what can be done with a waybill. */
export interface WaybillState {
  readonly status: WaybillStatus;
  /** the number is entered by hand: its channel has no interface */
  readonly is_by_hand: boolean;
  readonly label_type: WaybillLabelType;
  readonly print_count: number;
  /** unpacked, or its order cancelled: the carrier may refuse to void its waybill all the same */
  readonly is_parcel_voided: boolean;
  /** what went wrong last; null if nothing did */
  readonly problem: { readonly kind: WaybillProblemKind } | null;
  /** ISO 8601; empty if nothing is tried again by itself */
  readonly next_try_at: string;
  /** ISO 8601; empty before */
  readonly handed_over_at: string;
  /** why it is to be void, also after its carrier refused; empty if it is not */
  readonly void_reason: string;
}

/** Why a label cannot be printed; null if it can. */
export function getPrintRefusal({
  status,
  label_type,
  is_parcel_voided,
}: Pick<WaybillState, "status" | "label_type" | "is_parcel_voided">) {
  if (status === "voided" || status === "void_requested" || status === "void_asked") return "waybills.voided";
  if (is_parcel_voided) return "waybills.parcelVoided";
  return status === "issued" && label_type !== "" ? null : "waybills.noLabel";
}

/** Why a print is refused, with its reason; null if it is not. */
export function getPrintWithReasonRefusal(
  waybill: Pick<WaybillState, "status" | "label_type" | "is_parcel_voided" | "print_count">,
  reason: string,
) {
  return getPrintRefusal(waybill) ?? (waybill.print_count > 0 && reason === "" ? "waybills.reasonRequired" : null);
}

/** Why no waybill is requested for a parcel; null if one is: it lives, and has none that is not void. */
export function getRequestRefusal({ is_parcel_voided, has_live_waybill }: ParcelState) {
  if (is_parcel_voided) return "waybills.parcelVoided";
  return has_live_waybill ? "waybills.requestedAlready" : null;
}

/**
 * Why a waybill is not tried again; null if it is: it failed, its label could not be fetched, its carrier refused to void it and still does not have the
 * parcel, or it waits for its next turn.
 */
export function getRetryRefusal({
  status,
  problem,
  is_parcel_voided,
  handed_over_at,
  void_reason,
}: Pick<WaybillState, "status" | "problem" | "is_parcel_voided" | "handed_over_at" | "void_reason">) {
  if (status === "issued" && void_reason !== "" && handed_over_at !== "") return "waybills.handedOver";
  // Its carrier refused the void, whatever else is known of it by now.
  if (status === "issued" && void_reason !== "") return null;
  if (status === "issued" && is_parcel_voided) return "waybills.parcelVoided";
  return status === "failed" || (status !== "voided" && problem !== null) ? null : "waybills.wrongState";
}

/** Why a waybill cannot become void; null if it can, also once more after its carrier refused. */
export function getVoidRefusal({ status, handed_over_at, void_reason }: Pick<WaybillState, "status" | "handed_over_at" | "void_reason">) {
  if (handed_over_at !== "") return "waybills.handedOver";
  if (status === "issued") return null;
  return status === "voided" || status === "void_requested" || status === "void_asked" || void_reason !== "" ? "waybills.voided" : null;
}

/** Why nothing changes about the waybill of a parcel in a bag: the bag is named. */
export function nameBag(bagNumber: string) {
  return { en_us: `This parcel is in a bag: take it out of bag ${bagNumber} first`, zh_cn: `该包裹已装袋，请先从袋 ${bagNumber} 中取出` };
}

/** Why a waybill's tracking is not taken back; null if it is: its carrier reports a parcel to be on its way that was not handed over. */
export function getTakeBackRefusal({ status, tracking_status, is_handed_over }: TrackingState) {
  if (is_handed_over) return "bagging.partlyShipped";
  return status === "issued" && statusesOnTheWay.some((one) => one === tracking_status) ? null : "orders.wrongState";
}

/** Why a number cannot be entered; null if it can. */
export function getEnterRefusal({ status, is_by_hand }: Pick<WaybillState, "status" | "is_by_hand">) {
  if (!is_by_hand) return "waybills.byCarrier";
  return status === "requested" ? null : "waybills.wrongState";
}

/** What a person records of a parcel that no carrier reports about. */
export const recordedTracks = ["delivered", "returned"] as const;
export type RecordedTrack = (typeof recordedTracks)[number];

/** How they are stored among what carriers report: in English. Answers name them instead, so that screens show them in the language of the page. */
const recordedSentences = { delivered: "Delivered", returned: "Returned to sender" } as const satisfies Record<RecordedTrack, string>;

/** Writes what a person recorded as it is stored. */
export function writeRecordedTrack({ recorded, note }: { readonly recorded: RecordedTrack; readonly note: string }): string {
  return note === "" ? recordedSentences[recorded] : `${recordedSentences[recorded]} · ${note}`;
}

/** Reads what a person recorded of a parcel that no carrier reports about. A text that is nothing like it is all note. */
export function readRecordedTrack(text: string): { readonly recorded: RecordedTrack | ""; readonly note: string } {
  for (const recorded of recordedTracks) {
    const sentence = recordedSentences[recorded];
    if (text === sentence) return { recorded, note: "" };
    if (text.startsWith(`${sentence} · `)) return { recorded, note: text.slice(sentence.length + 3) };
  }
  return { recorded: "", note: text };
}

/** Why nothing is recorded of where a parcel is; null if it may be: it left, and its carrier reports nothing. One that arrived may still come back. */
export function getRecordTrackRefusal(
  {
    is_by_hand,
    handed_over_at,
    tracking_status,
  }: Pick<WaybillState, "is_by_hand" | "handed_over_at"> & { readonly tracking_status: WaybillTrackingStatus },
  status: RecordedTrack = "returned",
) {
  if (!is_by_hand) return "waybills.trackedByCarrier";
  if (handed_over_at === "") return "waybills.notHandedOver";
  return tracking_status === "returned" || tracking_status === status ? "waybills.wrongState" : null;
}

/** Whether the parcel needs another channel, or something else is wrong. */
export function isRefusedChannel(kind: WaybillProblemKind): boolean {
  return kind === "refused" || kind === "cannotCollect";
}

const longestWaitMs = 600_000;

/** How long to wait before a request is tried again: doubled each time, at most ten minutes; at least as long as the carrier says. */
export function getBackOffMs(attempts: number, retryAfterMs: number | null): number {
  return Math.max(retryAfterMs ?? 0, Math.min(1000 * 2 ** Math.max(0, attempts - 1), longestWaitMs));
}

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

/** When a parcel is looked for again, by its age: often while it is on its way, seldom when it takes long; null if it is not looked for any more. */
export function getNextTrackAt(issuedAt: Date, status: WaybillTrackingStatus, now: Date): Date | null {
  if (status === "delivered" || status === "returned" || status === "cancelled") return null;
  const age = now.getTime() - issuedAt.getTime();
  if (age > 120 * dayMs) return null;
  const wait = age < dayMs ? 30 * minuteMs : age < 14 * dayMs ? 2 * hourMs : 12 * hourMs;
  return new Date(now.getTime() + wait);
}
