import { z } from "zod";

/** The most saved views of a list. */
const mostViews = 50;
export const longestViewName = 60;
/** How high rows are. */
export const densities = ["comfortable", "dense"] as const;

const columns = z.array(z.string()).min(1).readonly().nullable().catch(null);
const view = z.object({
  name: z
    .string()
    .regex(/\S/)
    .transform((name) => name.slice(0, longestViewName)),
  filters: z
    .record(z.string(), z.unknown())
    .catch({})
    .transform((all) => Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => typeof pair[1] === "string"))),
  sort: z.string().catch(""),
  columns,
});
/** Unreadable parts count as never saved. */
const storedViews = z.object({
  views: z
    .array(view.nullable().catch(null))
    .catch([])
    .transform((all) => all.filter((one) => one !== null).slice(0, mostViews))
    .readonly(),
  /** the default view's name; null for the standard view */
  first: z.string().nullable().catch(null),
  /** the last used columns */
  columns,
  /** null until it is chosen */
  density: z.enum(densities).nullable().catch(null),
});

/** A person's choice of columns: ids in their order, those shown only. Null for the declaration's own. */
export type Columns = z.infer<typeof columns>;
/** A saved view of a list. */
export type View = z.infer<typeof view>;
/** A person's saved settings of a list. */
export type StoredViews = z.infer<typeof storedViews>;

export const noViews: StoredViews = { views: [], first: null, columns: null, density: null };

// Names are encoded, so that one with a dot is not taken for another.
const getKey = (username: string, list: string): string => `views.${encodeURIComponent(username).replaceAll(".", "%2E")}.${list}`;

/** Reads a person's saved views of a list. */
export function readViews(username: string, list: string): StoredViews {
  try {
    const kept = storedViews.parse(JSON.parse(localStorage.getItem(getKey(username, list)) ?? "null"));
    return { ...kept, first: kept.views.find(({ name }) => name === kept.first)?.name ?? null };
  } catch {
    return noViews;
  }
}

/** Saves a person's views of a list. @returns whether the browser stored them */
export function writeViews(username: string, list: string, kept: StoredViews): boolean {
  try {
    localStorage.setItem(getKey(username, list), JSON.stringify({ ...kept, views: kept.views.slice(-mostViews) }));
    return true;
  } catch {
    return false;
  }
}

/** Adds a view, replacing one of the same name. */
export function withView(kept: StoredViews, saved: View, isFirst: boolean): StoredViews {
  const at = kept.views.findIndex(({ name }) => name === saved.name);
  const views = at === -1 ? [...kept.views, saved] : kept.views.with(at, saved);
  const first = isFirst ? saved.name : kept.first === saved.name ? null : kept.first;
  return { ...kept, views, first };
}

/** Renames a view, replacing one that already has the name. */
export function withName(kept: StoredViews, from: string, to: string): StoredViews {
  if (from === to) return kept;
  const views = kept.views.filter(({ name }) => name !== to).map((one) => (one.name === from ? { ...one, name: to } : one));
  return { ...kept, views, first: kept.first === from ? to : kept.first === to ? null : kept.first };
}

/** Removes a view. */
export function withoutView(kept: StoredViews, name: string): StoredViews {
  return { ...kept, views: kept.views.filter((one) => one.name !== name), first: kept.first === name ? null : kept.first };
}
