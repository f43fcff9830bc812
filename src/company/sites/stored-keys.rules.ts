/** A stored entry: its name and size, never its content. */
export interface StoredKey {
  readonly name: string;
  readonly bytes: number;
}

export type StoredGroup = "p" | "ds" | "other";

/** Groups stored entries by area, sorted by name; two bytes per character, as browsers count. */
export function groupStoredKeys(entries: readonly (readonly [name: string, value: string])[]): Record<StoredGroup, StoredKey[]> {
  const groups: Record<StoredGroup, StoredKey[]> = { p: [], ds: [], other: [] };
  for (const [name, value] of entries.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const area = name.split(".", 1)[0];
    groups[area === "p" || area === "ds" ? area : "other"].push({ name, bytes: (name.length + value.length) * 2 });
  }
  return groups;
}
