import { z } from "zod";
import { create } from "zustand";
import { defineSavedWork } from "#src/warehouse/scanning/saved-work.storage.ts";
import type { Review, ReviewLine, ReviewRow } from "./review.contract.ts";
import { getReview } from "./review.contract.ts";
import type { ShortAtReview } from "./review.rules.ts";

/** A question that must be answered first. It belongs to a scan in the list; Escape dismisses it. */
export type ReviewQuestion =
  | { readonly kind: "quantity"; readonly entry: string }
  | { readonly kind: "takeOver"; readonly entry: string; readonly order: ReviewRow }
  | { readonly kind: "which"; readonly entry: string; readonly orders: readonly ReviewRow[] }
  | { readonly kind: "problem" | "damaged"; readonly entry: string }
  | { readonly kind: "line"; readonly entry: string; readonly reason: ShortAtReview }
  | { readonly kind: "pieces"; readonly entry: string; readonly reason: ShortAtReview; readonly line: ReviewLine };

/** A person's state at the review. */
export interface Reviewing {
  /** the order that is reviewed, with what was scanned on this device */
  readonly review: Review | null;
  /** the barcode of the packing location that was scanned; empty for the warehouse's first */
  readonly location: string;
  /** where single pieces are reviewed: chosen, or the warehouse of the packing location that was scanned; empty if neither */
  readonly warehouse: string;
  /** the pieces that the next scan stands for */
  readonly preset: number;
  /** the code of the last scan, if its piece does not belong to the order: another product, another lot, or one too many */
  readonly wrongCode: string;
  /** the code that was scanned last while no order was open, if it may be of a piece that is left over, or that no order waits for */
  readonly looseCode: string;
  /** the order that was reviewed last, where its goods went, and its parcels if it is packed; what is not known yet is empty */
  readonly last: {
    readonly review: string;
    readonly order: string;
    readonly location: string;
    readonly warehouse: string;
    readonly parcels: readonly string[];
  } | null;
  readonly question: ReviewQuestion | null;
}
export const noReviewing: Reviewing = {
  review: null,
  location: "",
  warehouse: "",
  preset: 1,
  wrongCode: "",
  looseCode: "",
  last: null,
  question: null,
};

/** The open review, the packing location and the warehouse: enough to go on after a reload. */
const savedReview = defineSavedWork(
  "review.open",
  z.object({ review: getReview.output.nullable(), location: z.string(), warehouse: z.string().default("") }),
);

/** The work of each person on this page. It survives leaving the screen, and nobody takes over another's work. */
export const useReviewings = create<{ readonly reviewings: Readonly<Record<string, Reviewing>> }>(() => ({ reviewings: {} }));

/** Returns a person's current state. After a reload it is read from the device. */
export function getReviewing(person: string): Reviewing {
  const known = useReviewings.getState().reviewings[person];
  return known ?? { ...noReviewing, ...savedReview.read(person) };
}

/** Changes a person's state. The open review, the packing location and the warehouse survive a reload. */
export function changeReviewing(person: string, change: Partial<Reviewing>): void {
  const now = { ...getReviewing(person), ...change };
  useReviewings.setState(({ reviewings }) => ({ reviewings: { ...reviewings, [person]: now } }));
  const { review, location, warehouse } = now;
  savedReview.write(person, review === null && location === "" && warehouse === "" ? null : { review, location, warehouse });
}
