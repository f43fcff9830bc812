import type { ReviewImage } from "./reviews.contract.ts";

/** Etsy's review pictures name their size in the address; 75 px are enough for a table. */
const etsyPicture = /^(https:\/\/i\.etsystatic\.com\/(?:[\w-]+\/)*iap_)(?:fullxfull|\d+x(?:\d+|N))(\.)/;

/** A small version of a picture for a table row, or '' if a page may not load the address. */
export function getThumbnailUrl({ url, fallback }: ReviewImage): string {
  const small = url.replace(etsyPicture, "$175x75$2");
  if (small !== url) return small;
  const known = fallback === "" ? url : fallback;
  return isWebAddress(known) ? known : "";
}

/** Whether it may become a link: reviews come from pages that others write. */
export function isWebAddress(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === "https:";
}
