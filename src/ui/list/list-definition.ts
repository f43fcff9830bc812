import type { ReactNode } from "react";
import type { z } from "zod";
import type { Caller } from "#src/api/caller.tsx";
import type { Call, InputOf, OutputOf } from "#src/api/define-call.ts";
import type { Texts } from "#src/api/envelope.ts";
import type { Page } from "#src/api/list.ts";
import type { TextKey } from "#src/i18n/text-key.ts";
import type { ActionRule } from "#src/ui/action/action.ts";
import type { Translate } from "#src/i18n/shown.store.ts";

/** A row of a list call. */
export type RowOf<C extends Call> = OutputOf<C> extends { result: readonly (infer R)[] } ? R : never;

/** What a cell may use to say something. */
export interface CellTools {
  readonly t: Translate;
  /** BCP 47 */
  readonly locale: string;
}

export interface Column<R> {
  readonly id: string;
  readonly title: TextKey;
  /** what the cell says: shown, measured for the column's width, and exported */
  readonly text: (row: R, tools: CellTools) => string;
  /** the text in the second line of a narrow row, where little room is left for it; whole on hover */
  readonly brief?: (row: R, tools: CellTools) => string;
  /** drawn instead of the text, where it is more than text */
  readonly render?: (row: R, tools: CellTools) => ReactNode;
  /** numbers stand at the end of their cell */
  readonly align?: "start" | "end";
  /** the word of the call's `sort` for this column ("username"; descending is "-username"); none: it cannot be sorted by */
  readonly sort?: string;
  /** not shown until a person chooses it */
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

/** What became of each row of a batch: those that failed, with the reason. */
export interface BatchResult {
  readonly done: number;
  readonly failed: readonly { readonly id: string; readonly label: string; readonly message: Texts }[];
}

export interface ActionTools<R> {
  readonly caller: Caller;
  readonly t: Translate;
  /** asks for the rows again */
  reload(): void;
  /** the rows chosen, as they are known now */
  readonly rows: readonly R[];
}

/** Something to do with rows: one object for button, row menu, key and command palette. */
export interface Action<R> {
  readonly id: string;
  readonly label: TextKey;
  /** none: a button of the list ("Invite an operator"); one: "only one"; some: "at least one record must be selected" */
  readonly needs: "none" | "one" | "some";
  /** a key with Alt: "n" is Alt+N */
  readonly shortcut?: string;
  readonly isPrimary?: true;
  readonly isDangerous?: true;
  /** asked before it is done; `{{count}}` is the number of rows */
  readonly confirm?: TextKey;
  /** when it can be done: a button that is not permitted is not shown, one that a row does not allow is disabled with the reason */
  readonly rule?: ActionRule<R>;
  /**
   * Does it; a hook is not possible here, calls go through `tools.caller.client`.
   * @returns what became of each row, or nothing where one sentence says it
   */
  readonly perform: (tools: ActionTools<R>) => Promise<BatchResult | void> | void;
}

export interface ListDefinition<C extends Call> {
  /** slice and list, `audit.log`: under this name views are saved */
  readonly name: string;
  readonly call: C;
  readonly title: TextKey;
  readonly rowKey: (row: RowOf<C>) => string;
  readonly columns: readonly Column<RowOf<C>>[];
  readonly filters?: readonly Filter<InputOf<C>>[];
  readonly actions?: readonly Action<RowOf<C>>[];
  /** the column that names a row: its first line on a narrow screen, and how it is called by those who hear it */
  readonly cardTitle: string;
  /** on a narrow screen, the columns whose texts stand in a row's second line; all that are shown unless told */
  readonly secondLine?: readonly string[];
  /** a picture of what the row is about; null where there is none yet, which is shown as well */
  readonly picture?: (row: RowOf<C>) => ReactNode;
  /** opened by a click, Enter or a tap */
  readonly onOpen?: (row: RowOf<C>, tools: ActionTools<RowOf<C>>) => void;
  readonly empty: { readonly text: TextKey; readonly action?: string };
  /** fixed parts of the input */
  readonly input?: Partial<InputOf<C>>;
}

/** Declares a list screen: filters, sort, page, selection, views, export and cards come with it. */
export function defineList<C extends Call>(definition: ListDefinition<C>): ListDefinition<C> {
  return Object.freeze(definition);
}

/** A call that answers pages: `listInput` in, `listOutput` out. */
export type ListCall = Call<z.ZodType<unknown, Readonly<Record<string, unknown>>>, z.ZodType<Page<unknown>>>;
/** A list's definition as the machinery works with it, which does not know what a row is. */
export type ListShape = ListDefinition<ListCall>;
export type AnyColumn = Column<unknown>;
export type AnyAction = Action<unknown>;
export type AnyFilter = Filter<InputOf<ListCall>>;

/** The one place where a list forgets the type of its rows: what goes into a definition's functions came out of its own call. */
export function shapeOf<C extends Call>(definition: ListDefinition<C>): ListShape {
  return definition as unknown as ListShape;
}

/** What a row is called: the text of the column that names it. */
export function nameOf({ columns, cardTitle }: ListShape, row: unknown, index: number, tools: CellTools): string {
  const text = columns.find(({ id }) => id === cardTitle)?.text(row, tools) ?? "";
  return text === "" ? tools.t("list.row.unnamed", { index: index + 1 }) : text;
}
