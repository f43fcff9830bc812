/** The states of a parcel, as in the constraint `parcel_status_known`. One that was packed is closed; reopening its order voids it. */
export const parcelStatuses = ["closed", "weighed", "bagged", "handed_over", "voided"] as const;
export type ParcelStatus = (typeof parcelStatuses)[number];

/** What goods are packed in and with, as in the constraint `box_type_kind_known`. */
export const boxKinds = ["box", "consumable"] as const;
export type BoxKind = (typeof boxKinds)[number];

/** What a scanned code can mean when packing or weighing. */
export const packScanKinds = ["location", "order", "parcel", "unknown"] as const;

/** Upper limits: orders that a scan finds, parcels of an order, boxes of a provider, rows of one batch of weights. */
export const mostFound = 50;
export const mostParcels = 200;
export const mostBoxes = 200;
export const mostWeighed = 500;
/** The heaviest that a scale reports, in grams, the longest side of a box, and the longest mark on it. */
export const mostGrams = 1_000_000;
export const mostSideMm = 10_000;
export const longestMark = 40;

/** A weight that is known, or null. */
type Grams = number | null;

/** Adds weights, each times a quantity. Returns null if one is not known. */
export function sumGrams(parts: readonly { readonly weight_grams: Grams; readonly quantity: number }[]): Grams {
  let sum = 0;
  for (const { weight_grams, quantity } of parts) {
    if (weight_grams === null) return null;
    sum += weight_grams * quantity;
  }
  return sum;
}

/** How far a measured weight may be from the expected one: the larger of the two applies. */
export interface WeightTolerance {
  readonly weight_tolerance_percent: number;
  readonly weight_tolerance_grams: number;
}

/** Returns how many grams a weight may differ from the expected one. */
export function getAllowedGrams(expectedGrams: number, { weight_tolerance_percent, weight_tolerance_grams }: WeightTolerance): number {
  return Math.max(weight_tolerance_grams, (expectedGrams * weight_tolerance_percent) / 100);
}

/** Whether a measured weight is as expected. Where the expected one is not known, any is. */
export function isWithinTolerance(expectedGrams: Grams, measuredGrams: number, tolerance: WeightTolerance): boolean {
  return expectedGrams === null || Math.abs(measuredGrams - expectedGrams) <= getAllowedGrams(expectedGrams, tolerance);
}

/** Pieces of a SKU and lot. */
export interface PackedItem {
  readonly variant_uuid: string;
  readonly lot: string;
  readonly quantity: number;
}

const keyOf = ({ variant_uuid, lot }: Pick<PackedItem, "variant_uuid" | "lot">): string => `${variant_uuid.toLowerCase()} ${lot}`;

/** Whether parcels contain all pieces of an order, each exactly once, and no others. */
export function areAllPacked(order: readonly PackedItem[], parcels: readonly (readonly PackedItem[])[]): boolean {
  const left = new Map(order.map((item) => [keyOf(item), item.quantity]));
  for (const item of parcels.flat()) left.set(keyOf(item), (left.get(keyOf(item)) ?? 0) - item.quantity);
  return parcels.every((items) => items.length > 0) && [...left.values()].every((quantity) => quantity === 0);
}

/** Returns the marks of an order's boxes: as given, and "3/12" for the third of twelve where none is. */
export function fillMarks(marks: readonly string[]): string[] {
  return marks.map((mark, at) => (mark.trim() === "" ? `${at + 1}/${marks.length}` : mark.trim()));
}

/** Whether each mark is on one box only, whatever its letters' case. */
export function areMarksUnique(marks: readonly string[]): boolean {
  return new Set(marks.map((mark) => mark.toLowerCase())).size === marks.length;
}
