import type { ReactNode } from "react";
import type { z } from "zod";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import type { Call, InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import type { ActionRule } from "#src/kit/ui/action/action.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";

/** A row of a list call. */
export type RowOf<C extends Call> = OutputOf<C> extends { result: readonly (infer R)[] } ? R : never;

/** What a cell needs to format its text. */
export interface CellTools {
  readonly t: Translate;
  /** BCP 47 */
  readonly locale: string;
}

export interface Column<R> {
  readonly id: string;
  readonly title: TextKey;
  /** the cell's text: shown, measured for the column's width, and exported */
  readonly text: (row: R, tools: CellTools) => string;
  /** a shorter text for the second line of a narrow row, which says itself what it is; the whole text on hover */
  readonly brief?: (row: R, tools: CellTools) => string;
  /** rendered instead of the text */
  readonly render?: (row: R, tools: CellTools) => ReactNode;
  /** numbers are aligned to the end of their cell */
  readonly align?: "start" | "end";
  /** this column's value of the call's `sort` ("username"; descending is "-username"); without it the column cannot be sorted by */
  readonly sort?: string;
  /** hidden by default */
  readonly isHidden?: true;
  /** widest, in px; longer texts are cut with an ellipsis and shown whole on hover and focus */
  readonly maxWidthPx?: number;
}

/** A filter: a field of the call's input, held in the URL under the same name. */
export type Filter<I> = {
  readonly field: Extract<keyof I, string>;
  readonly label: TextKey;
} &
  /** the first of a list stands in sight as its search; `scans`: it is filled by the camera, too, where the list is looked at on a hand-held */
  (
    | { readonly kind: "text"; readonly placeholder?: TextKey; readonly scans?: true }
    | { readonly kind: "choice"; readonly options: readonly { readonly value: string; readonly text: TextKey }[] }
    /** a moment as ISO text with offset, chosen as a day: the start of it for `from`, the end for `until`; `whole`: the day itself, YYYY-MM-DD */
    | { readonly kind: "day"; readonly edge: "start" | "end" | "whole" }
  );

/** The result of a batch: the rows that failed, with the reasons. */
export interface BatchResult {
  readonly done: number;
  readonly failed: readonly { readonly id: string; readonly label: string; readonly message: Texts }[];
}

export interface ActionTools<R> {
  readonly caller: Caller;
  readonly t: Translate;
  /** refetches the rows */
  reload(): void;
  /** the selected rows, as last loaded */
  readonly rows: readonly R[];
  /** deselects these rows: for an action that says itself what it has done, instead of returning a result */
  deselect(): void;
}

/** An action on rows: one object for button, row menu, shortcut and command palette. */
export interface Action<R> {
  readonly id: string;
  readonly label: TextKey;
  /** none: a button of the list ("Invite an operator"); one: "only one"; some: "at least one record must be selected" */
  readonly needs: "none" | "one" | "some";
  /** a key with Alt: "n" is Alt+N */
  readonly shortcut?: string;
  readonly isPrimary?: true;
  readonly isDangerous?: true;
  /** confirmation question; `{{count}}` is the number of rows */
  readonly confirm?: TextKey;
  /** when it is possible: without the permission it is hidden; rows that do not allow it are left out and named, and if none does it is disabled with the reason */
  readonly rule?: ActionRule<R>;
  /** why it is impossible with these rows together, such as too few of them, in words; null if it is possible. Gets the rows that `rule` allows. */
  readonly refuseTogether?: (rows: readonly R[], t: Translate) => string | null;
  /**
   * Performs the action. Hooks are not possible here; calls go through `tools.caller.client`.
   * @returns the result per row, or nothing if one message covers all
   */
  readonly perform: (tools: ActionTools<R>) => Promise<BatchResult | void> | void;
}

export interface ListDefinition<C extends Call> {
  /** slice and list, `audit.log`: the name under which views are saved */
  readonly name: string;
  readonly call: C;
  readonly title: TextKey;
  readonly rowKey: (row: RowOf<C>) => string;
  readonly columns: readonly Column<RowOf<C>>[];
  readonly filters?: readonly Filter<InputOf<C>>[];
  readonly actions?: readonly Action<RowOf<C>>[];
  /** the column that names a row: its first line on a narrow screen, and its name for screen readers */
  readonly cardTitle: string;
  /** the columns in a row's second line on a narrow screen; by default all visible ones */
  readonly secondLine?: readonly string[];
  /** a picture of the row's subject; null shows a placeholder */
  readonly picture?: (row: RowOf<C>) => ReactNode;
  /** opened by a click, Enter or a tap */
  readonly onOpen?: (row: RowOf<C>, tools: ActionTools<RowOf<C>>) => void;
  /** shown without rows; `searched` says what the search finds, where one found nothing */
  readonly empty: { readonly text: TextKey; readonly action?: string; readonly searched?: TextKey };
  /** fixed parts of the input */
  readonly input?: Partial<InputOf<C>>;
}

/** Declares a list screen with filters, sort, pages, selection, views, export and narrow rows. */
export function defineList<C extends Call>(definition: ListDefinition<C>): ListDefinition<C> {
  return Object.freeze(definition);
}

/** A paged call: `listInput` in, `listOutput` out. */
export type ListCall = Call<z.ZodType<unknown, Readonly<Record<string, unknown>>>, z.ZodType<Page<unknown>>>;
/** A list's definition without the type of its rows, as the list components use it. */
export type ListShape = ListDefinition<ListCall>;
export type AnyColumn = Column<unknown>;
export type AnyAction = Action<unknown>;
export type AnyFilter = Filter<InputOf<ListCall>>;

/** Erases the type of a list's rows. Safe, because a definition's functions only get rows of its own call. */
export function toListShape<C extends Call>(definition: ListDefinition<C>): ListShape {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its functions get only rows of its own call
  return definition as unknown as ListShape;
}

/** Returns a row's name: the text of its naming column. */
export function getRowName({ columns, cardTitle }: ListShape, row: unknown, index: number, tools: CellTools): string {
  const text = columns.find(({ id }) => id === cardTitle)?.text(row, tools) ?? "";
  return text === "" ? tools.t("list.row.unnamed", { index: index + 1 }) : text;
}
