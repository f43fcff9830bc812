import { useMemo, useRef } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import type { Texts } from "#src/api/envelope.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { codeOf } from "#src/receiving/receive.rules.ts";
import { useScanSession } from "#src/scanning/scan-session.store.ts";
import type { Sent } from "#src/scanning/use-scan-call.ts";
import { useScanCall } from "#src/scanning/use-scan-call.ts";
import type { Scan } from "#src/ui/scan/scan.rules.ts";
import { changeCounting, countingOf, noCounting, useCounting } from "./counting.store.ts";
import type { Count, Counted } from "./counting.store.ts";
import { countStock, finishLocation, stocktakeLocation, undoCount } from "./stocktake.contract.ts";
import { useReloadStock } from "./use-stock-place.ts";

/** Does things one after the other: a scan means what the one before it left. */
function useInTurn(): (work: () => Promise<void> | void) => void {
  const last = useRef(Promise.resolve());
  return useMemo(
    () => (work) => {
      const turn = last.current.then(work);
      // One that fell over does not keep the next from its turn; the page's own handler hears of it.
      last.current = turn.catch(() => undefined);
      void turn;
    },
    [],
  );
}

/** A number of pieces as it is typed; null for anything else. */
function typedNumber(text: string): number | null {
  return /^\d{1,7}$/.test(text.trim()) && Number(text) <= 1_000_000 ? Number(text) : null;
}

/** Counting by scan: which location is open, what is asked, and what a scan or a key does. */
export function useCount(stocktakeUuid: string) {
  const { t, locale } = useTranslation();
  const { client, scope } = useCaller();
  const reload = useReloadStock();
  const key = `${scope.providerUuid} ${scope.username} ${stocktakeUuid}`;
  const session = useScanSession(`counting ${stocktakeUuid}`);
  const state = useCounting(({ countings }) => countings[key] ?? noCounting);
  const counting = useScanCall(countStock);
  const undoing = useScanCall(undoCount);
  const finishing = useScanCall(finishLocation);
  const inTurn = useInTurn();
  const said = (msg: Texts) => (locale.startsWith("zh") ? msg.zh_cn : msg.en_us);

  async function takeBack({ line, before }: Counted): Promise<void> {
    const after = line === null ? null : (line.recounted ?? line.counted);
    if (line === null || after === null) return;
    const input = { stocktake_uuid: stocktakeUuid, line_uuid: line.line_uuid, after, before };
    const outcome = await undoing.perform(input, { label: t("stock.counting.undoOf", { sku: line.sku }), onLater: reload });
    reload();
    if (outcome.kind !== "refused") return;
    session.refuse(session.begin(t("scanning.undo")), said(outcome.problem.msg));
    throw new Error("stock: a count stays as it was");
  }

  /** Opens a location: what is scanned from here on lies there. @param unknown what is said of a code that is no location */
  async function open(entry: string, code: string, unknown?: Texts): Promise<void> {
    try {
      const found = await client.call(stocktakeLocation, { stocktake_uuid: stocktakeUuid, location: code }, { isQuiet: true });
      changeCounting(key, { location: { uuid: found.location_uuid, barcode: found.barcode }, question: null, last: null });
      session.done(entry, t("stock.counting.atLocation", { location: found.barcode }));
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      const why = problemTexts(error) ?? error.msg ?? ownTexts.operationFailed;
      session.refuse(entry, said(error.codeName === "stock.locationUnknown" ? (unknown ?? why) : why));
    }
  }

  function counted({ entry }: Count, answer: Counted): void {
    const { line, is_same_person } = answer;
    if (line === null) return;
    changeCounting(key, { last: { line }, question: null });
    reload();
    const figures = { sku: line.sku, count: line.recounted ?? line.counted ?? 0 };
    const words = t(is_same_person ? "stock.counting.samePerson" : "stock.counting.counted", figures);
    session.done(entry, words, () => takeBack(answer));
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
    if (isLate) return session.refuse(entry, said(msg));
    // The maker's code names a lot, and the warehouse keeps none of this product.
    if (codeName === "stock.lotNotKept" && count.hasLotOfCode) return send({ ...count, input: { ...input, lot: "" }, hasLotOfCode: false });
    if (codeName === "stock.codeUnknown") return open(entry, code, msg);
    if (codeName !== "stock.lotRequired") return session.refuse(entry, said(msg));
    changeCounting(key, { question: { kind: "lot", entry, code, count } });
    session.ask(entry, t("stock.counting.askLot"), () => changeCounting(key, { question: null }));
  }

  async function send(count: Count): Promise<void> {
    changeCounting(key, { question: null });
    const { location } = countingOf(key);
    const label = t("stock.counting.countOf", { code: count.code, location: location?.barcode ?? "" });
    const outcome = await counting.perform(count.input, { label, onLater: (sent) => void settle(count, sent, true) });
    if (outcome.kind === "waiting") session.wait(count.entry, t("stock.counting.waits"));
    else await settle(count, outcome, false);
  }

  function product(scan: Scan): Promise<void> {
    const { location } = countingOf(key);
    const entry = session.begin(scan.text);
    if (location === null) return open(entry, scan.text);
    const code = codeOf(scan);
    const told = {
      ...(scan.lot === undefined ? {} : { lot: scan.lot }),
      ...(scan.quantity === undefined ? {} : { quantity: scan.quantity }),
    };
    const input = { stocktake_uuid: stocktakeUuid, location: location.uuid, code, how: "add" as const, ...told };
    return send({ entry, code, input, hasLotOfCode: scan.lot !== undefined });
  }

  /** Says how many there are of what was counted last. */
  function number(entry: string, text: string): Promise<void> | void {
    const quantity = typedNumber(text);
    const { last } = countingOf(key);
    if (quantity === null || last === null) return session.refuse(session.begin(text), t("stock.counting.notANumber"));
    const { location_uuid: location, variant_uuid, lot, condition, sku } = last.line;
    const input = { stocktake_uuid: stocktakeUuid, location, variant_uuid, lot, condition, how: "set" as const, quantity };
    return send({ entry, code: sku, input, hasLotOfCode: false });
  }

  function take(scan: Scan): Promise<void> | void {
    const { question } = countingOf(key);
    if (question === null) return product(scan);
    if (question.kind === "number") return number(question.entry, scan.text);
    const { count, entry } = question;
    if (question.kind === "lot") return send({ ...count, input: { ...count.input, lot: scan.lot ?? scan.text } });
    session.refuse(entry, t("stock.counting.givenUp"));
    changeCounting(key, { question: null });
    return product(scan);
  }

  function choose(variantUuid: string): Promise<void> | void {
    const { question } = countingOf(key);
    if (question?.kind !== "product") return;
    return send({ ...question.count, input: { ...question.count.input, variant_uuid: variantUuid } });
  }

  function begin(): void {
    const { last, question } = countingOf(key);
    if (last === null) return;
    if (question !== null) session.refuse(question.entry, t("stock.counting.givenUp"));
    const entry = session.begin(t("stock.counting.key.number"));
    changeCounting(key, { question: { kind: "number", entry } });
    session.ask(entry, t("stock.counting.askNumber", { sku: last.line.sku }), () => changeCounting(key, { question: null }));
  }

  async function finish(): Promise<void> {
    const { location } = countingOf(key);
    if (location === null) return;
    const label = t("stock.counting.finishOf", { location: location.barcode });
    const entry = session.begin(label);
    const outcome = await finishing.perform({ stocktake_uuid: stocktakeUuid, location: location.uuid }, { label, onLater: reload });
    if (outcome.kind === "waiting") return session.wait(entry, t("stock.counting.waits"));
    if (outcome.kind === "refused") return session.refuse(entry, said(outcome.problem.msg));
    const { barcode, line_count } = outcome.answer;
    session.done(entry, t("stock.counting.finished", { location: barcode, count: line_count }));
    changeCounting(key, { location: null, question: null, last: null });
    reload();
  }

  return {
    ...state,
    session,
    scan: (scan: Scan) => inTurn(() => take(scan)),
    choose: (id: string) => inTurn(() => choose(id)),
    begin: () => inTurn(begin),
    finish: () => inTurn(finish),
  };
}
