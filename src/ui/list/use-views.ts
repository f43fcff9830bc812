import { useEffect, useRef, useState } from "react";
import type { Columns } from "./columns.rules.ts";
import type { ListShape } from "./list-definition.ts";
import type { UrlState } from "./use-list-url.ts";
import type { Density, KeptViews, View } from "./views.storage.ts";
import { readViews, withName, withoutView, withView, writeViews } from "./views.storage.ts";

/** The saved views of a list, and the columns of the one in use. */
export interface ViewsState {
  readonly kept: KeptViews;
  /** name of the view whose filters, sort and columns are those in sight; null for none, "" for the standard */
  readonly current: string | null;
  readonly density: Density;
  setColumns(columns: Columns): void;
  setDensity(density: Density): void;
  /** Shows a view; null shows the standard. */
  choose(view: View | null): void;
  /** Saves what is in sight. @returns whether the browser keeps it */
  save(name: string, isFirst: boolean): boolean;
  rename(from: string, to: string): void;
  remove(name: string): void;
  setFirst(name: string | null): void;
}

type Look = Pick<View, "filters" | "sort" | "columns">;

function sameLook(a: Look, b: Look): boolean {
  const text = ({ filters, sort, columns }: Look) =>
    JSON.stringify([Object.entries(filters).toSorted(([x], [y]) => (x < y ? -1 : 1)), sort, columns]);
  return text(a) === text(b);
}

function firstOf({ views, first }: KeptViews): View | null {
  return views.find(({ name }) => name === first) ?? null;
}

/** A person's views of a list, kept by this browser. The list opens with the one chosen for that, where the address says nothing else. */
export function useViews({ name: list, picture }: ListShape, username: string, address: UrlState): ViewsState {
  const [kept, setKept] = useState(() => {
    const read = readViews(username, list);
    const first = address.isPlain ? firstOf(read) : null;
    return first === null ? read : { ...read, columns: first.columns };
  });
  const opening = useRef(address.isPlain ? firstOf(kept) : null);
  const keep = (next: KeptViews): boolean => {
    setKept(next);
    return writeViews(username, list, next);
  };
  const { filters, sort } = address.url;
  const choose = (view: View | null) => {
    keep({ ...kept, columns: view?.columns ?? null });
    address.change({ filters: view?.filters ?? {}, sort: view?.sort ?? "", page: 1 });
  };

  const { change } = address;
  useEffect(() => {
    // Once, as the list opens: later the person has the say.
    const first = opening.current;
    opening.current = null;
    if (first !== null) change({ filters: first.filters, sort: first.sort }, "replace");
  }, [change]);

  const look: Look = { filters, sort, columns: kept.columns };
  const isStandard = sameLook(look, { filters: {}, sort: "", columns: null });
  return {
    kept,
    current: isStandard ? "" : (kept.views.find((view) => sameLook(look, view))?.name ?? null),
    // Pictures want room.
    density: kept.density ?? (picture === undefined ? "dense" : "comfortable"),
    setDensity: (density) => void keep({ ...kept, density }),
    setColumns: (columns) => void keep({ ...kept, columns }),
    choose,
    save: (name, isFirst) => keep(withView(kept, { name, ...look }, isFirst)),
    rename: (from, to) => void keep(withName(kept, from, to)),
    remove: (name) => void keep(withoutView(kept, name)),
    setFirst: (name) => void keep({ ...kept, first: name }),
  };
}
