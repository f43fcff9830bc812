import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { printReviewLabel } from "#src/outbound/review/review.contract.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import { printTexts } from "#server/warehouse/printing/texts.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { findReview } from "./reviews.queries.ts";

/** Returns the label that a review ends with as a PDF: the numbers of the order's parcels, or the order's until it is packed. */
export async function printLabel(
  scope: OrderScope,
  { review_uuid, size, language }: ParsedInputOf<typeof printReviewLabel>,
): Promise<Result<FileAnswer, "notFound">> {
  const review = await findReview(scope, review_uuid);
  if (review?.status !== "done") return refuse("notFound");
  const { order_number, parcel_numbers, location, piece_count } = review;
  const numbers = parcel_numbers.length === 0 ? [order_number] : parcel_numbers;
  const pieces = printTexts[language].pieces(piece_count);
  const labels = numbers.map((number) => ({
    number,
    about: [number === order_number ? "" : order_number, location, pieces].filter((part) => part !== "").join(" · "),
  }));
  const print = { labelSize: size, copies: 1, language, now: scope.now };
  const title = parcel_numbers.length === 0 ? "orderLabels" : "parcelLabels";
  return ok(
    answerPdf([order_number], async () => (await import("#server/warehouse/printing/labels.ts")).drawNumberLabels(labels, title, print)),
  );
}
