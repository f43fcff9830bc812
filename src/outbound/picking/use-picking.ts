import { useEffect, useRef } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { parsePieces } from "#src/warehouse/receiving/receive.rules.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";
import type { PickTask } from "./picking.contract.ts";
import { shortReasons } from "#src/outbound/orders/orders.rules.ts";
import type { AtStop, PickStep, PickStop } from "./pick-steps.rules.ts";
import { getPickStep, getTaskCode, keepPlace, parseFound, readPickScan } from "./pick-steps.rules.ts";
import type { PickQuestion } from "./picking.store.ts";
import { changePicking, getPicking } from "./picking.store.ts";
import { usePickTask } from "./use-pick-task.ts";
import { useSendPicks } from "./use-send-picks.ts";

type StopStep = Extract<PickStep, { stop: PickStop }>;

/** Returns the step that the open task is at; null without a task. */
function getStep(person: string): { task: PickTask; step: PickStep; at: AtStop } | null {
  const { task, at } = getPicking(person);
  return task === null ? null : { task, at, step: getPickStep(task, at) };
}

/** Picking by scan: a task, its tote, and stop by stop the location, the goods and the place on the cart. */
export function usePicking() {
  const { t } = useTranslation();
  const work = useWork("picking");
  const { person, session } = work;
  const enqueue = useTaskQueue();
  const tasks = usePickTask(work);
  const send = useSendPicks(work, tasks, enqueue);
  const { state, adopt, live } = tasks;

  function dismissQuestion(): void {
    const { question } = getPicking(person);
    if (question === null) return;
    changePicking(person, { question: null });
    session.refuse(question.entry, t("receiving.givenUp"));
  }

  function ask(question: PickQuestion, words: string): void {
    changePicking(person, { question });
    session.ask(question.entry, words, () => changePicking(person, { question: null }));
  }

  /** Ends a question that was answered: undoing its entry has no effect. */
  function closeQuestion(entry: string, words: string): void {
    changePicking(person, { question: null });
    session.done(entry, words, () => undefined);
  }

  /** Changes the place at the stop; Escape restores it, unless the stop is over. */
  function move(entry: string, words: string, { key }: PickStop, before: AtStop, after: AtStop): void {
    changePicking(person, { at: after });
    session.done(entry, words, () => {
      const step = getStep(person)?.step;
      if (step !== undefined && "stop" in step && step.stop.key === key) changePicking(person, { at: before });
    });
  }

  async function takeAtStop(task: PickTask, step: StopStep, at: AtStop, scan: Scan): Promise<void> {
    const { goods, quantity } = step.stop;
    const { location, sku, lot, slot } = goods;
    const entry = session.begin(scan.text);
    const meaning = readPickScan(scan, step, at);
    switch (meaning.kind) {
      case "arrived":
        return move(entry, t("picking.arrived", { location }), step.stop, at, { locationUuid: goods.location_uuid, counted: 0, preset: 1 });
      case "here":
        return session.done(entry, t("picking.arrived", { location }), () => undefined);
      case "counted": {
        const { counted, isComplete } = meaning;
        const after = { ...at, counted, preset: 1 };
        if (!isComplete || slot !== null) return move(entry, t("picking.counted", { sku, counted, of: quantity }), step.stop, at, after);
        changePicking(person, { at: after });
        return send.pickStop(task, step.stop, entry);
      }
      case "placed":
        return send.pickStop(task, step.stop, entry);
      case "wrongLot":
        return session.refuse(entry, t("picking.wrong.lot", { lot }));
      case "tooMany":
        changePicking(person, { at: { ...at, preset: 1 } });
        return session.refuse(entry, t("picking.wrong.tooMany", { count: quantity - at.counted }));
      case "wrongSlot":
        return session.refuse(entry, t("picking.wrong.slot", { slot }));
      case "locationFirst":
      case "wrongLocation":
        return session.refuse(entry, t(`picking.wrong.${meaning.kind === "wrongLocation" ? "location" : "locationFirst"}`, { location }));
      case "wrongProduct":
        return session.refuse(entry, t("picking.wrong.product", { sku }));
    }
  }

  function takePieces(entry: string, { quantity }: PickStop, at: AtStop, scan: Scan): void {
    const preset = parsePieces(scan.text);
    const left = quantity - at.counted;
    const answer = session.begin(scan.text);
    if (preset === null || preset > left) return session.refuse(answer, t("picking.wrong.pieces", { count: left }));
    closeQuestion(entry, t("picking.ask.quantity"));
    changePicking(person, { at: { ...at, preset } });
    session.ask(answer, t("receiving.toldPieces", { count: preset }), () => changePicking(person, { at }));
  }

  function takeFound(entry: string, stop: PickStop, text: string): void {
    const found = parseFound(text, stop);
    const answer = session.begin(text);
    if (found === null) return session.refuse(answer, t("picking.wrong.found", { most: stop.quantity - 1 }));
    closeQuestion(entry, t("picking.ask.found"));
    ask({ kind: "reason", entry: answer, found }, t("picking.ask.reason"));
  }

  async function take(scan: Scan): Promise<void> {
    const { question } = getPicking(person);
    const now = getStep(person);
    if (now === null) {
      dismissQuestion();
      const code = scan.text.trim().toUpperCase();
      const named = tasks.tasks.find((task) => getTaskCode(task) === code);
      return named === undefined ? session.refuse(session.begin(scan.text), t("picking.taskFirst")) : choose(named.task_uuid);
    }
    const { task, step, at } = now;
    if ("stop" in step) {
      if (question?.kind === "quantity") return takePieces(question.entry, step.stop, at, scan);
      if (question?.kind === "found") return takeFound(question.entry, step.stop, scan.text);
      if (question?.kind === "reason") return session.refuse(session.begin(scan.text), t("picking.ask.reason"));
      return takeAtStop(task, step, at, scan);
    }
    const entry = session.begin(scan.text);
    if (step.kind === "tote") return send.start(task, entry, scan.text.trim().toUpperCase());
    return session.refuse(entry, t("picking.nothingLeft"));
  }

  /** Asks something about the current stop. */
  function askAtStop(kind: "quantity" | "found"): void {
    dismissQuestion();
    const now = getStep(person);
    if (now === null || !("stop" in now.step)) return;
    const key = kind === "quantity" ? t("scanning.key.quantity") : t("picking.key.short");
    ask({ kind, entry: session.begin(key) }, t(`picking.ask.${kind}`));
  }

  /** Takes an option: a task of the list, or the reason of a short pick. */
  async function choose(id: string): Promise<void> {
    const { question } = getPicking(person);
    const now = getStep(person);
    if (now === null) {
      dismissQuestion();
      const chosen = tasks.tasks.find(({ task_uuid }) => task_uuid === id);
      if (chosen === undefined) return;
      const entry = session.begin(t("picking.taskOf", { wave: chosen.wave_number, number: chosen.task_number }));
      if (chosen.picker === "" || chosen.is_mine) return tasks.claim(entry, chosen, false);
      return ask({ kind: "takeOver", entry, task: chosen }, t("picking.ask.takeOver", { picker: chosen.picker }));
    }
    const reason = shortReasons.find((one) => one === id);
    if (question?.kind !== "reason" || reason === undefined || !("stop" in now.step)) return;
    changePicking(person, { question: null });
    return send.pickShort(now.task, now.step.stop, question.entry, question.found, reason);
  }

  /** The main key: answers the question, confirms the place on the cart, or claims the next task. */
  async function goOn(): Promise<void> {
    const { question } = getPicking(person);
    const now = getStep(person);
    if (question?.kind === "takeOver") return tasks.claim(question.entry, question.task, true);
    if (now === null) return tasks.claimNext();
    const { task, step, at } = now;
    if (step.kind === "finished") {
      tasks.forget();
      return tasks.claimNext();
    }
    if (!("stop" in step)) return;
    if (question?.kind === "found") return takeFound(question.entry, step.stop, String(at.counted));
    if (step.kind === "slot") return send.pickStop(task, step.stop, session.begin(String(step.stop.goods.slot)));
  }

  /** Postpones: the stop to the end of the task, or a task that was not begun to whoever comes next. */
  async function postpone(): Promise<void> {
    dismissQuestion();
    const now = getStep(person);
    if (now === null) return;
    const { task, step } = now;
    if ("stop" in step) return send.skipStop(task, step.stop);
    if (step.kind === "tote") return tasks.leave(task);
    tasks.forget();
  }

  /** Restores the open task after a reload, with what the server knows by now. */
  async function resume(): Promise<void> {
    const { task, at } = getPicking(person);
    // A stop whose last piece was not sent before the reload asks for that piece again.
    changePicking(person, task === null ? {} : { at: keepPlace(task, task, at) });
    await tasks.reload();
  }

  const latest = useRef({ resume, adopt });
  useEffect(() => {
    latest.current = { resume, adopt };
  });
  useEffect(() => enqueue(() => latest.current.resume()), [enqueue]);
  useEffect(() => {
    if (live !== undefined) enqueue(() => latest.current.adopt(live));
  }, [enqueue, live]);

  const { task, at, question } = state;
  return {
    task,
    at,
    question,
    step: task === null ? null : getPickStep(task, at),
    tasks: tasks.shown,
    isLoading: task === null && tasks.isLoading,
    isEmpty: tasks.isEmpty,
    session,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    choose: (id: string) => enqueue(() => choose(id)),
    goOn: () => enqueue(goOn),
    postpone: () => enqueue(postpone),
    beginQuantity: () => enqueue(() => askAtStop("quantity")),
    beginShort: () => enqueue(() => askAtStop("found")),
  };
}
