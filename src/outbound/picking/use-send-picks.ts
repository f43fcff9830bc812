import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import { pickLines, reportShortPick, skipPickLines, startPickTask } from "./picking.contract.ts";
import type { PickTask } from "./picking.contract.ts";
import type { ShortReason } from "#src/outbound/orders/orders.rules.ts";
import type { PickStop } from "./pick-steps.rules.ts";
import { divideFound, getPickStep, listStops, noStop, withEndedLines, withSkippedLines } from "./pick-steps.rules.ts";
import { changePicking, getPicking } from "./picking.store.ts";
import type { PickTaskWork } from "./use-pick-task.ts";

/** The scan that a call was made by, and what the list of scans says once it is done. */
interface AboutPick {
  readonly entry: string;
  readonly label: string;
  readonly done: string;
}

/** Sends picks through the queue of scans. What was sent counts as picked here at once; a refusal takes it back. */
export function useSendPicks(
  { person, session, toText }: Work,
  { reload }: Pick<PickTaskWork, "reload">,
  enqueue: (work: () => Promise<void>) => void,
) {
  const { t } = useTranslation();
  const starting = useScanCall(startPickTask);
  const picking = useScanCall(pickLines);
  const reporting = useScanCall(reportShortPick);
  const skipping = useScanCall(skipPickLines);

  /** Marks lines as sent, and goes on at the same location. */
  function endLines(taskUuid: string, numbers: readonly number[], status: "picked" | "short"): void {
    const { task, at, sent } = getPicking(person);
    if (task?.task_uuid !== taskUuid) return;
    const more = numbers.map((line_number) => ({ line_number, status }));
    changePicking(person, {
      task: withEndedLines(task, numbers, status),
      at: { ...noStop, locationUuid: at.locationUuid },
      sent: [...sent, ...more],
    });
  }

  /** After a refusal, the server decides what is left to pick. */
  async function takeBack(taskUuid: string, numbers: readonly number[]): Promise<void> {
    const { task, sent } = getPicking(person);
    if (task?.task_uuid !== taskUuid) return;
    changePicking(person, { at: noStop, sent: sent.filter(({ line_number }) => !numbers.includes(line_number)) });
    await reload();
  }

  /** Shows a result that arrives after the person went on. */
  function settleLate(sent: Sent<unknown>, { entry, done }: AboutPick, taskUuid: string, numbers: readonly number[]): void {
    if (sent.kind === "done") return session.done(entry, done);
    session.refuse(entry, toText(sent.problem.msg));
    enqueue(() => takeBack(taskUuid, numbers));
  }

  /** Says what came of a pick: somebody else may have picked the same pieces. */
  function settlePick({ exception_number: number }: OutputOf<typeof pickLines>, { entry, done }: AboutPick): void {
    if (number === "") session.done(entry, done);
    else session.refuse(entry, t("picking.pickedTwice", { number }));
  }

  /** @returns false if it was refused */
  async function pick(task: PickTask, locationUuid: string, numbers: readonly number[], about: AboutPick): Promise<boolean> {
    const { task_uuid } = task;
    const outcome = await picking.perform(
      { task_uuid, line_numbers: [...numbers], location_uuid: locationUuid },
      {
        label: about.label,
        onLater: (sent) => (sent.kind === "done" ? settlePick(sent.answer, about) : settleLate(sent, about, task_uuid, numbers)),
      },
    );
    if (outcome.kind === "refused") {
      session.refuse(about.entry, toText(outcome.problem.msg));
      await takeBack(task_uuid, numbers);
      return false;
    }
    endLines(task_uuid, numbers, "picked");
    if (outcome.kind === "done") settlePick(outcome.answer, about);
    else session.wait(about.entry, t("receiving.waits"));
    return true;
  }

  /** Asks the server once nothing is left here: lines that it still has come back. */
  async function reloadIfFinished(): Promise<void> {
    const { task, at } = getPicking(person);
    if (task !== null && getPickStep(task, at).kind === "finished") await reload();
  }

  return {
    async start(task: PickTask, entry: string, tote: string): Promise<void> {
      const { task_uuid } = task;
      const done = t("picking.started", { tote });
      const about = { entry, done, label: t("picking.startOf", { tote }) };
      const setTote = (name: string) => {
        const { task: now } = getPicking(person);
        if (now?.task_uuid === task_uuid) changePicking(person, { task: { ...now, tote: name } });
      };
      const outcome = await starting.perform(
        { task_uuid, tote },
        {
          label: about.label,
          onLater(sent) {
            if (sent.kind === "refused") setTote("");
            settleLate(sent, about, task_uuid, []);
          },
        },
      );
      if (outcome.kind === "refused") {
        session.refuse(entry, toText(outcome.problem.msg));
        return reload();
      }
      setTote(tote);
      if (outcome.kind === "waiting") return session.wait(entry, t("receiving.waits"));
      session.done(entry, done);
      await reload();
    },

    /** Picks every line of a stop. */
    async pickStop(task: PickTask, { goods, quantity, lines }: PickStop, entry: string): Promise<void> {
      const figures = { sku: goods.sku, count: quantity, location: goods.location };
      const about = { entry, label: t("picking.pickOf", figures), done: t("picking.picked", figures) };
      const numbers = lines.map(({ line_number }) => line_number);
      await pick(task, goods.location_uuid, numbers, about);
      await reloadIfFinished();
    },

    /** Picks what was found of a stop, and reports the rest. */
    async pickShort(task: PickTask, stop: PickStop, entry: string, found: number, reason: ShortReason): Promise<void> {
      const { task_uuid } = task;
      const { goods } = stop;
      const { whole, short } = divideFound(stop, found, reason);
      const figures = { sku: goods.sku, location: goods.location, found, of: stop.quantity };
      const about = { entry, label: t("picking.shortOf", figures), done: t("picking.shortDone", figures) };
      if (whole.length > 0 && !(await pick(task, goods.location_uuid, whole, about))) return;
      for (const { line_number, ...rest } of short) {
        const outcome = await reporting.perform(
          { task_uuid, line_number, ...rest },
          { label: about.label, onLater: (sent) => settleLate(sent, about, task_uuid, [line_number]) },
        );
        if (outcome.kind === "refused") {
          session.refuse(entry, toText(outcome.problem.msg));
          return takeBack(task_uuid, [line_number]);
        }
        endLines(task_uuid, [line_number], "short");
        if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
        else session.done(entry, about.done);
      }
      // A short order leaves the wave with its other lines.
      await reload();
    },

    /** Moves a stop to the end of the task. */
    async skipStop(task: PickTask, { goods, lines }: PickStop): Promise<void> {
      const { task_uuid } = task;
      const entry = session.begin(goods.sku);
      if (listStops(task.lines).length < 2) return session.refuse(entry, t("picking.onlyStop"));
      const numbers = lines.map(({ line_number }) => line_number);
      const about = { entry, label: t("picking.skipOf", { sku: goods.sku }), done: t("picking.skipped", { sku: goods.sku }) };
      const outcome = await skipping.perform(
        { task_uuid, line_numbers: numbers },
        { label: about.label, onLater: (sent) => settleLate(sent, about, task_uuid, []) },
      );
      if (outcome.kind === "refused") {
        session.refuse(entry, toText(outcome.problem.msg));
        return reload();
      }
      changePicking(person, { task: withSkippedLines(getPicking(person).task ?? task, numbers), at: noStop });
      if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
      else session.done(entry, about.done);
    },
  };
}
