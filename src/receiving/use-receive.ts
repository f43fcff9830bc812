import { useEffect, useRef } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { isBoxLabel } from "#src/receipts/receipts.rules.ts";
import type { Scan } from "#src/ui/scan/scan.rules.ts";
import { useInTurn } from "#src/ui/scan/use-in-turn.ts";
import { codeOf, toldBy, typedDay, typedPieces } from "./receive.rules.ts";
import type { Count, ReceiveQuestion } from "./receiving.store.ts";
import { changeReceive, noReceive, receiveOf, useReceiving } from "./receiving.store.ts";
import { useCounting } from "./use-counting.ts";
import { useOpening } from "./use-opening.ts";
import { useWork } from "./use-work.ts";

/** Receiving by scan: what is open, what is asked, and what a scan or a key does. */
export function useReceive() {
  const { t } = useTranslation();
  const work = useWork("receiving");
  const { session, person } = work;
  const state = useReceiving(({ receives }) => receives[person] ?? noReceive);
  const opening = useOpening(work);
  const counting = useCounting(work, opening.refresh);
  const inTurn = useInTurn();

  const again = useRef(opening);
  useEffect(() => {
    // What stood open while this screen was not in sight may have gone on. Scans wait until a reload has it open again.
    const { open } = receiveOf(person);
    if (open === null) inTurn(() => again.current.reopen());
    else void again.current.refresh(open.work.receipt_uuid);
  }, [person, inTurn]);

  /** What was asked is not answered: another scan came, or another key. What was told before it holds for the next. */
  function giveUp(question: ReceiveQuestion | null): void {
    if (question === null) return;
    changeReceive(person, { question: null, ...("count" in question ? { told: question.count.told } : {}) });
    session.refuse(question.entry, t("receiving.givenUp"));
  }

  function product(scan: Scan): Promise<void> | void {
    const { open, told } = receiveOf(person);
    if (open === null || isBoxLabel(scan.text)) return opening.open(scan.text);
    const code = codeOf(scan);
    const box = open.boxNumber === null ? {} : { box_number: open.boxNumber };
    const input = { receipt_uuid: open.work.receipt_uuid, code, ...box, ...toldBy(scan, told) };
    return counting.send({ entry: session.begin(scan.text), code, input, told, hasLotOfCode: scan.lot !== undefined });
  }

  /**
   * An answer is a scan of its own: what stands largest is always the newest. The question is done with, and does nothing on the way back.
   * @returns the answer's entry
   */
  function answered({ kind, entry }: ReceiveQuestion, code: string): string {
    const scanned = session.begin(code);
    session.done(entry, t(`receiving.asks.${kind}`), () => undefined);
    return scanned;
  }

  /** Keeps what is told of the next product. */
  function tell(question: ReceiveQuestion, code: string, words: string, part: { quantity: number } | { reason: string }): void {
    const { told } = receiveOf(person);
    const entry = answered(question, code);
    const about = { id: entry, words, part: "quantity" in part ? ("quantity" as const) : ("reason" as const) };
    changeReceive(person, { told: { ...told, ...part, entries: [...told.entries, about] }, question: null });
    session.ask(entry, words, () => changeReceive(person, { told }));
  }

  function more(count: Count, part: Partial<Count["input"]>): Promise<void> {
    return counting.send({ ...count, input: { ...count.input, ...part } });
  }

  /** Counts with what the count lacked. */
  function lackTold(question: ReceiveQuestion & { readonly count: Count }, code: string, part: Partial<Count["input"]>): Promise<void> {
    return more({ ...question.count, entry: answered(question, code) }, part);
  }

  /** An answer that is typed or scanned; what cannot be one is refused, and the question stays. */
  function answer(question: ReceiveQuestion, scan: Scan): Promise<void> | void {
    const refuse = (words: string) => session.refuse(session.begin(scan.text), words);
    if (question.kind === "quantity") {
      const quantity = typedPieces(scan.text);
      if (quantity === null) return refuse(t("receiving.wrongPieces"));
      return tell(question, scan.text, t("receiving.toldPieces", { count: quantity }), { quantity });
    }
    if (question.kind === "reason")
      return tell(question, scan.text, t("receiving.toldReason", { reason: scan.text }), { reason: scan.text });
    if (question.kind === "lot") {
      if (isBoxLabel(scan.text) || (scan.gtin !== undefined && scan.lot === undefined)) return refuse(t("receiving.noLot"));
      return lackTold(question, scan.text, {
        lot: scan.lot ?? scan.text,
        ...(scan.expiry === undefined ? {} : { expires_on: scan.expiry }),
      });
    }
    if (question.kind === "expiry") {
      const day = scan.expiry ?? typedDay(scan.text, new Date().getFullYear());
      return day === null ? refuse(t("receiving.wrongDay")) : lackTold(question, scan.text, { expires_on: day });
    }
    giveUp(question);
    return product(scan);
  }

  function take(scan: Scan): Promise<void> | void {
    const { question } = receiveOf(person);
    return question === null ? product(scan) : answer(question, scan);
  }

  function begin(kind: "quantity" | "reason"): void {
    const { question } = receiveOf(person);
    giveUp(question);
    const entry = session.begin(t(kind === "quantity" ? "scanning.key.quantity" : "receiving.key.unqualified"));
    counting.ask({ kind, entry }, t(kind === "quantity" ? "receiving.ask.quantity" : "receiving.ask.reason"));
  }

  /** The yes of one key. */
  function confirm(): Promise<void> | void {
    const { question } = receiveOf(person);
    if (question?.kind === "over" || question?.kind === "unannounced") return more(question.count, { allow_over: true });
    if (question?.kind !== "otherReceipt") return;
    changeReceive(person, { question: null });
    return opening.open(question.code, { entry: question.entry, isOther: true });
  }

  function choose(id: string): Promise<void> | void {
    const { question } = receiveOf(person);
    if (question?.kind === "reason") return tell(question, id, t("receiving.toldReason", { reason: id }), { reason: id });
    if (question?.kind !== "product") return;
    const choice = question.choices[Number(id)];
    if (choice === undefined) return;
    const { variant_uuid, line_uuid } = choice;
    return more(question.count, { variant_uuid, ...(line_uuid === null ? {} : { line_uuid }) });
  }

  return {
    ...state,
    session,
    said: work.said,
    saidOf: work.saidOf,
    scan: (scan: Scan) => inTurn(() => take(scan)),
    begin: (kind: "quantity" | "reason") => inTurn(() => begin(kind)),
    confirm: () => inTurn(confirm),
    choose: (id: string) => inTurn(() => choose(id)),
    arriveAll: () => inTurn(opening.arriveAll),
  };
}
