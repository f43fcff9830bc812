import { z } from "zod";

/** Storage in which a person's unfinished work survives a reload. */
interface KeptWork<T> {
  /** Reads the unfinished work; null for none. */
  read(person: string): T | null;
  /** Stores it; null removes it. Without storage the person scans again after a reload. */
  write(person: string, work: T | null): void;
}

/**
 * Stores the unfinished work of each person apart, because a hand-held is shared.
 * @param key of the browser's storage: `receiving.open`
 */
export function defineKeptWork<T>(key: string, work: z.ZodType<T>): KeptWork<T> {
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
        // Storage is full or closed.
      }
    },
  };
}
