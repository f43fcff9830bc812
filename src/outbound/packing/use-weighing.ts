import { useEffect } from "react";
import { CallProblem } from "#src/kit/api/client.ts";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { listText } from "#src/kit/lib/formats.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import { useLaterCodes } from "#src/warehouse/scanning/use-later-codes.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";
import { reportWeight, weighParcel } from "./packing.contract.ts";
import type { FoundToPack, Parcel } from "./packing.contract.ts";
import { mostGrams } from "./packing.rules.ts";
import { isLikeWeight, parseTypedWeight } from "#src/warehouse/scanning/scale.rules.ts";
import { useBatch } from "./use-batch.ts";
import { useFind, useKnownParcels } from "./use-find.ts";
import { useScale } from "#src/warehouse/scanning/use-scale.ts";
import { findRow, isReason, measure, withoutRow, withRow } from "./weighing.rules.ts";
import { changeWeighing, getWeighing, noWeighing, useWeighings } from "./weighing.store.ts";

/** How a weighing screen saves: after a confirmation, by itself if the weight is as expected, or many at once. */
export type WeighingMode = "confirm" | "express" | "batch";

/** The reasons to choose from; another is typed. */
export const weightReasons = ["packaging", "heavier", "checked"] as const;

const rested = { parcel: null, measured: null, question: null } as const;

/** Lists the parcels of what a code means that can be weighed: a parcel that was named is always among them. */
function listWaiting({ kind, parcels }: FoundToPack): readonly Parcel[] {
  return kind === "parcel" ? parcels : parcels.filter(({ status }) => status === "closed");
}

/** Weighing by scan: a parcel, then its weight, typed or read from a scale. */
export function useWeighing(mode: WeighingMode) {
  const { t, locale } = useTranslation();
  const work = useWork(`weighing-${mode}`);
  const { person, session, toText } = work;
  const key = `${person} ${mode}`;
  const enqueue = useTaskQueue();
  const { find, findLater, reloadLists } = useFind(work);
  const findKnown = useKnownParcels();
  const state = useWeighings(({ weighings }) => weighings[key] ?? noWeighing);
  const weighing = useScanCall(weighParcel);
  const reporting = useScanCall(reportWeight);
  const get = () => getWeighing(key);
  const change = (changes: Parameters<typeof changeWeighing>[1]) => changeWeighing(key, changes);
  const batch = useBatch(work, key, reloadLists);
  const scale = useScale(() => enqueue(weighOnScale));
  const later = useLaterCodes({ name: `weighing-${mode}`, work, enqueue }, async ({ code }) => {
    const found = await findLater(code);
    return found === null ? null : (entry) => takeLater(entry, code, found);
  });

  function dismissQuestion(): void {
    const { question } = get();
    if (question === null) return;
    change({ question: null });
    session.refuse(question.entry, t("receiving.givenUp"));
  }

  /** Returns why a parcel cannot be weighed; null if it can. */
  function getRefusal(parcel: Parcel): string | null {
    if (parcel.status === "voided") return work.toRefusalText("packing.voided");
    if (parcel.status !== "closed") return work.toRefusalText("packing.weighedAlready");
    if (parcel.is_held) return work.toRefusalText("packing.held");
    return findRow(get().rows, parcel)?.isSent === true ? t("packing.batch.onItsWay") : null;
  }

  function put(entry: string, parcel: Parcel): void {
    const refusal = getRefusal(parcel);
    if (refusal !== null) {
      // It may stand on the scale: its weight is not the next parcel's.
      scale.settle();
      return session.refuse(entry, refusal);
    }
    const row = findRow(get().rows, parcel);
    change({ ...rested, parcel, found: get().found.filter(({ parcel_uuid }) => parcel_uuid !== parcel.parcel_uuid) });
    const words =
      row === undefined
        ? t("packing.onScale", { parcel: parcel.parcel_number })
        : t("packing.batch.again", { parcel: parcel.parcel_number, grams: row.measured.grams });
    session.done(entry, words, () => change(rested));
  }

  /** Without network, a code that was scanned is kept until it can be looked up. */
  function keepLater(entry: string, code: string): null {
    later.keep(entry, code);
    return null;
  }

  /** A code that was scanned without network is looked up: what it means waits to be put on the scale. */
  function takeLater(entry: string, code: string, found: FoundToPack | CallProblem): void {
    if (found instanceof CallProblem) return session.refuse(entry, work.toProblemText(found));
    const waiting = listWaiting(found).filter((parcel) => getRefusal(parcel) === null);
    if (waiting.length === 0) return session.refuse(entry, t("packing.noParcel", { code }));
    const known = new Set(get().found.map(({ parcel_uuid }) => parcel_uuid));
    change({ found: [...get().found, ...waiting.filter(({ parcel_uuid }) => !known.has(parcel_uuid))] });
    session.done(entry, t("packing.foundLater", { parcels: waiting.map(({ parcel_number }) => parcel_number).join(", ") }));
  }

  async function takeParcel(scan: Scan): Promise<void> {
    const entry = session.begin(scan.text);
    const code = getLookupCode(scan).trim();
    const found = await find(entry, code, () => findKnown(code) ?? keepLater(entry, code));
    if (found === null) return;
    const waiting = listWaiting(found);
    const [only] = waiting;
    if (only === undefined) {
      const isNumber = get().parcel !== null && isLikeWeight(scan.text);
      const words = isNumber ? t("packing.noWeight", { code: scan.text, most: mostGrams }) : t("packing.noParcel", { code: scan.text });
      return session.refuse(entry, sayWeighed(found.parcels) ?? words);
    }
    if (waiting.length === 1) return put(entry, only);
    change({ question: { kind: "which", entry, parcels: waiting } });
    session.ask(entry, t("packing.ask.whichParcel"), () => change({ question: null }));
  }

  /** Says that all parcels of an order are weighed, with their weights; null if there is none. */
  function sayWeighed(parcels: readonly Parcel[]): string | null {
    const weighed = parcels.filter(({ measured_grams }) => measured_grams !== null);
    if (weighed.length === 0) return null;
    const list = weighed.map(({ parcel_number, measured_grams }) =>
      t("packing.weightOf", { parcel: parcel_number, grams: measured_grams ?? 0 }),
    );
    return t("packing.allWeighed", { parcels: listText(list, locale) });
  }

  /** Saves the weight of the parcel on the scale. */
  async function save(parcel: Parcel, grams: number, reason: string, entry: string): Promise<void> {
    const done = t("packing.weighed", { parcel: parcel.parcel_number, grams });
    const outcome = await weighing.perform(
      { parcel_uuid: parcel.parcel_uuid, measured_grams: grams, reason },
      {
        label: t("packing.weighOf", { parcel: parcel.parcel_number, grams }),
        onLater: (sent) => (sent.kind === "done" ? session.done(entry, done) : session.refuse(entry, toText(sent.problem.msg))),
      },
    );
    if (outcome.kind === "refused") {
      if (outcome.problem.codeName === "packing.weightOff") return askReason(grams, entry);
      session.refuse(entry, toText(outcome.problem.msg));
      return change(rested);
    }
    change({ ...rested, last: { parcel, grams } });
    if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
    else session.done(entry, done);
    reloadLists();
  }

  /** Opens an exception for the parcel in place of a reason. It is not weighed, and is taken off the scale. */
  async function report(): Promise<void> {
    const { parcel, measured, question } = get();
    if (mode === "batch" && parcel !== null) return batch.remove(parcel.parcel_uuid);
    if (parcel === null || measured === null || question?.kind !== "reason") return;
    const entry = session.begin(t("packing.key.report"));
    const outcome = await reporting.perform(
      { parcel_uuid: parcel.parcel_uuid, measured_grams: measured.grams },
      {
        label: t("packing.reportOf", { parcel: parcel.parcel_number }),
        onLater: (sent) =>
          sent.kind === "done"
            ? session.done(entry, t("packing.reported", { number: sent.answer.exception_number }))
            : session.refuse(entry, toText(sent.problem.msg)),
      },
    );
    change(rested);
    if (outcome.kind === "refused") return session.refuse(entry, toText(outcome.problem.msg));
    if (outcome.kind === "waiting") return session.wait(entry, t("receiving.waits"));
    session.done(entry, t("packing.reported", { number: outcome.answer.exception_number }));
  }

  function askReason(grams: number, entry: string): void {
    change({ measured: { grams, isOff: true }, question: { kind: "reason", entry } });
    session.ask(entry, t("packing.ask.reason"), () => change({ measured: null, question: null }));
  }

  /** Adds a weighed parcel to the batch. Undone, its row is as before, unless its weight was sent meanwhile. */
  function addToBatch(entry: string, parcel: Parcel, grams: number): void {
    const { rows } = get();
    const before = findRow(rows, parcel);
    const measured = measure(parcel, grams);
    change({ ...rested, rows: withRow(rows, parcel, measured) });
    const words = t(measured.isOff ? "packing.batch.off" : "packing.batch.added", { parcel: parcel.parcel_number, grams });
    const undo = () => {
      const now = findRow(get().rows, parcel);
      if (now === undefined || now.isSent) return work.rejectUndo(getCodeTexts("packing.weighedAlready"));
      change({ rows: before === undefined ? withoutRow(get().rows, parcel) : withRow(get().rows, parcel, before.measured) });
    };
    if (measured.isOff) session.ask(entry, words, undo);
    else session.done(entry, words, undo);
  }

  async function takeWeight(parcel: Parcel, grams: number, text: string): Promise<void> {
    scale.settle();
    const entry = session.begin(text);
    if (mode === "batch") return addToBatch(entry, parcel, grams);
    const measured = measure(parcel, grams);
    if (measured.isOff) return askReason(grams, entry);
    if (mode === "express") return save(parcel, grams, "", entry);
    change({ measured });
    session.ask(entry, t("packing.ask.save", { grams }), () => change({ measured: null }));
  }

  async function take(scan: Scan): Promise<void> {
    const { parcel, measured, question } = get();
    const grams = parseTypedWeight(scan.text);
    if (parcel !== null && measured !== null && grams === null) {
      // No scan discards a weight: it is saved, or the parcel is put aside.
      const entry = session.begin(scan.text);
      if (question?.kind === "reason" && isReason(scan.text)) return save(parcel, measured.grams, scan.text.trim().slice(0, 200), entry);
      const words = t(question === null ? "packing.saveFirst" : "packing.reasonFirst", {
        parcel: parcel.parcel_number,
        grams: measured.grams,
      });
      return session.refuse(entry, words);
    }
    if (question !== null) dismissQuestion();
    if (parcel !== null && grams !== null) return takeWeight(parcel, grams, scan.text);
    return takeParcel(scan);
  }

  function choose(id: string): Promise<void> | void {
    const { parcel, measured, question } = get();
    if (question?.kind === "which") {
      const chosen = question.parcels.find(({ parcel_uuid }) => parcel_uuid === id);
      if (chosen === undefined) return;
      dismissQuestion();
      return put(session.begin(chosen.parcel_number), chosen);
    }
    const foundLater = question === null ? get().found.find(({ parcel_uuid }) => parcel_uuid === id) : undefined;
    if (foundLater !== undefined) return put(session.begin(foundLater.parcel_number), foundLater);
    const reason = weightReasons.find((one) => one === id);
    if (reason === undefined || parcel === null || measured === null) return;
    const words = t(`packing.reason.${reason}`);
    return save(parcel, measured.grams, words, session.begin(words));
  }

  async function goOn(): Promise<void> {
    const { parcel, measured, question } = get();
    if (mode === "batch") return batch.post();
    if (parcel === null || measured === null || measured.isOff || question !== null) return;
    return save(parcel, measured.grams, "", session.begin(t("packing.key.save")));
  }

  function leave(): void {
    const { parcel } = get();
    if (parcel === null) return;
    dismissQuestion();
    scale.settle();
    const entry = session.begin(t("packing.key.leaveParcel"));
    change(rested);
    session.done(entry, t("packing.parcelLeft", { parcel: parcel.parcel_number }));
  }

  /** Takes the weight of the scale. One that waits to be saved is not replaced: another parcel may stand there already. */
  async function weighOnScale(): Promise<void> {
    const { parcel, measured, question } = get();
    const grams = scale.read();
    if (parcel === null || measured !== null || question !== null || grams === null) return;
    await takeWeight(parcel, grams, t("packing.grams", { grams }));
  }

  // Reads what was stored before a reload.
  useEffect(() => changeWeighing(key, {}), [key]);

  return {
    ...state,
    mode,
    scale,
    session,
    laterCodes: later.codes,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    choose: (id: string) => enqueue(async () => choose(id)),
    goOn: () => enqueue(goOn),
    leave: () => enqueue(async () => leave()),
    report: () => enqueue(report),
    // Looked up again: it may have been weighed elsewhere meanwhile.
    weighAgain: (parcel: Parcel) => enqueue(() => takeParcel({ text: parcel.parcel_number })),
    remove: (parcel: Parcel) => enqueue(async () => batch.remove(parcel.parcel_uuid)),
  };
}
