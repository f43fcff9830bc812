/**
 * A scanner that acts as a keyboard (a keyboard wedge) types faster than any person and ends with Enter or Tab. This distinguishes a scan from typing
 * while the focus is on something that takes no text.
 */

/** The relevant properties of a key press. */
export interface WedgeKey {
  /** `KeyboardEvent.key` */
  readonly key: string;
  /** in ms, as `Event.timeStamp` */
  readonly at: number;
  /** pressed with Ctrl, Alt or Meta */
  readonly isCommand: boolean;
}

/** The text typed quickly so far. */
export interface Burst {
  readonly text: string;
  readonly at: number;
}

/** The longest time between two keys of a scanner, in ms, including slow radio links. A fast typist needs 80. */
export const burstGapMs = 50;
/** In characters; a shorter burst is a person's. */
const shortestBurst = 3;
/** After this pause, in ms, a scan from a scanner without an end key has ended. */
export const silenceMs = 120;

/** Whether a burst comes from a scanner. */
export function isFromScanner(burst: Burst | null): burst is Burst {
  return burst !== null && burst.text.length >= shortestBurst;
}

/**
 * Adds a key to the burst.
 * @returns the burst so far, and `code` if this key ended a scan
 */
export function pressKey(burst: Burst | null, { key, at, isCommand }: WedgeKey): { burst: Burst | null; code: string | null } {
  const current = burst !== null && at - burst.at <= burstGapMs ? burst : null;
  if (key === "Enter" || key === "Tab") {
    return { burst: null, code: isFromScanner(current) ? current.text : null };
  }
  // Scanners press Shift and the like between the characters of a scan.
  if (key === "Shift" || key === "CapsLock" || key === "AltGraph")
    return { burst: current === null ? null : { ...current, at }, code: null };
  const character = isSeparator(key, isCommand) ? "\u001D" : !isCommand && Array.from(key).length === 1 ? key : null;
  return { burst: character === null ? null : { text: (current?.text ?? "") + character, at }, code: null };
}

/** Whether a key is the separator GS, which scanners also type as Ctrl and `]`. */
export function isSeparator(key: string, isCommand: boolean): boolean {
  return key === "\u001D" || (isCommand && key === "]");
}
