import type { Values } from "./form-definition.ts";

/** Changes that were not saved, with the time of the last of them. */
export interface Draft {
  /** ISO 8601 */
  readonly at: string;
  readonly values: Values;
}

/** Whose draft of which form about what. */
export interface DraftName {
  readonly username: string;
  readonly form: string;
  readonly subject: string;
}

// A name is coded: one with a dot in it must not pass for another's.
const prefixOf = (username: string): string => `draft.${encodeURIComponent(username).replaceAll(".", "%2E")}.`;
const keyOf = ({ username, form, subject }: DraftName): string => `${prefixOf(username)}${form}.${subject}`;

/** Reads a draft; null where there is none that can be read. */
export function readDraft(name: DraftName): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(name)) ?? "null") as Partial<Draft> | null;
    if (typeof draft?.at !== "string" || Number.isNaN(Date.parse(draft.at))) return null;
    return typeof draft.values === "object" && (draft.values as unknown) !== null && !Array.isArray(draft.values)
      ? { at: draft.at, values: draft.values }
      : null;
  } catch {
    return null;
  }
}

/** Keeps a draft; null forgets it. A browser that keeps nothing loses it with the page. */
export function writeDraft(name: DraftName, draft: Draft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), JSON.stringify(draft));
  } catch {
    // Storage is full or closed: the form itself still works.
  }
}

/** Forgets every draft of a person: at sign-out. */
export function forgetDrafts(username: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefixOf(username))) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
