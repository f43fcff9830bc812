/** What is stored under a name: the name and its size, never the content. */
export interface StoredKey {
  readonly name: string;
  readonly bytes: number;
}

export type StoredGroup = "p" | "ds" | "other";

/** Stored entries by the area that they belong to, by name; two bytes a character, as browsers count them. */
export function storedKeys(entries: readonly (readonly [name: string, value: string])[]): Record<StoredGroup, StoredKey[]> {
  const groups: Record<StoredGroup, StoredKey[]> = { p: [], ds: [], other: [] };
  for (const [name, value] of entries.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const area = name.split(".", 1)[0];
    groups[area === "p" || area === "ds" ? area : "other"].push({ name, bytes: (name.length + value.length) * 2 });
  }
  return groups;
}
