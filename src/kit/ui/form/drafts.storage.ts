import { z } from "zod";

/** Changes that were not saved, with the time of the last of them. */
const draft = z.object({ at: z.iso.datetime(), values: z.record(z.string(), z.unknown()) });
export type Draft = Readonly<z.output<typeof draft>>;

/** Whose draft of which form about what. */
export interface DraftName {
  readonly username: string;
  readonly form: string;
  readonly subject: string;
}

// The username is encoded, so that one with a dot in it is not taken for another.
const getPrefix = (username: string): string => `draft.${encodeURIComponent(username).replaceAll(".", "%2E")}.`;
const getKey = ({ username, form, subject }: DraftName): string => `${getPrefix(username)}${form}.${subject}`;

/** Reads a draft; null where there is none that can be read. */
export function readDraft(name: DraftName): Draft | null {
  try {
    return draft.parse(JSON.parse(localStorage.getItem(getKey(name)) ?? "null"));
  } catch {
    return null;
  }
}

/** Stores a draft; null removes it. Without storage the draft is lost with the page. */
export function writeDraft(name: DraftName, changes: Draft | null): void {
  try {
    if (changes === null) localStorage.removeItem(getKey(name));
    else localStorage.setItem(getKey(name), JSON.stringify(changes));
  } catch {
    // Storage is full or closed: the form itself still works.
  }
}

/** Removes every draft of a person: at sign-out. */
export function forgetDrafts(username: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(getPrefix(username))) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
