import { useEffect, useRef } from "react";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { isBoxLabel } from "#src/warehouse/receipts/receipts.rules.ts";
import { putAway, undoPutaway } from "#src/warehouse/receipts/receiving.contract.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import type { InHand } from "./put-away.rules.ts";
import { takeFromHand, isSuggested, getNextTask, findTasksByCode } from "./put-away.rules.ts";
import { parsePieces } from "./receive.rules.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import type { PutQuestion } from "./receiving.store.ts";
import { changePut, savedGoods, noPut, getPut, useReceiving } from "./receiving.store.ts";
import { useWaitingGoods } from "./use-waiting-goods.ts";
import { useLocationCheck } from "./use-location-check.ts";
import { usePutawayTasks } from "./use-putaway-tasks.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";

type PutAnswer = OutputOf<typeof putAway>;

/** Putting away by scan: the goods in hand, their target locations, and the effect of scans and keys. */
export function usePutAway() {
  const { t } = useTranslation();
  const { session, person, toText, toRefusalText, rejectUndo } = useWork("put-away");
  const state = useReceiving(({ puts }) => puts[person] ?? noPut);
  const walk = usePutawayTasks(person);
  const { tasks, reload, finish } = walk;
  const goods = useWaitingGoods();
  const locations = useLocationCheck();
  const putting = useScanCall(putAway);
  const undoing = useScanCall(undoPutaway);
  const enqueue = useTaskQueue();

  function dismissQuestion(): void {
    const { question } = getPut(person);
    if (question === null) return;
    changePut(person, { question: null });
    session.refuse(question.entry, t("receiving.givenUp"));
  }

  function ask(question: PutQuestion, words: string): void {
    changePut(person, { question });
    session.ask(question.entry, words, () => changePut(person, { question: null }));
  }

  /** Takes goods in hand; Escape lays them down. */
  function hold(entry: string, inHand: InHand): void {
    changePut(person, { inHand, quantity: null, question: null });
    const [best] = inHand.suggestions;
    const figures = { sku: inHand.goods.sku, pieces: inHand.open };
    const words =
      best === undefined ? t("receiving.put.holdAny", figures) : t("receiving.put.hold", { ...figures, location: best.barcode });
    session.ask(entry, words, () => changePut(person, { inHand: null, quantity: null, question: null, isWalking: false }));
  }

  async function goToNext(): Promise<void> {
    dismissQuestion();
    const { inHand, putOff } = getPut(person);
    const next = getNextTask(tasks(), inHand === null ? putOff : [...putOff, inHand.lineUuid]);
    const { task } = next;
    changePut(person, { inHand: null, quantity: null, isWalking: task !== null, putOff: next.putOff });
    if (task === null) return;
    const entry = session.begin(task.sku);
    const found = await goods.findByTask(task);
    if (found !== null) return hold(entry, found);
    session.refuse(entry, t("receiving.put.gone"));
    finish(task.line_uuid);
    reload();
  }

  async function takeGoods(scan: Scan): Promise<void> {
    const entry = session.begin(scan.text);
    const found = await goods.findByCode(getLookupCode(scan), walk);
    if ("problem" in found) return session.refuse(entry, found.problem === null ? t("receiving.put.nothing") : toText(found.problem));
    const [only] = found.goods;
    if (only === undefined) return session.refuse(entry, t("receiving.put.gone"));
    changePut(person, { isWalking: isBoxLabel(scan.text) });
    holdOneAmong(entry, found.goods);
  }

  /** Takes goods in hand if a code is unambiguous, else asks which. */
  function holdOneAmong(entry: string, found: readonly InHand[]): void {
    const [only] = found;
    if (only !== undefined && found.length === 1) return hold(entry, only);
    ask({ kind: "goods", entry, choices: found }, t("receiving.put.several"));
  }

  /** Handles a code that is not a location while goods are in hand: takes other goods instead. @param otherwise the message for any other code */
  async function takeOther(entry: string, scan: Scan, otherwise: string): Promise<void> {
    const found = await goods.findByCode(getLookupCode(scan), walk);
    if ("problem" in found || found.goods.length === 0) return session.refuse(entry, otherwise);
    if (isBoxLabel(scan.text)) changePut(person, { isWalking: true });
    holdOneAmong(entry, found.goods);
  }

  async function undoPut(taskUuid: string, inHand: InHand, code: string): Promise<void> {
    const outcome = await undoing.perform({ task_uuid: taskUuid }, { label: t("receiving.undoOf", { code }), onLater: reload });
    if (outcome.kind === "refused") rejectUndo(outcome.problem.msg);
    changePut(person, { inHand, quantity: null, question: null });
    reload();
  }

  /** Continues after goods were put away or the call was queued. */
  async function continueAfterPut(inHand: InHand, location: string, pieces: number): Promise<void> {
    const { isWalking } = getPut(person);
    const left = takeFromHand(inHand, location, pieces);
    if (left === null) finish(inHand.lineUuid);
    reload();
    changePut(person, { inHand: left, quantity: null });
    if (left === null && isWalking) await goToNext();
  }

  async function put(entry: string, inHand: InHand, location: string, isMeant: boolean): Promise<void> {
    const { quantity } = getPut(person);
    const pieces = quantity ?? inHand.open;
    const figures = { sku: inHand.goods.sku, pieces, location };
    const settle = async (sent: Sent<PutAnswer>, isLate: boolean): Promise<void> => {
      if (sent.kind === "refused") {
        const isDoubt = sent.problem.codeName === "receipts.locationFull" || sent.problem.codeName === "receipts.locationMixed";
        if (isDoubt && !isMeant && !isLate) return ask({ kind: "anyway", entry, location }, toText(sent.problem.msg));
        reload();
        return session.refuse(entry, toText(sent.problem.msg));
      }
      const { task } = sent.answer;
      if (task === null) return session.refuse(entry, t("receiving.put.several"));
      const isLast = sent.answer.receipt.status === "completed";
      session.done(entry, t(isLast ? "receiving.put.last" : "receiving.put.done", figures), () =>
        undoPut(task.task_uuid, inHand, location),
      );
      if (!isLate) await continueAfterPut(inHand, location, pieces);
    };
    changePut(person, { question: null });
    const outcome = await putting.perform(
      {
        receipt_uuid: inHand.receiptUuid,
        line_uuid: inHand.lineUuid,
        location,
        ...(quantity === null ? {} : { quantity }),
        ...(isMeant ? { confirm: true } : {}),
      },
      { label: t("receiving.put.label", figures), onLater: (sent) => void settle(sent, true) },
    );
    if (outcome.kind !== "waiting") return settle(outcome, false);
    session.wait(entry, t("receiving.waits"));
    await continueAfterPut(inHand, location, pieces);
  }

  async function takeLocation(inHand: InHand, scan: Scan): Promise<void> {
    const { question } = getPut(person);
    const location = scan.text.toUpperCase();
    // Scanning the same location again confirms it.
    if (question !== null && "location" in question && question.location === location) return confirm();
    dismissQuestion();
    const entry = session.begin(scan.text);
    const isFirst = isSuggested(inHand, location);
    if (isFirst && inHand.suggestions.length > 0) return put(entry, inHand, location, false);
    const isGoods = isBoxLabel(scan.text) || scan.gtin !== undefined || findTasksByCode(tasks(), getLookupCode(scan)).length > 0;
    if (isGoods) return takeOther(entry, scan, t("receiving.put.noLocation"));
    const { quantity } = getPut(person);
    const warehouseUuid = tasks().find(({ line_uuid }) => line_uuid === inHand.lineUuid)?.warehouse_uuid ?? null;
    const checked = await locations.checkLocation(location, { inHand, warehouseUuid, pieces: quantity ?? inHand.open });
    if ("refusal" in checked) {
      const { refusal, blockedReason: reason } = checked;
      if (refusal === "receipts.locationUnknown") return takeOther(entry, scan, toRefusalText(refusal));
      return session.refuse(entry, reason === "" ? toRefusalText(refusal) : t("receiving.put.blocked", { location, reason }));
    }
    if (isFirst) return put(entry, inHand, location, false);
    const { doubt } = checked;
    const words = t(`receiving.put.${doubt ?? "other"}`, { location, suggested: inHand.suggestions[0]?.barcode ?? "" });
    ask({ kind: doubt === null ? "other" : "anyway", entry, location }, words);
  }

  async function confirm(): Promise<void> {
    const { inHand, question } = getPut(person);
    if (inHand === null || question === null || !("location" in question)) return;
    return put(question.entry, inHand, question.location, question.kind === "anyway");
  }

  function takePieces(entry: string, { open }: InHand, scan: Scan): void {
    const quantity = parsePieces(scan.text);
    if (quantity === null || quantity > open)
      return session.refuse(session.begin(scan.text), t("receiving.put.wrongPieces", { count: open }));
    changePut(person, { quantity, question: null });
    const answer = session.begin(scan.text);
    // The question is answered: undoing it has no effect.
    session.done(entry, t("receiving.put.asks.quantity"), () => undefined);
    session.ask(answer, t("receiving.put.toldPieces", { count: quantity }), () => changePut(person, { quantity: null }));
  }

  async function take(scan: Scan): Promise<void> {
    const { inHand, question } = getPut(person);
    if (inHand !== null) return question?.kind === "quantity" ? takePieces(question.entry, inHand, scan) : takeLocation(inHand, scan);
    dismissQuestion();
    return takeGoods(scan);
  }

  function choose(id: string): void {
    const { question } = getPut(person);
    const chosen = question?.kind === "goods" ? question.choices[Number(id)] : undefined;
    if (question !== null && chosen !== undefined) hold(question.entry, chosen);
  }

  function beginQuantity(): void {
    dismissQuestion();
    const { inHand } = getPut(person);
    if (inHand === null) return;
    const entry = session.begin(t("scanning.key.quantity"));
    ask({ kind: "quantity", entry }, t("receiving.ask.quantity"));
  }

  /** Restores the goods in hand after a reload, unless they were put away meanwhile. */
  async function resume(): Promise<void> {
    const kept = savedGoods.read(person);
    if (kept === null || getPut(person).inHand !== null) return;
    const { lineUuid, quantity, isWalking } = kept;
    const task = tasks().find(({ line_uuid }) => line_uuid === lineUuid);
    const found = task === undefined ? null : await goods.findByTask(task);
    if (found === null) return savedGoods.write(person, null);
    hold(session.begin(found.goods.sku), found);
    changePut(person, { isWalking, quantity: quantity !== null && quantity <= found.open ? quantity : null });
  }

  const again = useRef(resume);
  useEffect(() => {
    again.current = resume;
  });
  const { isLoaded } = walk;
  useEffect(() => {
    if (isLoaded) enqueue(() => again.current());
  }, [isLoaded, enqueue]);

  return {
    ...state,
    tasks: walk.shown,
    count: walk.count,
    isEmpty: walk.isEmpty,
    session,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    next: () => enqueue(goToNext),
    confirm: () => enqueue(confirm),
    choose: (id: string) => enqueue(() => choose(id)),
    beginQuantity: () => enqueue(beginQuantity),
  };
}
