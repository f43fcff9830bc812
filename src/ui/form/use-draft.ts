import { useEffect, useState } from "react";
import type { Draft, DraftName } from "./drafts.storage.ts";
import { readDraft, writeDraft } from "./drafts.storage.ts";
import type { Values } from "./form-definition.ts";
import type { Fields } from "./form-values.rules.ts";
import { fitsFields, isSameValues, withoutPasswords } from "./form-values.rules.ts";

/** Reads the draft of a form once; one that does not fit its fields, or changes nothing, is dropped. */
export function useKeptDraft(name: DraftName | null, fields: Fields, start: Values): Draft | null {
  const [draft] = useState(() => {
    const kept = name === null ? null : readDraft(name);
    if (kept === null || !fitsFields(fields, kept.values)) return null;
    return isSameValues({ ...start, ...kept.values }, start) ? null : kept;
  });
  return draft;
}

/** Keeps the values as a draft while they differ from what is saved, and forgets it when they do not. Passwords are never kept. */
export function useDraftKeeping(name: DraftName | null, fields: Fields, values: Values, isDirty: boolean): void {
  const key = name === null ? null : JSON.stringify(name);
  useEffect(() => {
    if (key === null) return;
    const kept = Object.entries(values).filter(([field, value]) => fields[field]?.kind !== "password" && value !== undefined);
    writeDraft(JSON.parse(key) as DraftName, isDirty ? { at: new Date().toISOString(), values: Object.fromEntries(kept) } : null);
  }, [key, fields, values, isDirty]);
}

/** Whether there is anything to keep: passwords alone are not. */
export function isWorthKeeping(fields: Fields, values: Values, saved: Values): boolean {
  return !isSameValues(withoutPasswords(fields, values), withoutPasswords(fields, saved));
}
