import type { KeyboardEvent } from "react";
import { useRef } from "react";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { useList } from "./list-context.ts";
import { withRange } from "./selection.rules.ts";
import type { Sight } from "./use-visible-rows.ts";

/**
 * The row that a key moves to from the one in focus (from 0; -1 for none yet); null for a key that moves nothing.
 * @param perPage rows that fit into sight
 */
export function findRowAfterKey(key: string, focus: number, { rows, perPage }: { rows: number; perPage: number }): number | null {
  const page = Math.max(1, perPage - 1);
  const step: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
  if (rows === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return rows - 1;
  const by = step[key];
  if (by === undefined) return null;
  // The first key focuses the first row.
  return focus < 0 ? 0 : Math.min(Math.max(0, focus + by), rows - 1);
}

interface KeysOptions {
  readonly sight: Sight;
  readonly focus: number;
  readonly setFocus: (row: number) => void;
  readonly open: (index: number) => void;
  readonly openMenu: (index: number) => void;
}

/** Keyboard and pointer handling of rows: arrows, Page and End keys move the focused row; Space selects, Enter opens, Shift extends, Ctrl+A selects all loaded. */
export function useRowKeys({ sight, focus, setFocus, open, openMenu }: KeysOptions) {
  const { rows, table, rowAt, selection, t } = useList();
  const reach = useRef<{ from: number; to: number } | null>(null);
  const say = useToasts(({ show }) => show);

  /** Selects a row; with `isRange`, all rows from the previously selected one. */
  function select(index: number, isRange: boolean): void {
    setFocus(index);
    if (isRange) {
      const from = reach.current?.from ?? Math.max(0, focus);
      const before = reach.current?.to ?? from;
      reach.current = { from, to: index };
      const reached = withRange(selection, (at) => rowAt(at)?.[0], { from, before, to: index });
      table.setRowSelection(reached.selection);
      if (!reached.isWhole) say("normal", t("list.selection.partly"));
      return;
    }
    const keyed = rowAt(index);
    if (keyed === undefined) return;
    reach.current = { from: index, to: index };
    table.getRow(keyed[0]).toggleSelected();
  }

  function move(index: number, isRange: boolean): void {
    if (isRange) {
      reach.current ??= { from: Math.max(0, focus), to: Math.max(0, focus) };
      select(index, true);
    } else {
      reach.current = null;
      setFocus(index);
    }
    sight.show(index);
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    // A button in the header or in a row handles its own keys.
    if (event.target !== event.currentTarget || event.altKey) return;
    const { key, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const isAll = isControl && key.toLowerCase() === "a";
    const to = isControl ? null : findRowAfterKey(key, focus, { rows, perPage: sight.perSight });
    const isMenuKey = key === "ContextMenu" || (key === "F10" && shiftKey);
    if (!isAll && to === null && key !== " " && key !== "Enter" && !isMenuKey) return;
    event.preventDefault();
    if (isAll) return table.toggleAllRowsSelected(true);
    if (to !== null) return move(to, shiftKey);
    if (focus < 0) return;
    if (isMenuKey) openMenu(focus);
    else if (key === "Enter") open(focus);
    else select(focus, false);
  }

  return { press, select };
}
