import { useEffect, useRef } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { parsePieces } from "#src/warehouse/receiving/receive.rules.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";
import type { Review, ReviewLine, ReviewRow } from "./review.contract.ts";
import { shortAtReview } from "./review.rules.ts";
import { countLeft, getWrongCode, listLinesLeft, readReviewScan } from "./review-steps.rules.ts";
import type { ReviewQuestion } from "./review.store.ts";
import { changeReviewing, getReviewing } from "./review.store.ts";
import { useOpenReview } from "./use-open-review.ts";
import { usePrintLabel } from "./use-print-label.ts";
import { useReportLoose } from "./use-report-loose.ts";
import { useSendReview } from "./use-send-review.ts";

/** The option of the problems that stands for a piece that is left over after the order before. */
export const leftOver = "leftOver";

/** Review by scan: an order is found by its tote, its number or a product, and each of its pieces is scanned. */
export function useReview() {
  const { t } = useTranslation();
  const work = useWork("review");
  const { person, session } = work;
  const printLabel = usePrintLabel(work);
  const enqueue = useTaskQueue();
  const open = useOpenReview(work, true);
  const send = useSendReview(work, open, enqueue);
  const reportLoose = useReportLoose(work);

  function ask(question: ReviewQuestion, words: string): void {
    changeReviewing(person, { question });
    session.ask(question.entry, words, () => changeReviewing(person, { question: null }));
  }

  function dismissQuestion(): void {
    const { question } = getReviewing(person);
    if (question === null) return;
    changeReviewing(person, { question: null });
    session.refuse(question.entry, t("receiving.givenUp"));
  }

  /** Opens an order, after asking if somebody else reviews it. */
  function beginOrder(entry: string, order: ReviewRow): Promise<void> | void {
    if (order.reviewer === "" || order.is_mine) return open.begin(entry, order, false);
    return ask({ kind: "takeOver", entry, order }, t("review.ask.takeOver", { reviewer: order.reviewer }));
  }

  /** Opens the order that a scan names: a tote's, its own number, or a product that it waits for. */
  async function takeUnopened(scan: Scan): Promise<void> {
    const { question, location: before, warehouse: warehouseBefore } = getReviewing(person);
    const offered = question?.kind === "which" ? new Set(question.orders.map(({ order_uuid }) => order_uuid)) : null;
    if (question !== null) dismissQuestion();
    const code = getLookupCode(scan).trim();
    const entry = session.begin(scan.text);
    const found = await open.find(entry, code);
    if (found === null) return;
    const { kind, location, orders } = found;
    if (kind === "location") {
      changeReviewing(person, { location, warehouse: found.warehouse_uuid ?? warehouseBefore, looseCode: "" });
      return session.done(entry, t("review.location", { location }), () =>
        changeReviewing(person, { location: before, warehouse: warehouseBefore }),
      );
    }
    // After a review, it may be a piece that is left over.
    changeReviewing(person, { looseCode: kind === "product" || kind === "unknown" ? scan.text.trim() : "" });
    // A product after a tote: the orders of the tote that wait for it come first.
    const among = offered === null ? [] : orders.filter(({ order_uuid }) => offered.has(order_uuid));
    const meant = among.length > 0 ? among : orders;
    const [only] = meant;
    if (only === undefined) return session.refuse(entry, t(kind === "tote" ? "review.nothingIn" : "review.unknown", { code: scan.text }));
    if (meant.length === 1 || among.length > 0) return beginOrder(entry, only);
    return ask({ kind: "which", entry, orders: meant }, t("review.ask.which"));
  }

  async function takePiece(review: Review, scan: Scan): Promise<void> {
    const { preset } = getReviewing(person);
    const entry = session.begin(scan.text);
    const meaning = readReviewScan(scan, review, preset);
    changeReviewing(person, { preset: 1, wrongCode: getWrongCode(scan, meaning), looseCode: "" });
    switch (meaning.kind) {
      case "wrongProduct":
        return session.refuse(entry, t("review.wrong.product"));
      case "wrongLot":
        return session.refuse(entry, t("review.wrong.lot"));
      case "tooMany":
        return session.refuse(entry, t("review.wrong.tooMany", { sku: meaning.line.sku, count: meaning.left }));
      case "counted": {
        if (!(await send.count(review, meaning.line, preset, entry)) || !meaning.isComplete) return;
        return send.finish(review, session.begin(review.order_number));
      }
    }
  }

  function takePreset(entry: string, scan: Scan): void {
    const preset = parsePieces(scan.text);
    const answer = session.begin(scan.text);
    if (preset === null) return session.refuse(answer, t("review.wrong.pieces"));
    changeReviewing(person, { question: null, preset });
    session.done(entry, t("review.ask.quantity"), () => undefined);
    session.ask(answer, t("receiving.toldPieces", { count: preset }), () => changeReviewing(person, { preset: 1 }));
  }

  async function takeMissing(review: Review, question: Extract<ReviewQuestion, { kind: "pieces" }>, text: string): Promise<void> {
    const { line, reason, entry } = question;
    const pieces = parsePieces(text);
    if (pieces === null || pieces > line.quantity) {
      return session.refuse(session.begin(text), t("review.wrong.missing", { count: line.quantity }));
    }
    changeReviewing(person, { question: null });
    return send.report(review, line, pieces, reason, entry);
  }

  async function take(scan: Scan): Promise<void> {
    const { review, question } = getReviewing(person);
    if (review === null) return takeUnopened(scan);
    if (question?.kind === "quantity") return takePreset(question.entry, scan);
    if (question?.kind === "pieces") return takeMissing(review, question, scan.text);
    if (question !== null) dismissQuestion();
    return takePiece(review, scan);
  }

  function askPieces(entry: string, reason: (typeof shortAtReview)[number], line: ReviewLine): void {
    ask({ kind: "pieces", entry, reason, line }, t("review.ask.pieces", { sku: line.sku }));
  }

  /** Takes an option: an order, the kind of a problem, or the goods that it is about. */
  function choose(id: string): Promise<void> | void {
    const { review, question } = getReviewing(person);
    if (review === null) {
      const chosen = (question?.kind === "which" ? question.orders : open.orders).find(({ order_uuid }) => order_uuid === id);
      if (chosen === undefined) return;
      dismissQuestion();
      return beginOrder(session.begin(chosen.order_number), chosen);
    }
    if (question?.kind === "problem") {
      if (id === leftOver) return reportLeftOver(question.entry);
      const reason = shortAtReview.find((one) => one === id);
      if (reason === undefined) return;
      const lines = reason === "missing" ? listLinesLeft(review) : review.lines;
      const [only] = lines;
      if (lines.length === 1 && only !== undefined) return askPieces(question.entry, reason, only);
      return ask({ kind: "line", entry: question.entry, reason }, t("review.ask.line"));
    }
    if (question?.kind !== "line") return;
    const line = review.lines.find(({ line_number }) => String(line_number) === id);
    if (line !== undefined) askPieces(question.entry, question.reason, line);
  }

  /** The main key: answers the question, or ends a review that is complete but could not be ended. */
  async function goOn(): Promise<void> {
    const { review, question } = getReviewing(person);
    if (question?.kind === "takeOver") return open.begin(question.entry, question.order, true);
    if (review === null) return;
    if (question?.kind === "pieces") return takeMissing(review, question, String(Math.max(1, countLeft(question.line))));
    if (question === null && listLinesLeft(review).length === 0) return send.finish(review, session.begin(review.order_number));
  }

  /** Reports the piece that was scanned last as left over after the order before. */
  async function reportLeftOver(entry: string): Promise<void> {
    const { looseCode, last } = getReviewing(person);
    if (last !== null && looseCode !== "") return reportLoose(entry, looseCode, last);
  }

  /** The problem key: after a piece that does not belong to the order, that one is reported at once; otherwise it asks what is wrong. */
  async function beginProblem(): Promise<void> {
    const { review, wrongCode } = getReviewing(person);
    dismissQuestion();
    if (review === null) return reportLeftOver(session.begin(t("review.key.wrongItem")));
    const entry = session.begin(t("review.key.problem"));
    if (wrongCode !== "") return send.reportWrong(review, wrongCode, entry);
    ask({ kind: "problem", entry }, t("review.ask.problem"));
  }

  function beginQuantity(): void {
    if (getReviewing(person).review === null) return;
    dismissQuestion();
    ask({ kind: "quantity", entry: session.begin(t("scanning.key.quantity")) }, t("review.ask.quantity"));
  }

  async function leave(): Promise<void> {
    dismissQuestion();
    return open.giveUp();
  }

  const { live, adopt } = open;
  const latest = useRef(adopt);
  useEffect(() => {
    latest.current = adopt;
  });
  // Reads what was stored before a reload; what the server knows by now follows.
  useEffect(() => changeReviewing(person, {}), [person]);
  useEffect(() => {
    if (live !== undefined) enqueue(async () => latest.current(live));
  }, [enqueue, live]);

  return {
    ...open.state,
    orders: open.orders,
    orderCount: open.orderCount,
    isLoading: open.state.review === null && open.isLoading,
    isEmpty: open.isEmpty,
    session,
    toText: work.toText,
    toRefusalText: work.toRefusalText,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    choose: (id: string) => enqueue(async () => choose(id)),
    goOn: () => enqueue(goOn),
    printAgain: (reviewUuid: string) => void printLabel(reviewUuid),
    leave: () => enqueue(leave),
    beginProblem: () => enqueue(beginProblem),
    beginQuantity: () => enqueue(async () => beginQuantity()),
  };
}
