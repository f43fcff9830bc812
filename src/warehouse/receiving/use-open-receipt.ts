import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { arriveReceipt, scanReceipt } from "#src/warehouse/receipts/receiving.contract.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import { getClosedRefusal, noPreset, toOpenReceipt } from "./receive.rules.ts";
import { changeReceive, savedReceipt, getReceive } from "./receiving.store.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";

type Scanned = OutputOf<typeof scanReceipt>;

/** Opens receipts by their labels, and registers the arrival of boxes. */
export function useOpenReceipt({ session, person, toText, toRefusalText }: Work) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const scanning = useScanCall(scanReceipt);
  const arriving = useScanCall(arriveReceipt);

  function getOpenedText({ found, box, is_again, receipt: { receipt_number: number, status } }: Scanned): string {
    if (found === "box" && box !== null)
      return t(is_again ? "receiving.boxAgain" : "receiving.boxArrived", { box: box.box_number, number });
    return t(status === "confirmed" ? "receiving.openedFirst" : "receiving.opened", { number });
  }

  /** Shows the receipt that a label opened; Escape returns to the previous one, but the box stays arrived. */
  function show(entry: string, scanned: Scanned): void {
    const closed = getClosedRefusal(scanned.receipt.status);
    if (closed !== null) return session.refuse(entry, toRefusalText(closed));
    const { open: before } = getReceive(person);
    changeReceive(person, { open: toOpenReceipt(scanned.receipt, scanned.box?.box_number ?? null), preset: noPreset, question: null });
    session.done(entry, getOpenedText(scanned), () => {
      changeReceive(person, { open: before, preset: noPreset, question: null });
      if (before !== null) void refresh(before.work.receipt_uuid);
    });
  }

  /** Reloads the open receipt, because a colleague counts it too or the screen was left for a while. */
  async function refresh(receiptUuid: string): Promise<void> {
    try {
      const { lines, boxes, version, status, number, expected, qualified_quantity, unqualified_quantity, put_away } = await client.call(
        receipt,
        { receipt_uuid: receiptUuid },
        { isQuiet: true },
      );
      const { open: shown } = getReceive(person);
      if (shown === null || shown.work.receipt_uuid !== receiptUuid || shown.work.version > version) return;
      const arrived_box_count = boxes.filter(({ arrived_at }) => arrived_at !== "").length;
      const sums = { version, status, number, expected, qualified_quantity, unqualified_quantity, put_away, arrived_box_count };
      changeReceive(person, { open: { ...shown, lines, boxes, work: { ...shown.work, ...sums } } });
    } catch (error) {
      // Keeps what is shown; the next scan brings newer data.
      if (!(error instanceof CallProblem)) throw error;
    }
  }

  /** Reopens the receipt that was open before a reload; forgets it if it has been closed. */
  async function reopen(): Promise<void> {
    const kept = savedReceipt.read(person);
    if (kept === null || getReceive(person).open !== null) return;
    try {
      const { receipt: found } = await client.call(scanReceipt, { code: kept.receiptNumber }, { isQuiet: true });
      if (getClosedRefusal(found.status) !== null) savedReceipt.write(person, null);
      else changeReceive(person, { open: toOpenReceipt(found, kept.boxNumber) });
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      if (error.kind === "refusal") savedReceipt.write(person, null);
    }
  }

  /** Scans a label. @param answered the scan that was asked about: a box of another receipt is opened too */
  async function open(code: string, answered: { entry: string; isOther: true } | null = null): Promise<void> {
    const entry = answered?.entry ?? session.begin(code);
    const { open: current } = getReceive(person);
    const settle = (sent: Sent<Scanned>, isLate: boolean) => {
      if (sent.kind === "done") return show(entry, sent.answer);
      if (sent.problem.codeName !== "receipts.boxOfAnother" || isLate) return session.refuse(entry, toText(sent.problem.msg));
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

  /** Registers the arrival of the whole receipt, if its boxes have no labels of ours. */
  async function arriveAll(): Promise<void> {
    const { open: current } = getReceive(person);
    if (current === null) return;
    const { receipt_uuid, receipt_number: number } = current.work;
    const entry = session.begin(t("receiving.arriveOf", { number }));
    const settle = (sent: Sent<OutputOf<typeof arriveReceipt>>) => {
      if (sent.kind === "refused") return session.refuse(entry, toText(sent.problem.msg));
      const { open: now } = getReceive(person);
      if (now?.work.receipt_uuid === receipt_uuid)
        changeReceive(person, { open: { ...toOpenReceipt(sent.answer, now.boxNumber), lineUuid: now.lineUuid } });
      session.done(entry, t("receiving.arrived", { number }));
    };
    const outcome = await arriving.perform({ receipt_uuid }, { label: t("receiving.arriveOf", { number }), onLater: settle });
    if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
    else settle(outcome);
  }
  return { open, arriveAll, refresh, reopen };
}
