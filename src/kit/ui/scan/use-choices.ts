import type { ReactNode } from "react";
import { useState } from "react";

/** One of several things that a scan may refer to. */
export interface ScanOption {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  readonly picture?: ReactNode;
}

/** Returns the index of the option with a typed number, counted from 1; null if there is none. */
function parseOptionNumber(text: string, count: number): number | null {
  if (!/^[1-9]\d?$/.test(text.trim())) return null;
  const place = Number(text) - 1;
  return place < count ? place : null;
}

/**
 * Selects one of several options while the scan box keeps the focus: a number highlights an option, arrows move the highlight, Enter chooses. A number
 * alone does not choose, because a scan may begin with it.
 * @returns handlers for the scan box, and the index of the highlighted option (-1 for none)
 */
export function useChoices(options: readonly ScanOption[], onChoose: (id: string) => void) {
  const [moved, setMoved] = useState<string | null>(null);
  const [text, setText] = useState("");
  const typedIndex = parseOptionNumber(text, options.length);
  const marked = typedIndex ?? options.findIndex(({ id }) => id === moved);

  function onKey(key: string, typed: string): boolean {
    if (options.length === 0) return false;
    const place = typed === "" ? options.findIndex(({ id }) => id === moved) : parseOptionNumber(typed, options.length);
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
