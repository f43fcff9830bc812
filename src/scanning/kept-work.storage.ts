import { z } from "zod";

/** A place in which a person's unfinished work survives a reload of the page. */
interface KeptWork<T> {
  /** What the person had begun when the page was loaded last; null for nothing. */
  read(person: string): T | null;
  /** Null forgets it. A browser that keeps nothing asks for the scan again. */
  write(person: string, work: T | null): void;
}

/**
 * Keeps one piece of work a person: a hand-held is shared, and nobody goes on with what another has begun.
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
