import { z } from "zod";

/** More than these nobody chooses from. */
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
/** What cannot be read of it is as if it had never been kept. */
const keptViews = z.object({
  views: z
    .array(view.nullable().catch(null))
    .catch([])
    .transform((all) => all.filter((one) => one !== null).slice(0, mostViews))
    .readonly(),
  /** name of the one that the list opens with; null for the standard */
  first: z.string().nullable().catch(null),
  /** the columns as they were left */
  columns,
  /** null until it is chosen */
  density: z.enum(densities).nullable().catch(null),
});

/** A person's choice of columns: ids in their order, those shown only. Null for the declaration's own. */
export type Columns = z.infer<typeof columns>;
/** A way to look at a list, saved under a name. */
export type View = z.infer<typeof view>;
/** What a person keeps of a list. */
export type KeptViews = z.infer<typeof keptViews>;

export const noViews: KeptViews = { views: [], first: null, columns: null, density: null };

// A name is coded: one with a dot in it must not pass for another's.
const keyOf = (username: string, list: string): string => `views.${encodeURIComponent(username).replaceAll(".", "%2E")}.${list}`;

/** Reads a person's views of a list. */
export function readViews(username: string, list: string): KeptViews {
  try {
    const kept = keptViews.parse(JSON.parse(localStorage.getItem(keyOf(username, list)) ?? "null"));
    return { ...kept, first: kept.views.find(({ name }) => name === kept.first)?.name ?? null };
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
export function withView(kept: KeptViews, saved: View, isFirst: boolean): KeptViews {
  const at = kept.views.findIndex(({ name }) => name === saved.name);
  const views = at === -1 ? [...kept.views, saved] : kept.views.with(at, saved);
  const first = isFirst ? saved.name : kept.first === saved.name ? null : kept.first;
  return { ...kept, views, first };
}

/** With a view under another name; one that had that name before is replaced. */
export function withName(kept: KeptViews, from: string, to: string): KeptViews {
  if (from === to) return kept;
  const views = kept.views.filter(({ name }) => name !== to).map((one) => (one.name === from ? { ...one, name: to } : one));
  return { ...kept, views, first: kept.first === from ? to : kept.first === to ? null : kept.first };
}

/** Without a view. */
export function withoutView(kept: KeptViews, name: string): KeptViews {
  return { ...kept, views: kept.views.filter((one) => one.name !== name), first: kept.first === name ? null : kept.first };
}
