import { useEffect, useRef } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { isBoxLabel } from "#src/warehouse/receipts/receipts.rules.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { reasons, toInspection, parseTypedDay, parsePieces } from "./receive.rules.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import type { Count, ReceiveQuestion } from "./receiving.store.ts";
import { changeReceive, noReceive, getReceive, useReceiving } from "./receiving.store.ts";
import { getMostPiecesLeft, readReasonAnswer } from "./scanned-goods.rules.ts";
import { useInspection } from "./use-inspection.ts";
import { useOpenReceipt } from "./use-open-receipt.ts";
import { getWarehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { settingsFreshMs, useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";

/** The largest tolerance that a warehouse can have: used while its own is unknown. In percent. */
const mostTolerance = 100;

/** Returns what the warehouse tolerates beyond the expected pieces, in percent. */
function useTolerance(warehouseUuid: string | null): number {
  const { data } = useCallQuery(
    getWarehouseSettings,
    { warehouse_uuid: warehouseUuid ?? "" },
    { enabled: warehouseUuid !== null, staleTime: settingsFreshMs },
  );
  return data?.settings.over_receipt_percent ?? mostTolerance;
}

type ReasonQuestion = Extract<ReceiveQuestion, { kind: "reason" }>;

/** Receiving by scan: the open receipt, the current question, and the effect of scans and keys. */
export function useReceive() {
  const { t } = useTranslation();
  const work = useWork("receiving");
  const { session, person } = work;
  const state = useReceiving(({ receives }) => receives[person] ?? noReceive);
  const opening = useOpenReceipt(work);
  const counting = useInspection(work, opening.refresh);
  const enqueue = useTaskQueue();
  const { role } = useCaller();
  const warehouseUuid = state.open?.work.warehouse_uuid ?? null;
  const scanner = useScannerRules(warehouseUuid);
  const tolerance = useTolerance(warehouseUuid);

  const again = useRef(opening);
  useEffect(() => {
    // The open receipt may have changed while the screen was left. Scans wait until a reload has reopened it.
    const { open } = getReceive(person);
    if (open === null) enqueue(() => again.current.reopen());
    else void again.current.refresh(open.work.receipt_uuid);
  }, [person, enqueue]);

  /** Dismisses a question because another scan or key came. Details entered before it apply to the next scan. */
  function dismissQuestion(question: ReceiveQuestion | null): void {
    if (question === null) return;
    changeReceive(person, { question: null, ...("count" in question ? { preset: question.count.preset } : {}) });
    session.refuse(question.entry, t("receiving.givenUp"));
  }

  function takeProduct(scan: Scan): Promise<void> | void {
    const { open, preset } = getReceive(person);
    if (open === null || isBoxLabel(scan.text)) return opening.open(scan.text);
    const code = getLookupCode(scan);
    const box = open.boxNumber === null ? {} : { box_number: open.boxNumber };
    const input = { receipt_uuid: open.work.receipt_uuid, code, ...box, ...toInspection(scan, preset) };
    return counting.send({ entry: session.begin(scan.text), code, input, preset, hasLotOfCode: scan.lot !== undefined });
  }

  /**
   * Records an answer as a scan of its own, because the newest entry is shown largest. Undoing the question has no effect.
   * @returns the answer's entry
   */
  function recordAnswer({ kind, entry }: ReceiveQuestion, code: string): string {
    const scanned = session.begin(code);
    session.done(entry, t(`receiving.asks.${kind}`), () => undefined);
    return scanned;
  }

  /** Stores details for the next product. */
  function setPreset(question: ReceiveQuestion, code: string, words: string, part: { quantity: number } | { reason: string }): void {
    const { preset } = getReceive(person);
    const entry = recordAnswer(question, code);
    const about = { id: entry, words, part: "quantity" in part ? ("quantity" as const) : ("reason" as const) };
    changeReceive(person, { preset: { ...preset, ...part, entries: [...preset.entries, about] }, question: null });
    session.ask(entry, words, () => changeReceive(person, { preset }));
  }

  /** Stores the reason, and counts the product that was scanned with it or before it. */
  function setReason(question: ReasonQuestion, code: string, reason: string, scan: Scan | null): Promise<void> | void {
    setPreset(question, code, t("receiving.toldReason", { reason }), { reason });
    const scanned = scan ?? question.scan;
    return scanned === null ? undefined : takeProduct(scanned);
  }

  function answerReason(question: ReasonQuestion, scan: Scan): Promise<void> | void {
    const choices = reasons.map((reason) => t(`receiving.reason.${reason}`));
    const rules = scanner.rules === "loading" ? undefined : scanner.rules;
    const given = readReasonAnswer(getReceive(person).open, scan, choices, { thisYear: new Date().getFullYear(), rules });
    if (given.reason !== null) return setReason(question, "number" in given ? given.number : given.reason, given.reason, given.scan);
    if (isBoxLabel(scan.text)) {
      dismissQuestion(question);
      return opening.open(scan.text);
    }
    // A product instead of an answer: the question is asked again, and the product waits for it.
    counting.ask({ kind: "reason", entry: recordAnswer(question, scan.text), scan }, t("receiving.ask.reason"));
  }

  function resend(count: Count, part: Partial<Count["input"]>): Promise<void> {
    return counting.send({ ...count, input: { ...count.input, ...part } });
  }

  /** Counts with the missing details. */
  function completeCount(
    question: ReceiveQuestion & { readonly count: Count },
    code: string,
    part: Partial<Count["input"]>,
  ): Promise<void> {
    return resend({ ...question.count, entry: recordAnswer(question, code) }, part);
  }

  /** Returns the largest quantity that some product of the receipt can take; null if there is no limit: the provider may confirm any. */
  function getMostToEnter(): number | null {
    const { open } = getReceive(person);
    return open === null || role === "provider" ? null : getMostPiecesLeft(open, tolerance);
  }

  /** Handles a typed or scanned answer. An invalid one is refused, and the question stays. */
  function answer(question: ReceiveQuestion, scan: Scan): Promise<void> | void {
    const refuse = (words: string) => session.refuse(session.begin(scan.text), words);
    if (question.kind === "quantity") {
      const quantity = parsePieces(scan.text);
      if (quantity === null) return refuse(t("receiving.wrongPieces"));
      const most = getMostToEnter();
      if (most !== null && quantity > most) return refuse(t("receiving.tooManyPieces", { count: most }));
      return setPreset(question, scan.text, t("receiving.toldPieces", { count: quantity }), { quantity });
    }
    if (question.kind === "reason") return answerReason(question, scan);
    if (question.kind === "lot") {
      if (isBoxLabel(scan.text) || (scan.gtin !== undefined && scan.lot === undefined)) return refuse(t("receiving.noLot"));
      return completeCount(question, scan.text, {
        lot: scan.lot ?? scan.text,
        ...(scan.expiry === undefined ? {} : { expires_on: scan.expiry }),
      });
    }
    if (question.kind === "expiry") {
      const day = scan.expiry ?? parseTypedDay(scan.text, new Date().getFullYear());
      return day === null ? refuse(t("receiving.wrongDay")) : completeCount(question, scan.text, { expires_on: day });
    }
    dismissQuestion(question);
    return takeProduct(scan);
  }

  function take(scan: Scan): Promise<void> | void {
    const { question } = getReceive(person);
    return question === null ? takeProduct(scan) : answer(question, scan);
  }

  function begin(kind: "quantity" | "reason"): void {
    const { question } = getReceive(person);
    dismissQuestion(question);
    const entry = session.begin(t(kind === "quantity" ? "scanning.key.quantity" : "receiving.key.unqualified"));
    if (kind === "quantity") counting.ask({ kind, entry }, t("receiving.ask.quantity"));
    else counting.ask({ kind, entry, scan: null }, t("receiving.ask.reason"));
  }

  /** Confirms with one key. */
  function confirm(): Promise<void> | void {
    const { question } = getReceive(person);
    if (question?.kind === "over" || question?.kind === "unannounced") return resend(question.count, { allow_over: true });
    if (question?.kind !== "otherReceipt") return;
    changeReceive(person, { question: null });
    return opening.open(question.code, { entry: question.entry, isOther: true });
  }

  function choose(id: string): Promise<void> | void {
    const { question } = getReceive(person);
    if (question?.kind === "reason") return setReason(question, id, id, null);
    if (question?.kind !== "product") return;
    const choice = question.choices[Number(id)];
    if (choice === undefined) return;
    const { variant_uuid, line_uuid } = choice;
    return resend(question.count, { variant_uuid, ...(line_uuid === null ? {} : { line_uuid }) });
  }

  return {
    ...state,
    session,
    scanner,
    toText: work.toText,
    toRefusalText: work.toRefusalText,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    begin: (kind: "quantity" | "reason") => enqueue(() => begin(kind)),
    confirm: () => enqueue(confirm),
    choose: (id: string) => enqueue(() => choose(id)),
    arriveAll: () => enqueue(opening.arriveAll),
  };
}
