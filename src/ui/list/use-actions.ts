import { useEffect, useRef, useState } from "react";
import { CallProblem } from "#src/api/client.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import { formatReason, getObstacle, isPermitted } from "#src/ui/action/action.ts";
import { useToasts } from "#src/ui/toast.store.ts";
import type { AnyAction, BatchResult } from "./list-definition.ts";
import { reasonOf } from "./list-problem.ts";
import type { Keyed } from "./selection.rules.ts";
import { afterBatch, refusalOf } from "./selection.rules.ts";
import type { ListModel } from "./use-list-model.ts";

/** What became of a batch, with the action that it was. */
export interface Outcome extends BatchResult {
  readonly action: AnyAction;
  /** which of this visit it is */
  readonly number: number;
}

/** The actions of a list: those that this person may do, and how one of them goes. */
export interface ActionsState {
  /** buttons of the list itself */
  readonly ofList: readonly AnyAction[];
  /** actions on rows */
  readonly ofRows: readonly AnyAction[];
  /** ids of those that go on now */
  readonly busy: ReadonlySet<string>;
  /** why an action cannot be done with the rows chosen, or with those given; null where it can be */
  getReason(action: AnyAction, rows?: readonly Keyed[]): string | null;
  /** whether an action has a meaning for a row, done or not: others are left out of its menu */
  isMeant(action: AnyAction, row: Keyed): boolean;
  /** what is asked about before it is done */
  readonly question: { readonly action: AnyAction; readonly rows: readonly Keyed[] } | null;
  readonly outcome: Outcome | null;
  /** Begins an action, with the rows chosen or with those given: refuses it, asks about it, or does it. */
  begin(action: AnyAction, rows?: readonly Keyed[]): void;
  /** Answers the question. */
  answer(isYes: boolean): void;
  closeOutcome(): void;
  /** Opens the row at an index, where the list opens rows. */
  open(index: number): void;
}

/** The actions of a list at work. */
export function useActions(model: ListModel): ActionsState {
  const { shape, caller, t, locale, chosen, table, reload, rowAt } = model;
  const say = useToasts(({ show }) => show);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const running = useRef(new Set<string>());
  const [question, setQuestion] = useState<ActionsState["question"]>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const allowed = (shape.actions ?? []).filter(({ rule }) => rule === undefined || isPermitted(rule, caller));
  const getRowObstacle = ({ rule }: AnyAction, row: unknown) => (rule === undefined ? null : getObstacle(rule, row, caller));
  const toolsFor = (rows: readonly Keyed[]) => ({ caller, t, reload, rows: rows.map(([, row]) => row) });

  function getReason(action: AnyAction, given?: readonly Keyed[]): string | null {
    // Too many are refused by their number when it is pressed.
    if (action.needs === "one" && (given ?? chosen()).length > 1) return null;
    const subjects: readonly unknown[] = action.needs === "none" ? [undefined] : (given ?? chosen()).map(([, row]) => row);
    const obstacles = subjects.map((row) => getRowObstacle(action, row)).filter((obstacle) => obstacle !== null);
    const [first] = obstacles;
    if (first === undefined) return null;
    const reason = formatReason(first, { t, locale });
    return subjects.length === 1 ? reason : t("list.selection.unfitBecause", { count: obstacles.length, reason });
  }

  async function perform(action: AnyAction, rows: readonly Keyed[]): Promise<void> {
    // A second press while it goes on does nothing.
    if (running.current.has(action.id)) return;
    running.current.add(action.id);
    setBusy(new Set(running.current));
    try {
      const result = await action.perform(toolsFor(rows));
      if (result === undefined) return;
      setOutcome((before) => ({ ...result, action, number: (before?.number ?? 0) + 1 }));
      const keys = rows.map(([key]) => key);
      table.setRowSelection((selection) => afterBatch(selection, keys, result.failed));
    } catch (error) {
      // What raises a toast has raised it already.
      if (!(error instanceof CallProblem)) say("bad", t("list.action.failed"));
      else if (error.codeName !== "loginExpired" && problemTexts(error) === null) say("bad", reasonOf(error, locale));
    } finally {
      running.current.delete(action.id);
      setBusy(new Set(running.current));
    }
  }

  function begin(action: AnyAction, given?: readonly Keyed[]): void {
    if (running.current.has(action.id)) return;
    const rows = action.needs === "none" ? [] : (given ?? chosen());
    const refusal = refusalOf(action.needs, rows.length);
    if (refusal !== null) return say("bad", t(`list.selection.${refusal}`));
    const reason = getReason(action, rows);
    if (reason !== null) return say("bad", reason);
    if (action.confirm === undefined) void perform(action, rows);
    else setQuestion({ action, rows });
  }

  function press(event: globalThis.KeyboardEvent): void {
    if (!event.altKey || event.ctrlKey || event.metaKey || document.querySelector("[role=dialog]") !== null) return;
    // By the place of the key as well: with Alt a Mac writes other letters.
    const isOf = ({ shortcut }: AnyAction) =>
      shortcut !== undefined && (event.code === `Key${shortcut.toUpperCase()}` || event.key.toLowerCase() === shortcut);
    const action = allowed.find(isOf);
    if (action === undefined) return;
    event.preventDefault();
    begin(action);
  }
  const hears = useRef(press);
  useEffect(() => {
    hears.current = press;
  });
  useEffect(() => {
    const hear = (event: globalThis.KeyboardEvent) => hears.current(event);
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);

  return {
    ofList: allowed.filter((action) => action.needs === "none" && getRowObstacle(action, undefined)?.isHidden !== true),
    ofRows: allowed.filter(({ needs }) => needs !== "none"),
    busy,
    getReason,
    isMeant: (action, [, row]) => getRowObstacle(action, row)?.isHidden !== true,
    question,
    outcome,
    begin,
    answer(isYes) {
      setQuestion(null);
      if (isYes && question !== null) void perform(question.action, question.rows);
    },
    closeOutcome: () => setOutcome(null),
    open(index) {
      const row = rowAt(index);
      if (row !== undefined) shape.onOpen?.(row[1], toolsFor([row]));
    },
  };
}
