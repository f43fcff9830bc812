import { useCaller } from "#src/api/caller.tsx";
import type { OutputOf } from "#src/api/define-call.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { inspect, undoInspection } from "#src/receipts/receiving.contract.ts";
import type { Refusal } from "#src/scanning/scan-queue.rules.ts";
import type { Sent } from "#src/scanning/use-scan-call.ts";
import { useScanCall } from "#src/scanning/use-scan-call.ts";
import { nothingTold, withLine, withoutQuantity } from "./receive.rules.ts";
import type { Count, ReceiveQuestion } from "./receiving.store.ts";
import { changeReceive, receiveOf } from "./receiving.store.ts";
import { getOverFigures } from "./scanned-goods.rules.ts";
import type { Work } from "./use-work.ts";

type Inspected = OutputOf<typeof inspect>;
type AfterUndo = OutputOf<typeof undoInspection>;

/** Counts pieces, asks for what a count lacks, and takes counts back. @param refresh asks for the open receipt anew */
export function useCounting({ session, person, said, notTakenBack }: Work, refresh: (receiptUuid: string) => Promise<void>) {
  const { t } = useTranslation();
  const { role } = useCaller();
  const inspecting = useScanCall(inspect);
  const undoing = useScanCall(undoInspection);

  /** Shows a line as an answer tells it. A version that jumped says that a colleague counts as well. */
  function show({ line, receipt }: AfterUndo): void {
    const { open } = receiveOf(person);
    if (open === null) return;
    changeReceive(person, { open: withLine(open, line, receipt) });
    const isSame = open.work.receipt_uuid === receipt.receipt_uuid;
    if (isSame && receipt.version > open.work.version + 1) void refresh(receipt.receipt_uuid);
  }

  async function takeBack(inspectionUuid: string, code: string): Promise<void> {
    const about = {
      label: t("receiving.undoOf", { code }),
      onLater: (sent: Sent<AfterUndo>) => {
        if (sent.kind === "done") show(sent.answer);
      },
    };
    const outcome = await undoing.perform({ inspection_uuid: inspectionUuid }, about);
    if (outcome.kind === "refused") notTakenBack(outcome.problem.msg);
    if (outcome.kind === "done") show(outcome.answer);
  }

  /** Asks; Escape gives it up, and what was told before holds for the next scan. */
  function ask(question: ReceiveQuestion, words: string): void {
    changeReceive(person, { question });
    const before = "count" in question ? { told: question.count.told } : {};
    session.ask(question.entry, words, () => changeReceive(person, { question: null, ...before }));
  }

  function counted({ entry, code, told }: Count, { inspection, line, receipt }: Inspected): void {
    if (inspection === null || line === null) return;
    show({ line, receipt });
    // What was told is done with. It stays among what can be passed by on the way back, and does nothing then.
    for (const { id, words } of told.entries) session.done(id, words, () => undefined);
    const { sku, number, expected } = line;
    const figures = { sku, pieces: inspection.number, number, expected };
    const words = t(inspection.qualified_quantity > 0 ? "receiving.counted" : "receiving.countedBad", figures);
    session.done(entry, words, () => takeBack(inspection.inspection_uuid, code));
  }

  /** What a refused count lacks; null where nothing that the person could say would help. */
  function lacking(count: Count, { codeName }: Refusal): "lot" | "expiry" | "over" | "unannounced" | null {
    if (codeName === "receipts.lotRequired") return "lot";
    if (codeName === "receipts.expiryRequired") return "expiry";
    if (role !== "provider" || count.input.allow_over === true) return null;
    if (codeName === "receipts.moreThanAnnounced") return "over";
    return codeName === "receipts.notOnReceipt" ? "unannounced" : null;
  }

  /** Too many pieces: what was expected, and what came. Null where the product is not known here. */
  function getOverWords({ input, told }: Count): string | null {
    const { open } = receiveOf(person);
    const figures = open === null ? null : getOverFigures(open, { ...input, quality: input.quality ?? "good" });
    if (figures === null) return null;
    if (told.quantity === null) return t("receiving.over.scanned", figures);
    return t(figures.number === 0 ? "receiving.over.entered" : "receiving.over.enteredMore", figures);
  }

  /** A refused quantity is given up: it must not count with the next scan. */
  function disarm(count: Count): Count {
    const told = withoutQuantity(count.told);
    for (const { id, words, part } of count.told.entries) if (part === "quantity") session.done(id, words, () => undefined);
    return { ...count, told };
  }

  async function settle(asked: Count, sent: Sent<Inspected>, isLate: boolean): Promise<void> {
    const isOver = sent.kind === "refused" && sent.problem.codeName === "receipts.moreThanAnnounced";
    const count = isOver ? disarm(asked) : asked;
    const { entry, input } = count;
    if (sent.kind === "done") {
      if (sent.answer.outcome === "counted") return counted(count, sent.answer);
      // Nobody stands before the shelf any more: the product is to be scanned once more.
      if (isLate) return session.refuse(entry, t("receiving.severalLate"));
      return ask({ kind: "product", entry, count, choices: sent.answer.choices }, t("receiving.several"));
    }
    const { problem } = sent;
    // The maker's code names a lot, and the warehouse keeps none of this product: the count is good without.
    if (problem.codeName === "receipts.lotNotKept" && count.hasLotOfCode) {
      const { lot: _lot, expires_on: _day, ...rest } = input;
      return send({ ...count, input: rest, hasLotOfCode: false });
    }
    const kind = isLate ? null : lacking(count, problem);
    const words = (isOver ? getOverWords(asked) : null) ?? said(problem.msg);
    if (kind !== null) return ask({ kind, entry, count }, words);
    session.refuse(entry, words);
    // What was told holds for the scan that counts, and not for one that meant nothing.
    if (!isLate) changeReceive(person, { told: count.told });
  }

  /** Sends a count, and says how it ended. */
  async function send(count: Count): Promise<void> {
    const { entry, code, input } = count;
    changeReceive(person, { told: nothingTold, question: null });
    const about = { label: t("receiving.countOf", { code }), onLater: (sent: Sent<Inspected>) => void settle(count, sent, true) };
    const outcome = await inspecting.perform(input, about);
    if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
    else await settle(count, outcome, false);
  }
  return { send, ask };
}
