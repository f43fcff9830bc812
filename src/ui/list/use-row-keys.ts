import type { KeyboardEvent } from "react";
import { useRef } from "react";
import { useToasts } from "#src/ui/toast.store.ts";
import { rowAfterKey } from "./list-keys.rules.ts";
import { rangeOf, toggled, withRange, withRows } from "./selection.rules.ts";
import type { ActionsState } from "./use-actions.ts";
import type { ListModel } from "./use-list-model.ts";

/** What the keyboard and the pointer do to rows. */
export interface RowKeys {
  press(event: KeyboardEvent<HTMLElement>): void;
  /** Chooses a row; with `isRange`, all from the one chosen before. */
  select(index: number, isRange: boolean): void;
}

/** Arrows, pages and ends move the row in focus; Space chooses, Enter opens, Shift reaches, Ctrl+A takes all that has come. */
export function useRowKeys(model: ListModel, actions: ActionsState, openMenu: (index: number) => void): RowKeys {
  const { rows, rowPx, viewport, focus, setFocus, setSelection, rowAt, book, shape, t } = model;
  const reach = useRef<{ from: number; to: number } | null>(null);
  const say = useToasts(({ show }) => show);

  function select(index: number, isRange: boolean): void {
    const keyed = rowAt(index);
    setFocus(index);
    if (isRange) {
      const from = reach.current?.from ?? Math.max(0, focus);
      const before = reach.current?.to ?? from;
      reach.current = { from, to: index };
      setSelection((selection) => withRange(selection, rowAt, { from, before, to: index }));
      const { first, last } = rangeOf(from, index);
      for (let one = first; one <= last; one += 1) if (rowAt(one) === undefined) return say("normal", t("list.selection.partly"));
      return;
    }
    if (keyed === undefined) return;
    reach.current = { from: index, to: index };
    setSelection((selection) => toggled(selection, keyed));
  }

  function move(index: number, isRange: boolean): void {
    if (isRange) {
      reach.current ??= { from: Math.max(0, focus), to: Math.max(0, focus) };
      select(index, true);
    } else {
      reach.current = null;
      setFocus(index);
    }
    viewport.show(index);
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    // Keys in a button of the header or of a row are its own.
    if (event.target !== event.currentTarget || event.altKey) return;
    const { key, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && key.toLowerCase() === "a") {
      event.preventDefault();
      return setSelection((selection) =>
        withRows(
          selection,
          [...book.rows()].map(([, row]) => [shape.rowKey(row), row] as const),
        ),
      );
    }
    const to = isControl ? null : rowAfterKey(key, focus, { rows, perPage: Math.floor(viewport.scale.viewportPx / rowPx) });
    const isMenuKey = key === "ContextMenu" || (key === "F10" && shiftKey);
    if (to === null && key !== " " && key !== "Enter" && !isMenuKey) return;
    event.preventDefault();
    if (to !== null) return move(to, shiftKey);
    if (focus < 0) return;
    if (isMenuKey) openMenu(focus);
    else if (key === "Enter") actions.open(focus);
    else select(focus, false);
  }

  return { press, select };
}
