import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { shouldRetry } from "#src/warehouse/scanning/scan-queue.rules.ts";
import { useScanQueue } from "#src/warehouse/scanning/scan-queue.store.ts";
import type { ScanSession } from "#src/warehouse/scanning/scan-session.store.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import { changeCounting, getCounting, rememberMeaning, readSavedLocation } from "./counting.store.ts";
import type { CountedLocation, CountQuestion } from "./counting.store.ts";
import { finishLocation, reopenLocation, stocktakeLocation } from "./stocktake.contract.ts";

type Finished = OutputOf<typeof finishLocation>;

/** Returns true if the server is known to be unreachable. */
export function isOutOfReach(): boolean {
  return !navigator.onLine || !useScanQueue.getState().isReachable;
}

interface Counter {
  /** of the store */
  readonly key: string;
  readonly session: ScanSession;
  toText(msg: Texts): string;
  reload(): void;
}

/** The location being counted: opened by a scan and finished by a key. */
export function useCountedLocation(stocktakeUuid: string, { key, session, toText, reload }: Counter) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const finishing = useScanCall(finishLocation);
  const reopening = useScanCall(reopenLocation);

  /** Opens a location that could not be checked: its counts are checked when they are sent. */
  function openUnchecked(entry: string, code: string): void {
    const barcode = code.toUpperCase();
    rememberMeaning(key, code, "location");
    changeCounting(key, { location: { uuid: barcode, barcode }, question: null, last: null });
    session.done(entry, t("stock.counting.atUnseen", { location: barcode }));
  }

  /** Makes a location the one that further scans are counted at. */
  function enter(entry: string, { uuid, barcode, finishedBy }: CountedLocation): void {
    changeCounting(key, { location: { uuid, barcode }, question: null, last: null });
    const words = { location: barcode, name: finishedBy };
    session.done(entry, t(finishedBy === "" ? "stock.counting.atLocation" : "stock.counting.atFinished", words));
  }

  /** Asks before counting a location outside the plan; Escape leaves it. */
  function askOutside(entry: string, place: CountedLocation): void {
    changeCounting(key, { question: { kind: "outside", entry, place } });
    session.ask(entry, t("stock.counting.outside", { location: place.barcode }), () => changeCounting(key, { question: null }));
  }

  /** Handles the answer about a location outside the plan: the same code confirms it, another location is opened instead. */
  function answerOutside({ entry, place }: Extract<CountQuestion, { kind: "outside" }>, code: string): Promise<void> {
    const answered = session.begin(code);
    if (code.toUpperCase() === place.barcode) {
      // The answer is a scan of its own, and undoing the question has no effect.
      session.done(entry, t("stock.counting.outside", { location: place.barcode }), () => undefined);
      return Promise.resolve(enter(answered, place));
    }
    return open(answered, code, t("stock.counting.outsideFirst", { location: place.barcode }));
  }

  /** Opens a location. @param unknown the message if the code is not a location */
  async function open(entry: string, code: string, unknown?: string): Promise<void> {
    // Does not make a person with a scanner wait for an answer that cannot come.
    if (isOutOfReach()) return openUnchecked(entry, code);
    try {
      const found = await client.call(stocktakeLocation, { stocktake_uuid: stocktakeUuid, location: code }, { isQuiet: true });
      rememberMeaning(key, code, "location");
      const { question } = getCounting(key);
      if (question?.kind === "outside") session.refuse(question.entry, t("stock.counting.outsideSkipped"));
      const place = { uuid: found.location_uuid, barcode: found.barcode, finishedBy: found.finished_by };
      if (found.is_planned) enter(entry, place);
      else askOutside(entry, place);
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      if (shouldRetry(error) && error.kind !== "refusal") return openUnchecked(entry, code);
      const why = getProblemTexts(error) ?? error.msg ?? clientTexts.operationFailed;
      session.refuse(entry, error.codeName === "stock.locationUnknown" ? (unknown ?? toText(why)) : toText(why));
    }
  }

  async function reopen({ barcode, line_uuids }: Finished): Promise<void> {
    const input = { stocktake_uuid: stocktakeUuid, location: barcode, line_uuids };
    const label = t("stock.counting.reopenOf", { location: barcode });
    const outcome = await reopening.perform(input, { label, onLater: reload });
    reload();
    if (outcome.kind !== "refused") return;
    session.refuse(session.begin(t("scanning.undo")), toText(outcome.problem.msg));
    throw new Error("stock: reopening a location was refused");
  }

  /** Marks the open location as complete; Escape undoes it. */
  async function finish(): Promise<void> {
    const { location } = getCounting(key);
    if (location === null) return;
    const label = t("stock.counting.finishOf", { location: location.barcode });
    const entry = session.begin(label);
    const settle = (sent: Sent<Finished>): void => {
      reload();
      if (sent.kind === "refused") return session.refuse(entry, toText(sent.problem.msg));
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
    const kept = readSavedLocation(key);
    if (kept === null || getCounting(key).location !== null) return;
    enter(session.begin(kept.barcode), { uuid: kept.uuid, barcode: kept.barcode, finishedBy: "" });
  }
  return { open, openUnchecked, enter, answerOutside, finish, resume };
}
