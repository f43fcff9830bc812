import type { PageAnswer } from "#src/collector/marketplaces/marketplaces.contract.ts";

/** Builds an invented review of jsData; `some` replaces whole parts. */
export function wireReview(transactionId: unknown, some: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    transactionId,
    reviewInfo: {
      rating: 4,
      reviewDate: "Jun 12, 2022",
      isRecommended: true,
      variationSummary: "Size: L, Colour: Oak",
      transactionData: { listingTitle: "Driftwood Lamp", listingUrl: "/listing/1234567890/driftwood-lamp?ref=reviews" },
    },
    buyerInfo: {
      name: "Fenrin",
      profileUrl: "https://www.etsy.com/people/fenrin?ref=x",
      avatarUrl: "https://i.etsystatic.com/iusa/1/2/iusa_75x75.2_a.jpg",
      isAnonymous: false,
    },
    reviewContent: { reviewText: "Glows warmly.", reviewTextTranslated: null, appreciationPhotoUrl: null },
    sellerResponse: null,
    translationContext: null,
    ...some,
  };
}

/** Builds an answer of the deep_dive_reviews spec. */
export function wireAnswer(reviews: unknown, some: Record<string, unknown> = {}, html = ""): Record<string, unknown> {
  const total = Array.isArray(reviews) ? reviews.length : 0;
  return {
    output: { deep_dive_reviews: html },
    jsData: {
      totalReviews: total,
      averageRating: 4.5,
      ratingCounts: { "1": 0, "2": 0, "3": 0, "4": total, "5": 0, All: total },
      tagFilters: [],
      media: { photos: [] },
      totalPages: 1,
      currentPage: 1,
      reviews,
      ...some,
    },
  };
}

/** Builds a 200 answer; objects become JSON. */
export function answerOf(body: unknown, some: Partial<PageAnswer> = {}): PageAnswer {
  const url = "https://www.etsy.com/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews";
  return { status: 200, url, retryAfter: null, body: typeof body === "string" ? body : JSON.stringify(body), ...some };
}

/** Builds a card of the panel's HTML. */
export function cardHtml(id: string, text: string, some: { rating?: string; date?: string; extra?: string } = {}): string {
  const { rating = "Rating: 3 out of 5 stars", date = "12 Jun, 2022", extra = "" } = some;
  return `<div data-review-region="${id}"><span role="img" aria-label="${rating}"></span>${text === "" ? "" : `<p class="wt-text-body">${text}</p>`}
<div><a href="/people/fenrin?ref=y">Fenrin</a> <span class="wt-text-body-small--tight">${date}</span></div>${extra}</div>`;
}

/** Builds the panel's HTML from cards. */
export function panelHtml(cards: string): string {
  return `<div data-deep-dive-reviews-container="true">${cards}</div>`;
}
