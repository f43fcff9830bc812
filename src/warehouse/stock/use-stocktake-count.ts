import { useEffect, useRef } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import type { Texts } from "#src/kit/api/envelope.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import { useScanSession } from "#src/warehouse/scanning/scan-session.store.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { changeCounting, getCountingKey, getCounting, rememberMeaning, noCounting, useCounting } from "./counting.store.ts";
import type { Count, Counted, CountQuestion } from "./counting.store.ts";
import { countStock, undoCount } from "./stocktake.contract.ts";
import { isOutOfReach, useCountedLocation } from "./use-counted-location.ts";
import { useReloadStock } from "./use-stock-view.ts";

/** Parses a number of pieces; null for anything else. */
function parseNumber(text: string): number | null {
  return /^\d{1,7}$/.test(text.trim()) && Number(text) <= 1_000_000 ? Number(text) : null;
}

/**
 * Counting by scan: the open location, the current question, and the effect of scans and keys.
 * @param round a recount starts empty: neither list nor last scans may show the first count
 */
export function useStocktakeCount(stocktakeUuid: string, round: "first" | "second") {
  const { t, locale } = useTranslation();
  const { scope } = useCaller();
  const reload = useReloadStock();
  const key = getCountingKey(`${scope.providerUuid} ${scope.username}`, stocktakeUuid, round);
  const session = useScanSession(`counting ${stocktakeUuid} ${round}`);
  const state = useCounting(({ countings }) => countings[key] ?? noCounting);
  const counting = useScanCall(countStock);
  const undoing = useScanCall(undoCount);
  const enqueue = useTaskQueue();
  const toText = (msg: Texts) => pickText(msg, locale);
  const place = useCountedLocation(stocktakeUuid, { key, session, toText, reload });

  const resume = useRef(place.resume);
  useEffect(() => enqueue(() => resume.current()), [enqueue]);

  async function takeBack({ line, before }: Counted): Promise<void> {
    const after = line === null ? null : (line.recounted ?? line.counted);
    if (line === null || after === null) return;
    const input = { stocktake_uuid: stocktakeUuid, line_uuid: line.line_uuid, after, before };
    const outcome = await undoing.perform(input, { label: t("stock.counting.undoOf", { sku: line.sku }), onLater: reload });
    reload();
    if (outcome.kind !== "refused") return;
    session.refuse(session.begin(t("scanning.undo")), toText(outcome.problem.msg));
    throw new Error("stock: undoing a count was refused");
  }

  function counted({ entry, code }: Count, answer: Counted): void {
    const { line, is_same_person } = answer;
    if (line === null) return;
    rememberMeaning(key, code, "product");
    const { last: before } = getCounting(key);
    changeCounting(key, { last: { line }, question: null });
    reload();
    const figures = { sku: line.sku, count: line.recounted ?? line.counted ?? 0 };
    const words = t(is_same_person ? "stock.counting.samePerson" : "stock.counting.counted", figures);
    session.done(entry, words, async () => {
      await takeBack(answer);
      // The number of pieces is asked for what was counted before again.
      if (getCounting(key).last?.line.line_uuid === line.line_uuid) changeCounting(key, { last: before });
    });
  }

  function settle(count: Count, sent: Sent<Counted>, isLate: boolean): Promise<void> | void {
    const { entry, code, input } = count;
    if (sent.kind === "done") {
      if (sent.answer.outcome === "counted") return counted(count, sent.answer);
      if (isLate) return session.refuse(entry, t("stock.counting.severalLate"));
      changeCounting(key, { question: { kind: "product", entry, count, choices: sent.answer.choices } });
      return session.ask(entry, t("stock.counting.several"), () => changeCounting(key, { question: null }));
    }
    const { codeName, msg } = sent.problem;
    if (isLate) return session.refuse(entry, toText(msg));
    // The GS1 code contains a lot, but the warehouse tracks none for this product.
    if (codeName === "stock.lotNotKept" && count.hasLotOfCode) return send({ ...count, input: { ...input, lot: "" }, hasLotOfCode: false });
    if (codeName === "stock.codeUnknown") return place.open(entry, code, toText(msg));
    if (codeName !== "stock.lotRequired") return session.refuse(entry, toText(msg));
    changeCounting(key, { question: { kind: "lot", entry, code, count } });
    session.ask(entry, t("stock.counting.askLot"), () => changeCounting(key, { question: null }));
  }

  /** Handles the answer to a queued count. A code that is not a product's was a location's scan, which is no error. */
  function settleLate(count: Count, sent: Sent<Counted>): "seen" | void {
    const { question, known } = getCounting(key);
    const isPlace = sent.kind === "refused" && sent.problem.codeName === "stock.codeUnknown";
    if (isPlace && known[count.code] === "location") return "seen";
    const isAsked = question?.kind === "what" && question.entry === count.entry;
    if (isAsked) changeCounting(key, { question: null });
    if (!isPlace || !isAsked) return void settle(count, sent, true);
    enqueue(() => place.open(count.entry, count.code, toText(sent.problem.msg)));
    return "seen";
  }

  async function send(count: Count): Promise<void> {
    changeCounting(key, { question: null });
    const { location } = getCounting(key);
    const label = t("stock.counting.countOf", { code: count.code, location: location?.barcode ?? "" });
    const outcome = await counting.perform(count.input, { label, onLater: (sent) => settleLate(count, sent) });
    if (outcome.kind !== "waiting") return settle(count, outcome, false);
    // Otherwise a location would be counted as goods of the previous one, and so would everything after it.
    if (isDoubtful(count)) return askWhat(count, true);
    session.wait(count.entry, t("stock.counting.waits"));
  }

  /** Returns true if the code may also be a location: only the server knows. */
  function isDoubtful({ code, input, isGoods }: Count): boolean {
    return !isGoods && input.how === "add" && input.variant_uuid === undefined && getCounting(key).known[code] === undefined;
  }

  function askWhat(count: Count, isSent: boolean): void {
    changeCounting(key, { question: { kind: "what", entry: count.entry, count, isSent } });
    // A queued call cannot be dismissed.
    session.ask(count.entry, t("stock.counting.askWhat"), isSent ? undefined : () => changeCounting(key, { question: null }));
  }

  /** Handles the person's answer about what a code is, if the server cannot be asked. */
  function answerWhat(id: string, { entry, count, isSent }: Extract<CountQuestion, { kind: "what" }>): Promise<void> | void {
    changeCounting(key, { question: null });
    if (id === "product") rememberMeaning(key, count.code, "product");
    if (id === "product" && isSent) return session.wait(entry, t("stock.counting.waits"));
    // The answer is a scan of its own, because the newest entry is shown largest. Undoing the question has no effect.
    session.done(entry, t("stock.counting.askWhat"), () => undefined);
    const answered = session.begin(count.code);
    return id === "location" ? place.openUnchecked(answered, count.code) : send({ ...count, entry: answered });
  }

  function takeProduct(scan: Scan): Promise<void> | void {
    const { location, known } = getCounting(key);
    const entry = session.begin(scan.text);
    if (location === null) return place.open(entry, scan.text);
    const code = getLookupCode(scan);
    if (isOutOfReach() && known[code] === "location") return place.openUnchecked(entry, code);
    const details = {
      ...(scan.lot === undefined ? {} : { lot: scan.lot }),
      ...(scan.quantity === undefined ? {} : { quantity: scan.quantity }),
    };
    const input = { stocktake_uuid: stocktakeUuid, location: location.uuid, code, how: "add" as const, ...details };
    const count = { entry, code, input, hasLotOfCode: scan.lot !== undefined, isGoods: scan.gtin !== undefined };
    return isOutOfReach() && isDoubtful(count) ? askWhat(count, false) : send(count);
  }

  /** Sets the number of pieces of the line counted last. */
  function setNumber(entry: string, text: string): Promise<void> | void {
    const quantity = parseNumber(text);
    const { last } = getCounting(key);
    if (quantity === null || last === null) return session.refuse(session.begin(text), t("stock.counting.notANumber"));
    const { location_uuid: location, variant_uuid, lot, condition, sku } = last.line;
    const input = { stocktake_uuid: stocktakeUuid, location, variant_uuid, lot, condition, how: "set" as const, quantity };
    return send({ entry, code: sku, input, hasLotOfCode: false, isGoods: true });
  }

  function take(scan: Scan): Promise<void> | void {
    const { question } = getCounting(key);
    if (question === null) return takeProduct(scan);
    if (question.kind === "what")
      return session.refuse(session.begin(scan.text), t("stock.counting.firstWhat", { code: question.count.code }));
    if (question.kind === "outside") return place.answerOutside(question, scan.text);
    if (question.kind === "number") return setNumber(question.entry, scan.text);
    const { count, entry } = question;
    if (question.kind === "lot") return send({ ...count, input: { ...count.input, lot: scan.lot ?? scan.text } });
    session.refuse(entry, t("stock.counting.givenUp"));
    changeCounting(key, { question: null });
    return takeProduct(scan);
  }

  function choose(id: string): Promise<void> | void {
    const { question } = getCounting(key);
    if (question?.kind === "what") return answerWhat(id, question);
    if (question?.kind !== "product") return;
    return send({ ...question.count, input: { ...question.count.input, variant_uuid: id } });
  }

  /** Confirms counting a location outside the plan. */
  function confirmOutside(): void {
    const { question } = getCounting(key);
    if (question?.kind === "outside") place.enter(question.entry, question.place);
  }

  function begin(): void {
    const { last, question } = getCounting(key);
    if (last === null || question?.kind === "what" || question?.kind === "outside") return;
    if (question !== null) session.refuse(question.entry, t("stock.counting.givenUp"));
    const entry = session.begin(t("scanning.key.quantity"));
    changeCounting(key, { question: { kind: "number", entry } });
    session.ask(entry, t("stock.counting.askNumber", { sku: last.line.sku }), () => changeCounting(key, { question: null }));
  }

  return {
    ...state,
    session,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    choose: (id: string) => enqueue(() => choose(id)),
    begin: () => enqueue(begin),
    confirmOutside: () => enqueue(confirmOutside),
    finish: () => {
      const isAsked = () => ["what", "outside"].includes(getCounting(key).question?.kind ?? "");
      enqueue(() => (isAsked() ? undefined : place.finish()));
    },
  };
}
