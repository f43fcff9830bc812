import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";
import { reportWeight, weighParcel, weighParcels } from "./packing.contract.ts";
import type { Parcel } from "./packing.contract.ts";
import { parseTypedWeight } from "#src/warehouse/scanning/scale.rules.ts";
import { useFind } from "./use-find.ts";
import { useScale } from "#src/warehouse/scanning/use-scale.ts";
import { changeWeighing, getWeighing, measure, noWeighing, useWeighings } from "./weighing.store.ts";

/** How a weighing screen saves: after a confirmation, by itself if the weight is as expected, or many at once. */
export type WeighingMode = "confirm" | "express" | "batch";

/** The reasons to choose from; another is typed. */
export const weightReasons = ["packaging", "heavier", "checked"] as const;

const rested = { parcel: null, measured: null, question: null } as const;

/** Weighing by scan: a parcel, then its weight, typed or read from a scale. */
export function useWeighing(mode: WeighingMode) {
  const { t } = useTranslation();
  const work = useWork(`weighing-${mode}`);
  const { person, session, toText } = work;
  const key = `${person} ${mode}`;
  const enqueue = useTaskQueue();
  const { find, reloadLists } = useFind(work);
  const state = useWeighings(({ weighings }) => weighings[key] ?? noWeighing);
  const weighing = useScanCall(weighParcel);
  const posting = useScanCall(weighParcels);
  const reporting = useScanCall(reportWeight);
  const get = () => getWeighing(key);
  const change = (changes: Parameters<typeof changeWeighing>[1]) => changeWeighing(key, changes);

  function dismissQuestion(): void {
    const { question } = get();
    if (question === null) return;
    change({ question: null });
    session.refuse(question.entry, t("receiving.givenUp"));
  }

  function put(entry: string, parcel: Parcel): void {
    if (parcel.status === "voided") return session.refuse(entry, work.toRefusalText("packing.voided"));
    if (parcel.status === "weighed") return session.refuse(entry, work.toRefusalText("packing.weighedAlready"));
    if (parcel.is_held) return session.refuse(entry, work.toRefusalText("packing.held"));
    if (get().rows.some((row) => row.parcel.parcel_uuid === parcel.parcel_uuid)) return session.refuse(entry, t("packing.inBatch"));
    change({ ...rested, parcel });
    session.done(entry, t("packing.onScale", { parcel: parcel.parcel_number }), () => change(rested));
  }

  async function takeParcel(scan: Scan): Promise<void> {
    const entry = session.begin(scan.text);
    const found = await find(entry, getLookupCode(scan).trim());
    if (found === null) return;
    const waiting = found.kind === "parcel" ? found.parcels : found.parcels.filter(({ status }) => status === "closed");
    const [only] = waiting;
    if (only === undefined) return session.refuse(entry, t("packing.noParcel", { code: scan.text }));
    if (waiting.length === 1) return put(entry, only);
    change({ question: { kind: "which", entry, parcels: waiting } });
    session.ask(entry, t("packing.ask.whichParcel"), () => change({ question: null }));
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
      session.refuse(entry, toText(outcome.problem.msg));
      return change(outcome.problem.codeName === "packing.weightOff" ? { measured: { grams, isOff: true } } : rested);
    }
    change({ ...rested, last: { parcel, grams } });
    if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
    else session.done(entry, done);
    reloadLists();
  }

  /** Opens an exception for the parcel in place of a reason. It is not weighed, and is taken off the scale. */
  async function report(): Promise<void> {
    const { parcel, measured, question } = get();
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

  async function takeWeight(parcel: Parcel, grams: number, text: string): Promise<void> {
    const measured = measure(parcel, grams);
    const entry = session.begin(text);
    if (mode === "batch") {
      const { rows } = get();
      change({ ...rested, rows: [{ parcel, measured, refusal: "" }, ...rows] });
      const words = t(measured.isOff ? "packing.batch.off" : "packing.batch.added", { parcel: parcel.parcel_number, grams });
      const undo = () => change({ rows: get().rows.filter((row) => row.parcel.parcel_uuid !== parcel.parcel_uuid) });
      return measured.isOff ? session.ask(entry, words, undo) : session.done(entry, words, undo);
    }
    if (measured.isOff) return askReason(grams, entry);
    if (mode === "express") return save(parcel, grams, "", entry);
    change({ measured });
    session.ask(entry, t("packing.ask.save", { grams }), () => change({ measured: null }));
  }

  async function take(scan: Scan): Promise<void> {
    const { parcel, measured, question } = get();
    const grams = parseTypedWeight(scan.text);
    if (parcel !== null && measured !== null && question?.kind === "reason" && grams === null && !/^p-\d/i.test(scan.text.trim()))
      return save(parcel, measured.grams, scan.text.trim().slice(0, 200), session.begin(scan.text));
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
    const reason = weightReasons.find((one) => one === id);
    if (reason === undefined || parcel === null || measured === null) return;
    const words = t(`packing.reason.${reason}`);
    return save(parcel, measured.grams, words, session.begin(words));
  }

  /** Sends the good rows of the batch. Those that the server refuses stay, with the reason. */
  async function post(): Promise<void> {
    const good = get().rows.filter(({ measured }) => !measured.isOff);
    if (good.length === 0) return;
    const entry = session.begin(t("packing.key.post", { count: good.length }));
    const keep = (refused: ReadonlyMap<string, string>) => {
      const sent = new Set(good.map(({ parcel }) => parcel.parcel_uuid));
      change({
        rows: get().rows.flatMap((row) => {
          const refusal = refused.get(row.parcel.parcel_uuid);
          if (!sent.has(row.parcel.parcel_uuid)) return [row];
          return refusal === undefined ? [] : [{ ...row, measured: { ...row.measured, isOff: true }, refusal }];
        }),
      });
    };
    const outcome = await posting.perform(
      { parcels: good.map(({ parcel, measured }) => ({ parcel_uuid: parcel.parcel_uuid, measured_grams: measured.grams })) },
      {
        label: t("packing.postOf", { count: good.length }),
        onLater: (sent) =>
          sent.kind === "done"
            ? session.done(entry, t("packing.batch.posted", { count: sent.answer.done }))
            : session.refuse(entry, toText(sent.problem.msg)),
      },
    );
    if (outcome.kind === "refused") return session.refuse(entry, toText(outcome.problem.msg));
    if (outcome.kind === "waiting") {
      keep(new Map());
      return session.wait(entry, t("receiving.waits"));
    }
    const { failed, done } = outcome.answer;
    keep(new Map(failed.map(({ order_id, message }) => [order_id, toText(message)])));
    session.done(entry, t("packing.batch.posted", { count: done }));
    reloadLists();
  }

  async function goOn(): Promise<void> {
    const { parcel, measured, question } = get();
    if (mode === "batch") return post();
    if (parcel === null || measured === null || measured.isOff || question !== null) return;
    return save(parcel, measured.grams, "", session.begin(t("packing.key.save")));
  }

  function leave(): void {
    const { parcel } = get();
    if (parcel === null) return;
    dismissQuestion();
    const entry = session.begin(t("packing.key.leaveParcel"));
    change(rested);
    session.done(entry, t("packing.parcelLeft", { parcel: parcel.parcel_number }));
  }

  const weighOnScale = (grams: number) =>
    enqueue(async () => {
      const { parcel, measured, question } = get();
      // A scale repeats its weight: one that is shown already is not another.
      if (parcel === null || question !== null || measured?.grams === grams) return;
      await takeWeight(parcel, grams, t("packing.grams", { grams }));
    });
  const scale = useScale(weighOnScale);

  return {
    ...state,
    mode,
    scale,
    session,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    choose: (id: string) => enqueue(async () => choose(id)),
    goOn: () => enqueue(goOn),
    leave: () => enqueue(async () => leave()),
    report: () => enqueue(report),
  };
}
