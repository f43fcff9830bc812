import { defineActions } from "#src/kit/ui/action/action.ts";
import {
  addReviewPhotos,
  beginReview,
  cancelReview,
  finishReview,
  printReviewLabel,
  reportAtReview,
  reportLoosePiece,
  reportWrongItem,
  reviewPieces,
  reviewSinglePiece,
  undoPieces,
} from "./review.contract.ts";

/** What can be done at the review. A scan is input rather than a button, and a refusal is answered in place. */
export const reviewActions = defineActions({
  begin: { calls: [beginReview, cancelReview] },
  review: { calls: [reviewPieces, undoPieces, finishReview, reviewSinglePiece] },
  label: { calls: [printReviewLabel] },
  photograph: { calls: [addReviewPhotos] },
  report: { calls: [reportAtReview, reportWrongItem, reportLoosePiece] },
});
