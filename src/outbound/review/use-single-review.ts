import { useEffect } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";
import { reviewSinglePiece } from "./review.contract.ts";
import type { Review } from "./review.contract.ts";
import { changeReviewing, getReviewing } from "./review.store.ts";
import { toLast, useFinishedText } from "./use-finished-text.ts";
import { usePrintLabel } from "./use-print-label.ts";
import { useOpenReview } from "./use-open-review.ts";

/** Review of orders of one piece: each scan of a piece is an order. */
export function useSingleReview() {
  const { t } = useTranslation();
  const work = useWork("single-review");
  const { person, session, toText } = work;
  const printLabel = usePrintLabel(work);
  const sayFinished = useFinishedText();
  const enqueue = useTaskQueue();
  const { state, find } = useOpenReview(work, false);
  const reviewing = useScanCall(reviewSinglePiece);

  function show(entry: string, review: Review): void {
    changeReviewing(person, { last: toLast(review) });
    session.done(entry, sayFinished(review));
    void printLabel(review.review_uuid);
  }

  /** A code of no waiting product may be a packing location. */
  async function takeOther(entry: string, code: string, refusal: string): Promise<void> {
    const { location: before } = getReviewing(person);
    const found = await find(entry, code);
    if (found === null) return;
    if (found.kind !== "location") return session.refuse(entry, found.orders.length > 0 ? t("review.notSingle") : refusal);
    changeReviewing(person, { location: found.location });
    session.done(entry, t("review.location", { location: found.location }), () => changeReviewing(person, { location: before }));
  }

  async function take(scan: Scan): Promise<void> {
    const { location } = getReviewing(person);
    const code = getLookupCode(scan).trim();
    const entry = session.begin(scan.text);
    const outcome = await reviewing.perform(
      { code, ...(location === "" ? {} : { location }) },
      {
        label: t("review.singleOf", { code }),
        onLater: (sent) => (sent.kind === "done" ? show(entry, sent.answer) : session.refuse(entry, toText(sent.problem.msg))),
      },
    );
    if (outcome.kind === "done") return show(entry, outcome.answer);
    if (outcome.kind === "waiting") return session.wait(entry, t("receiving.waits"));
    const refusal = toText(outcome.problem.msg);
    if (outcome.problem.codeName === "review.noSinglePiece") return takeOther(entry, code, refusal);
    session.refuse(entry, refusal);
  }

  // Reads the packing location that was stored before a reload.
  useEffect(() => changeReviewing(person, {}), [person]);

  return {
    ...state,
    session,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    printAgain: (reviewUuid: string) => void printLabel(reviewUuid),
  };
}
