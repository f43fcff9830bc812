import { useEffect, useRef, useState } from "react";
import type { ListShape } from "./list-definition.ts";
import type { UrlState } from "./use-list-url.ts";
import type { StoredViews, View } from "./views.storage.ts";
import { readViews, withName, withoutView, withView, writeViews } from "./views.storage.ts";

type ListState = Pick<View, "filters" | "sort" | "columns">;

const standard: ListState = { filters: {}, sort: "", columns: null };

function sameListState(a: ListState, b: ListState): boolean {
  const text = ({ filters, sort, columns }: ListState) =>
    JSON.stringify([Object.entries(filters).toSorted(([x], [y]) => (x < y ? -1 : 1)), sort, columns]);
  return text(a) === text(b);
}

/** A person's views of a list, kept by this browser. The list opens with the one chosen for that, where the address says nothing else. */
export function useViews({ name: list, picture }: ListShape, username: string, { filters, sort, page, change }: UrlState) {
  const [read] = useState(() => readViews(username, list));
  const isPlain = page === 1 && sameListState({ filters, sort, columns: null }, standard);
  const [first] = useState(isPlain ? read.views.find(({ name }) => name === read.first) : undefined);
  const [kept, setKept] = useState<StoredViews>({ ...read, columns: (first ?? read).columns });
  const opening = useRef(first);
  const keep = (part: Partial<StoredViews>): boolean => {
    const next = { ...kept, ...part };
    setKept(next);
    return writeViews(username, list, next);
  };
  useEffect(() => {
    // Once, as the list opens: later the person has the say.
    if (opening.current !== undefined) change({ filters: opening.current.filters, sort: opening.current.sort }, "replace");
    opening.current = undefined;
  }, [change]);

  const state: ListState = { filters, sort, columns: kept.columns };
  return {
    kept,
    /** Keeps the columns, the density or the view to open with. @returns whether the browser keeps it */
    keep,
    /** name of the view whose filters, sort and columns are those in sight; null for none, "" for the standard */
    current: sameListState(state, standard) ? "" : (kept.views.find((view) => sameListState(state, view))?.name ?? null),
    // Pictures want room.
    density: kept.density ?? (picture === undefined ? "dense" : "comfortable"),
    /** Shows a view; null shows the standard. */
    choose(view: View | null): void {
      const wanted = view ?? standard;
      keep({ columns: wanted.columns });
      change({ filters: wanted.filters, sort: wanted.sort, page: 1 });
    },
    /** Saves what is in sight. @returns whether the browser keeps it */
    save: (name: string, isFirst: boolean) => keep(withView(kept, { name, ...state }, isFirst)),
    rename: (from: string, to: string) => void keep(withName(kept, from, to)),
    remove: (name: string) => void keep(withoutView(kept, name)),
  };
}
