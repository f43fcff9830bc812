import type { Buyer } from "./buyers.ts";
import { getBuyer } from "./buyers.ts";
import type { Listing } from "./listings.ts";
import type { Dice } from "./random.ts";
import { createDice, hash32, toHex, pick } from "./random.ts";
import type { Topic } from "./sentences.ts";
import { chooseTopics } from "./texts.ts";
import type { Words } from "./texts.ts";
import { chooseWords } from "./texts.ts";

/** One form in which the wire has carried `appreciationPhotoUrl`. */
export const photoForms = ["string", "object", "sizes", "emptyObject", "null", "absent"] as const;
export type PhotoForm = (typeof photoForms)[number];

/** A generated review: what the marketplace knows of it, before it is put on the wire. */
export interface SandboxReview {
  listing: Listing;
  id: string;
  rating: number;
  /** seconds since 1970 */
  seconds: number;
  buyer: Buyer;
  words: Words;
  /** '' for none */
  variation: string;
  recommended: boolean | null;
  photoForm: PhotoForm;
  /** addresses of the photo by size, null if there is none */
  photo: Photo | null;
  sellerReply: string;
}

export interface Photo {
  id: string;
  small: string;
  medium: string;
  large: string;
  /** the largest: one in five of these does not exist (images.ts) */
  full: string;
}

/** Reviews are numbered by serial: 0 is the newest of the listing's own, higher is older, below 0 arrived while reading. */
export type Serial = number;

const newestSeconds = Date.UTC(2026, 10, 10, 12) / 1000;
const daySeconds = 86_400;
const spanSeconds = 6 * 365 * daySeconds;
/** One review in each full block of this many has stars only: 7 of 101. */
const starOnlyBlock = 14;

function diceFor(listing: Listing, serial: Serial): Dice {
  return createDice(`${listing.id}/${serial}`);
}

/** The review's id: unique over all listings, below 2^53, higher for newer ones. */
export function getReviewId(listing: Listing, serial: Serial): string {
  return String(Number(listing.id) * 100_000 + 40_000 - serial);
}

/** When it was written, in seconds since 1970: strictly later than the review of the next serial. */
export function getSeconds(listing: Listing, serial: Serial): number {
  if (serial < 0) return newestSeconds - serial * 600;
  const step = Math.min(20 * daySeconds, Math.floor(spanSeconds / Math.max(1, listing.count)));
  return newestSeconds - serial * step - 1 - Math.floor(diceFor(listing, serial)("second") * (step - 2));
}

/** Stars, 1 to 5: mostly 5, as it is. */
export function getRating(listing: Listing, serial: Serial): number {
  const fraction = diceFor(listing, serial)("rating");
  return fraction < 0.74 ? 5 : fraction < 0.88 ? 4 : fraction < 0.94 ? 3 : fraction < 0.97 ? 2 : 1;
}

/** Whether the buyer gave stars and no words. */
export function isStarOnly(listing: Listing, serial: Serial): boolean {
  const block = Math.floor(serial / starOnlyBlock);
  if (serial < 0 || (block + 1) * starOnlyBlock > listing.count) return false;
  return serial % starOnlyBlock === hash32(`${listing.id}/starOnly/${block}`) % starOnlyBlock;
}

/** Its topics; none without text. */
export function topicsOfReview(listing: Listing, serial: Serial): Topic[] {
  return isStarOnly(listing, serial) ? [] : chooseTopics(diceFor(listing, serial));
}

function getPhoto(reviewId: string): Photo {
  const digits = toHex(`photo/${reviewId}`, 14);
  const id = String(1_000_000_000 + (Number.parseInt(digits.slice(0, 8), 16) % 8_999_999_999));
  const address = (size: string): string =>
    `https://i.etsystatic.com/iap/${digits.slice(8)}/${id}/iap_${size}.${id}_${digits.slice(0, 8)}.jpg?version=0`;
  return { id, small: address("75x75"), medium: address("300x300"), large: address("640x640"), full: address("fullxfull") };
}

function getPhotoForm(dice: Dice): PhotoForm {
  const fraction = dice("photo");
  if (fraction < 0.3) return pick(["string", "string", "object", "sizes"], dice("photo/form"));
  return fraction < 0.4 ? "emptyObject" : fraction < 0.7 ? "null" : "absent";
}

function getVariation(dice: Dice): string {
  if (dice("variation") < 0.3) return "";
  const size = `Size: ${pick(["S", "M", "L", '12"'], dice("size"))}`;
  return dice("colour") < 0.5 ? size : `${size}, Colour: ${pick(["Oak", "Sea & Sky", "Tar black"], dice("which colour"))}`;
}

const replies = [
  "Thank you so much, enjoy it!",
  "We are sorry about the scratch & have sent a new one.",
  "Danke schön!\nBis bald.",
  "ありがとうございました。",
];

/** The whole review of a serial. Pure: the same listing and serial give the same review, always. */
export function reviewAt(listing: Listing, serial: Serial): SandboxReview {
  const dice = diceFor(listing, serial);
  const id = getReviewId(listing, serial);
  const rating = getRating(listing, serial);
  const photoForm = getPhotoForm(dice);
  const hasPhoto = photoForm === "string" || photoForm === "object" || photoForm === "sizes";
  return {
    listing,
    id,
    rating,
    seconds: getSeconds(listing, serial),
    buyer: getBuyer(dice, id),
    words: isStarOnly(listing, serial) ? { language: "en", written: "", translated: "" } : chooseWords(dice),
    variation: getVariation(dice),
    recommended: dice("recommended") < 0.4 ? null : rating >= 4,
    photoForm,
    photo: hasPhoto ? getPhoto(id) : null,
    sellerReply: dice("reply") < 0.12 ? pick(replies, dice("which reply")) : "",
  };
}
