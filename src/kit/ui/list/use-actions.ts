import { useRef, useState } from "react";
import { CallProblem } from "#src/kit/api/client.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import { formatReason, getObstacle, isPermitted } from "#src/kit/ui/action/action.ts";
import type { MenuItem } from "#src/kit/ui/menu.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { useKeyDown } from "#src/kit/ui/use-key-down.ts";
import type { AnyAction, BatchResult } from "./list-definition.ts";
import { explainProblem } from "./list-problem.ts";
import type { Keyed } from "./selection.rules.ts";
import { deselectDone, getRefusal } from "./selection.rules.ts";
import type { ListModel } from "./use-list-model.ts";

/** A row that does not allow an action, and the reason in words. */
interface Unfit {
  readonly row: Keyed;
  readonly reason: string;
  /** in both languages, where the reason is a code's */
  readonly message: Texts;
}

/** An action that waits for a confirmation. */
interface Question {
  readonly action: AnyAction;
  readonly rows: readonly Keyed[];
  readonly unfit: readonly Unfit[];
  /** the row's name, if it is a single one; otherwise empty */
  readonly name: string;
  /** which of the selected rows it leaves out, in words; empty for none */
  readonly leftOut: string;
}

/** What an action of the list itself is done with. */
const nothing: Keyed = ["", undefined];

/** The actions that a person may perform on a list, and the state of the running one. */
export function useActions({ shape, caller, t, locale, chosen, table, reload, rowAt }: ListModel) {
  const say = useToasts(({ show }) => show);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const running = useRef(new Set<string>());
  const [question, setQuestion] = useState<Question | null>(null);
  const [outcome, setOutcome] = useState<(BatchResult & { readonly action: AnyAction }) | null>(null);
  const allowed = (shape.actions ?? []).filter(({ rule }) => rule === undefined || isPermitted(rule, caller));
  const getRowObstacle = ({ rule }: AnyAction, row: unknown) => (rule === undefined ? null : getObstacle(rule, row, caller));
  const deselect = (rows: readonly Keyed[], failed: BatchResult["failed"]) => {
    const keys = rows.map(([key]) => key);
    table.setRowSelection((selection) => deselectDone(selection, keys, failed));
  };
  const toolsFor = (rows: readonly Keyed[]) => ({
    caller,
    t,
    reload,
    rows: rows.map(([, row]) => row),
    deselect: () => deselect(rows, []),
  });

  /** Lists the rows that do not allow an action, each with the reason. */
  function listUnfit(action: AnyAction, rows: readonly Keyed[]): Unfit[] {
    return rows.flatMap((row) => {
      const obstacle = getRowObstacle(action, row[1]);
      if (obstacle === null) return [];
      const reason = formatReason(obstacle, { t, locale });
      const message = obstacle.reason === undefined ? getCodeTexts(obstacle.code ?? "notFound") : { en_us: reason, zh_cn: reason };
      return [{ row, reason, message }];
    });
  }
  const explainUnfit = (unfit: readonly Unfit[]) =>
    t("list.selection.unfitBecause", { count: unfit.length, reason: unfit[0]?.reason ?? "" });

  /** Returns why an action is impossible for all of the selected or given rows; null if it is possible for one of them. */
  function getReason(action: AnyAction, given = chosen()): string | null {
    // Too many rows are refused with their number when it is pressed.
    if (action.needs === "one" && given.length > 1) return null;
    const unfit = listUnfit(action, action.needs === "none" ? [nothing] : given);
    const [first] = unfit;
    if (first === undefined || (action.needs === "some" && unfit.length < given.length)) {
      const fit = given.filter((row) => !unfit.some((one) => one.row === row));
      return action.refuseTogether?.(toolsFor(fit).rows, t) ?? null;
    }
    return unfit.length === 1 ? first.reason : explainUnfit(unfit);
  }

  /** The name of a row: the text of the column that names it. */
  const getLabel = (row: unknown) => shape.columns.find(({ id }) => id === shape.cardTitle)?.text(row, { t, locale }) ?? "";

  /** @param unfit selected rows that do not allow it, and are left out */
  async function perform(action: AnyAction, rows: readonly Keyed[], unfit: readonly Unfit[]): Promise<void> {
    // A second press while it is running does nothing.
    if (running.current.has(action.id)) return;
    running.current.add(action.id);
    setBusy(new Set(running.current));
    try {
      const result = await action.perform(toolsFor(rows));
      if (result === undefined) {
        // What opens a form about the others answers with no result that could name these.
        if (unfit.length > 0) say("normal", explainUnfit(unfit));
        return;
      }
      const leftOut = unfit.map(({ row: [id, row], message }) => ({ id, label: getLabel(row), message }));
      setOutcome({ ...result, failed: [...result.failed, ...leftOut], action });
      deselect(rows, result.failed);
    } catch (error) {
      // A problem with a toast has already shown it.
      if (!(error instanceof CallProblem)) say("bad", t("list.action.failed"));
      else if (error.codeName !== "loginExpired" && getProblemTexts(error) === null) say("bad", explainProblem(error, locale));
    } finally {
      running.current.delete(action.id);
      setBusy(new Set(running.current));
    }
  }

  /** Starts an action for the selected or given rows: refuses it, asks for confirmation, or performs it. */
  function begin(action: AnyAction, given = chosen()): void {
    if (running.current.has(action.id)) return;
    const rows = action.needs === "none" ? [] : given;
    const refusal = getRefusal(action.needs, rows.length);
    if (refusal !== null) return say("bad", t(`list.selection.${refusal}`));
    const reason = getReason(action, rows);
    if (reason !== null) return say("bad", reason);
    const unfit = action.needs === "some" ? listUnfit(action, rows) : [];
    const fit = rows.filter((row) => !unfit.some((one) => one.row === row));
    if (action.confirm !== undefined) {
      const name = fit.length === 1 ? getLabel(fit[0]?.[1]) : "";
      return setQuestion({ action, rows: fit, name, unfit, leftOut: unfit.length === 0 ? "" : explainUnfit(unfit) });
    }
    void perform(action, fit, unfit);
  }

  useKeyDown((event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || document.querySelector("[role=dialog]") !== null) return;
    // Also by the physical key: with Alt, a Mac produces other letters.
    const getIs = ({ shortcut }: AnyAction) =>
      shortcut !== undefined && (event.code === `Key${shortcut.toUpperCase()}` || event.key.toLowerCase() === shortcut);
    const action = allowed.find(getIs);
    if (action === undefined) return;
    event.preventDefault();
    begin(action);
  });

  return {
    /** buttons of the list itself */
    ofList: allowed.filter((action) => action.needs === "none" && getRowObstacle(action, undefined)?.isHidden !== true),
    /** actions on rows */
    ofRows: allowed.filter(({ needs }) => needs !== "none"),
    /** ids of the running ones */
    busy,
    getReason,
    /** whether an action has a meaning for a row, done or not: others are left out of its menu */
    isMeant: (action: AnyAction, [, row]: Keyed) => getRowObstacle(action, row)?.isHidden !== true,
    /** the action awaiting confirmation */
    question,
    /** the result of the last batch */
    outcome,
    begin,
    /** Returns an action's menu item for the given or selected rows. */
    itemOf: (action: AnyAction, rows?: readonly Keyed[]): MenuItem => ({
      id: action.id,
      text: t(action.label),
      ...(action.isDangerous === true ? { tone: "danger" as const } : {}),
      ...(action.shortcut === undefined ? {} : { shortcut: `Alt+${action.shortcut.toUpperCase()}` }),
      reason: getReason(action, rows),
      choose: () => begin(action, rows),
    }),
    /** Answers the confirmation question. */
    answer(isYes: boolean): void {
      setQuestion(null);
      if (isYes && question !== null) void perform(question.action, question.rows, question.unfit);
    },
    closeOutcome: () => setOutcome(null),
    /** Opens the row at an index, where the list opens rows. */
    open(index: number): void {
      const row = rowAt(index);
      if (row !== undefined) shape.onOpen?.(row[1], toolsFor([row]));
    },
  };
}

export type ActionsState = ReturnType<typeof useActions>;
