import type { TFunction } from "i18next";

/** The sample's invented reviews, newest first; their texts are `publicPages.demo.sampleText`. */
const reviews = [
  { name: "solid", stars: 5, date: "Nov 3, 2026", photo: true },
  { name: "gift", stars: 5, date: "Oct 28, 2026", photo: false },
  { name: "small", stars: 4, date: "Oct 19, 2026", photo: false },
  { name: "", stars: 5, date: "Oct 11, 2026", photo: false },
  { name: "again", stars: 5, date: "Sep 30, 2026", photo: true },
  { name: "colour", stars: 5, date: "Sep 22, 2026", photo: false },
  { name: "scratch", stars: 4, date: "Sep 8, 2026", photo: true },
  { name: "", stars: 4, date: "Aug 29, 2026", photo: false },
  { name: "slow", stars: 3, date: "Aug 17, 2026", photo: false },
  { name: "daily", stars: 5, date: "Aug 2, 2026", photo: false },
] as const;

/** The number of reviews that the sample page states: more than it contains, as on real pages. */
const stated = 64;
const listingUrl = "https://www.etsy.com/listing/1000000010/sample";

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function card({ name, stars, date, photo }: (typeof reviews)[number], place: number, t: TFunction): string {
  const picture = `https://i.etsystatic.com/iap/5a5a5a/${place}/iap_640x640.${place}_sample.jpg?version=0`;
  return `<article data-review-region="${4_000_000_100 - place}">
<span role="img" aria-label="Rating: ${stars} out of 5 stars"></span>
${name === "" ? "" : `<p class="wt-text-body">${escaped(t(`publicPages.demo.sampleText.${name}`))}</p>`}
${photo ? `<button data-image-id="${place}"><img alt="" src="${picture}"></button>` : ""}
<span class="wt-text-body-small--tight">${date}</span>
<div data-variation="${place}"><div class="variation-info"><p>${escaped(t("publicPages.demo.sampleVariation"))}</p></div></div>
${name === "scratch" ? `<div data-region="response"><div class="review-text"><p>${escaped(t("publicPages.demo.sampleReply"))}</p></div></div>` : ""}
</article>`;
}

/** Returns a small page in the marketplace's markup with invented reviews, for users without a saved page. */
export function samplePage(t: TFunction): string {
  const title = escaped(t("publicPages.demo.sampleTitle"));
  return `<!doctype html><html lang="en"><head><title>${title}</title><link rel="canonical" href="${listingUrl}"></head><body>
<h1 data-buy-box-listing-title="true">${title}</h1>
<div data-appears-component-name="listing_page_reviews_container_top" data-appears-event-data='{"listing_rating_count":${stated}}'></div>
<div data-deep-dive-reviews-container="true">
${reviews.map((review, place) => card(review, place, t)).join("\n")}
</div></body></html>`;
}
