/**
 * A scanner that is plugged in as a keyboard types faster than anybody, and ends with Enter or Tab. That tells a scan from typing where the focus
 * is on nothing that takes text.
 */

/** A key that went down, as far as it matters. */
export interface WedgeKey {
  /** `KeyboardEvent.key` */
  readonly key: string;
  /** in ms, as events have it */
  readonly at: number;
  /** with Ctrl, Alt or Meta */
  readonly isCommand: boolean;
}

/** What was typed quickly up to now. */
export interface Burst {
  readonly text: string;
  readonly at: number;
}

/** No longer than this between two keys of a scanner, in ms; slow radio links included. Somebody quick types one in 80. */
export const burstGapMs = 50;
/** Shorter bursts are a person's. */
const shortestBurst = 3;
/** A scanner that ends its scans with no key has ended one when it was silent for so long, in ms. */
export const silenceMs = 120;

/** Whether what was typed quickly is a scanner's. */
export function isScanners(burst: Burst | null): burst is Burst {
  return burst !== null && burst.text.length >= shortestBurst;
}

/**
 * Takes one more key in.
 * @returns the burst so far, and `code` where this key ended a scan
 */
export function pressKey(burst: Burst | null, { key, at, isCommand }: WedgeKey): { burst: Burst | null; code: string | null } {
  const current = burst !== null && at - burst.at <= burstGapMs ? burst : null;
  if (key === "Enter" || key === "Tab") {
    return { burst: null, code: isScanners(current) ? current.text : null };
  }
  // Shift and its like come between the characters of a scan.
  if (key === "Shift" || key === "CapsLock" || key === "AltGraph")
    return { burst: current === null ? null : { ...current, at }, code: null };
  const character = isSeparator(key, isCommand) ? "\u001D" : !isCommand && Array.from(key).length === 1 ? key : null;
  return { burst: character === null ? null : { text: (current?.text ?? "") + character, at }, code: null };
}

/** Scanners type the separator GS as Ctrl and a bracket. */
export function isSeparator(key: string, isCommand: boolean): boolean {
  return key === "\u001D" || (isCommand && key === "]");
}
