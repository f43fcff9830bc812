import type { RefusalName } from "#src/kit/api/codes.ts";

interface Lot {
  readonly lot: string;
  /** `YYYY-MM-DD`; null if it does not expire or is unknown */
  readonly expires_on: string | null;
}

/** What is known when pieces of a product are inspected. Days are `YYYY-MM-DD`. */
export interface LotQuestion {
  readonly keeps_lots: boolean;
  readonly keeps_expiry: boolean;
  /** from the scan; undefined if it says nothing */
  readonly given: { readonly lot?: string | undefined; readonly expires_on?: string | undefined };
  /** from the announced line */
  readonly announced: Lot;
  /** the expiry of a known lot; null if the lot is new or has no day */
  readonly knownDay: (lot: string) => string | null;
  readonly today: string;
  /** unqualified pieces may be expired: that may be the reason */
  readonly hasQualified: boolean;
}

type LotRefusal = Extract<
  RefusalName,
  "receipts.lotRequired" | "receipts.lotNotKept" | "receipts.expiryRequired" | "receipts.expiryDiffers" | "receipts.lotExpired"
>;

/**
 * Returns why a line may not be announced with this lot or expiry date; null if it may. A date needs a lot or itself as one: the ledger stores no other,
 * so that it would be lost when the pieces are counted.
 */
export function getAnnouncedLotRefusal(
  { keeps_lots, keeps_expiry }: Pick<LotQuestion, "keeps_lots" | "keeps_expiry">,
  { lot, hasDay }: { readonly lot: string; readonly hasDay: boolean },
): "receipts.lotNotKept" | "receipts.expiryNotKept" | null {
  if (lot !== "" && !keeps_lots) return "receipts.lotNotKept";
  return hasDay && !keeps_lots && !keeps_expiry ? "receipts.expiryNotKept" : null;
}

/**
 * Resolves the lot and expiry that pieces are stored under. If a product tracks expiry but not lots, the day serves as the lot, so that the ledger
 * keeps them apart.
 * @returns a lot ("" if none is tracked), or why the pieces cannot be received
 */
export function resolveLot(question: LotQuestion): Lot | LotRefusal {
  const { keeps_lots, keeps_expiry, given, announced } = question;
  if (!keeps_lots && (given.lot ?? "") !== "") return "receipts.lotNotKept";
  if (!keeps_lots && !keeps_expiry) return { lot: "", expires_on: null };
  const named = given.lot ?? announced.lot;
  if (keeps_lots && named === "") return "receipts.lotRequired";
  const stated = given.expires_on ?? (keeps_lots && named !== announced.lot ? null : announced.expires_on);
  if (!keeps_lots) return stated === null ? "receipts.expiryRequired" : checkExpiry({ lot: stated, expires_on: stated }, question);
  const known = question.knownDay(named);
  if (known !== null && given.expires_on !== undefined && given.expires_on !== known) return "receipts.expiryDiffers";
  const expires_on = known ?? stated;
  if (keeps_expiry && expires_on === null) return "receipts.expiryRequired";
  return checkExpiry({ lot: named, expires_on }, question);
}

function checkExpiry(lot: Lot, { today, hasQualified }: LotQuestion): Lot | LotRefusal {
  return hasQualified && lot.expires_on !== null && lot.expires_on <= today ? "receipts.lotExpired" : lot;
}
