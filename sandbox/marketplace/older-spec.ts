import { dayInWords } from "./dates.ts";
import { pagesToOffer } from "./deep-dive-html.ts";
import type { ReviewsAnswer } from "./look-up.ts";
import { lookUp } from "./look-up.ts";
import type { Exchange, Reply } from "./exchange.ts";
import { apiError, json } from "./exchange.ts";
import { escapeHtml, textToHtml } from "./html.ts";
import { renamed } from "./renamed.ts";
import { answerReviewRequest } from "./review-request.ts";
import type { SandboxReview } from "./reviews.ts";
import { glimpse, readSpecRequest } from "./spec-request.ts";

/** Reviews a page of the older route. */
export const olderPageSize = 4;

function nameHtml(review: SandboxReview): string {
  const { buyer } = review;
  if (buyer.profileUrl === null) return escapeHtml(buyer.name);
  const path = buyer.profileUrl.replace("https://www.etsy.com", "");
  return `<a class="wt-text-link" href="${path}?ref=l_review" aria-label="Reviewer ${escapeHtml(buyer.name)}">${escapeHtml(buyer.name)}</a>`;
}

function cardHtml(review: SandboxReview): string {
  const shown = review.words.translated === "" ? review.words.written : review.words.translated;
  const text = shown === "" ? "" : `<p id="review-preview-toggle-${review.id}" class="wt-text-body wt-break-word">${textToHtml(shown)}</p>`;
  const photo =
    review.photo === null ? "" : `<img class="photo" alt="Photo of the purchase" width="100" loading="lazy" src="${review.photo.medium}">`;
  return `<div class="card review-card" data-review-region="${review.id}">
<span class="stars"><input type="hidden" name="initial-rating" value="${review.rating}"><input type="hidden" name="rating" value="${review.rating}"><span class="screen-reader-only">${review.rating} out of 5 stars</span><span aria-hidden="true">${"\u2605".repeat(review.rating)}</span></span>
${text}${photo}
<p class="wt-text-caption"><img class="avatar" alt="" width="24" height="24" loading="lazy" src="${review.buyer.avatarUrl}">${nameHtml(review)} ${dayInWords(review.seconds, review.listing.dateForm)}</p>
</div>`;
}

/** Cards in the older markup, in their panel: the older answer, and the few reviews that stand on the listing page itself. */
export function panelHtml(reviews: readonly SandboxReview[], pager = ""): string {
  return `<div id="same-listing-reviews-panel" role="tabpanel">${reviews.map(cardHtml).join("\n")}${pager}</div>`;
}

function pagerHtml(answer: ReviewsAnswer): string {
  const current = answer.request.page;
  const links = pagesToOffer(current, answer.totalPages).map((page) =>
    page === current ? `<span data-active-page="${page}">${page}</span>` : `<a href="#reviews" data-page="${page}">${page}</a>`,
  );
  return `<nav aria-label="Pagination of reviews" data-reviews-pagination>${links.join("")}</nav>`;
}

/** POST .../specs/reviews, the route of 2021 to 2024: HTML only. Responds only if the controls enable it. */
export async function olderReviews(exchange: Exchange): Promise<Reply> {
  const body = await exchange.readBody();
  const seen = glimpse(body, "reviews");
  return answerReviewRequest(exchange, { kind: "older", ...seen }, [seen.subject], (contract) => {
    const isServed = contract === "olderOnly" || contract === "both" || contract === "renamedFields";
    if (!isServed) return apiError(404, "Unknown spec: reviews");
    const request = readSpecRequest(exchange, body, "reviews", /^Etsy(\\\w+)+$/);
    if ("status" in request) return request;
    const found = lookUp(request, olderPageSize, exchange.state.arrived);
    const answer = { output: { reviews: panelHtml(found.reviews, pagerHtml(found)) }, jsData: {} };
    return json(200, contract === "renamedFields" ? renamed(answer) : answer);
  });
}
