import type { ReactNode } from "react";
import { useState } from "react";

/** One of several that a scan may have meant. */
export interface ScanOption {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  readonly picture?: ReactNode;
}

/** The option that a number names, from 1; null for what is no such number. */
function namedBy(text: string, count: number): number | null {
  if (!/^[1-9]\d?$/.test(text.trim())) return null;
  const place = Number(text) - 1;
  return place < count ? place : null;
}

/**
 * Choosing among options with the scan box in focus: a number marks one, arrows move the mark, Enter takes it. A number alone takes nothing: a
 * scan may begin with it.
 * @returns what the box is to be given, and which option is marked (-1 for none)
 */
export function useChoices(options: readonly ScanOption[], onChoose: (id: string) => void) {
  const [moved, setMoved] = useState<string | null>(null);
  const [text, setText] = useState("");
  const named = namedBy(text, options.length);
  const marked = named ?? options.findIndex(({ id }) => id === moved);

  function onKey(key: string, typed: string): boolean {
    if (options.length === 0) return false;
    const place = typed === "" ? options.findIndex(({ id }) => id === moved) : namedBy(typed, options.length);
    if (place === null) return false;
    if (key === "ArrowDown" || key === "ArrowUp") {
      const next = key === "ArrowDown" ? place + 1 : place < 0 ? options.length - 1 : place - 1;
      setMoved(options[(next + options.length) % options.length]?.id ?? null);
      return true;
    }
    const chosen = options[place];
    if (key !== "Enter" || chosen === undefined) return false;
    setMoved(null);
    onChoose(chosen.id);
    return true;
  }
  return { marked, onKey, onText: setText };
}
