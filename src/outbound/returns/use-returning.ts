import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import { useOpenWarehouses } from "#src/warehouse/scanning/use-open-warehouses.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";
import { countMissing, findNext, listNext } from "./return-steps.rules.ts";
import type { NextPieces } from "./return-steps.rules.ts";
import { returnsReads } from "./returns-reads.contract.ts";
import {
  arriveReturn,
  disposeReturned,
  findReturn,
  finishInspection,
  inspectReturned,
  receiveParcel,
  restockReturned,
  suggestReturnLocations,
  undoReturnScan,
} from "./returns-work.contract.ts";
import { getReturn } from "./returns.contract.ts";
import type { ReturnDetail, ReturnRow } from "./returns.contract.ts";
import { mostScanned } from "./returns.rules.ts";
import { changeReturning, getReturning, noReturning, useReturnings } from "./returns.store.ts";
import type { Returning } from "./returns.store.ts";

/** What came of pieces that left the returned goods. */
type PiecesMoved = OutputOf<typeof restockReturned>;

/** Refusals of a location that the person may overrule by scanning it again. */
const doubtful: readonly string[] = ["receipts.locationFull", "receipts.locationMixed"];

/** Returns by scan: a parcel arrives, its pieces are inspected, and what was decided is carried out. */
export function useReturning() {
  const { t } = useTranslation();
  const work = useWork("returns");
  const { person, session, toText, toProblemText, toRefusalText, rejectUndo } = work;
  const { client } = useCaller();
  const enqueue = useTaskQueue();
  const reload = useCallReload(returnsReads);
  const calls = {
    arrive: useScanCall(arriveReturn),
    receive: useScanCall(receiveParcel),
    inspect: useScanCall(inspectReturned),
    finish: useScanCall(finishInspection),
    restock: useScanCall(restockReturned),
    dispose: useScanCall(disposeReturned),
    undo: useScanCall(undoReturnScan),
  };
  const { warehouses = [] } = useOpenWarehouses();
  const state = useReturnings(({ returnings }) => returnings[person] ?? noReturning);
  const get = () => getReturning(person);
  const change = (part: Partial<Returning>) => changeReturning(person, part);

  /** Runs a call that needs an answer, and reports a refusal at its entry: null then. */
  async function ask<T>(entry: string, call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      session.refuse(entry, toProblemText(error));
      return null;
    }
  }

  function show(open: ReturnDetail): void {
    change({ open, inHand: null, question: null, quantity: null, isDamaged: false });
    reload();
  }

  /** Shows a return that an answer is about, unless the person has gone on to another. */
  function showUnlessBusy(answer: ReturnDetail): void {
    const { open } = get();
    if (open === null || open.return_uuid === answer.return_uuid) show(answer);
    else reload();
  }

  /** Shows a return as a scan's answer has it, and keeps what the person set for the next scans. */
  function update(open: ReturnDetail): void {
    if (get().open?.return_uuid === open.return_uuid) change({ open, quantity: null });
    reload();
  }

  /** Returns what happens when the answer to a call that waited for the network comes. */
  function later<T>(entry: string, settle: (answer: T) => void) {
    return (sent: Sent<T>) => (sent.kind === "done" ? settle(sent.answer) : session.refuse(entry, toText(sent.problem.msg)));
  }

  /** What was asked for is sent later: the return is put aside, so that nobody asks for the same again meanwhile. */
  function putAside(entry: string): void {
    change({ ...noReturning });
    session.wait(entry, t("returns.work.waits"));
  }

  async function undo(scan_uuid: string, label: string): Promise<void> {
    const outcome = await calls.undo.perform({ scan_uuid }, { label });
    if (outcome.kind === "refused") return rejectUndo(outcome.problem.msg);
    if (outcome.kind === "done") show(outcome.answer);
  }

  async function openReturn(entry: string, row: Pick<ReturnRow, "return_uuid" | "return_number" | "status">): Promise<void> {
    const { return_uuid, return_number: number } = row;
    if (row.status !== "expected") {
      const found = await ask(entry, () => client.call(getReturn, { return_uuid }, { isQuiet: true }));
      if (found === null) return;
      show(found);
      return session.done(entry, t("returns.work.opened", { number, status: t(`returns.status.${found.status}`) }), () =>
        change({ ...noReturning }),
      );
    }
    const settle = (answer: ReturnDetail) => {
      show(answer);
      session.done(entry, t("returns.work.arrived", { number }));
    };
    const outcome = await calls.arrive.perform(
      { return_uuid },
      { label: number, onLater: (sent) => (sent.kind === "done" ? settle(sent.answer) : session.refuse(entry, toText(sent.problem.msg))) },
    );
    if (outcome.kind === "waiting") return session.wait(entry, t("returns.work.waits"));
    if (outcome.kind === "refused") return session.refuse(entry, toText(outcome.problem.msg));
    settle(outcome.answer);
  }

  async function takeParcel(scan: Scan): Promise<void> {
    const entry = session.begin(scan.text);
    const code = getLookupCode(scan).trim();
    const found = await ask(entry, () => client.call(findReturn, { code }, { isQuiet: true }));
    if (found === null) return;
    const [only, other] = found.returns;
    if (only !== undefined && other === undefined) return openReturn(entry, only);
    if (only !== undefined) {
      change({ question: { kind: "which", returns: found.returns } });
      return session.ask(entry, t("returns.work.ask.which"), () => change({ question: null }));
    }
    const order = found.orders[0] ?? null;
    change({ question: { kind: "unannounced", code, order } });
    session.ask(
      entry,
      order === null ? t("returns.work.ask.unknown", { code }) : t("returns.work.ask.unannounced", { order: order.order_number }),
      () => change({ question: null }),
    );
  }

  /** Records a parcel that nobody announced. @param warehouse_uuid where it is */
  async function receive(warehouse_uuid: string): Promise<void> {
    const { question } = get();
    if (question?.kind !== "unannounced") return;
    const { code, order } = question;
    const entry = session.begin(code);
    const input =
      order === null ? { warehouse_uuid, tracking_number: code.slice(0, 60) } : { warehouse_uuid, order_uuid: order.order_uuid };
    const settle = (answer: ReturnDetail) => {
      showUnlessBusy(answer);
      session.done(entry, t("returns.work.received", { number: answer.return_number }));
    };
    const outcome = await calls.receive.perform(input, { label: code, onLater: later(entry, settle) });
    if (outcome.kind === "waiting") return putAside(entry);
    if (outcome.kind === "refused") return session.refuse(entry, toText(outcome.problem.msg));
    settle(outcome.answer);
  }

  async function inspect(entry: string, of: ReturnDetail, code: string, lot: string, variant_uuid?: string): Promise<void> {
    const { isDamaged, quantity } = get();
    const outcome = await calls.inspect.perform(
      {
        return_uuid: of.return_uuid,
        code,
        lot,
        is_damaged: isDamaged,
        quantity: quantity ?? 1,
        ...(variant_uuid === undefined ? {} : { variant_uuid }),
      },
      { label: code, onLater: (sent) => settle(sent) },
    );
    if (outcome.kind === "waiting") return session.wait(entry, t("returns.work.waits"));
    settle(outcome);

    function settle(sent: typeof outcome & { kind: "done" | "refused" }): void {
      if (sent.kind === "refused") return session.refuse(entry, toText(sent.problem.msg));
      const { scan_uuid, line_uuid, choices, return: now, quantity: pieces } = sent.answer;
      if (scan_uuid === null) {
        change({ question: { kind: "product", code, lot, choices } });
        return session.ask(entry, t("returns.work.ask.product"), () => change({ question: null }));
      }
      change({ question: null });
      update(now);
      const sku = now.lines.find((line) => line.line_uuid === line_uuid)?.sku ?? code;
      const text = t(isDamaged ? "returns.work.countedDamaged" : "returns.work.countedGood", { count: pieces, sku });
      session.done(entry, text, () => undo(scan_uuid, text));
    }
  }

  /** Ends the inspection. @param triesLeft how often it is tried again if the return changed meanwhile: each photo that arrives changes it */
  async function finish(of: ReturnDetail, entry = session.begin(of.return_number), triesLeft = 1): Promise<void> {
    const fresh = await ask(entry, () => client.call(getReturn, { return_uuid: of.return_uuid }, { isQuiet: true }));
    if (fresh === null) return;
    const isOvertaken = (sent: Sent<ReturnDetail>) =>
      sent.kind === "refused" && sent.problem.codeName === "changedMeanwhile" && triesLeft > 0;
    const settle = async (sent: Sent<ReturnDetail>): Promise<void> => {
      if (isOvertaken(sent)) return finish(of, entry, triesLeft - 1);
      if (sent.kind === "refused") return session.refuse(entry, toText(sent.problem.msg));
      showUnlessBusy(sent.answer);
      session.done(entry, t("returns.work.inspected", { number: of.return_number }));
    };
    const input = { return_uuid: of.return_uuid, version: fresh.version };
    const onLater = (sent: Sent<ReturnDetail>) => {
      void settle(sent);
      return isOvertaken(sent) ? ("seen" as const) : undefined;
    };
    const outcome = await calls.finish.perform(input, { label: of.return_number, onLater });
    if (outcome.kind !== "waiting") return settle(outcome);
    // After a late answer the person may have gone on to another.
    return get().open?.return_uuid === of.return_uuid ? putAside(entry) : session.wait(entry, t("returns.work.waits"));
  }

  /** Takes pieces in hand that go to a shelf, and looks up where to. */
  async function takeInHand(entry: string, of: ReturnDetail, pieces: NextPieces): Promise<void> {
    const { line_uuid, sku } = pieces.line;
    const found = await ask(entry, () =>
      client.call(suggestReturnLocations, { return_uuid: of.return_uuid, line_uuid }, { isQuiet: true }),
    );
    if (found === null) return;
    change({ inHand: { pieces, location: found.result[0]?.barcode ?? "" }, question: null });
    session.done(entry, t("returns.work.inHand", { sku }), () => change({ inHand: null }));
  }

  async function dispose(entry: string, of: ReturnDetail, { line, isDamaged, decision, quantity }: NextPieces): Promise<void> {
    const asked = get().quantity;
    const count = Math.min(asked ?? quantity, quantity);
    const settle = (answer: PiecesMoved) => {
      update(answer.return);
      const text = t(decision === "scrap" ? "returns.work.scrapped" : "returns.work.sentBack", { count, sku: line.sku });
      session.done(entry, text, () => undo(answer.scan_uuid, text));
    };
    const input = { return_uuid: of.return_uuid, line_uuid: line.line_uuid, is_damaged: isDamaged, quantity: count };
    const outcome = await calls.dispose.perform(input, { label: line.sku, onLater: later(entry, settle) });
    if (outcome.kind === "waiting") return putAside(entry);
    if (outcome.kind === "refused") return session.refuse(entry, toText(outcome.problem.msg));
    settle(outcome.answer);
  }

  async function putDown(scan: Scan, of: ReturnDetail, { pieces }: NonNullable<Returning["inHand"]>): Promise<void> {
    const entry = session.begin(scan.text);
    const { quantity, question } = get();
    const location = getLookupCode(scan).trim().toUpperCase();
    const count = Math.min(quantity ?? pieces.quantity, pieces.quantity);
    const confirm = question?.kind === "location" && question.location === location;
    const settle = (answer: PiecesMoved) => {
      change({ inHand: null, question: null });
      update(answer.return);
      const text = t("returns.work.restocked", { count, sku: pieces.line.sku, location });
      session.done(entry, text, () => undo(answer.scan_uuid, text));
    };
    const outcome = await calls.restock.perform(
      { return_uuid: of.return_uuid, line_uuid: pieces.line.line_uuid, quantity: count, location, confirm },
      { label: `${location}, ${pieces.line.sku}`, onLater: later(entry, settle) },
    );
    if (outcome.kind === "waiting") return putAside(entry);
    if (outcome.kind === "refused") {
      if (!doubtful.includes(outcome.problem.codeName ?? "")) return session.refuse(entry, toText(outcome.problem.msg));
      change({ question: { kind: "location", location } });
      return session.ask(entry, toText(outcome.problem.msg), () => change({ question: null }));
    }
    settle(outcome.answer);
  }

  async function carryOut(scan: Scan, of: ReturnDetail): Promise<void> {
    const { inHand } = get();
    if (inHand !== null) return putDown(scan, of, inHand);
    const entry = session.begin(scan.text);
    const pieces = findNext(listNext(of), getLookupCode(scan));
    if (pieces === null) return session.refuse(entry, t("returns.work.notWaiting"));
    return pieces.decision === "restock" ? takeInHand(entry, of, pieces) : dispose(entry, of, pieces);
  }

  async function take(scan: Scan): Promise<void> {
    const { open: of, question } = get();
    if (question?.kind === "quantity") {
      const entry = session.begin(scan.text);
      const quantity = Number(scan.text.trim());
      if (!Number.isInteger(quantity) || quantity < 1 || quantity > mostScanned) return session.refuse(entry, t("returns.work.noNumber"));
      change({ quantity, question: null });
      return session.done(entry, t("returns.work.quantitySet", { count: quantity }), () => change({ quantity: null }));
    }
    if (of === null) return takeParcel(scan);
    if (of.status === "arrived") {
      if (question !== null) change({ question: null });
      return inspect(session.begin(scan.text), of, getLookupCode(scan).trim(), scan.lot ?? "");
    }
    if (of.status === "decided") return carryOut(scan, of);
    // Nothing is scanned here: the next parcel is meant.
    change({ ...noReturning });
    return takeParcel(scan);
  }

  async function next(): Promise<void> {
    const { open: of, question, inHand } = get();
    if (question?.kind === "unannounced") {
      const at = question.order?.warehouse_uuid ?? (warehouses.length === 1 ? warehouses[0]?.warehouse_uuid : undefined);
      return at === undefined ? undefined : receive(at);
    }
    if (of === null || inHand !== null) return;
    if (of.status === "arrived") {
      const missing = countMissing(of);
      if (missing === 0 || question?.kind === "finish") return finish(of);
      const entry = session.begin(of.return_number);
      change({ question: { kind: "finish", missing } });
      return session.ask(entry, t("returns.work.ask.finish", { count: missing }), () => change({ question: null }));
    }
    const [first] = listNext(of);
    if (of.status !== "decided" || first === undefined) return;
    const entry = session.begin(first.line.sku);
    return first.decision === "restock" ? takeInHand(entry, of, first) : dispose(entry, of, first);
  }

  async function choose(id: string): Promise<void> {
    const { question, open: of } = get();
    if (question?.kind === "which") {
      const chosen = question.returns.find(({ return_uuid }) => return_uuid === id);
      change({ question: null });
      if (chosen !== undefined) await openReturn(session.begin(chosen.return_number), chosen);
    } else if (question?.kind === "unannounced") await receive(id);
    else if (question?.kind === "product" && of !== null) await inspect(session.begin(question.code), of, question.code, question.lot, id);
  }

  return {
    ...state,
    session,
    toText,
    toRefusalText,
    warehouses,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    next: () => enqueue(next),
    choose: (id: string) => enqueue(() => choose(id)),
    toggleDamaged: () => change({ isDamaged: !get().isDamaged }),
    askQuantity: () => change({ question: { kind: "quantity" } }),
    leave: () => enqueue(async () => change(get().inHand === null ? { ...noReturning } : { inHand: null, question: null })),
  };
}
