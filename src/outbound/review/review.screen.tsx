import "./review.css";
import Check from "lucide-react/icons/check";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstantBriefly } from "#src/kit/lib/formats.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { Progress } from "#src/kit/ui/progress.tsx";
import type { ScanOption } from "#src/kit/ui/scan/use-choices.ts";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { GoodsFace, useGoodsOption } from "#src/warehouse/scanning/goods-face.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { usePhotoScans } from "#src/warehouse/scanning/use-photo-scans.tsx";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { reviewActions } from "./review.actions.ts";
import { addReviewPhotos, reviewPermission } from "./review.contract.ts";
import type { Review, ReviewRow } from "./review.contract.ts";
import { shortAtReview } from "./review.rules.ts";
import { countLeft, listLinesLeft } from "./review-steps.rules.ts";
import { Station } from "./station.tsx";
import { leftOver, useReview } from "./use-review.ts";

type Reviewing = ReturnType<typeof useReview>;

/** Returns what the person does next. */
function useNextStep({ review, question, preset, wrongCode, looseCode, last, isEmpty }: Reviewing): {
  instruction: string;
  label: string;
  hint?: string;
} {
  const { t } = useTranslation();
  switch (question?.kind) {
    case "takeOver":
      return { instruction: t("review.ask.takeOver", { reviewer: question.order.reviewer }), label: t("review.scan.takeOver") };
    case "which":
      return { instruction: t("review.ask.which"), label: t("review.scan.which") };
    case "problem":
      return { instruction: t("review.ask.problem"), label: t("review.scan.problem") };
    case "line":
      return { instruction: t("review.ask.line"), label: t("review.scan.line") };
    case "pieces":
      return { instruction: t("review.ask.pieces", { sku: question.line.sku }), label: t("review.scan.pieces") };
    case "quantity":
      return { instruction: t("review.ask.quantity"), label: t("review.scan.pieces") };
    case "damaged":
    case undefined:
      break;
  }
  if (review === null) {
    const step = { instruction: t(isEmpty ? "review.step.none" : "review.step.order"), label: t("review.scan.order") };
    return last === null || looseCode === "" ? step : { ...step, hint: t("review.leftOverHint", { order: last.order }) };
  }
  if (listLinesLeft(review).length === 0) return { instruction: t("review.step.finish"), label: t("review.scan.product") };
  const hint = wrongCode !== "" ? t("review.wrong.hint") : preset === 1 ? "" : t("receiving.toldPieces", { count: preset });
  return { instruction: t("review.step.product"), label: t("review.scan.product"), ...(hint === "" ? {} : { hint }) };
}

function useKeys(
  { review, question, wrongCode, looseCode, last, goOn, leave, beginProblem, beginQuantity }: Reviewing,
  photograph: (() => void) | null,
): readonly FrameAction[] {
  const { t } = useTranslation();
  const mayReport = isPermitted(reviewActions.report, useCaller());
  if (question?.kind === "pieces") {
    return [{ kind: "next", label: t("review.key.pieces", { count: Math.max(1, countLeft(question.line)) }), onPress: goOn }];
  }
  const isLoose = review === null && looseCode !== "" && last !== null && mayReport;
  const loose: readonly FrameAction[] = isLoose ? [{ kind: "problem", label: t("review.key.wrongItem"), onPress: beginProblem }] : [];
  if (question?.kind === "takeOver") return [{ kind: "next", label: t("review.key.takeOver"), onPress: goOn }, ...loose];
  if (isLoose) return loose;
  if (review === null || question !== null) return [];
  const label = t(wrongCode === "" ? "review.key.problem" : "review.key.wrongItem");
  const problem: readonly FrameAction[] = mayReport ? [{ kind: "problem", label, onPress: beginProblem }] : [];
  const photo: readonly FrameAction[] = photograph === null ? [] : [{ kind: "photo", label: t("scanning.key.photo"), onPress: photograph }];
  const aside: FrameAction = { kind: "aside", label: t("review.key.giveUp"), onPress: leave };
  if (listLinesLeft(review).length === 0)
    return [{ kind: "next", label: t("review.key.finish"), onPress: goOn }, ...photo, ...problem, aside];
  return [{ kind: "quantity", label: t("scanning.key.quantity"), onPress: beginQuantity }, ...photo, ...problem, aside];
}

/** Returns what there is to choose: an order, what is wrong, or the goods that it is about. */
function useChoices({ review, question, orders, orderCount, looseCode, last, choose }: Reviewing) {
  const { t, locale } = useTranslation();
  const toOption = useGoodsOption();
  if (review === null) {
    if (question !== null && question.kind !== "which") return {};
    const offered = question === null ? orders : question.orders;
    if (offered.length === 0) return {};
    const toDetail = ({ totes, piece_count, reviewed_pieces, reviewer, is_mine: isMine, is_held: isHeld, due_at }: ReviewRow) =>
      [
        totes.join(", "),
        reviewed_pieces > 0 ? t("review.of", { counted: reviewed_pieces, of: piece_count }) : t("receiving.pieces", { count: piece_count }),
        ...(due_at === "" ? [] : [t("review.due", { at: formatInstantBriefly(due_at, locale) })]),
        ...(isMine ? [t("review.mine")] : reviewer === "" ? [] : [reviewer]),
        ...(isHeld ? [t("review.held")] : []),
      ].join(" · ");
    const options = offered
      .toSorted((a, b) => Number(b.is_mine) - Number(a.is_mine))
      .map((order) => ({ id: order.order_uuid, title: order.order_number, detail: toDetail(order) }));
    const total = question === null ? orderCount : offered.length;
    return { choices: { label: t("review.orders"), options, total, onChoose: choose } };
  }
  if (question?.kind === "problem") {
    const reasons = listLinesLeft(review).length === 0 ? shortAtReview.filter((one) => one !== "missing") : shortAtReview;
    const options: ScanOption[] = reasons.map((id) => ({ id, title: t(`review.reason.${id}`) }));
    if (looseCode !== "" && last !== null) {
      const about = { code: looseCode, order: last.order };
      options.push({ id: leftOver, title: t("review.reason.leftOver", about) });
    }
    return { choices: { label: t("review.ask.problem"), options, onChoose: choose } };
  }
  if (question?.kind !== "line") return {};
  const lines = question.reason === "missing" ? listLinesLeft(review) : review.lines;
  const options = lines.map((line) =>
    toOption(String(line.line_number), line, {
      lot: line.lot,
      more: t("review.of", { counted: line.reviewed_quantity, of: line.quantity }),
    }),
  );
  return { choices: { label: t("review.ask.line"), options, onChoose: choose } };
}

/** The goods of the order with the pieces that were scanned of each: those with pieces left first. */
function ReviewLines({ review }: { review: Review }) {
  const { t } = useTranslation();
  const { order_number, lines, piece_count, reviewed_pieces, totes } = review;
  const sorted = lines.toSorted((a, b) => Number(countLeft(a) === 0) - Number(countLeft(b) === 0));
  return (
    <section className="review-order" aria-labelledby="review-order">
      <h2 id="review-order" translate="no">
        {order_number}
      </h2>
      <Progress label={t("review.progress")} part={reviewed_pieces / piece_count} />
      <p className="quiet">
        {[t("review.of", { counted: reviewed_pieces, of: piece_count }), ...(totes.length === 0 ? [] : [totes.join(", ")])].join(" · ")}
      </p>
      <ul className="review-lines">
        {sorted.map((line) => (
          <li key={line.line_number} className={countLeft(line) === 0 ? "review-line review-line-done" : "review-line"}>
            <GoodsFace goods={line} lot={line.lot} />
            <span className="review-figure number">
              {countLeft(line) === 0 && <Check size={24} strokeWidth={3} aria-label={t("review.complete")} />}
              {t("review.of", { counted: line.reviewed_quantity, of: line.quantity })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Review at a packing station (domain.md, "to-review"): tote or order, then every piece. */
export function ReviewScreen() {
  const { t } = useTranslation();
  const reviewing = useReview();
  const { review, orders, question, session, scan, location, last, isLoading, printAgain } = reviewing;
  const rules = useScannerRules(review?.warehouse_uuid ?? orders[0]?.warehouse_uuid ?? null);
  const photos = usePhotoScans(
    addReviewPhotos,
    () => (review === null ? null : { input: { review_uuid: review.review_uuid, filenames: [] }, name: review.order_number }),
    reviewing,
  );
  const mayPhotograph = isPermitted(reviewActions.photograph, useCaller());
  const { instruction, label, hint } = useNextStep(reviewing);
  return (
    <HandHeldFrame
      title={t("navigation.toReview")}
      instruction={instruction}
      hint={hint}
      session={session}
      permission={reviewPermission}
      scan={{ label, asksNumber: question?.kind === "quantity" || question?.kind === "pieces", onScan: scan, takesRepeats: true, ...rules }}
      actions={useKeys(reviewing, mayPhotograph ? photos.take : null)}
      isLoading={isLoading}
      {...useChoices(reviewing)}
    >
      {photos.view}
      {review !== null && <ReviewLines review={review} />}
      {/* Below the orders that wait, which would push it away when they come. */}
      {review === null && (!isLoading || last !== null) && <Station location={location} last={last} onAgain={printAgain} />}
    </HandHeldFrame>
  );
}
