import { createContext, use } from "react";
import type { ActionsState } from "./use-actions.ts";
import type { ExportState } from "./use-export.ts";
import type { FiltersState } from "./use-filters.ts";
import type { ListModel } from "./use-list-model.ts";

interface ListAtWork extends ListModel {
  readonly actions: ActionsState;
  readonly exporting: ExportState;
  readonly filters: FiltersState;
}

/** Provided by `List` to its parts. */
export const ListContext = createContext<ListAtWork | null>(null);

/**
 * Returns the state that the parts of a list share.
 * @throws Error outside of a list
 */
export function useList(): ListAtWork {
  const list = use(ListContext);
  if (list === null) throw new Error("list: a part of a list must be inside a list");
  return list;
}
