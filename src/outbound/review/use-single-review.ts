import { useEffect } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import { useOpenWarehouses } from "#src/warehouse/scanning/use-open-warehouses.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";
import { reportAtReview, reviewSinglePiece } from "./review.contract.ts";
import type { Found, Review } from "./review.contract.ts";
import { changeReviewing, getReviewing } from "./review.store.ts";
import { findWarehouse, toSingleInput } from "./single-steps.rules.ts";
import { toLast, useFinishedText } from "./use-finished-text.ts";
import { usePrintLabel } from "./use-print-label.ts";
import { useOpenReview } from "./use-open-review.ts";
import { useReportLoose } from "./use-report-loose.ts";

/** Review of orders of one piece: each scan of a piece is an order of the warehouse that the person works in. */
export function useSingleReview() {
  const { t } = useTranslation();
  const work = useWork("single-review");
  const { person, session, toText } = work;
  const printLabel = usePrintLabel(work);
  const sayFinished = useFinishedText();
  const enqueue = useTaskQueue();
  const { state, find } = useOpenReview(work, false);
  const reviewing = useScanCall(reviewSinglePiece);
  const reporting = useScanCall(reportAtReview);
  const reportLoose = useReportLoose(work);
  const { warehouses } = useOpenWarehouses();
  const open = warehouses?.map(({ warehouse_uuid }) => warehouse_uuid);
  const here = (): string => findWarehouse(getReviewing(person).warehouse, open);

  function show(entry: string, review: Review): void {
    changeReviewing(person, { last: toLast(review) });
    session.done(entry, sayFinished(review));
    void printLabel(review.review_uuid);
  }

  /** Takes over a packing location, and its warehouse. */
  function takeLocation(entry: string, { location, warehouse_uuid }: Found): void {
    const { location: before, warehouse: warehouseBefore } = getReviewing(person);
    changeReviewing(person, { location, warehouse: warehouse_uuid ?? warehouseBefore });
    session.done(entry, t("review.location", { location }), () =>
      changeReviewing(person, { location: before, warehouse: warehouseBefore }),
    );
  }

  /** A code of no waiting product may be a packing location. A piece that no order waits for can be reported. */
  async function takeOther(entry: string, scan: Scan, refusal: string): Promise<void> {
    const warehouse = here();
    const found = await find(entry, getLookupCode(scan).trim());
    if (found === null) return;
    if (found.kind === "location") return takeLocation(entry, found);
    if (found.kind === "product" || found.kind === "unknown") changeReviewing(person, { looseCode: scan.text.trim() });
    const isWaiting = found.orders.some(({ warehouse_uuid }) => warehouse_uuid === warehouse);
    session.refuse(entry, isWaiting ? t(scan.lot === undefined ? "review.notSingle" : "review.notOfLot") : refusal);
  }

  /** As long as the warehouse is not known, only a packing location of one is taken. */
  async function takeFirst(scan: Scan): Promise<void> {
    const entry = session.begin(scan.text);
    const found = await find(entry, getLookupCode(scan).trim());
    if (found?.kind === "location") return takeLocation(entry, found);
    if (found !== null) session.refuse(entry, t("review.step.warehouse"));
  }

  async function take(scan: Scan): Promise<void> {
    dismissQuestion();
    changeReviewing(person, { looseCode: "" });
    const warehouse = here();
    if (warehouse === "") return takeFirst(scan);
    const input = toSingleInput(scan, { warehouse, location: getReviewing(person).location });
    const entry = session.begin(scan.text);
    const outcome = await reviewing.perform(input, {
      label: t("review.singleOf", { code: input.code }),
      onLater: (sent) => (sent.kind === "done" ? show(entry, sent.answer) : session.refuse(entry, toText(sent.problem.msg))),
    });
    if (outcome.kind === "done") return show(entry, outcome.answer);
    if (outcome.kind === "waiting") return session.wait(entry, t("receiving.waits"));
    const refusal = toText(outcome.problem.msg);
    if (outcome.problem.codeName === "review.noSinglePiece") return takeOther(entry, scan, refusal);
    session.refuse(entry, refusal);
  }

  function dismissQuestion(): void {
    const { question } = getReviewing(person);
    if (question === null) return;
    changeReviewing(person, { question: null });
    session.refuse(question.entry, t("receiving.givenUp"));
  }

  /** The problem key: reports a piece that no order waits for at once; otherwise asks whether the piece of the last order is damaged. */
  async function beginProblem(): Promise<void> {
    const { looseCode, last } = getReviewing(person);
    const warehouse = here();
    dismissQuestion();
    if (looseCode !== "" && warehouse !== "")
      return reportLoose(session.begin(t("review.key.wrongItem")), looseCode, { warehouse, review: "" });
    if (last === null || last.review === "") return;
    const entry = session.begin(t("review.key.damaged"));
    changeReviewing(person, { question: { kind: "damaged", entry } });
    session.ask(entry, t("review.ask.damaged", { order: last.order }), () => changeReviewing(person, { question: null }));
  }

  /** Reports the piece that was reviewed last as damaged: its order waits for another one. */
  async function reportDamaged(): Promise<void> {
    const { question, last } = getReviewing(person);
    if (question?.kind !== "damaged" || last === null || last.review === "") return;
    const { entry } = question;
    const { review: review_uuid, order } = last;
    const done = t("review.damagedReported", { order });
    changeReviewing(person, { question: null });
    const outcome = await reporting.perform(
      { review_uuid, line_number: 1, quantity: 1, reason: "damaged" },
      {
        label: t("review.damagedOf", { order }),
        onLater: (sent) => (sent.kind === "done" ? session.done(entry, done) : session.refuse(entry, toText(sent.problem.msg))),
      },
    );
    if (outcome.kind === "refused") return session.refuse(entry, toText(outcome.problem.msg));
    if (getReviewing(person).last?.review === review_uuid) changeReviewing(person, { last: null });
    if (outcome.kind === "waiting") return session.wait(entry, t("receiving.waits"));
    session.done(entry, done);
  }

  // Reads what was stored before a reload. A question of the other screen is not this one's.
  useEffect(() => changeReviewing(person, { question: null, looseCode: "" }), [person]);

  return {
    ...state,
    session,
    toText: work.toText,
    toRefusalText: work.toRefusalText,
    warehouses,
    /** empty until it is known */
    warehouse: findWarehouse(state.warehouse, open),
    scan: (scan: Scan) => enqueue(() => take(scan)),
    choose: (id: string) => changeReviewing(person, { warehouse: id, location: "" }),
    leave: () => changeReviewing(person, { warehouse: "", location: "", looseCode: "", last: null }),
    beginProblem: () => enqueue(beginProblem),
    goOn: () => enqueue(reportDamaged),
    printAgain: (reviewUuid: string) => void printLabel(reviewUuid),
  };
}
