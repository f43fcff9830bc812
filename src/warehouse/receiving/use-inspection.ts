import { useCaller } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { inspect, undoInspection } from "#src/warehouse/receipts/receiving.contract.ts";
import type { Refusal } from "#src/warehouse/scanning/scan-queue.rules.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import { findOtherBox, noPreset, withLine, withoutQuantity } from "./receive.rules.ts";
import type { Count, ReceiveQuestion } from "./receiving.store.ts";
import { changeReceive, getReceive } from "./receiving.store.ts";
import { getOverFigures } from "./scanned-goods.rules.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";

type Inspected = OutputOf<typeof inspect>;
type AfterUndo = OutputOf<typeof undoInspection>;

/** Counts pieces, asks for missing details, and undoes counts. @param refresh reloads the open receipt */
export function useInspection({ session, person, toText, rejectUndo }: Work, refresh: (receiptUuid: string) => Promise<void>) {
  const { t } = useTranslation();
  const { role } = useCaller();
  const inspecting = useScanCall(inspect);
  const undoing = useScanCall(undoInspection);

  /** Shows the line of an answer. A version that jumped means that a colleague is counting as well. */
  function show({ line, receipt }: AfterUndo): void {
    const { open } = getReceive(person);
    if (open === null) return;
    changeReceive(person, { open: withLine(open, line, receipt) });
    const isSame = open.work.receipt_uuid === receipt.receipt_uuid;
    if (isSame && receipt.version > open.work.version + 1) void refresh(receipt.receipt_uuid);
  }

  async function undoCount(inspectionUuid: string, code: string): Promise<void> {
    const about = {
      label: t("receiving.undoOf", { code }),
      onLater: (sent: Sent<AfterUndo>) => {
        if (sent.kind === "done") show(sent.answer);
      },
    };
    const outcome = await undoing.perform({ inspection_uuid: inspectionUuid }, about);
    if (outcome.kind === "refused") rejectUndo(outcome.problem.msg);
    if (outcome.kind === "done") show(outcome.answer);
  }

  /** Asks a question. Escape dismisses it, and the details entered before apply to the next scan. */
  function ask(question: ReceiveQuestion, words: string): void {
    changeReceive(person, { question });
    const before = "count" in question ? { preset: question.count.preset } : {};
    session.ask(question.entry, words, () => changeReceive(person, { question: null, ...before }));
  }

  function showCounted({ entry, code, preset, input }: Count, { inspection, line, receipt }: Inspected): void {
    if (inspection === null || line === null) return;
    show({ line, receipt });
    // The details are used up. Their entries stay in the list, but undoing them has no effect.
    for (const { id, words } of preset.entries) session.done(id, words, () => undefined);
    const { sku, number, expected } = line;
    const figures = { sku, pieces: inspection.number, number, expected };
    const words = t(inspection.qualified_quantity > 0 ? "receiving.counted" : "receiving.countedBad", figures);
    const undo = () => undoCount(inspection.inspection_uuid, code);
    const box = findOtherBox(line, input.box_number);
    if (box === null) session.done(entry, words, undo);
    else session.warn(entry, t("receiving.otherBox", { counted: words, box }), undo);
  }

  /** Returns what a refused count lacks; null if the person cannot supply it. */
  function findLacking(count: Count, { codeName }: Refusal): "lot" | "expiry" | "over" | "unannounced" | null {
    if (codeName === "receipts.lotRequired") return "lot";
    if (codeName === "receipts.expiryRequired") return "expiry";
    if (role !== "provider" || count.input.allow_over === true) return null;
    if (codeName === "receipts.moreThanAnnounced") return "over";
    return codeName === "receipts.notOnReceipt" ? "unannounced" : null;
  }

  /** Describes too many pieces: expected and counted. Null if the product is unknown here. */
  function getOverWords({ input, preset }: Count): string | null {
    const { open } = getReceive(person);
    const figures = open === null ? null : getOverFigures(open, { ...input, quality: input.quality ?? "good" });
    if (figures === null) return null;
    if (preset.quantity === null) return t("receiving.over.scanned", figures);
    return t(figures.number === 0 ? "receiving.over.entered" : "receiving.over.enteredMore", figures);
  }

  /** Drops a refused quantity: it must not apply to the next scan. */
  function dropQuantity(count: Count): Count {
    const preset = withoutQuantity(count.preset);
    for (const { id, words, part } of count.preset.entries) if (part === "quantity") session.done(id, words, () => undefined);
    return { ...count, preset };
  }

  async function settle(asked: Count, sent: Sent<Inspected>, isLate: boolean): Promise<void> {
    const isOver = sent.kind === "refused" && sent.problem.codeName === "receipts.moreThanAnnounced";
    const count = isOver ? dropQuantity(asked) : asked;
    const { entry, input } = count;
    if (sent.kind === "done") {
      if (sent.answer.outcome === "counted") return showCounted(count, sent.answer);
      // The person has left the shelf: the product must be scanned again.
      if (isLate) return session.refuse(entry, t("receiving.severalLate"));
      return ask({ kind: "product", entry, count, choices: sent.answer.choices }, t("receiving.several"));
    }
    const { problem } = sent;
    // The GS1 code contains a lot, but the warehouse tracks none for this product: counts without it.
    if (problem.codeName === "receipts.lotNotKept" && count.hasLotOfCode) {
      const { lot: _lot, expires_on: _day, ...rest } = input;
      return send({ ...count, input: rest, hasLotOfCode: false });
    }
    const kind = isLate ? null : findLacking(count, problem);
    const figures = isOver ? getOverWords(asked) : null;
    const words = figures === null ? toText(problem.msg) : role === "provider" ? figures : t("receiving.over.aside", { figures });
    if (kind !== null) return ask({ kind, entry, count }, words);
    session.refuse(entry, words);
    // The details apply to the next scan that counts, not to one that was refused.
    if (!isLate) changeReceive(person, { preset: count.preset });
  }

  /** Sends a count and shows the result. */
  async function send(count: Count): Promise<void> {
    const { entry, code, input } = count;
    changeReceive(person, { preset: noPreset, question: null });
    const about = { label: t("receiving.countOf", { code }), onLater: (sent: Sent<Inspected>) => void settle(count, sent, true) };
    const outcome = await inspecting.perform(input, about);
    if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
    else await settle(count, outcome, false);
  }
  return { send, ask };
}
