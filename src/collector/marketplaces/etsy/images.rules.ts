import type { ReviewImage } from "#src/collector/reviews/reviews.contract.ts";
import { toAbsoluteLink } from "#src/collector/marketplaces/links.rules.ts";

/** A picture of a review ("iap") in one of the sizes of Etsy's image host: iap_300x300.<id>_<rand>.jpg */
const reviewPhoto = /\/iap_(?:\d+x(?:\d+|N)|fullxfull)\./;
const listingPhoto = /\/il_(?:\d+x(?:\d+|N)|fullxfull)\./;
/** Portraits and decoration: never a picture of a review. */
const furniture = /\/iusa\/|\/avatars\/|\/isla\/|\/images\//;

/** Keys under which an object was seen, or can be thought, to hold the address of a picture, largest first. */
const addressKeys = [
  "fullxfull",
  "full",
  "url_fullxfull",
  "original",
  "large",
  "640x640",
  "url_640x640",
  "url",
  "src",
  "imageUrl",
  "photoUrl",
  "href",
  "300x300",
  "75x75",
];

/** Deeper than any response seen; a hostile one is not followed further. */
const deepest = 4;
const mostImages = 40;

/**
 * A review's picture from any address of it.
 * @param address absolute or relative, any size
 * @param base the page that contains it
 * @returns the largest size, with the 640 pixel one as fallback; null for portraits and for anything but a web address
 */
export function toReviewImage(address: string, base: string): ReviewImage | null {
  // A word is not an address, though it could be a relative one.
  const link = /^\s*(?:https?:)?\//i.test(address) ? toAbsoluteLink(address.trim(), base) : "";
  if (link === "" || furniture.test(link)) return null;
  if (reviewPhoto.test(link))
    return { url: link.replace(reviewPhoto, "/iap_fullxfull."), fallback: link.replace(reviewPhoto, "/iap_640x640.") };
  if (listingPhoto.test(link))
    return { url: link.replace(listingPhoto, "/il_fullxfull."), fallback: link.replace(listingPhoto, "/il_794xN.") };
  return { url: link, fallback: "" };
}

/** A small form of a listing's own picture: 170 x 135, a size that every listing was seen to have; others stay as they are. */
export function smallListingImage(address: string, base: string): string {
  return toAbsoluteLink(address.trim(), base).replace(listingPhoto, "/il_170x135.");
}

/** The list with each picture once. */
export function distinctImages(images: readonly ReviewImage[]): ReviewImage[] {
  const byUrl = new Map<string, ReviewImage>();
  for (const image of images) if (!byUrl.has(image.url) && byUrl.size < mostImages) byUrl.set(image.url, image);
  return [...byUrl.values()];
}

function imageOfObject(value: Record<string, unknown>, base: string): ReviewImage | null {
  const own = Object.keys(value).slice(0, mostImages);
  const keys = [...addressKeys.filter((key) => Object.hasOwn(value, key)), ...own.filter((key) => !addressKeys.includes(key))];
  const found: ReviewImage[] = [];
  for (const key of keys) {
    const address = value[key];
    const image = typeof address === "string" ? toReviewImage(address, base) : null;
    if (image) found.push(image);
  }
  const best = found.find((image) => image.fallback !== "") ?? found[0];
  if (!best || best.fallback !== "") return best ?? null;
  return { url: best.url, fallback: found.find((image) => image.url !== best.url)?.url ?? "" };
}

/**
 * The pictures in a JSON value: an address, an object of addresses (one picture in several sizes), a list of either, or nothing.
 */
export function readImages(value: unknown, base: string, depth = 0): ReviewImage[] {
  if (typeof value === "string") {
    const image = value.trim() === "" ? null : toReviewImage(value, base);
    return image ? [image] : [];
  }
  if (typeof value !== "object" || value === null || depth > deepest) return [];
  if (Array.isArray(value)) {
    return distinctImages(value.slice(0, mostImages).flatMap((item: unknown) => readImages(item, base, depth + 1)));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `isObject`, or a comparison before it, has checked this
  const one = imageOfObject(value as Record<string, unknown>, base);
  if (one) return [one];
  const nested = Object.values(value).filter((item) => typeof item === "object" && item !== null);
  return distinctImages(nested.slice(0, mostImages).flatMap((item: unknown) => readImages(item, base, depth + 1)));
}
