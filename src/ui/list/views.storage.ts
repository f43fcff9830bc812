import type { Columns } from "./columns.rules.ts";

/** A way to look at a list, saved under a name. */
export interface View {
  readonly name: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly sort: string;
  readonly columns: Columns;
}

/** How high rows are. */
export type Density = "comfortable" | "dense";

/** What a person keeps of a list. */
export interface KeptViews {
  readonly views: readonly View[];
  /** name of the one that the list opens with; null for the standard */
  readonly first: string | null;
  /** the columns as they were left */
  readonly columns: Columns;
  /** null until it is chosen */
  readonly density: Density | null;
}

export const noViews: KeptViews = { views: [], first: null, columns: null, density: null };

/** More than these nobody chooses from. */
const mostViews = 50;
export const longestViewName = 60;

// A name is coded: one with a dot in it must not pass for another's.
const keyOf = (username: string, list: string): string => `views.${encodeURIComponent(username).replaceAll(".", "%2E")}.${list}`;

function columnsOf(value: unknown): Columns {
  return Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === "string") ? value : null;
}

function viewOf(value: unknown): View[] {
  if (typeof value !== "object" || value === null) return [];
  const { name, filters, sort, columns } = value as Record<string, unknown>;
  if (typeof name !== "string" || name.trim() === "") return [];
  const pairs = typeof filters === "object" && filters !== null ? Object.entries(filters) : [];
  const texts = pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return [
    {
      name: name.slice(0, longestViewName),
      filters: Object.fromEntries(texts),
      sort: typeof sort === "string" ? sort : "",
      columns: columnsOf(columns),
    },
  ];
}

/** Reads a person's views of a list. What cannot be read is as if it had never been kept. */
export function readViews(username: string, list: string): KeptViews {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(username, list)) ?? "null") as Record<string, unknown> | null;
    if (kept === null || typeof kept !== "object") return noViews;
    const views = (Array.isArray(kept["views"]) ? kept["views"] : []).flatMap(viewOf).slice(0, mostViews);
    const first = views.find(({ name }) => name === kept["first"])?.name ?? null;
    const density = kept["density"] === "comfortable" || kept["density"] === "dense" ? kept["density"] : null;
    return { views, first, columns: columnsOf(kept["columns"]), density };
  } catch {
    return noViews;
  }
}

/** Keeps a person's views of a list. @returns whether the browser keeps them */
export function writeViews(username: string, list: string, kept: KeptViews): boolean {
  try {
    localStorage.setItem(keyOf(username, list), JSON.stringify({ ...kept, views: kept.views.slice(-mostViews) }));
    return true;
  } catch {
    return false;
  }
}

/** With a view saved, in the place of one of the same name. */
export function withView(kept: KeptViews, view: View, isFirst: boolean): KeptViews {
  const at = kept.views.findIndex(({ name }) => name === view.name);
  const views = at === -1 ? [...kept.views, view] : kept.views.with(at, view);
  const first = isFirst ? view.name : kept.first === view.name ? null : kept.first;
  return { ...kept, views, first };
}

/** With a view under another name; one that had that name before is replaced. */
export function withName(kept: KeptViews, from: string, to: string): KeptViews {
  if (from === to) return kept;
  const views = kept.views.filter(({ name }) => name !== to).map((view) => (view.name === from ? { ...view, name: to } : view));
  return { ...kept, views, first: kept.first === from ? to : kept.first === to ? null : kept.first };
}

/** Without a view. */
export function withoutView(kept: KeptViews, name: string): KeptViews {
  return { ...kept, views: kept.views.filter((view) => view.name !== name), first: kept.first === name ? null : kept.first };
}
