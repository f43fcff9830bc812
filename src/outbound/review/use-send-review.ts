import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { finishReview, reportAtReview, reportWrongItem, reviewPieces, undoPieces } from "./review.contract.ts";
import type { Review, ReviewLine } from "./review.contract.ts";
import type { ShortAtReview } from "./review.rules.ts";
import { withPieces } from "./review-steps.rules.ts";
import { toLast, useFinishedText } from "./use-finished-text.ts";
import { changeReviewing, getReviewing } from "./review.store.ts";
import { usePrintLabel } from "./use-print-label.ts";
import type { OpenReviewWork } from "./use-open-review.ts";

/** Sends scans of the review through the queue. What was sent counts here at once; after a refusal the server's figures are shown. */
export function useSendReview(
  { person, session, toText, toProblemText, rejectUndo }: Work,
  { reload, reloadList }: Pick<OpenReviewWork, "reload" | "reloadList">,
  enqueue: (work: () => Promise<void>) => void,
) {
  const { t } = useTranslation();
  const printLabel = usePrintLabel({ toProblemText });
  const sayFinished = useFinishedText();
  const counting = useScanCall(reviewPieces);
  const undoing = useScanCall(undoPieces);
  const finishing = useScanCall(finishReview);
  const reporting = useScanCall(reportAtReview);
  const wrong = useScanCall(reportWrongItem);

  /** Counts pieces here. @param version of the review as the server answered; null if the scan waits */
  function add(reviewUuid: string, lineNumber: number, pieces: number, version: number | null): void {
    const { review } = getReviewing(person);
    if (review?.review_uuid !== reviewUuid) return;
    const counted = withPieces(review, lineNumber, pieces);
    changeReviewing(person, { review: { ...counted, version: Math.max(review.version, version ?? 0) } });
  }

  /** Shows a result that arrives after the person went on. */
  function settleLate(sent: Sent<unknown>, entry: string, done: string): void {
    if (sent.kind === "done") session.done(entry, done);
    else session.refuse(entry, toText(sent.problem.msg));
    enqueue(reload);
  }

  async function undo({ review_uuid }: Review, { line_number, sku }: ReviewLine, quantity: number): Promise<void> {
    const outcome = await undoing.perform(
      { review_uuid, line_number, quantity },
      { label: t("review.undoOf", { sku, count: quantity }), onLater: (sent) => void (sent.kind === "refused" && enqueue(reload)) },
    );
    if (outcome.kind === "refused") {
      await reload();
      return rejectUndo(outcome.problem.msg);
    }
    add(review_uuid, line_number, -quantity, outcome.kind === "done" ? outcome.answer.version : null);
  }

  /** Shows a review that has ended, and prints its label. */
  function showFinished(entry: string, review: Review): void {
    changeReviewing(person, { last: toLast(review) });
    session.done(entry, sayFinished(review));
    void printLabel(review.review_uuid);
  }

  return {
    /** Counts pieces of a line. @returns false if they were refused */
    async count(review: Review, line: ReviewLine, quantity: number, entry: string): Promise<boolean> {
      const { review_uuid } = review;
      const { line_number, sku } = line;
      const done = t("review.counted", { sku, counted: line.reviewed_quantity + quantity, of: line.quantity });
      const outcome = await counting.perform(
        { review_uuid, line_number, quantity },
        {
          label: t("review.countOf", { sku, count: quantity, order: review.order_number }),
          onLater: (sent) => settleLate(sent, entry, done),
        },
      );
      if (outcome.kind === "refused") {
        session.refuse(entry, toText(outcome.problem.msg));
        await reload();
        return false;
      }
      add(review_uuid, line_number, quantity, outcome.kind === "done" ? outcome.answer.version : null);
      if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
      else session.done(entry, done, () => undo(review, line, quantity));
      return true;
    },

    /** Ends a complete review. */
    async finish(review: Review, entry: string): Promise<void> {
      const { location } = getReviewing(person);
      const { review_uuid, order_number, warehouse_uuid: warehouse } = review;
      const label = t("review.finishOf", { order: order_number });
      const outcome = await finishing.perform(
        { review_uuid, ...(location === "" ? {} : { location }) },
        {
          label,
          onLater: (sent) => (sent.kind === "done" ? showFinished(entry, sent.answer) : session.refuse(entry, toText(sent.problem.msg))),
        },
      );
      if (outcome.kind === "refused") {
        session.refuse(entry, toText(outcome.problem.msg));
        return reload();
      }
      // Its label is printed when the answer is there.
      const last = { review: "", order: order_number, location, warehouse, parcels: [] };
      changeReviewing(person, { review: null, question: null, preset: 1, wrongCode: "", last });
      if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
      else showFinished(entry, outcome.answer);
      reloadList();
    },

    /** Reports pieces that are not there. The order leaves the review. */
    async report(review: Review, line: ReviewLine, quantity: number, reason: ShortAtReview, entry: string): Promise<void> {
      const { review_uuid, order_number: order } = review;
      const { line_number, sku } = line;
      const done = t("review.reported", { sku, count: quantity, order });
      const outcome = await reporting.perform(
        { review_uuid, line_number, quantity, reason },
        { label: t("review.reportOf", { sku, count: quantity, order }), onLater: (sent) => settleLate(sent, entry, done) },
      );
      if (outcome.kind === "refused") {
        session.refuse(entry, toText(outcome.problem.msg));
        return reload();
      }
      changeReviewing(person, { review: null, question: null, preset: 1, wrongCode: "", last: null });
      if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
      else session.done(entry, done);
      reloadList();
    },

    /** Reports a piece that does not belong to the order. The review goes on. */
    async reportWrong({ review_uuid, order_number: order }: Review, code: string, entry: string): Promise<void> {
      const outcome = await wrong.perform(
        { review_uuid, code },
        { label: t("review.wrongOf", { code, order }), onLater: (sent) => settleLate(sent, entry, t("review.wrongLater", { code })) },
      );
      changeReviewing(person, { question: null, wrongCode: "" });
      if (outcome.kind === "refused") {
        session.refuse(entry, toText(outcome.problem.msg));
        return reload();
      }
      if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
      else session.done(entry, t("review.wrongDone", { code, number: outcome.answer.exception_number }));
    },
  };
}
