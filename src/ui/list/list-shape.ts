import type { Call } from "#src/api/define-call.ts";
import type { Action, Column, Filter, ListCall, ListDefinition } from "./list-definition.ts";
import type { ActionTools } from "./list-definition.ts";
import type { TextKey } from "#src/i18n/text-key.ts";

/** A list's definition as the machinery works with it, which does not know what a row is. */
export interface ListShape {
  readonly name: string;
  readonly call: Call;
  readonly title: TextKey;
  readonly rowKey: (row: unknown) => string;
  readonly columns: readonly Column<unknown>[];
  readonly filters?: readonly Filter<Record<string, unknown>>[];
  readonly actions?: readonly Action<unknown>[];
  readonly cardTitle: string;
  readonly onOpen?: (row: unknown, tools: ActionTools<unknown>) => void;
  readonly empty: { readonly text: TextKey; readonly action?: string };
  readonly input?: Readonly<Record<string, unknown>>;
}

/** The one place where a list forgets the type of its rows: what goes into a definition's functions came out of its own call. */
export function shapeOf<C extends ListCall>(definition: ListDefinition<C>): ListShape {
  return definition as unknown as ListShape;
}

export type AnyColumn = Column<unknown>;
export type AnyAction = Action<unknown>;
export type AnyFilter = Filter<Record<string, unknown>>;
