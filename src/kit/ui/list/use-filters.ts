import { useState } from "react";
import type { AnyFilter } from "./list-definition.ts";
import type { ListModel } from "./use-list-model.ts";

/** The filters of a list: the first text is its search, the others are chips. */
export function useFilters({ t, shape, address }: ListModel) {
  const [edited, setEdited] = useState<string | null>(null);
  const { filters = [] } = shape;
  const { filters: set } = address;
  const search = filters.find(({ kind }) => kind === "text") ?? null;
  const others = filters.filter((filter) => filter !== search);
  const isShown = ({ field }: AnyFilter) => set[field] !== undefined || field === edited;
  return {
    /** the one that is always visible */
    search,
    hasChips: others.length > 0,
    isAnySet: Object.keys(set).length > 0,
    /** the active ones and one being added */
    shown: others.filter(isShown),
    /** menu items that add the inactive ones */
    toAdd: others
      .filter((filter) => !isShown(filter))
      .map(({ field, label }) => ({ id: `filter ${field}`, text: t(label), choose: () => setEdited(field) })),
    /** the one whose editor is open */
    edited,
    setEdited,
    valueOf: ({ field }: AnyFilter) => set[field] ?? "",
    /** Sets a filter; an empty text removes it. */
    change: ({ field }: AnyFilter, value: string, how?: "replace") => address.change({ filters: { ...set, [field]: value }, page: 1 }, how),
    clear: () => address.change({ filters: {}, page: 1 }),
  };
}

export type FiltersState = ReturnType<typeof useFilters>;
