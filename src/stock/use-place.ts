import { useCaller } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import type { OutputOf } from "#src/api/define-call.ts";
import type { Texts } from "#src/api/envelope.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { isSentAgain } from "#src/scanning/scan-queue.rules.ts";
import { useScanQueue } from "#src/scanning/scan-queue.store.ts";
import type { ScanSession } from "#src/scanning/scan-session.store.ts";
import type { Sent } from "#src/scanning/use-scan-call.ts";
import { useScanCall } from "#src/scanning/use-scan-call.ts";
import { changeCounting, countingOf, learn, readKeptPlace } from "./counting.store.ts";
import type { CountedPlace, CountQuestion } from "./counting.store.ts";
import { finishLocation, reopenLocation, stocktakeLocation } from "./stocktake.contract.ts";

type Finished = OutputOf<typeof finishLocation>;

/** The server cannot be asked now, as far as anybody knows. */
export function isOutOfReach(): boolean {
  return !navigator.onLine || !useScanQueue.getState().isReachable;
}

interface Counter {
  /** of the store */
  readonly key: string;
  readonly session: ScanSession;
  said(msg: Texts): string;
  reload(): void;
}

/** The location at which somebody counts: opened by a scan, and finished by a key. */
export function usePlace(stocktakeUuid: string, { key, session, said, reload }: Counter) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const finishing = useScanCall(finishLocation);
  const reopening = useScanCall(reopenLocation);

  /** Opens a location that nobody could look up: what is counted there is judged when it is sent. */
  function openUnseen(entry: string, code: string): void {
    const barcode = code.toUpperCase();
    learn(key, code, "location");
    changeCounting(key, { location: { uuid: barcode, barcode }, question: null, last: null });
    session.done(entry, t("stock.counting.atUnseen", { location: barcode }));
  }

  /** What is scanned from here on lies there. */
  function enter(entry: string, { uuid, barcode, finishedBy }: CountedPlace): void {
    changeCounting(key, { location: { uuid, barcode }, question: null, last: null });
    const words = { location: barcode, name: finishedBy };
    session.done(entry, t(finishedBy === "" ? "stock.counting.atLocation" : "stock.counting.atFinished", words));
  }

  /** Asks before a location is counted that the plan does not cover; Escape leaves it. */
  function askOutside(entry: string, place: CountedPlace): void {
    changeCounting(key, { question: { kind: "outside", entry, place } });
    session.ask(entry, t("stock.counting.outside", { location: place.barcode }), () => changeCounting(key, { question: null }));
  }

  /** The person is asked about a location outside of the plan: the same code is a yes, another location is opened instead of it. */
  function answerOutside({ entry, place }: Extract<CountQuestion, { kind: "outside" }>, code: string): Promise<void> {
    const answered = session.begin(code);
    if (code.toUpperCase() === place.barcode) {
      // The answer is a scan of its own, and the question does nothing on the way back.
      session.done(entry, t("stock.counting.outside", { location: place.barcode }), () => undefined);
      return Promise.resolve(enter(answered, place));
    }
    return open(answered, code, t("stock.counting.outsideFirst", { location: place.barcode }));
  }

  /** Opens a location. @param unknown what is said of a code that is no location */
  async function open(entry: string, code: string, unknown?: string): Promise<void> {
    // Nobody with a scanner in the hand waits for what cannot come.
    if (isOutOfReach()) return openUnseen(entry, code);
    try {
      const found = await client.call(stocktakeLocation, { stocktake_uuid: stocktakeUuid, location: code }, { isQuiet: true });
      learn(key, code, "location");
      const { question } = countingOf(key);
      if (question?.kind === "outside") session.refuse(question.entry, t("stock.counting.outsideSkipped"));
      const place = { uuid: found.location_uuid, barcode: found.barcode, finishedBy: found.finished_by };
      if (found.is_planned) enter(entry, place);
      else askOutside(entry, place);
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      if (isSentAgain(error) && error.kind !== "refusal") return openUnseen(entry, code);
      const why = problemTexts(error) ?? error.msg ?? ownTexts.operationFailed;
      session.refuse(entry, error.codeName === "stock.locationUnknown" ? (unknown ?? said(why)) : said(why));
    }
  }

  async function reopen({ barcode, line_uuids }: Finished): Promise<void> {
    const input = { stocktake_uuid: stocktakeUuid, location: barcode, line_uuids };
    const label = t("stock.counting.reopenOf", { location: barcode });
    const outcome = await reopening.perform(input, { label, onLater: reload });
    reload();
    if (outcome.kind !== "refused") return;
    session.refuse(session.begin(t("scanning.undo")), said(outcome.problem.msg));
    throw new Error("stock: a location stays finished");
  }

  /** Says that nothing else lies at the open location; Escape takes it back. */
  async function finish(): Promise<void> {
    const { location } = countingOf(key);
    if (location === null) return;
    const label = t("stock.counting.finishOf", { location: location.barcode });
    const entry = session.begin(label);
    const settle = (sent: Sent<Finished>): void => {
      reload();
      if (sent.kind === "refused") return session.refuse(entry, said(sent.problem.msg));
      const { barcode, line_uuids, is_empty } = sent.answer;
      const words = is_empty && line_uuids.length === 0 ? "stock.counting.finishedEmpty" : "stock.counting.finished";
      session.done(entry, t(words, { location: barcode, count: line_uuids.length }), async () => {
        await reopen(sent.answer);
        changeCounting(key, { location, question: null, last: null });
      });
    };
    const outcome = await finishing.perform({ stocktake_uuid: stocktakeUuid, location: location.uuid }, { label, onLater: settle });
    if (outcome.kind === "waiting") session.wait(entry, t("stock.counting.waits"));
    else settle(outcome);
    if (outcome.kind !== "refused") changeCounting(key, { location: null, question: null, last: null });
  }

  /** Reopens the location that was being counted before a reload. */
  function resume(): void {
    const kept = readKeptPlace(key);
    if (kept === null || countingOf(key).location !== null) return;
    enter(session.begin(kept.barcode), { uuid: kept.uuid, barcode: kept.barcode, finishedBy: "" });
  }
  return { open, openUnseen, enter, answerOutside, finish, resume };
}
