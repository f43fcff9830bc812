import { useCaller } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import type { OutputOf } from "#src/api/define-call.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { receipt } from "#src/receipts/receipts.contract.ts";
import { arriveReceipt, scanReceipt } from "#src/receipts/receiving.contract.ts";
import type { Sent } from "#src/scanning/use-scan-call.ts";
import { useScanCall } from "#src/scanning/use-scan-call.ts";
import { closedTo, nothingTold, opened } from "./receive.rules.ts";
import { changeReceive, keptReceipt, receiveOf } from "./receiving.store.ts";
import type { Work } from "./use-work.ts";

type Scanned = OutputOf<typeof scanReceipt>;

/** Opens receipts by their labels, and has their boxes arrive. */
export function useOpening({ session, person, said, saidOf }: Work) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const scanning = useScanCall(scanReceipt);
  const arriving = useScanCall(arriveReceipt);

  function wordsOf({ found, box, is_again, receipt: { receipt_number: number, status } }: Scanned): string {
    if (found === "box" && box !== null)
      return t(is_again ? "receiving.boxAgain" : "receiving.boxArrived", { box: box.box_number, number });
    return t(status === "confirmed" ? "receiving.openedFirst" : "receiving.opened", { number });
  }

  /** Shows what a label opened; Escape shows what was there before. That a box has arrived stays true. */
  function show(entry: string, scanned: Scanned): void {
    const closed = closedTo(scanned.receipt.status);
    if (closed !== null) return session.refuse(entry, saidOf(closed));
    const { open: before } = receiveOf(person);
    changeReceive(person, { open: opened(scanned.receipt, scanned.box?.box_number ?? null), told: nothingTold, question: null });
    session.done(entry, wordsOf(scanned), () => {
      changeReceive(person, { open: before, told: nothingTold, question: null });
      if (before !== null) void refresh(before.work.receipt_uuid);
    });
  }

  /** Asks for an open receipt anew: somebody else counts it as well, or it was not in sight for a while. */
  async function refresh(receiptUuid: string): Promise<void> {
    try {
      const { lines, boxes, version, status, number, expected, qualified_quantity, unqualified_quantity, put_away } = await client.call(
        receipt,
        { receipt_uuid: receiptUuid },
        { isQuiet: true },
      );
      const { open: shown } = receiveOf(person);
      if (shown === null || shown.work.receipt_uuid !== receiptUuid || shown.work.version > version) return;
      const arrived_box_count = boxes.filter(({ arrived_at }) => arrived_at !== "").length;
      const sums = { version, status, number, expected, qualified_quantity, unqualified_quantity, put_away, arrived_box_count };
      changeReceive(person, { open: { ...shown, lines, boxes, work: { ...shown.work, ...sums } } });
    } catch (error) {
      // What is in sight stays; the next scan tells more.
      if (!(error instanceof CallProblem)) throw error;
    }
  }

  /** Opens what was open before the page was loaded anew; a receipt that is closed by now is forgotten. */
  async function reopen(): Promise<void> {
    const kept = keptReceipt.read(person);
    if (kept === null || receiveOf(person).open !== null) return;
    try {
      const { receipt: found } = await client.call(scanReceipt, { code: kept.receiptNumber }, { isQuiet: true });
      if (closedTo(found.status) !== null) keptReceipt.write(person, null);
      else changeReceive(person, { open: opened(found, kept.boxNumber) });
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      if (error.kind === "refusal") keptReceipt.write(person, null);
    }
  }

  /** Scans a label. @param answered the scan that was asked about: a box of another receipt is opened too */
  async function open(code: string, answered: { entry: string; isOther: true } | null = null): Promise<void> {
    const entry = answered?.entry ?? session.begin(code);
    const { open: current } = receiveOf(person);
    const settle = (sent: Sent<Scanned>, isLate: boolean) => {
      if (sent.kind === "done") return show(entry, sent.answer);
      if (sent.problem.codeName !== "receipts.boxOfAnother" || isLate) return session.refuse(entry, said(sent.problem.msg));
      changeReceive(person, { question: { kind: "otherReceipt", entry, code } });
      session.ask(entry, t("receiving.otherReceipt"), () => changeReceive(person, { question: null }));
    };
    const outcome = await scanning.perform(
      { code, ...(current === null || answered !== null ? {} : { receipt_uuid: current.work.receipt_uuid }) },
      { label: code, onLater: (sent) => settle(sent, true) },
    );
    if (outcome.kind === "waiting") session.wait(entry, t("receiving.waitsToOpen"));
    else settle(outcome, false);
  }

  /** Says that all of the open receipt has arrived: its boxes bear no labels of ours. */
  async function arriveAll(): Promise<void> {
    const { open: current } = receiveOf(person);
    if (current === null) return;
    const { receipt_uuid, receipt_number: number } = current.work;
    const entry = session.begin(t("receiving.arriveOf", { number }));
    const settle = (sent: Sent<OutputOf<typeof arriveReceipt>>) => {
      if (sent.kind === "refused") return session.refuse(entry, said(sent.problem.msg));
      const { open: now } = receiveOf(person);
      if (now?.work.receipt_uuid === receipt_uuid)
        changeReceive(person, { open: { ...opened(sent.answer, now.boxNumber), lineUuid: now.lineUuid } });
      session.done(entry, t("receiving.arrived", { number }));
    };
    const outcome = await arriving.perform({ receipt_uuid }, { label: t("receiving.arriveOf", { number }), onLater: settle });
    if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
    else settle(outcome);
  }
  return { open, arriveAll, refresh, reopen };
}
