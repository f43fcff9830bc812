import { wireDate } from "./dates.ts";
import type { ReviewsAnswer } from "./look-up.ts";
import type { Listing } from "./listings.ts";
import { listingUrl } from "./listings.ts";
import type { Photo, SandboxReview } from "./reviews.ts";
import type { Counts } from "./views.ts";
import { tagCount } from "./views.ts";

/** `appreciationPhotoUrl` in each of the forms that the wire has had; undefined leaves it out. */
function appreciationPhoto(review: SandboxReview): unknown {
  const { photo } = review;
  if (review.photoForm === "absent") return undefined;
  if (review.photoForm === "emptyObject") return {};
  if (photo === null) return null;
  if (review.photoForm === "object") return { url: photo.large, imageId: photo.id, altText: "" };
  return review.photoForm === "sizes" ? { "75x75": photo.small, "300x300": photo.medium, "640x640": photo.large } : photo.large;
}

function wireReview(review: SandboxReview): unknown {
  const { words, buyer, listing } = review;
  return {
    transactionId: Number(review.id),
    reviewInfo: {
      rating: review.rating,
      reviewDate: wireDate(review.seconds, listing.dateForm),
      isRecommended: review.recommended,
      variationSummary: review.variation === "" ? null : review.variation,
      transactionData: { listingTitle: listing.title, listingUrl: listingUrl(listing) },
    },
    buyerInfo: { name: buyer.name, profileUrl: buyer.profileUrl, avatarUrl: buyer.avatarUrl, isAnonymous: buyer.anonymous },
    reviewContent: {
      reviewText: words.written,
      reviewTextTranslated: words.translated === "" ? null : words.translated,
      appreciationPhotoUrl: appreciationPhoto(review),
    },
    sellerResponse: review.sellerReply === "" ? null : { responseText: review.sellerReply },
    translationContext: words.translated === "" ? null : { isTranslated: true, sourceLanguage: words.language, targetLanguage: "en-US" },
  };
}

/** The stars' counts by number of stars. `extra` goes to the fives: what makes a real histogram disagree with the total. */
export function starCounts(counts: Counts, extra: number): Record<"1" | "2" | "3" | "4" | "5", number> {
  const [one, two, three, four, five] = counts.byRating;
  return { "1": one, "2": two, "3": three, "4": four, "5": five + extra };
}

/** By how much the subject's histogram is off. */
export function histogramExtra(listings: readonly Listing[]): number {
  return listings.length === 1 ? (listings[0]?.histogramExtra ?? 0) : 0;
}

function tagFilters(answer: ReviewsAnswer): unknown[] {
  const names = ["Quality", "Shipping", "Service"];
  return names.map((name) => {
    const count = tagCount(answer.request.subject, name.toLowerCase(), answer.arrived);
    return { tag: name, name, frequency: count.all, num_pos: count.positive, num_neg: count.negative };
  });
}

/** The answer's `jsData`. The counts are of the whole listing or shop, under any filter; `totalPages` is of what the filters leave. */
export function jsData(answer: ReviewsAnswer): unknown {
  const { request, counts, reviews } = answer;
  const photos = reviews.flatMap((review): { review: SandboxReview; photo: Photo }[] =>
    review.photo === null ? [] : [{ review, photo: review.photo }],
  );
  return {
    totalReviews: counts.total,
    averageRating: counts.average,
    ratingCounts: { ...starCounts(counts, histogramExtra(request.subject.listings)), All: counts.total },
    tagFilters: tagFilters(answer),
    media: { photos: photos.map(({ review, photo }) => ({ transactionId: Number(review.id), imageId: photo.id, url: photo.medium })) },
    totalPages: answer.totalPages,
    currentPage: request.page,
    reviews: reviews.map(wireReview),
  };
}
