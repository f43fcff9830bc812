import { z } from "zod";

/** Storage for a person's unfinished work across reloads. */
interface SavedWork<T> {
  /** Reads the unfinished work; null for none. */
  read(person: string): T | null;
  /** Stores it; null removes it. If storage is unavailable, the person scans again after a reload. */
  write(person: string, work: T | null): void;
}

/**
 * Stores each person's unfinished work separately, because hand-helds are shared.
 * @param key in the browser's storage: `receiving.open`
 */
export function defineSavedWork<T>(key: string, work: z.ZodType<T>): SavedWork<T> {
  const byPerson = z.record(z.string(), work);
  const readAll = (): Record<string, T> => {
    try {
      return byPerson.parse(JSON.parse(localStorage.getItem(key) ?? "{}"));
    } catch {
      return {};
    }
  };
  return {
    read: (person) => readAll()[person] ?? null,
    write(person, value) {
      const { [person]: _before, ...others } = readAll();
      try {
        localStorage.setItem(key, JSON.stringify(value === null ? others : { ...others, [person]: value }));
      } catch {
        // Storage is full or unavailable.
      }
    },
  };
}
