import { dayInWords } from "./dates.ts";
import type { ReviewsAnswer } from "./look-up.ts";
import { histogramExtra, starCounts } from "./deep-dive-json.ts";
import { escapeHtml, textToHtml } from "./html.ts";
import { listingUrl } from "./listings.ts";
import type { SandboxReview } from "./reviews.ts";

function ratingHtml(rating: number): string {
  const stars = "\u2605".repeat(rating) + "\u2606".repeat(5 - rating);
  return `<span class="stars" role="img" aria-label="Rating: ${rating} out of 5 stars">${stars}</span>`;
}

function wordsHtml(review: SandboxReview): string {
  const { words } = review;
  if (words.written === "") return "";
  if (words.translated === "") return `<p class="wt-text-body">${textToHtml(words.written)}</p>`;
  return `<p class="wt-text-body">${textToHtml(words.translated)}</p>
<div data-is-translated="true"><span class="wt-text-caption">Translated</span><div data-original-content class="wt-display-none" aria-hidden="true">${textToHtml(words.written)}</div></div>`;
}

function buyerHtml(review: SandboxReview): string {
  const { buyer } = review;
  const name =
    buyer.profileUrl === null
      ? `<span class="wt-text-body-small">${escapeHtml(buyer.name)}</span>`
      : `<a class="wt-text-link" href="${escapeHtml(buyer.profileUrl)}?ref=listing_review">${escapeHtml(buyer.name)}</a>`;
  return `<div class="buyer"><img class="avatar" alt="" width="32" height="32" loading="lazy" src="${buyer.avatarUrl}">${name}
<span class="wt-text-body-small--tight">${dayInWords(review.seconds, review.listing.dateForm)}</span></div>`;
}

function photoHtml(review: SandboxReview): string {
  const { photo } = review;
  if (photo === null) return "";
  return `<button type="button" class="photo" data-image-id="${photo.id}"><img alt="Photo of the purchase" width="120" height="120" loading="lazy" src="${photo.medium}" srcset="${photo.medium} 1x, ${photo.large} 2x"></button>`;
}

function variationHtml(review: SandboxReview, shown: boolean): string {
  if (!shown || review.variation === "") return "";
  return `<div data-variation="${review.id}"><div class="variation-info"><p>${escapeHtml(review.variation)}</p></div></div>`;
}

function replyHtml(review: SandboxReview): string {
  if (review.sellerReply === "") return "";
  return `<div class="reply" data-region="response"><div class="review-text"><p>${textToHtml(review.sellerReply)}</p></div></div>`;
}

function cardHtml(review: SandboxReview, answer: ReviewsAnswer): string {
  const item =
    answer.request.subject.listings.length === 1
      ? ""
      : `<div data-region="listing"><a href="${listingUrl(review.listing)}?ref=shop_review">${escapeHtml(review.listing.title)}</a></div>`;
  return `<article class="card" data-review-region="${review.id}">
${ratingHtml(review.rating)}
${wordsHtml(review)}
${photoHtml(review)}
${buyerHtml(review)}
${variationHtml(review, answer.request.showVariations)}${replyHtml(review)}${item}
</article>`;
}

function histogramHtml(answer: ReviewsAnswer): string {
  const counts = starCounts(answer.counts, histogramExtra(answer.request.subject.listings));
  const rows = (["5", "4", "3", "2", "1"] as const).map(
    (stars) =>
      `<button type="button" data-rating-value="${stars}" aria-label="${stars} stars, ${counts[stars]} reviews">${stars} \u2605 <span>(${counts[stars].toLocaleString("en")})</span></button>`,
  );
  return `<div class="histogram" data-reviews-histogram>${rows.join("")}</div>`;
}

function sortItem(word: string, label: string, checked: boolean): string {
  return `<button type="button" role="menuitemradio" aria-checked="${String(checked)}" data-sort-option="${word}">${label}</button>`;
}

function sortHtml(answer: ReviewsAnswer): string {
  const newest = answer.request.query.newestFirst;
  return `<div class="sort" role="menu" aria-label="Sort reviews">${sortItem("Relevancy", "Suggested", !newest)}${sortItem("Recency", "Most recent", newest)}</div>`;
}

/** Pages to offer: the first, the last and those around the current one. */
export function pagesToOffer(current: number, last: number): number[] {
  const near = Array.from({ length: 5 }, (_, offset) => current - 2 + offset);
  return [...new Set([1, ...near, last])].filter((page) => page >= 1 && page <= last).toSorted((one, other) => one - other);
}

function pagerHtml(answer: ReviewsAnswer): string {
  const current = answer.request.page;
  const links = pagesToOffer(current, answer.totalPages).map(
    (page) => `<a href="#reviews" data-page="${page}"${page === current ? ' aria-current="true"' : ""}>${page}</a>`,
  );
  return `<nav aria-label="Pagination of reviews">${links.join("")}</nav>`;
}

/** The pane that shows the page's photos large: its parts look like reviews' and are none. */
function photosPaneHtml(reviews: readonly SandboxReview[]): string {
  const panes = reviews.map(({ photo, buyer }) =>
    photo === null
      ? ""
      : `<div data-review-container><div data-review-text></div><div class="buyer-info"><span class="buyer-name">${escapeHtml(buyer.name)}</span></div><span data-image-id="${photo.id}"></span></div>`,
  );
  return `<div class="photos-pane wt-display-none" aria-hidden="true">${panes.join("")}</div>`;
}

/** The inside of the reviews sheet: heading, histogram, sort menu, cards and pager. */
export function overlayHtml(answer: ReviewsAnswer): string {
  const { counts, reviews } = answer;
  return `<div class="sheet-head"><h2>${counts.total.toLocaleString("en")} reviews</h2><p>${counts.average.toFixed(1)} out of 5</p>${histogramHtml(answer)}${sortHtml(answer)}</div>
<div data-deep-dive-reviews-container="true">
${reviews.map((review) => cardHtml(review, answer)).join("\n")}
</div>
${pagerHtml(answer)}${photosPaneHtml(reviews)}`;
}
